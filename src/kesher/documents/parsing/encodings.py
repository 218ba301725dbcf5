"""Bytes of text → text: which encoding they are in, and whether Hebrew stands as it is drawn."""

import codecs
import re

from kesher.text import bidi

_SAMPLE_BYTES = 4096
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_WIDE_BLANKS = (("utf-16-le", (b" \0", b"\n\0")), ("utf-16-be", (b"\0 ", b"\0\n")))
_BLANK_SHARE = 1 / 40  # running text has one blank in six letters, a list of words one in ten
# One-byte encodings and how a word of each script looks: Hebrew points follow a letter, Russian
# does not change case within a word. The first of equals wins. ISO-8859-8 has its letters where
# windows-1255 has them.
_ONE_BYTE = (
    ("cp1255", re.compile("(?:[א-תװ-״][ְ-ׇ]*|[‐-›₪])+")),
    ("cp1251", re.compile("[А-ЯЁ]?[а-яё]+|[А-ЯЁ]+|[‐-›№«»]+")),
    ("cp1256", re.compile("[ء-ے‌-›،؛؟]+")),
)
_BEYOND_ASCII = re.compile("[^\x00-\x7f]+")
_CONTROLS = re.compile(rb"[\x00-\x08\x0e-\x19\x1b-\x1f\x7f]")  # 1A is the end of file of DOS
_HIGH = re.compile(rb"[\x80-\xff]")
_HIGH_IN_LATIN_WORD = re.compile(rb"(?<=[A-Za-z])[\xc0-\xff]|[\xc0-\xff](?=[a-z])")

# Names of Hebrew encodings that Python does not know. Source: RFC 1556, WHATWG Encoding.
_HEBREW_NAMES = {
    **{"iso-8859-8-i": "iso-8859-8", "iso-8859-8-e": "iso-8859-8", "logical": "iso-8859-8"},
    **{"visual": "iso-8859-8", "dos-862": "cp862", "csiso88598i": "iso-8859-8"},
}
_VISUAL_NAMES = ("iso-8859-8", "iso8859-8", "iso_8859-8", "hebrew", "visual", "csisolatinhebrew")
_FINAL_FIRST = re.compile("(?<![א-ת])[ךםןףץ](?=[א-ת])")
_FINAL_LAST = re.compile("(?<=[א-ת])[ךםןףץ](?![א-ת])")


def guess_encoding(data: bytes) -> str | None:
    """Return the name of the encoding of text, given its beginning (which may be cut anywhere).

    UTF-8 and UTF-16 are told with or without a mark. Of the older ones, windows-1255, -1256,
    -1251 and -1252 are told by which script most bytes beyond ASCII are letters of.
    """
    for mark, name in _BOMS:
        if data.startswith(mark):
            return name
    wide = _wide_without_mark(data[:_SAMPLE_BYTES])
    if wide:
        return wide
    if _CONTROLS.search(data):
        return None
    try:
        codecs.getincrementaldecoder("utf-8")().decode(data)
    except UnicodeDecodeError:
        return _guess_one_byte(data)
    return "utf-8"


def _wide_without_mark(sample: bytes) -> str | None:
    """Tell UTF-16 by its blanks, which are a NUL and a space or line feed."""
    if b"\0" not in sample:
        return None
    pairs = [sample[at : at + 2] for at in range(0, len(sample), 2)]
    for name, blanks in _WIDE_BLANKS:
        if sum(pair in blanks for pair in pairs) >= max(1, len(pairs) * _BLANK_SHARE):
            return None if sample.count(b"\0\0") else name
    return None


def _guess_one_byte(data: bytes) -> str | None:
    high = len(_HIGH.findall(data))
    if len(_HIGH_IN_LATIN_WORD.findall(data)) * 2 > high:
        return "cp1252"
    best, best_share = None, 0.5
    for name, word in _ONE_BYTE:
        try:
            words = _BEYOND_ASCII.findall(data.decode(name))
        except UnicodeDecodeError:
            continue
        share = sum(len(found) for found in words if word.fullmatch(found)) / high
        if share > best_share:
            best, best_share = name, share
    return best


def decode(data: bytes, encoding: str) -> str:
    """Decode text whose encoding is named, as `as_named`, into logical order.

    Hebrew that ISO-8859-8 holds in visual order, as old mails do, is turned line by line.
    """
    text = as_named(data, encoding)
    return logical_lines(text) if is_visual(text, encoding) else text


def is_visual(text: str, encoding: str) -> bool:
    """Say whether text of that encoding holds its Hebrew in the order in which it is drawn.

    ISO-8859-8 without an addition means so, yet many call logical text by that name: the letters
    that only end a word decide.
    """
    if encoding.lower() not in _VISUAL_NAMES:
        return False
    return len(_FINAL_FIRST.findall(text)) > len(_FINAL_LAST.findall(text))


def logical_lines(text: str) -> str:
    """Put each line of text in visual order in logical order."""
    return "\n".join(bidi.to_logical(line.strip(), "rtl") for line in text.split("\n"))


def as_named(data: bytes, encoding: str) -> str:
    """Decode by a mark, else by the name of an encoding, else by what the bytes look like."""
    for mark, name in _BOMS:
        if data.startswith(mark):
            return data.decode(name, errors="replace")
    name = _HEBREW_NAMES.get(encoding.lower(), encoding)
    try:
        return data.decode(name)
    except (LookupError, UnicodeDecodeError, ValueError):
        return data.decode(guess_encoding(data) or "cp1255", errors="replace")
