"""Opens a stored file and reads its pages, each in a limited process; a scan goes through OCR.

PDF pages are read one by one. A format that stores its text in order (DOCX, Markdown, plain text)
is laid out as a PDF first, so that every reference has a page to open.
"""

from dataclasses import dataclass
from functools import partial
from pathlib import Path

from kesher.app.parallel import in_parallel
from kesher.documents.parsing import media
from kesher.documents.parsing.pdf import pdf_info, read_page
from kesher.domain.document import CharBoxes, Page, PageSource
from kesher.errors import (
    DamagedDocumentError,
    DocumentTooLargeError,
    IsolationError,
    KesherError,
    PageError,
)
from kesher.ports.isolation import Isolation, Limits
from kesher.ports.models import Progress

RENDITION = "rendition.pdf"
"""Derived file: the pages of a format that has none of its own."""


@dataclass(frozen=True, slots=True)
class ReadingLimits:
    """What the reading of one page, and of one file, may use."""

    page: Limits
    ocr_page: Limits
    convert: Limits
    pages: int
    unpacked_bytes: int
    ocr_dpi: int


@dataclass(frozen=True, slots=True)
class OpenFile:
    """A file that is being read.

    Attributes:
        pdf: Where its pages are drawn from: the file itself, or what was laid out of it.
        structure: The pages of a format that stores its text in order, read already.
        languages: Of its scans, by Tesseract's names.
    """

    name: str
    pdf: Path
    pages_total: int
    languages: tuple[str, ...]
    structure: tuple[Page, ...] | None = None


def _unread(number: int, reason: str) -> Page:
    return Page(number, "", (), CharBoxes(), 0.0, 0.0, PageSource.TEXT_LAYER, 0.0, note=reason)


@dataclass(frozen=True, slots=True)
class Reading:
    """Reads files through limited processes."""

    isolation: Isolation
    limits: ReadingLimits

    async def media_type(self, path: Path, name: str) -> str:
        """Return what a file is, by its bytes.

        Raises:
            DocumentError: it is empty, of no kind that can be read, or unpacks to too much.
        """
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

    async def open(
        self, path: Path, name: str, media_type: str, *, languages: tuple[str, ...]
    ) -> OpenFile:
        """Open a file and count its pages.

        Raises:
            DocumentError: it is locked, damaged, without pages, or has too many.
        """
        try:
            info = await self.isolation.run(self.limits.page, pdf_info, path)
        except IsolationError as error:
            raise DamagedDocumentError(f"`{name}` could not be opened: {error}") from error
        if info.pages_total > self.limits.pages:
            raise DocumentTooLargeError(
                f"`{name}` has {info.pages_total:,} pages; at most {self.limits.pages:,} are "
                f"taken (`pages_limit`). Split it."
            )
        return OpenFile(name, path, info.pages_total, languages)

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
        opened = await self.open(path, path.name, media_type, languages=languages)
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
        return [pages[number] for number in numbers]

    async def page(self, opened: OpenFile, number: int) -> Page:
        """Read one page.

        Raises:
            PageError: it cannot be read; the message says why.
        """
        try:
            return await self.isolation.run(self.limits.page, read_page, opened.pdf, number)
        except PageError:
            raise
        except KesherError as error:
            raise PageError(f"Page {number} could not be read: {error}") from error
