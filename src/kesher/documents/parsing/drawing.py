"""DrawingML, which Word, PowerPoint and Excel share: text in shapes, charts and diagrams.

Source: ISO/IEC 29500-1, sections 20 (DrawingML), 21.2 (charts) and 21.4 (diagrams).
"""

from collections.abc import Iterator
from itertools import zip_longest

from lxml.etree import _Element

from kesher.documents.parsing.ooxml import Package, attribute, child, children, local
from kesher.documents.parsing.structure import Paragraph, clean
from kesher.documents.parsing.tables import as_table, row_of

CATEGORIES_LIMIT = 500  # of a chart; more are a curve, not a table


def paragraph_text(paragraph: _Element, *, fields: bool = True) -> str:
    """Return the text of an `a:p`, breaks as line feeds.

    Args:
        fields: Whether to take what is computed, such as a date or a slide's number.
    """
    pieces = []
    for part in paragraph:
        name = local(part)
        if name == "r" or (name == "fld" and fields):
            found = child(part, "t")
            pieces.append((found.text or "") if found is not None else "")
        elif name == "br":
            pieces.append("\n")
        elif name in ("AlternateContent", "m"):  # a formula
            pieces.extend(text.text or "" for text in part.iter("{*}t"))
    return clean("".join(pieces))


def graphics(element: _Element, package: Package, part: str) -> Iterator[Paragraph]:
    """Yield what the charts and diagrams under an element say, which lies in parts of their own.

    Args:
        part: The part that holds the element, whose relations lead to them.
    """
    for found in element.iter("{*}chart", "{*}relIds"):
        if local(found) == "chart":
            target = package.target(part, attribute(found, "id"))
            if target:
                yield from _chart(package.xml(target))
        else:
            target = package.target(part, attribute(found, "dm"))
            if target:
                yield from _diagram(package.xml(target))


def _diagram(root: _Element) -> Iterator[Paragraph]:
    """Yield a diagram's points in the order in which they were written."""
    for paragraph in root.iter("{*}p"):
        yield Paragraph(paragraph_text(paragraph))


def _chart(root: _Element) -> Iterator[Paragraph]:
    """Yield a chart's titles, then its figures as a table: a row a category, a column a series."""
    for title in root.iter("{*}title"):
        text = " ".join(paragraph_text(found) for found in title.iter("{*}p"))
        yield Paragraph(text)
    series = list(root.iter("{*}ser"))
    if not series:
        return
    names = [_first(_cached(child(one, "tx"))) for one in series]
    categories = _cached(_either(series[0], "cat", "xVal"))
    columns = [_cached(_either(one, "val", "yVal")) for one in series]
    if max(map(len, [categories, *columns])) > CATEGORIES_LIMIT:
        return
    rows = [row_of(cells) for cells in zip_longest(categories, *columns, fillvalue="")]
    yield from as_table([row_of(["", *names], is_head=True), *rows])


def _either(series: _Element, name: str, other: str) -> _Element | None:
    found = child(series, name)
    return child(series, other) if found is None else found


def _cached(element: _Element | None) -> list[str]:
    """Return the values that the chart was last drawn of, in their places."""
    if element is None:
        return []
    found = {}
    for point in element.iter("{*}pt"):
        values = children(point, "v")
        place = attribute(point, "idx")
        if values and place.isdecimal() and int(place) <= CATEGORIES_LIMIT:
            found[int(place)] = values[0].text or ""
    return [found.get(at, "") for at in range(max(found, default=-1) + 1)]


def _first(texts: list[str]) -> str:
    return texts[0] if texts else ""
