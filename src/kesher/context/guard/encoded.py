"""Words hidden by an encoding: base64, hexadecimal, rot13, percent signs, tag characters."""

import base64
import binascii
import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import unquote

from kesher.context.guard.hidden import tag_text

_BASE64 = re.compile(r"(?<![A-Za-z0-9+/_=-])[A-Za-z0-9+/_-]{16,}={0,2}")
# A long text is broken into lines of 76.
_BASE64_LINES = re.compile(
    r"(?<![A-Za-z0-9+/])(?:[A-Za-z0-9+/]{60,}+\r?\n){1,200}[A-Za-z0-9+/]*={0,2}"
)
_HEX = re.compile(r"(?<![0-9A-Za-z])(?:(?:\\x|0x)?[0-9A-Fa-f]{2}[ :,]?){12,}(?![0-9A-Za-z])")
_PERCENT = re.compile(r"(?:%[0-9A-Fa-f]{2}|[A-Za-z0-9._~-]){8,}")
_TAGS = re.compile("[\U000e0020-\U000e007e]{4,}")
_WORDS = re.compile(r"[^\W\d_]{2,}")
_READABLE_FRACTION = 0.95
_MOST_CHARS = 20_000
_MOST_FOUND = 50


@dataclass(frozen=True, slots=True)
class Hidden:
    """A passage that decodes to words.

    Attributes:
        start, end: Where the encoded passage stands, half open, in code points.
        encoding: `base64`, `hex`, `percent` or `tags`.
    """

    text: str
    start: int
    end: int
    encoding: str


@lru_cache(maxsize=256)
def hidden_texts(text: str) -> tuple[Hidden, ...]:
    """Return the readable texts that stand encoded in `text`, at most 50, in order.

    A passage is readable where nineteen characters of twenty are letters, digits, spaces or
    common punctuation, and two words stand in it. An identifier or a key decodes to noise.
    """
    found = sorted(_all(text), key=lambda hidden: hidden.start)
    return tuple(found[:_MOST_FOUND])


def rot13(text: str) -> str:
    """Return `text` with its Latin letters turned by thirteen places; offsets stay."""
    return codecs.encode(text, "rot13")


def _all(text: str) -> Iterator[Hidden]:
    for pattern, encoding, decode in (
        (_BASE64_LINES, "base64", _from_base64),
        (_BASE64, "base64", _from_base64),
        (_HEX, "hex", _from_hex),
        (_TAGS, "tags", tag_text),
        (_PERCENT, "percent", _from_percent),
    ):
        for match in pattern.finditer(text):
            decoded = decode(match.group()[:_MOST_CHARS])
            if decoded is not None and _is_readable(decoded):
                yield Hidden(decoded, match.start(), match.end(), encoding)


def _from_base64(passage: str) -> str | None:
    letters = re.sub(r"\s", "", passage).rstrip("=").replace("-", "+").replace("_", "/")
    letters = letters[: len(letters) - (len(letters) % 4 == 1)]
    try:
        return base64.b64decode(letters + "=" * (-len(letters) % 4)).decode("utf-8")
    except (binascii.Error, UnicodeDecodeError):
        return None


def _from_hex(passage: str) -> str | None:
    try:
        return bytes.fromhex(re.sub(r"\\x|0x|[ :,]", "", passage)).decode("utf-8")
    except ValueError:
        return None


def _from_percent(passage: str) -> str | None:
    # Ordinary addresses carry a few escapes; a hidden text is made of them.
    if passage.count("%") * 3 < len(passage) / 2:
        return None
    return unquote(passage)


def _is_readable(decoded: str) -> bool:
    if len(_WORDS.findall(decoded)) < 2:
        return False
    fine = sum(char.isalnum() or char.isspace() or char in ".,:;!?'\"()/@-_" for char in decoded)
    return fine >= _READABLE_FRACTION * len(decoded)
