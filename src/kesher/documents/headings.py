"""Which lines are headings, and how deep: by the file's own word, else by how they are set.

The file's word is its bookmarks and its structure. Where it says nothing a heading is set larger
or bolder than the body, or begins as headings do ("פרק ג"), and stands by itself.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from kesher.documents.body import body_size
from kesher.domain.document import Line, OutlineEntry, Page, PageSource, Role

_DEEPEST = 6
# Than the body, for lines that are heavier as well and for those that are not.
_LARGER_BOLD, _LARGER = 1.07, 1.18
_FULL = 0.9  # of the width of the lines below
_MOST_CHARS, _MOST_LINES = 170, 3
# A style with more of the letters than this is a text of its own, not a row of headings.
_MOST_SHARE = 0.3
_BOLD_BODY = 0.4
_LINES_APART = 1.9  # heights between the tops of two lines of one heading
_GAP = 1.25  # heights between the tops of a heading set like the body and the line before it
_NAMED = re.compile(
    r"(?:פרק|חלק|סימן|נספח|תוספת|שער|chapter|part|appendix|annex|section|article|глава|раздел|"
    r"приложение|часть|статья|الفصل|الباب|القسم|ملحق|المادة)\s+[\w\"'׳״.]{1,12}(?:\s*[:.\-–—].*|\s.*)?",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"(\d{1,2}(?:\.\d{1,2})*)\.?\s")
_LETTER = re.compile(r"[^\W\d_]")
_UNFINISHED = (".", ",", ";", "?", "!", "…")
_NOT_KEPT = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class _Style:
    """How a heading is set; in the order of rank.

    Attributes:
        smallness: Below zero the larger; in half points.
        depth: Of its number, 0 without one.
    """

    smallness: int
    is_plain: bool
    depth: int

    @property
    def rank(self) -> tuple[int, bool, int]:
        return self.smallness, self.is_plain, self.depth


@dataclass(frozen=True, slots=True)
class _Block:
    """Lines `first` to `last` (half open) of the page at index `page` that may be a heading.

    Attributes:
        level: As the file says; 0 where it does not.
    """

    page: int
    first: int
    last: int
    text: str
    style: _Style
    level: int = 0


def mark_headings(pages: Sequence[Page], outline: Sequence[OutlineEntry] = ()) -> list[Page]:
    """Give headings their role and level.

    Args:
        pages: Of one document, with their running heads marked. Pages of a format that names its
            headings itself stay as they are.
        outline: The file's bookmarks.
    """
    usual = body_size(pages)
    titles: dict[int, list[OutlineEntry]] = defaultdict(list)
    for entry in outline:
        titles[entry.page_number].append(entry)
    blocks = [
        block
        for at, page in enumerate(pages)
        if page.source is not PageSource.STRUCTURE
        for block in _blocks(page, at, usual, titles[page.number])
    ]
    levels = _levels(_believed(blocks, pages, usual))
    found: dict[int, dict[int, int]] = defaultdict(dict)
    for block, level in levels:
        found[block.page] |= dict.fromkeys(range(block.first, block.last), level)
    return [_marked(page, found.get(at, {})) for at, page in enumerate(pages)]


def _marked(page: Page, levels: Mapping[int, int]) -> Page:
    if not levels:
        return page
    lines = list(page.lines)
    for index, level in levels.items():
        lines[index] = replace(lines[index], role=Role.HEADING, level=level)
    return replace(page, lines=tuple(lines))


def _blocks(page: Page, at: int, usual: float, titles: Sequence[OutlineEntry]) -> Iterator[_Block]:
    """Yield what may be a heading of a page: lines set alike that stand together."""
    index = 0
    while index < len(page.lines):
        last = _end(page, index)
        text = " ".join(page.text[page.lines[index].start : page.lines[last - 1].end].split())
        said = _said(page, index, last, text, titles)
        line = page.lines[index]
        if said or (last - index <= _MOST_LINES and _may_be(page, index, last, text, usual)):
            yield _Block(at, index, last, text, _style(line, text), said)
        index = last


def _end(page: Page, first: int) -> int:
    """Return the end of the lines from `first` on that are set as it is, close below each other."""
    line, last = page.lines[first], first + 1
    while last < len(page.lines) and _goes_on(page.lines[last - 1], page.lines[last], line):
        last += 1
    return last


def _goes_on(before: Line, line: Line, first: Line) -> bool:
    if before.box is None or line.box is None or line.role is not first.role:
        return False
    height = max(before.box.bottom - before.box.top, 1.0)
    return (
        line.role in (Role.BODY, Role.HEADING)
        and (line.level, line.is_bold) == (first.level, first.is_bold)
        and abs(line.size_points - first.size_points) < 0.5
        and 0 <= line.box.top - before.box.top <= _LINES_APART * height
    )


def _said(page: Page, first: int, last: int, text: str, titles: Sequence[OutlineEntry]) -> int:
    """Return the level that the file itself gives these lines, 0 for none."""
    line = page.lines[first]
    if line.role is Role.HEADING:
        return line.level
    if line.role is not Role.BODY or not titles:
        return 0
    bare = _bare(text)
    for entry in titles:
        title = _bare(entry.title)
        if title and (
            bare == title
            or (last - first == 1 and bare.endswith(title) and len(bare) <= len(title) + 6)
        ):
            return min(entry.level, _DEEPEST)
    return 0


def _bare(text: str) -> str:
    return _NOT_KEPT.sub("", text).casefold()


def _may_be(page: Page, first: int, last: int, text: str, usual: float) -> bool:
    line = page.lines[first]
    if (
        line.role is not Role.BODY
        or not line.size_points
        or "\t" in page.text[line.start : page.lines[last - 1].end]
        or len(text) > _MOST_CHARS
        or len(_LETTER.findall(text)) < 2
        or text.endswith(_UNFINISHED)
    ):
        return False
    if line.size_points >= (_LARGER_BOLD if line.is_bold else _LARGER) * usual:
        return True
    if line.size_points < usual - 0.5 or last - first > 2:
        return False
    is_named = bool(_NAMED.fullmatch(text)) and len(text) <= 80
    return (line.is_bold or is_named) and _stands_apart(page, first) and _ends(page, last)


def _stands_apart(page: Page, first: int) -> bool:
    """Tell whether there is more room above a line than between lines, or nothing on its page."""
    line, before = page.lines[first], page.lines[first - 1] if first else None
    if before is None or before.box is None or line.box is None or not before.role.is_told:
        return True
    height = line.box.bottom - line.box.top
    return not 0 <= line.box.top - before.box.top < _GAP * height or before.role is Role.ROW


def _ends(page: Page, last: int) -> bool:
    """Tell whether the text ends before line `last`: it does not where a full line goes on."""
    box = page.lines[last - 1].box
    after = page.lines[last].box if last < len(page.lines) else None
    if box is None or after is None or not page.lines[last].role.is_told:
        return True
    widths = [line.box.right - line.box.left for line in page.lines[last : last + 3] if line.box]
    is_full = box.right - box.left >= _FULL * max(widths)
    return not is_full or not 0 <= after.top - box.top < _LINES_APART * (box.bottom - box.top)


def _style(line: Line, text: str) -> _Style:
    found = _NUMBERED.match(text)
    depth = found[1].count(".") + 1 if found else 0
    return _Style(-round(2 * line.size_points), not line.is_bold, depth)


def _believed(blocks: Sequence[_Block], pages: Sequence[Page], usual: float) -> list[_Block]:
    """Leave out blocks of a style that is no heading's: too much is set in it."""
    lines = chain.from_iterable(page.lines for page in pages)
    told = [line for line in lines if line.role.is_told]
    total = sum(line.end - line.start for line in told)
    chars: Counter[tuple[int, bool]] = Counter()
    for line in told:
        chars[-round(2 * line.size_points), not line.is_bold] += line.end - line.start
    plain = -round(2 * usual)
    bold = sum(count for (size, is_plain), count in chars.items() if not is_plain and size >= plain)

    def is_believed(block: _Block) -> bool:
        style = block.style
        if block.level:
            return True
        if style.smallness >= plain - 1 and not style.is_plain:
            return bold <= _BOLD_BODY * total
        if style.smallness >= plain - 1:
            return True
        return chars[style.smallness, style.is_plain] <= max(_MOST_SHARE * total, _MOST_CHARS)

    return [block for block in blocks if is_believed(block)]


def _levels(blocks: Sequence[_Block]) -> Iterator[tuple[_Block, int]]:
    """Yield each heading with its level: the file's, else by the rank of its style.

    A style that the file's own headings have as well has their level; the others are deeper.
    """
    said: dict[_Style, Counter[int]] = defaultdict(Counter)
    for block in blocks:
        if block.level:
            said[block.style][block.level] += 1
    by_style = {style: counts.most_common(1)[0][0] for style, counts in said.items()}
    deepest = max(chain.from_iterable(said.values()), default=0)
    for rank, style in enumerate(_ranked(blocks, by_style), start=1):
        by_style[style] = min(deepest + rank, _DEEPEST)
    for block in blocks:
        yield block, block.level or by_style[block.style]


def _ranked(blocks: Iterable[_Block], known: Mapping[_Style, int]) -> list[_Style]:
    styles = {block.style for block in blocks} - set(known)
    return sorted(styles, key=lambda style: style.rank)
