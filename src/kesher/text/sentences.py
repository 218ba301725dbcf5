"""Where the sentences of a text begin and end, in Hebrew, Arabic, Russian and English.

A cut in the wrong place harms more than a missing one (half a sentence cannot be quoted), so
whatever is doubtful stays together.
"""

import re
from collections.abc import Iterator

Span = tuple[int, int]

_LETTERS = "A-Za-zА-Яа-яЁёא-ת\u0621-\u064a"
_MARK = rf"\(?(?:\d{{1,3}}(?:\.\d{{1,3}})*|[א-ת]{{1,2}}|[{_LETTERS}])"

# What may stand between a full stop and the space after it: closing quotes and brackets, and the
# invisible direction marks that word processors put there.
_CLOSERS = "\"'”’»״׳)\\]}\u200e\u200f\u202c\u2069"
_END = re.compile(rf"(?P<stop>[.!?؟…]+)[{_CLOSERS}]*(?=\s|$)")
_LIST_ITEM = re.compile(rf"\s*(?:[-–—•●▪◦*·‣]|#{{1,6}}|{_MARK}[.)]|\d{{1,3}}(?:\.\d{{1,3}})+)\s")
_MARK_ALONE = re.compile(rf"\s*{_MARK}")
_LAST_WORD = re.compile(r"[^\s(\[\"'«“]*$")


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


# Never the end: a name, a number or a place follows.
_BEFORE_A_NAME = _words(
    "mr mrs ms dr prof st no nos vs fig figs art sec cf pp vol ed e.g i.e approx dept "
    "т.е см стр ул им проф акад гл рис напр тов "
    "עמ טל מס רח שד פרופ גב "
    "ص"
)
# The end only where a capital follows: these also close sentences.
_MAY_END = _words(
    "etc inc ltd co corp al u.s u.k a.m p.m jan feb mar apr jun jul aug sep sept oct nov dec "
    "т.д т.п др пр г гг в вв руб коп тыс млн млрд ст п пп"
)

# Below this a page is a table, a form or a list, where each line stands for itself.
_NARROW_CHARS = 40
# A line that stops this far before the usual width ends its paragraph.
_FULL_LINE_FRACTION = 0.6
_USUAL_QUANTILE = 0.8

# No abbreviation or list number is longer; a bound keeps the work linear on hostile text.
_LOOK_BACK_CHARS = 32


def sentence_spans(text: str) -> list[Span]:
    """Return the sentences of `text` as half-open (start, end) code points, in order.

    A sentence runs on over the line breaks of a laid-out page. It ends at a full stop, question or
    exclamation mark (not within numbers, dates, initials, abbreviations or list numbers), before a
    list item, at an empty line, and at a line that stops well before the usual width.

    Returns:
        Spans without the white space round them; no two overlap, and every code point that is not
        white space lies in one.
    """
    return [
        span
        for start, end in _paragraphs(text)
        for span in _split(text, start, end)
        if span[0] < span[1]
    ]


def _paragraphs(text: str) -> Iterator[Span]:
    lines = list(_lines(text))
    usual_chars = _usual_width([end - start for start, end in lines])
    start = 0
    for (low, high), following in zip(lines, [*lines[1:], None], strict=True):
        if following is None or _ends_paragraph(text, (low, high), following, usual_chars):
            yield start, high
            start = high


def _lines(text: str) -> Iterator[Span]:
    at = 0
    for line in text.split("\n"):
        yield at, at + len(line)
        at += len(line) + 1


def _usual_width(widths: list[int]) -> int:
    """Return the width in code points that most full lines reach."""
    filled = sorted(width for width in widths if width)
    return filled[int(_USUAL_QUANTILE * (len(filled) - 1))] if filled else 0


def _ends_paragraph(text: str, line: Span, following: Span, usual_chars: int) -> bool:
    written, next_line = text[line[0] : line[1]].strip(), text[following[0] : following[1]]
    if not written or not next_line.strip():
        return True
    if usual_chars < _NARROW_CHARS or len(written) < _FULL_LINE_FRACTION * usual_chars:
        return True
    return _LIST_ITEM.match(next_line) is not None


def _split(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield the sentences of one paragraph."""
    for found in _END.finditer(text, start, end):
        if _closes(text, start, found):
            yield _stripped(text, start, found.end())
            start = found.end()
    yield _stripped(text, start, end)


def _closes(text: str, start: int, found: re.Match[str]) -> bool:
    """Say whether the stop that was found ends the sentence that began at `start`."""
    stop = found["stop"]
    following = _next_written(text, found.end())
    if stop != "." or not following:
        return not (stop.startswith(("..", "…")) and following.islower())
    if following.islower():
        return False
    before = text[max(start, found.start() - _LOOK_BACK_CHARS) : found.start()]
    if _MARK_ALONE.fullmatch(before):
        return False
    word = _last_word(before)
    return not (_is_initial(word) or word in _BEFORE_A_NAME) and (
        word not in _MAY_END or following.isupper()
    )


def _next_written(text: str, at: int) -> str:
    """Return the first character from `at` that is no white space, or an empty string."""
    while at < len(text) and text[at].isspace():
        at += 1
    return text[at : at + 1]


def _last_word(before: str) -> str:
    found = _LAST_WORD.search(before)
    return found[0].lower() if found else ""


def _is_initial(word: str) -> bool:
    """Tell "J" of "J. Cohen" and "א" of "א. ב. יהושע"; Russian "г" and "п" are abbreviations."""
    return len(word) == 1 and word.isalpha() and word not in _MAY_END


def _stripped(text: str, start: int, end: int) -> Span:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end
