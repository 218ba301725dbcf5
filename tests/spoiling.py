"""Spoils sample files in the ways that disks, networks and attackers do, always the same way."""

import io
import random
import zipfile
from collections.abc import Callable, Iterator


def swapped(data: bytes, chance: random.Random) -> bytes:
    """Change up to twenty bytes."""
    changed = bytearray(data)
    for _ in range(chance.randint(1, 20) if data else 0):
        changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed)


def cut(data: bytes, chance: random.Random) -> bytes:
    """Cut the end off."""
    return data[: chance.randrange(len(data) + 1)]


def doubled(data: bytes, chance: random.Random) -> bytes:
    """Repeat a stretch five times."""
    start = chance.randrange(len(data) + 1)
    return data[:start] + data[start : start + 400] * 5 + data[start:]


def digits(data: bytes, chance: random.Random) -> bytes:
    """Replace digits by nines, so that every count and place is far too large."""
    return bytes(0x39 if 0x30 <= byte < 0x3A and chance.random() < 0.3 else byte for byte in data)


WAYS: tuple[Callable[[bytes, random.Random], bytes], ...] = (swapped, cut, doubled, digits)


def spoilt(data: bytes, *, seed: int, count: int) -> Iterator[bytes]:
    """Yield spoilt copies of a file; of a package, one of its parts or the whole is spoilt."""
    chance = random.Random(seed)  # noqa: S311 - the same each time, not a secret
    for at in range(count):
        way = WAYS[at % len(WAYS)]
        if data.startswith(b"PK") and chance.random() < 0.8:
            yield _with_spoilt_part(data, way, chance)
        else:
            yield way(data, chance)


def _with_spoilt_part(
    data: bytes, way: Callable[[bytes, random.Random], bytes], chance: random.Random
) -> bytes:
    target = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as source,
        zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive,
    ):
        names = source.namelist()
        chosen = chance.choice(names)
        for name in names:
            part = source.read(name)
            archive.writestr(name, way(part, chance) if name == chosen else part)
    return target.getvalue()
