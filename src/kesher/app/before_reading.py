"""A real line of a room's documents before it was read and after."""

from dataclasses import dataclass

from kesher.app.pictures import Pictures
from kesher.documents.before_and_after import BeforeAndAfter, RawPage, clearest
from kesher.documents.parsing import media
from kesher.documents.parsing.apart import raw_texts
from kesher.domain.document import Document, DocumentState, PageSource
from kesher.domain.scope import RoomScope
from kesher.errors import DocumentError, IsolationError, PageError
from kesher.ports.readings import ReadingStore
from kesher.ports.stores import Store

_MOST_DOCUMENTS = 4
_MOST_PAGES = 8


@dataclass(frozen=True, slots=True)
class SampleLine:
    """The line, and the document that it stands in."""

    document: Document
    line: BeforeAndAfter


async def sample_line(
    store: Store, readings: ReadingStore, pictures: Pictures, scope: RoomScope
) -> SampleLine | None:
    """Return the line that shows best what reading does, from the newest PDFs of the room.

    None: no PDF with a text layer is ready, or its layer stands as it was read.
    """
    ready = [
        document
        for document in await store.documents(scope)
        if document.media_type == media.PDF and document.state is DocumentState.READY
    ]
    for document in ready[::-1][:_MOST_DOCUMENTS]:
        line = clearest(await _pages(readings, pictures, scope, document))
        if line is not None:
            return SampleLine(document, line)
    return None


async def _pages(
    readings: ReadingStore, pictures: Pictures, scope: RoomScope, document: Document
) -> list[RawPage]:
    """Return the first pages whose text layer was read; none where the file gives none back."""
    if not pictures.blobs.holds(document.sha256):
        return []
    glances = (await readings.overview(scope, document.id))[:_MOST_PAGES]
    wanted = [each.number for each in glances if each.source is PageSource.TEXT_LAYER]
    texts = dict(await readings.texts(scope, document.id))
    path = pictures.blobs.path(document.sha256)
    try:
        raw = await pictures.isolation.run(pictures.limits, raw_texts, path, wanted)
    except (DocumentError, PageError, IsolationError):  # what cannot be opened twice is no sample
        return []
    return [RawPage(number, text, texts[number]) for number, text in zip(wanted, raw, strict=True)]
