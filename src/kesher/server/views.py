"""Records → the shapes that cross HTTP. Pure."""

from collections.abc import Mapping, Sequence
from typing import Literal

from kesher.domain import answer as answers
from kesher.domain import document as documents
from kesher.domain import retrieval as retrievals
from kesher.domain.access import Caller, Right, RoomRole
from kesher.server import schemas

PageLookup = Mapping[tuple[str, int], documents.Page]
"""Pages by document id and number: what citations need to show their places."""


def room(
    record: documents.Room,
    figures: retrievals.RoomFigures,
    caller: Caller,
    role: RoomRole | None,
) -> schemas.Room:
    """Show a room with what it holds, and what the caller, who has that role, may do there."""
    return schemas.Room(
        id=record.id,
        name=record.name,
        created_at=record.created_at,
        ocr_languages=list(record.ocr_languages),
        figures=room_figures(figures),
        archived_at=record.archived_at,
        role=role,
        rights=sorted(caller.rights_in(record.id, role), key=list(Right).index),
    )


def room_figures(figures: retrievals.RoomFigures) -> schemas.RoomFigures:
    """Show what a room holds."""
    return schemas.RoomFigures(
        documents=figures.documents,
        pages=figures.pages,
        chunks=figures.chunks,
        dimensions=figures.dimensions,
        tokens=figures.tokens,
    )


def document(record: documents.Document) -> schemas.Document:
    """Show a document and how far it has come."""
    return schemas.Document(
        id=record.id,
        room_id=record.room_id,
        name=record.name,
        media_type=record.media_type,
        size_bytes=record.size_bytes,
        state=_state(record.state),
        pages_total=record.pages_total,
        pages_done=record.pages_done,
        pages_ocr=record.pages_ocr,
        chunks=record.chunks,
        chunks_done=record.chunks_done,
        failures=[
            schemas.PageFailure(number=f.number, code=f.code, reason=f.reason)
            for f in record.failures
        ],
        error_code=record.error_code,
        error=record.error,
        created_at=record.created_at,
        updated_at=record.updated_at,
        version=record.version.number,
        versions=record.version.of,
        current=record.version.is_current,
        superseded_by=record.version.superseded_by,
        reread=list(record.version.reread),
    )


def _state(
    state: documents.DocumentState,
) -> Literal["queued", "reading", "embedding", "ready", "failed", "cancelled"]:
    return state.value


def page_text(page: documents.Page) -> schemas.PageText:
    """Show a page as read."""
    return schemas.PageText(
        number=page.number,
        label=page.label,
        text=page.text,
        width_points=page.width_points,
        height_points=page.height_points,
        source=page.source.value,
        trust_fraction=page.trust_fraction,
        note=page.note,
        lines=[
            schemas.PageLine(
                start=line.start,
                end=line.end,
                role=line.role.value,
                level=line.level,
                box=None if line.box is None else _box(page, line.box),
            )
            for line in page.lines
        ],
        tables=[_table(table) for table in page.tables],
    )


def _table(table: documents.Table) -> schemas.PageTable:
    rows = [
        [
            schemas.PageCell(
                start=cell.start,
                end=cell.end,
                column=cell.column,
                columns=cell.columns,
                rows=cell.rows,
            )
            for cell in row
        ]
        for row in table.rows
    ]
    return schemas.PageTable(head_rows=table.head_rows, rows=rows)


def page_boxes(page: documents.Page, start: int, end: int) -> schemas.PageBoxes:
    """Show where code points `start` to `end` of a page stand, as fractions of the page."""
    return schemas.PageBoxes(
        page_number=page.number,
        start=start,
        end=end,
        boxes=[_box(page, box) for box in page.boxes_of(start, end)],
    )


def _box(page: documents.Page, box: documents.Box) -> schemas.PageBox:
    width, height = page.width_points or 1.0, page.height_points or 1.0
    return schemas.PageBox(
        left=box.left / width,
        top=box.top / height,
        width=(box.right - box.left) / width,
        height=(box.bottom - box.top) / height,
    )


def hit(record: retrievals.Hit) -> schemas.Hit:
    """Show a found chunk with its scores."""
    return schemas.Hit(
        chunk_id=record.chunk.id,
        document_id=record.chunk.document_id,
        document_name=record.document_name,
        page_numbers=list(record.chunk.page_numbers),
        section=list(record.chunk.section),
        text=record.chunk.text,
        rank=record.rank,
        dense=record.dense,
        lexical=record.lexical,
        fused=record.fused,
        dense_rank=record.dense_rank,
        lexical_rank=record.lexical_rank,
        neighbour_of=record.neighbour_of,
        grade=record.grade,
        grams=record.grams,
        grams_rank=record.grams_rank,
        copies=list(record.copies),
    )


def retrieval(record: retrievals.Retrieval) -> schemas.Retrieval:
    """Show what was found and how."""
    return schemas.Retrieval(
        hits=[hit(item) for item in record.hits],
        neighbours=[hit(item) for item in record.neighbours],
        figures=room_figures(record.figures),
        embedder=record.embedder,
        seconds=record.seconds,
    )


def citation(
    record: answers.Citation, pages: PageLookup, document: documents.Document | None
) -> schemas.Citation:
    """Show a citation with its places; a page that is gone has none.

    Args:
        document: The version that it cites; None: it is gone, or the citation names none.
    """
    found = []
    for span in record.spans:
        page = pages.get((record.document_id, span.page_number))
        if page is not None:
            found.append(page_boxes(page, span.start, span.end))
        else:
            found.append(
                schemas.PageBoxes(
                    page_number=span.page_number, start=span.start, end=span.end, boxes=[]
                )
            )
    return schemas.Citation(
        number=record.number,
        position=record.position,
        chunk_id=record.chunk_id,
        document_id=record.document_id,
        document_name=record.document_name,
        section=list(record.section),
        quote=record.quote,
        verified=record.verified,
        deleted=bool(record.document_id) and document is None,
        superseded_by=document.version.superseded_by if document else None,
        pages=found,
        erased_at=record.erased_at,
    )


def answer(record: answers.Answer, citations: Sequence[schemas.Citation]) -> schemas.Answer:
    """Show an answer."""
    return schemas.Answer(
        id=record.id,
        thread_id=record.thread_id,
        question=record.question,
        kind=record.kind.value,
        text=record.text,
        citations=list(citations),
        hits=[hit(item) for item in record.hits],
        sent=list(record.sent),
        prompt=schemas.PromptFigures(
            sent_tokens=record.prompt.sent_tokens,
            budget_tokens=record.prompt.budget_tokens,
            room_tokens=record.prompt.room_tokens,
            passages_sent=record.prompt.passages_sent,
            passages_left_out=record.prompt.passages_left_out,
        ),
        stop_reason=record.stop_reason.value,
        model=record.model,
        seconds=record.seconds,
        created_at=record.created_at,
        error_code=record.error_code,
        error=record.error,
        request_id=record.request_id,
        research_id=record.research_id,
    )


def thread(record: answers.Thread) -> schemas.Thread:
    """Show a thread."""
    return schemas.Thread(
        id=record.id,
        room_id=record.room_id,
        title=record.title,
        created_at=record.created_at,
        memory=record.memory,
        user_id=record.user_id,
        shared=record.shared,
        archived_at=record.archived_at,
        document_ids=list(record.document_ids),
        branched_from=record.branched_from,
        branched_before=record.branched_before,
    )
