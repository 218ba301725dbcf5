"""Opens a stored file and reads its pages, each in a limited process; a scan goes through OCR.

PDF pages are read one by one. A format that stores its text in order (DOCX, HTML, plain text) is
laid out as a PDF first, so that every reference has a page to open; an old or foreign one (DOC,
ODT) is made one of those before that.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import uuid4

import structlog

from kesher.app.parallel import in_parallel
from kesher.app.scans import Scans
from kesher.documents.parsing import media
from kesher.documents.parsing.apart import (
    count_chars,
    pdf_info,
    picture_pdf,
    read_page,
    read_structured,
    typeset_document,
)
from kesher.documents.parsing.kinds import CONVERTED, LAID_OUT, STRUCTURED, Conversion
from kesher.documents.parsing.trust import needs_ocr
from kesher.documents.structuring import structured
from kesher.domain.document import CharBoxes, OutlineEntry, Page, PageSource
from kesher.errors import (
    DamagedDocumentError,
    DocumentError,
    DocumentTooLargeError,
    IsolationError,
    KesherError,
    PageError,
    TaskCrashedError,
    TaskFaultError,
    TaskMemoryError,
    UnsupportedMediaError,
)
from kesher.ports.isolation import Isolation, Limits
from kesher.ports.models import Progress
from kesher.telemetry import raised

_log = structlog.get_logger("kesher.reading")
_ENDED = (TaskCrashedError, TaskMemoryError)


def rendition_name(media_type: str) -> str:
    """Return the name of the derived file that holds the pages of a format without its own.

    The same bytes may be text in one room and Markdown in another, which look different.
    """
    return f"rendition-{media_type.rpartition('/')[2].rpartition('.')[2]}.pdf"


@dataclass(frozen=True, slots=True)
class ReadingLimits:
    """What the reading of one page, and of one file, may use."""

    page: Limits
    convert: Limits
    pages: int
    text_chars: int
    unpacked_bytes: int


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file to read.

    Attributes:
        name: What the person called it.
        rendition: Where the PDF that is laid out of it lies or will lie.
    """

    path: Path
    name: str
    media_type: str
    rendition: Path


@dataclass(frozen=True, slots=True)
class OpenFile:
    """A file that is being read.

    Attributes:
        pdf: Where its pages are drawn from: the file itself, or what was laid out of it.
        structure: The pages of a format that stores its text in order, read already.
        outline: The bookmarks of a PDF.
        languages: Of its scans, by Tesseract's names.
    """

    name: str
    pdf: Path
    pages_total: int
    languages: tuple[str, ...]
    structure: tuple[Page, ...] | None = None
    outline: tuple[OutlineEntry, ...] = ()


def _unread(number: int, reason: str) -> Page:
    return Page(number, "", (), CharBoxes(), 0.0, 0.0, PageSource.TEXT_LAYER, 0.0, note=reason)


