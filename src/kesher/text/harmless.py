"""Text of others made harmless for a terminal: it is read, it drives nothing.

A tool's result, a file's name or a model's words may hold control sequences (move the cursor,
write a title, answer for the person) and characters that show a text in another order than it is
read. Programs get the same characters as escapes of JSON, so that nothing is lost.

Source:
    Boucher and Anderson, "Trojan Source: Invisible Vulnerabilities", 2021, for the order.
"""

import re
import unicodedata

REPLACEMENT = "\ufffd"
# Embeddings and overrides, separators that break a line unseen, annotations, hidden letters but
# those of a flag.
_UNSEEN = re.compile(
    "[\u202a-\u202e\u2028\u2029\ufff9-\ufffb]"
    "|(?<![\U0001f3f4\U000e0020-\U000e007f])[\U000e0000-\U000e007f]+"
)
_ISOLATES = re.compile("[\u2066-\u2069]")
_POP = "\u2069"
_KEPT = "\n\t\f"
_DRIVING = re.compile(
    "[\x7f-\x9f\u202a-\u202e\u2066-\u2069\u2028\u2029\ufff9-\ufffb\U000e0000-\U000e007f]"
)


def harmless(text: str) -> str:
    """Return a text without what could drive a terminal, U+FFFD in its place.

    Marks and isolates of ordinary right-to-left text stay, where each isolate ends in its line.
    """
    plain = _UNSEEN.sub(REPLACEMENT, "".join(map(_kept, text)))
    if not _ISOLATES.search(plain):
        return plain
    return "\n".join(map(_closed, plain.split("\n")))


def one_line(text: str) -> str:
    """Return a text as one harmless line, its breaks as spaces: no line of ours is imitated."""
    return harmless(" ".join(text.split()))


def unhidden(text: str) -> str:
    """Return a text with its invisible characters as escapes, for a person who must judge it."""
    return "".join(
        _escape_of(char) if unicodedata.category(char) == "Cf" else char for char in text
    )


def escaped(json_text: str) -> str:
    """Return JSON in which what could drive a terminal stands as escapes; its value is the same.

    Isolates are escaped, too: whether one ends where it must is seen in the value alone.
    """
    return _DRIVING.sub(_escape, json_text)


def _escape(found: re.Match[str]) -> str:
    return _escape_of(found.group())


def _escape_of(char: str) -> str:
    code = char.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{code[at : at + 4]}" for at in range(0, len(code), 4))


def _kept(char: str) -> str:
    if char in _KEPT or unicodedata.category(char) not in ("Cc", "Cs"):
        return char
    return REPLACEMENT


def _closed(line: str) -> str:
    """Replace isolates that do not end in their line, and ends of none."""
    chars, opened = list(line), []
    for at, char in enumerate(chars):
        if char != _POP and _ISOLATES.match(char):
            opened.append(at)
        elif char == _POP and opened:
            opened.pop()
        elif char == _POP:
            chars[at] = REPLACEMENT
    for at in opened:
        chars[at] = REPLACEMENT
    return "".join(chars)
