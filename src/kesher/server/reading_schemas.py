"""Documents as they were read, as they cross HTTP."""

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from kesher.app import before_reading
from kesher.context.guard.detectors import detect
from kesher.context.guard.finding import Severity
from kesher.domain.page_overview import PageOverview
from kesher.server.schemas import PageFailure, Schema
from kesher.text.storable import storable


class PageAtAGlance(Schema):
    """A page without its words."""

    number: int
    label: str | None = Field(description="The page's own number; null: it has none.")
    source: Literal["text_layer", "ocr", "structure"] | None = Field(
        description="Where its text came from; null: it was not read."
    )
    trust_fraction: float = Field(description="0-1.")
    note: str | None
    doubtful: bool = Field(description="Its words should be compared with its picture.")
    chars: int = Field(description="Code points of its text.")
    tables: int
    hidden_chars: int = Field(description="Code points that no reader of the page sees.")
    orders: bool = Field(description="Words on it look like orders to a model.")
    failure: PageFailure | None


class SampleLine(Schema):
    """A line of a PDF as ordinary tools take it from the file, and as we read it."""

    document_id: str
    document_name: str
    page_number: int
    before: str
    after: str


def shown_line(found: before_reading.SampleLine) -> SampleLine:
    """Return a line as it is shown."""
    return SampleLine(
        document_id=found.document.id,
        document_name=found.document.name,
        page_number=found.line.page_number,
        before=storable(found.line.before),
        after=storable(found.line.after),
    )


def shown_pages(
    pages: Sequence[PageOverview], texts: Sequence[tuple[int, str]]
) -> list[PageAtAGlance]:
    """Return pages as they are listed, their texts looked through for orders to a model."""
    ordering = {number for number, text in texts if _orders(text)}
    return [_shown(page, orders=page.number in ordering) for page in pages]


def _orders(text: str) -> bool:
    return any(found.severity is Severity.HIGH for found in detect(text))


def _shown(page: PageOverview, *, orders: bool) -> PageAtAGlance:
    return PageAtAGlance(
        number=page.number,
        label=page.label,
        source=None if page.source is None else page.source.value,
        trust_fraction=page.trust_fraction,
        note=page.note,
        doubtful=page.is_doubtful,
        chars=page.chars,
        tables=page.tables,
        hidden_chars=page.hidden_chars,
        orders=orders,
        failure=_shown_failure(page),
    )


def _shown_failure(page: PageOverview) -> PageFailure | None:
    if page.failure is None:
        return None
    return PageFailure(
        number=page.failure.number, code=page.failure.code, reason=page.failure.reason
    )
