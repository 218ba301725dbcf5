"""Writes a packed e5 file of a few kilobytes: the real layout, a model of one layer."""

import struct
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

HIDDEN, LAYERS, HEADS, WIDE, POSITIONS, TYPES = 32, 1, 4, 64, 512, 2
PIECES = ("<s>", "<pad>", "</s>", "<unk>", "\u2581", "שלום", "\u2581hello", "<mask>")
VOCABULARY = len(PIECES) + 3
NORMALISATION = {0x0A: " ", 0x00: "", 0xFB2A: "שׁ"}

# One block of four-bit numbers: scale 0.5, low nibbles 0 to 15, high nibbles all 8.
BLOCK = np.float16(0.5).tobytes() + bytes(low | 0x80 for low in range(16))
BLOCK_VALUES = [(low - 8) * 0.5 for low in range(16)] + [0.0] * 16


def packed_bytes() -> bytes:
    """Return the whole file."""
    head = b"E5S1" + struct.pack("<i", 1)
    head += struct.pack(
        "<7i", HIDDEN, LAYERS, HEADS, WIDE, VOCABULARY, POSITIONS, TYPES
    ) + struct.pack("<fi", 1e-12, 0)
    head += _vocabulary() + _normalisation()
    tensors = _tensors()
    start = len(head) + 4 + sum(2 + len(name.encode()) + 21 for name in tensors)
    directory, data = struct.pack("<i", len(tensors)), b""
    for name, (kind, numbers, raw) in tensors.items():
        entry = struct.pack("<BIQQ", kind, numbers, start + len(data), len(raw))
        directory += struct.pack("<H", len(name.encode())) + name.encode() + entry
        data += raw
    return head + directory + data


def write_packed(path: Path) -> Path:
    """Write the file and return its path."""
    path.write_bytes(packed_bytes())
    return path


def _vocabulary() -> bytes:
    encoded = [piece.encode() for piece in PIECES]
    offsets = np.cumsum([0, *map(len, encoded)]).astype("<u4")
    scores = np.arange(len(PIECES), dtype="<f4") * -1
    blob = b"".join(encoded)
    head = struct.pack("<5i", len(PIECES), 0, 2, 1, 3) + struct.pack("<Q", len(blob))
    return head + offsets.tobytes() + scores.tobytes() + blob


def _normalisation() -> bytes:
    rules = b"".join(
        struct.pack("<IB", code, len(text)) + struct.pack(f"<{len(text)}I", *map(ord, text))
        for code, text in NORMALISATION.items()
    )
    return struct.pack("<iI", len(NORMALISATION), len(rules)) + rules


def _tensors() -> dict[str, tuple[int, int, bytes]]:
    random = np.random.default_rng(seed=4521)

    def floats(*shape: int) -> tuple[int, int, bytes]:
        values: NDArray[np.float32] = random.normal(size=shape).astype("<f4")
        return 0, values.size, values.tobytes()

    found = {
        "emb.word": (1, VOCABULARY * HIDDEN, BLOCK * VOCABULARY),
        "emb.pos": floats(POSITIONS, HIDDEN),
        "emb.type": floats(TYPES, HIDDEN),
        "emb.ln.w": floats(HIDDEN),
        "emb.ln.b": floats(HIDDEN),
    }
    for name, rows, columns in (
        *((part, HIDDEN, HIDDEN) for part in ("q", "k", "v", "ao")),
        ("fi", WIDE, HIDDEN),
        ("fo", HIDDEN, WIDE),
    ):
        found[f"l0.{name}.w"] = floats(rows, columns)
        found[f"l0.{name}.b"] = floats(rows)
    for name in ("aln", "oln"):
        found[f"l0.{name}.w"] = floats(HIDDEN)
        found[f"l0.{name}.b"] = floats(HIDDEN)
    return found
