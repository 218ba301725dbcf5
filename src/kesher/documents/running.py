"""Running heads and feet: lines that stand at the same place of many pages, numbers aside.

They tell the reader where a page belongs, not what the document says, and would be found by every
search if they were chunked.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import chain

from kesher.documents.body import body_size
from kesher.documents.printed_numbers import PrintedNumber, numbers_in, page_numbers
from kesher.domain.document import Page, PageSource, Role

# Shares of the page's height: where heads and feet stand, and where they do so beyond other lines.
_ZONE, _OUTERMOST = 0.16, 0.07
_MOST_LINES = 6
_FEWEST_PAGES = 3
# Of the pages between a line's first and last: left and right pages may differ; the first pages of
# chapters, which may all begin alike, are rarer.
_FEWEST_SHARE = 0.4
_LARGER = 1.1  # than the body: a heading with a number of its own
_NEAR_POINTS = 5.0
_LIKE, _MISREAD_STEPS = 0.8, 2
# So many lines repeated further inside make a form that is filled in again on each page.
_FORM_LINES, _FORM_SHARE = 5, 0.5
_DIGITS = re.compile(r"\d+")
_Place = tuple[int, int]  # index of a page, and of a line on it


@dataclass(frozen=True, slots=True)
class _Edge:
    """A line near the head or the foot of its page.

    Attributes:
        distance: From that edge of the page to the line's middle, in points.
        key: The text without its numbers.
    """

    place: _Place
    distance: float
    text: str
    key: str
    size_points: float
    is_ocr: bool


def mark_running(pages: Sequence[Page]) -> list[Page]:
    """Give running heads, feet and page numbers their roles, and pages the labels printed there.

    A line runs if lines with the same words stand at the same place, in the outer parts, of three
    pages (of both, in a file of two), on left or right pages alone if need be. Where whole pages
    are alike, as copies of a form are, only the outermost line counts.

    Args:
        pages: Of one document, in order. Formats that name their heads themselves stay as they are.
    """
    if any(page.source is PageSource.STRUCTURE for page in pages):
        return list(pages)
    heads, feet = (_edges(pages, is_head=is_head) for is_head in (True, False))
    numbers = page_numbers([_numbers(*both) for both in zip(heads, feet, strict=True)])
    of_pages = {
        (at, number.line) for at, number in numbers.items() if number.is_alone or number.is_worded
    }
    forms = _forms(pages)
    roles: dict[_Place, Role] = {}
    for role, edges in ((Role.HEADER, heads), (Role.FOOTER, feet)):
        runs = _recurring(edges, len(pages), body_size(pages)) | of_pages
        for at, on_page in enumerate(edges):
            limit = 1 if at in forms else _MOST_LINES
            height = pages[at].height_points
            roles |= dict.fromkeys(_peeled(on_page, runs, height, limit=limit), role)
    return [_marked(page, at, roles, numbers.get(at)) for at, page in enumerate(pages)]


def _edges(pages: Sequence[Page], *, is_head: bool) -> list[list[_Edge]]:
    """Return for each page the lines in one of its zones, from the edge inwards."""
    found = []
    for at, page in enumerate(pages):
        edges = []
        for index, line in enumerate(page.lines):
            if line.box is None or not line.role.is_told:
                continue
            middle = (line.box.top + line.box.bottom) / 2
            distance = middle if is_head else page.height_points - middle
            if distance <= _ZONE * page.height_points:
                text = page.text[line.start : line.end].strip()
                is_ocr = page.source is PageSource.OCR
                edges.append(
                    _Edge((at, index), distance, text, _key(text), line.size_points, is_ocr)
                )
        found.append(sorted(edges, key=lambda edge: edge.distance))
    return found


def _key(text: str) -> str:
    return " ".join(_DIGITS.sub("#", text).split())


def _numbers(heads: Iterable[_Edge], feet: Iterable[_Edge]) -> Iterator[PrintedNumber]:
    for edge in feet:
        yield from numbers_in(edge.text, line=edge.place[1], distance=-edge.distance)
    for edge in heads:
        yield from numbers_in(edge.text, line=edge.place[1], distance=edge.distance)


def _recurring(edges: Sequence[Sequence[_Edge]], pages: int, usual: float) -> set[_Place]:
    """Find the lines with the same words, but for numbers, at the same place of enough pages."""
    by_key: dict[str, list[_Edge]] = defaultdict(list)
    for edge in chain.from_iterable(edges):
        is_numbered_heading = "#" in edge.key and edge.size_points > _LARGER * usual > 0
        if edge.key.strip("# ") and not is_numbered_heading:
            by_key[edge.key].append(edge)
    found: list[_Edge] = []
    rest: list[_Edge] = []
    for alike in by_key.values():
        for cluster in _by_distance(alike):
            (found if _recurs(cluster, pages) else rest).extend(cluster)
    running = {(edge.key, round(edge.distance / _NEAR_POINTS)) for edge in found}
    found += [edge for edge in rest if edge.is_ocr and _is_misread(edge, running)]
    return {edge.place for edge in found}


def _by_distance(edges: Sequence[_Edge]) -> Iterator[list[_Edge]]:
    cluster: list[_Edge] = []
    for edge in sorted(edges, key=lambda edge: edge.distance):
        if cluster and edge.distance - cluster[0].distance > _NEAR_POINTS:
            yield cluster
            cluster = []
        cluster.append(edge)
    yield cluster


def _recurs(cluster: Sequence[_Edge], pages: int) -> bool:
    numbers = {edge.place[0] for edge in cluster}
    reach = max(numbers) - min(numbers) + 1
    return len(numbers) >= min(_FEWEST_PAGES, max(pages, 2)) and (
        len(numbers) >= _FEWEST_SHARE * reach
    )


def _is_misread(edge: _Edge, running: Iterable[tuple[str, int]]) -> bool:
    """Tell a running line of which OCR read a few letters otherwise.

    Args:
        running: Text and rounded distance of the lines that run.
    """
    place, size = edge.distance / _NEAR_POINTS, len(edge.key)
    near = (key for key, at in running if abs(at - place) <= _MISREAD_STEPS)
    alike = (key for key in near if 2 * min(size, len(key)) >= _LIKE * (size + len(key)))
    return any(SequenceMatcher(None, edge.key, key).ratio() >= _LIKE for key in alike)


def _forms(pages: Sequence[Page]) -> set[int]:
    """Find the pages most of whose inner lines stand at the same place of another page too."""
    inner = [list(_inner(page)) for page in pages]
    counts = Counter(chain.from_iterable(map(set, inner)))
    repeated = [sum(counts[place] > 1 for place in places) for places in inner]
    return {
        at
        for at, count in enumerate(repeated)
        if count >= max(_FORM_LINES, _FORM_SHARE * len(inner[at]))
    }


def _inner(page: Page) -> Iterator[tuple[str, int]]:
    low, high = _ZONE * page.height_points, (1 - _ZONE) * page.height_points
    for line in page.lines:
        if line.box and low < (line.box.top + line.box.bottom) / 2 < high:
            yield _key(page.text[line.start : line.end]), round(line.box.top / _NEAR_POINTS)


def _peeled(
    edges: Iterable[_Edge], running: set[_Place], height: float, *, limit: int
) -> Iterator[_Place]:
    """Yield running lines from the edge inwards, up to the first that does not run.

    At the very edge they may stand beyond others.
    """
    goes_on = True
    for edge in edges:
        runs = edge.place in running
        if runs and limit and (goes_on or edge.distance <= _OUTERMOST * height):
            limit -= 1
            yield edge.place
        goes_on = goes_on and runs


def _marked(
    page: Page, at: int, roles: Mapping[_Place, Role], number: PrintedNumber | None
) -> Page:
    lines = list(page.lines)
    for index, line in enumerate(lines):
        if (role := roles.get((at, index))) is not None:
            lines[index] = replace(line, role=role, level=0)
    if number is None or (at, number.line) not in roles:
        return replace(page, lines=tuple(lines))
    if number.is_alone:
        lines[number.line] = replace(lines[number.line], role=Role.PAGE_NUMBER)
    return replace(page, lines=tuple(lines), label=page.label or number.text)
