"""The built model's folder: made once, whole or not at all."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import ctranslate2
import numpy as np
import pytest

from kesher.adapters.models.e5_folder import ensure_built, is_built, model_folder
from kesher.adapters.models.e5_packed import Weights
from kesher.adapters.models.e5_tokenizer import load_tokenizer
from kesher.errors import ConfigurationError, ToolMissingError
from packed_samples import HIDDEN, LAYERS, write_packed

BUILD = """
import os, signal, sys
from pathlib import Path
from kesher.adapters.models.e5_folder import ensure_built
from kesher.adapters.models.e5_packed import Weights

def progress(done, total):
    steps.append(done)
    if done == int(sys.argv[3]):
        os.kill(os.getpid(), signal.SIGKILL)

steps = []
ensure_built(Path(sys.argv[1]), Weights(Path(sys.argv[2]), "9.9"), progress=progress)
print(len(steps))
"""


@pytest.fixture
def weights(tmp_path: Path) -> Weights:
    return Weights(write_packed(tmp_path / "model.bin"), "9.9")


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


def start_build(cache: Path, weights: Weights, *, die_at_step: int = 0) -> subprocess.Popen[str]:
    arguments = [sys.executable, "-c", BUILD, str(cache), str(weights.path), str(die_at_step)]
    return subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True)


def test_a_build_tells_each_step_and_the_next_use_builds_nothing(
    cache: Path, weights: Weights
) -> None:
    steps: list[tuple[int, int]] = []
    folder = ensure_built(cache, weights, progress=lambda done, total: steps.append((done, total)))
    total = LAYERS + 3
    assert steps == [(done, total) for done in range(1, total + 1)]
    assert folder == model_folder(cache, weights) == cache / "models/multilingual-e5-small-9.9-int8"

    steps.clear()
    ensure_built(cache, weights, progress=lambda done, total: steps.append((done, total)))
    assert steps == []


def test_what_was_built_can_be_run(cache: Path, weights: Weights) -> None:
    folder = ensure_built(cache, weights)
    encoder = ctranslate2.Encoder(str(folder))  # type: ignore[attr-defined]  # no declared types
    ids = load_tokenizer(folder).encode(["hello שלום"], prefix="")
    output = encoder.forward_batch(ids, token_type_ids=[[0] * len(ids[0])])
    states = np.asarray(output.last_hidden_state)
    assert states.shape == (1, len(ids[0]), HIDDEN)
    assert np.isfinite(states).all()


@pytest.mark.parametrize("damage", ["flip", "shorten", "remove", "no marker", "older format"])
def test_a_damaged_folder_is_built_anew(cache: Path, weights: Weights, damage: str) -> None:
    folder = ensure_built(cache, weights)
    whole = (folder / "model.bin").read_bytes()
    _damage(folder, damage)
    ensure_built(cache, weights)
    assert is_built(folder)
    assert (folder / "model.bin").read_bytes() == whole


def test_a_build_killed_in_the_middle_leaves_nothing_that_counts_as_built(
    cache: Path, weights: Weights
) -> None:
    killed = start_build(cache, weights, die_at_step=LAYERS + 2)
    killed.communicate(timeout=60)
    assert killed.returncode < 0
    assert not is_built(model_folder(cache, weights))

    folder = ensure_built(cache, weights)
    assert is_built(folder)
    assert list(folder.parent.glob("*.part-*")) == []


def test_two_processes_that_start_together_build_once(cache: Path, weights: Weights) -> None:
    builds = [start_build(cache, weights) for _ in range(2)]
    steps = sorted(int(build.communicate(timeout=60)[0]) for build in builds)
    assert steps == [0, LAYERS + 3]


def test_damaged_weights_leave_no_half_built_folder(cache: Path, weights: Weights) -> None:
    weights.path.write_bytes(weights.path.read_bytes()[:-100])
    with pytest.raises(ToolMissingError):
        ensure_built(cache, weights)
    assert [path.suffix for path in (cache / "models").iterdir()] == [".lock"]


def test_a_cache_folder_that_cannot_be_written_is_named_with_its_setting(
    tmp_path: Path, weights: Weights
) -> None:
    in_the_way = tmp_path / "cache"
    in_the_way.write_text("קובץ")
    with pytest.raises(ConfigurationError, match="cache_folder"):
        ensure_built(in_the_way, weights)


def _damage(folder: Path, damage: str) -> None:
    model, marker = folder / "model.bin", folder / "built.json"
    content = bytearray(model.read_bytes())
    if damage == "flip":
        content[len(content) // 2] ^= 0xFF
        model.write_bytes(content)
    elif damage == "shorten":
        model.write_bytes(content[:-1])
    elif damage == "remove":
        shutil.copy(model, folder / "model.bak")
        model.unlink()
    elif damage == "no marker":
        marker.unlink()
    else:
        marker.write_text(json.dumps({**json.loads(marker.read_text()), "format": 0}))
