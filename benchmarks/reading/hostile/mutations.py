"""Ways to spoil a file, by its bytes and by its structure; the same every time for one seed."""

import io
import random
import re
import zipfile
from collections.abc import Callable

Way = Callable[[bytes, random.Random], bytes]


def flipped(data: bytes, chance: random.Random) -> bytes:
    """Flip single bits, one in a few thousand."""
    changed = bytearray(data)
    for _ in range(max(1, len(data) // 3000)):
        changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def cut(data: bytes, chance: random.Random) -> bytes:
    """Cut the end off."""
    return data[: chance.randrange(1, len(data) + 1)]


def spliced(data: bytes, chance: random.Random) -> bytes:
    """Move a stretch to another place, and repeat it there."""
    start, size = chance.randrange(len(data)), chance.randrange(1, 2000)
    at = chance.randrange(len(data))
    return data[:at] + data[start : start + size] * chance.choice((1, 3, 40)) + data[at:]


def swollen(data: bytes, chance: random.Random) -> bytes:
    """Replace numbers by huge, negative or senseless ones."""
    numbers = (b"0", b"-1", b"2147483647", b"4294967296", b"99999999999999999999", b"1e308", b"NaN")

    def other(found: re.Match[bytes]) -> bytes:
        return chance.choice(numbers) if chance.random() < 0.02 else found[0]

    return re.sub(rb"(?<![\w.])\d+(?![\w.])", other, data)


def looped(data: bytes, chance: random.Random) -> bytes:
    """Let a PDF's references lead to other objects, so that trees become loops."""
    targets = re.findall(rb"(?m)^(\d+) 0 obj", data) or [b"1"]

    def other(found: re.Match[bytes]) -> bytes:
        return chance.choice(targets) + b" 0 R" if chance.random() < 0.1 else found[0]

    return re.sub(rb"\b\d+ 0 R\b", other, data)


def mislengthed(data: bytes, chance: random.Random) -> bytes:
    """Give a PDF's streams other lengths and its table of objects other places."""
    lengths = re.sub(
        rb"/Length \d+",
        lambda found: (
            b"/Length %d" % chance.randrange(10**7) if chance.random() < 0.5 else found[0]
        ),
        data,
    )
    return re.sub(
        rb"(?m)^\d{10} 00000 n",
        lambda found: b"%010d 00000 n" % chance.randrange(len(data)),
        lengths,
    )


def unmarked(data: bytes, chance: random.Random) -> bytes:
    """Take closing tags of a text's markup away."""
    return re.sub(rb"</[^>]*>", lambda found: b"" if chance.random() < 0.2 else found[0], data)


BY_BYTES: tuple[Way, ...] = (flipped, cut, spliced, swollen)
BY_PDF: tuple[Way, ...] = (looped, mislengthed, swollen)
BY_MARKUP: tuple[Way, ...] = (unmarked, swollen)


def mutated(data: bytes, chance: random.Random) -> tuple[str, bytes]:
    """Spoil a file once or twice; give the ways' names and the new bytes."""
    if data.startswith(b"PK") and chance.random() < 0.8:
        return _in_a_part(data, chance)
    ways = BY_BYTES
    if data.startswith(b"%PDF"):
        ways = (*BY_BYTES, *BY_PDF)
    elif data.lstrip().startswith(b"<"):
        ways = (*BY_BYTES, *BY_MARKUP)
    names = []
    for _ in range(chance.choice((1, 1, 2))):
        way = chance.choice(ways)
        data = way(data, chance) or data
        names.append(way.__name__)
    return "+".join(names), data


def _in_a_part(data: bytes, chance: random.Random) -> tuple[str, bytes]:
    """Spoil one part of a package and pack it again, so that the spoilt XML is reached."""
    target = io.BytesIO()
    way = chance.choice((*BY_BYTES, *BY_MARKUP))
    with (
        zipfile.ZipFile(io.BytesIO(data)) as source,
        zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive,
    ):
        chosen = chance.choice([info.filename for info in source.infolist() if info.file_size])
        for name in source.namelist():
            part = source.read(name)
            archive.writestr(name, way(part, chance) if name == chosen else part)
    return f"{way.__name__} in {chosen}", target.getvalue()