@dataclass(frozen=True, slots=True)
class Reading:
    """Reads files through limited processes.

    Attributes:
        office: Converts a document (first argument) of the format that an ending names (second) to
            a file (third) whose own ending names its format: a PDF in the document's own layout,
            or a DOCX. None where no program for that is installed.
    """

    isolation: Isolation
    limits: ReadingLimits
    office: Callable[[Path, str, Path], None] | None
    scans: Scans

    async def media_type(self, path: Path, name: str) -> str:
        """Return what a file is, by its bytes.

        Raises:
            DocumentError: it is empty, of no kind that can be read, or unpacks to too much.
        """
        found = await self._detected(path, name)
        how = CONVERTED.get(found)
        if how and self.office is None:
            raise UnsupportedMediaError(
                f"`{name}` is {how.called}, which is read through LibreOffice, and that is not "
                f"installed. Save the file as {how.made_ending} or PDF and add that, or install "
                f"it: `apt-get install --no-install-recommends {how.package}`."
            )
        return found

    async def _detected(self, path: Path, name: str) -> str:
        try:
            return await self.isolation.run(
                self.limits.page,
                media.detect,
                path,
                name,
                unpacked_limit_bytes=self.limits.unpacked_bytes,
            )
        except IsolationError as error:
            raise DamagedDocumentError(
                f"`{name}` could not be looked at: {error} It is damaged, or hostile."
            ) from error

    async def open(self, file: StoredFile, *, languages: tuple[str, ...]) -> OpenFile:
        """Open a file and count its pages; one without pages of its own is laid out first.

        Raises:
            DocumentError: it is locked, damaged, empty, without pages, or has too many.
        """
        try:
            if file.media_type in STRUCTURED or file.media_type in CONVERTED:
                pages = await self._laid_out(file)
                return OpenFile(file.name, file.rendition, len(pages), languages, pages)
            pdf = await self._pictured(file) if file.media_type in media.PICTURES else file.path
            info = await self.isolation.run(self.limits.page, pdf_info, pdf, name=file.name)
        except IsolationError as error:
            raise DamagedDocumentError(
                f"`{file.name}` could not be opened within its limits: {error} Split it, or raise "
                f"`convert_seconds`, `page_seconds` or `task_memory_bytes`."
            ) from error
        if info.pages_total > self.limits.pages:
            raise DocumentTooLargeError(
                f"`{file.name}` has {info.pages_total:,} pages; at most {self.limits.pages:,} are "
                f"taken (`pages_limit`). Split it."
            )
        return OpenFile(file.name, pdf, info.pages_total, languages, outline=info.outline)

    async def _pictured(self, file: StoredFile) -> Path:
        """Return the PDF of a file that is a picture of pages, made once."""
        if not file.rendition.is_file():
            await self._make(file.rendition, partial(self._draw_in, file))
        return file.rendition

    async def _draw_in(self, file: StoredFile, target: Path) -> None:
        await self.isolation.run(
            self.limits.convert,
            picture_pdf,
            file.path,
            file.name,
            target,
            pages_limit=self.limits.pages,
        )

    async def _laid_out(self, file: StoredFile) -> tuple[Page, ...]:
        """Make the file's rendition, unless it is there whole, and place its text on it."""
        told = await self._told(file)
        await self._check_size(told)
        if file.rendition.is_file():
            try:
                return await self._placed(told)
            except DamagedDocumentError:
                file.rendition.unlink(missing_ok=True)  # it is made anew
        await self._make(file.rendition, partial(self._lay_out, file, told))
        return await self._placed(told)

    async def _told(self, file: StoredFile) -> StoredFile:
        """Return what holds the file's text: itself, or what is made of it and kept beside.

        Raises:
            DamagedDocumentError: LibreOffice cannot read it.
        """
        how = CONVERTED.get(file.media_type)
        if how is None:
            return file
        made = file.rendition.with_suffix(how.made_ending)
        if not made.is_file():
            await self._make(made, partial(self._convert, file, how))
        return replace(file, path=made, media_type=how.made)

    async def _convert(self, file: StoredFile, how: Conversion, target: Path) -> None:
        if self.office is None:
            raise UnsupportedMediaError(
                f"`{file.name}` was taken in where LibreOffice is, and here it is not. Install it "
                f"and try again, or save the file as {how.made_ending} and add that."
            )
        try:
            await self.isolation.run(
                self.limits.convert, self.office, file.path, how.ending, target
            )
        except DamagedDocumentError as error:
            raise DamagedDocumentError(
                f"LibreOffice cannot read `{file.name}`: it is damaged or locked, or "
                f"`{how.package}` is not installed. Open it in its program, save it as "
                f"{how.made_ending} and add that."
            ) from error

    async def _check_size(self, file: StoredFile) -> None:
        """Refuse a file whose layout would take longer than is allowed, before it is begun."""
        chars = await self.isolation.run(
            self.limits.page, count_chars, file.path, file.media_type, file.name
        )
        if chars > self.limits.text_chars:
            raise DocumentTooLargeError(
                f"`{file.name}` holds {chars:,} characters; at most {self.limits.text_chars:,} are "
                f"laid out (`text_limit_chars`). Split it."
            )

    async def _placed(self, file: StoredFile) -> tuple[Page, ...]:
        return await self.isolation.run(
            self.limits.convert,
            read_structured,
            file.path,
            file.media_type,
            file.name,
            file.rendition,
        )

    async def _make(self, place: Path, write: Callable[[Path], Awaitable[None]]) -> None:
        """Write a derived file beside its place and rename it: it is there whole or not at all."""
        beside = place.with_name(f"{uuid4().hex}{place.suffix}")
        try:
            await write(beside)
            beside.replace(place)
        finally:
            beside.unlink(missing_ok=True)

    async def _lay_out(self, file: StoredFile, told: StoredFile, target: Path) -> None:
        if file.media_type in LAID_OUT and self.office is not None:
            try:
                await self.isolation.run(
                    self.limits.convert, self.office, file.path, LAID_OUT[file.media_type], target
                )
            except (IsolationError, DocumentError) as error:
                # LibreOffice gives up on files that we read: our own layout then serves.
                _log.warning("layout.failed", error=str(error))
            else:
                return
        await self.isolation.run(
            self.limits.convert,
            typeset_document,
            told.path,
            told.media_type,
            told.name,
            target,
            pages_limit=self.limits.pages,
        )

    async def whole_file(
        self,
        path: Path,
        *,
        languages: tuple[str, ...],
        parallel_pages: int,
        progress: Progress | None = None,
    ) -> list[Page]:
        """Read all pages of a file that is in no room.

        A page that cannot be read has empty text and says why in its `note`.

        Args:
            progress: Called with (pages done, pages in all).

        Raises:
            DocumentError: the file as a whole cannot be read.
        """
        media_type = await self.media_type(path, path.name)
        with TemporaryDirectory(prefix="kesher-read-") as folder:
            file = StoredFile(
                path, path.name, media_type, Path(folder) / rendition_name(media_type)
            )
            opened = await self.open(file, languages=languages)
            return await self._all_pages(opened, parallel_pages, progress)

    async def _all_pages(
        self, opened: OpenFile, parallel_pages: int, progress: Progress | None
    ) -> list[Page]:
        pages: dict[int, Page] = {}

        async def read(number: int) -> None:
            try:
                pages[number] = await self.page(opened, number)
            except PageError as error:
                pages[number] = _unread(number, str(error))
            if progress:
                progress(len(pages), opened.pages_total)

        numbers = range(1, opened.pages_total + 1)
        await in_parallel([partial(read, number) for number in numbers], limit=parallel_pages)
        in_order = [pages[number] for number in numbers]
        return await asyncio.to_thread(structured, in_order, opened.outline)

    async def page(self, opened: OpenFile, number: int, *, by_ocr: bool = False) -> Page:
        """Read one page.

        Args:
            by_ocr: From its picture, however good its text layer is.

        Raises:
            PageError: it cannot be read; the message says why.
        """
        if opened.structure is not None:
            return opened.structure[number - 1]
        if by_ocr:
            return await self.scans.asked_for(opened.pdf, number, languages=opened.languages)
        try:
            layer = await self._text_layer(opened, number)
        except _ENDED as error:
            raise PageError(f"Page {number} could not be read: {error}") from error
        reason = needs_ocr(layer)
        if reason is None:
            return layer
        return await self.scans.better(opened.pdf, layer, languages=opened.languages, reason=reason)

    async def _text_layer(self, opened: OpenFile, number: int) -> Page:
        try:
            return await self._read_once(opened, number)
        except TaskCrashedError as error:
            # Somebody may have ended its process, or a fault struck that does not come again.
            _log.warning("page.again", number=number, exception=raised(error))
        return await self._read_once(opened, number)

    async def _read_once(self, opened: OpenFile, number: int) -> Page:
        try:
            return await self.isolation.run(self.limits.page, read_page, opened.pdf, number)
        except (PageError, *_ENDED):
            raise
        except KesherError as error:
            if isinstance(error, TaskFaultError):
                _log.error("page.fault", number=number, exception=raised(error))
            raise PageError(f"Page {number} could not be read: {error}") from error
