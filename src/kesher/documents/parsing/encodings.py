"""Which encoding a text file is in, told from its bytes; None where they are no text."""

import codecs
import re

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
