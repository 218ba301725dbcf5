"""From rows to records."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Row

from kesher.domain.answer import Thread
from kesher.domain.document import CharBoxes, Chunk, Document, Page, PageFailure, Room
from kesher.domain.job import Job
from kesher.domain.version import ONLY, Version

Failures = Mapping[str, tuple[PageFailure, ...]]
"""The failed pages of each document that has some, by number."""

AllSeries = Mapping[tuple[str, str], tuple[int, str]]
"""How many versions a document has, and the current one's id, by tenant and series."""


def room_from(row: Row[Any]) -> Room:
    """Return the room of a row of `rooms`."""
    return Room(row.id, row.name, row.created_at, row.ocr_languages, row.archived_at)


def document_from(row: Row[Any], failures: Failures, series: AllSeries) -> Document:
    """Return the document of a row of `documents`."""
    return Document(
        id=row.id,
        room_id=row.room_id,
        name=row.name,
        media_type=row.media_type,
        size_bytes=row.size_bytes,
        sha256=row.sha256,
        state=row.state,
        created_at=row.created_at,
        updated_at=row.updated_at,
        pages_total=row.pages_total,
        pages_done=row.pages_done,
        pages_ocr=row.pages_ocr,
        chunks=row.chunks,
        chunks_done=row.chunks_done,
        failures=failures.get(row.id, ()),
        error_code=row.error_code,
        error=row.error,
        version=_version_from(row, series),
    )


def reread_from(held: str) -> tuple[int, ...]:
    """Return the page numbers that `reread_text` wrote."""
    return tuple(map(int, held.split(","))) if held else ()


def reread_text(numbers: Sequence[int]) -> str:
    """Return the page numbers as they stand in the column `reread`."""
    return ",".join(map(str, numbers))


def _version_from(row: Row[Any], series: AllSeries) -> Version:
    if row.series_id is None:
        return ONLY
    of, current = series[row.tenant_id, row.series_id]
    superseded_by = None if row.superseded_at is None else current
    return Version(
        row.version,
        of,
        row.is_current,
        row.superseded_at,
        superseded_by,
        reread_from(row.reread),
    )


def page_from(row: Row[Any]) -> Page:
    """Return the page of a row of `pages` that was read."""
    return Page(
        number=row.number,
        text=row.text,
        lines=row.lines,
        char_boxes=CharBoxes(row.char_boxes),
        width_points=row.width_points,
        height_points=row.height_points,
        source=row.source,
        trust_fraction=row.trust_fraction,
        label=row.label,
        note=row.note,
        tables=row.tables,
    )


def chunk_from(row: Row[Any]) -> Chunk:
    """Return the chunk of a row of `chunks`."""
    return Chunk(
        id=row.id,
        document_id=row.document_id,
        ordinal=row.ordinal,
        text=row.text,
        spans=row.spans,
        tokens=row.tokens,
        section=row.section,
        head=row.head,
    )


def thread_from(row: Row[Any]) -> Thread:
    """Return the thread of a row of `threads`."""
    return Thread(
        id=row.id,
        room_id=row.room_id,
        title=row.title,
        created_at=row.created_at,
        memory=row.memory,
        memory_facts=row.memory_facts,
        user_id=row.user_id,
        shared=row.shared,
        archived_at=row.archived_at,
        document_ids=row.document_ids,
        branched_from=row.branched_from,
        branched_before=row.branched_before,
    )


def job_from(row: Row[Any]) -> Job:
    """Return the job of a row of `jobs`."""
    return Job(
        id=row.id,
        tenant_id=row.tenant_id,
        room_id=row.room_id,
        document_id=row.document_id,
        kind=row.kind,
        state=row.state,
        attempt=row.attempt,
        created_at=row.created_at,
        leased_until=row.leased_until,
        cancel_requested=row.cancel_requested,
        error_code=row.error_code,
        error=row.error,
    )
