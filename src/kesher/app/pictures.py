"""Pictures of pages, made in a limited process, kept beside the file, marked on request."""

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from uuid import uuid4

import anyio

from kesher.app.reading import rendition_name
from kesher.documents.parsing import media
from kesher.documents.parsing.apart import ImageFormat, render_page
from kesher.domain.document import Document
from kesher.errors import NotFoundError, StoreError
from kesher.ports.blobs import BlobStore
from kesher.ports.isolation import Isolation, Limits

_MARK = (255, 214, 10, 96)  # a highlighter's yellow


@dataclass(frozen=True, slots=True)
class FractionBox:
    """A rectangle as fractions of the page, from its top-left corner."""

    left: float
    top: float
    width: float
    height: float


def missing_original(document: Document) -> StoreError:
    """Return the error for a file that is gone from the data folder."""
    return StoreError(
        f"The original of `{document.name}` is gone from the data folder. Put `files/originals` "
        f"back from a backup, or delete the document and add it again; answers still read."
    )


@dataclass(frozen=True, slots=True)
class Pictures:
    """Makes and keeps the pictures of pages."""

    blobs: BlobStore
    isolation: Isolation
    limits: Limits

    async def page(
        self,
        document: Document,
        number: int,
        *,
        width_pixels: int,
        image_format: ImageFormat,
        boxes: Sequence[FractionBox] = (),
    ) -> bytes:
        """Return an encoded picture of a page as displayed, `boxes` marked on it.

        Raises:
            NotFoundError: the document has no such page, or nothing was laid out of it yet.
            StoreError: the original is gone.
            IsolationError: the page cannot be rendered within the limits.
        """
        if not 1 <= number <= document.pages_total:
            raise NotFoundError("page", str(number))
        if not self.blobs.holds(document.sha256):
            raise missing_original(document)
        kept = self.blobs.derived(document.sha256, f"page-{number}-{width_pixels}.{image_format}")
        picture = await anyio.to_thread.run_sync(_read, kept)
        if picture is None:
            file = self._drawn_from(document)
            picture = await self.isolation.run(
                self.limits,
                render_page,
                file,
                number,
                width_pixels=width_pixels,
                image_format=image_format,
            )
            await anyio.to_thread.run_sync(_keep, kept, picture)
        if not boxes:
            return picture
        return await anyio.to_thread.run_sync(_marked, picture, boxes, image_format)

    def _drawn_from(self, document: Document) -> Path:
        """Return the PDF that the pages are drawn from: the file, or what was laid out of it."""
        if document.media_type == media.PDF:
            return self.blobs.path(document.sha256)
        laid_out = self.blobs.derived(document.sha256, rendition_name(document.media_type))
        if not laid_out.is_file():
            raise NotFoundError("page picture", document.name)
        return laid_out


def _read(kept: Path) -> bytes | None:
    try:
        return kept.read_bytes()
    except FileNotFoundError:
        return None


def _keep(kept: Path, picture: bytes) -> None:
    """Write beside and rename, so that nobody reads half a picture. A full disk keeps none."""
    beside = kept.with_name(f"{kept.name}.{uuid4().hex}")
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        beside.write_bytes(picture)
        beside.replace(kept)
    except OSError:  # the picture is made again next time
        beside.unlink(missing_ok=True)


def _marked(picture: bytes, boxes: Sequence[FractionBox], image_format: ImageFormat) -> bytes:
    from PIL import Image, ImageDraw  # noqa: PLC0415 - only where something is marked

    with Image.open(BytesIO(picture)) as page:
        marks = Image.new("RGBA", page.size)
        draw = ImageDraw.Draw(marks)
        for box in boxes:
            left, top = box.left * page.width, box.top * page.height
            corner = (left + box.width * page.width, top + box.height * page.height)
            draw.rectangle(((left, top), corner), fill=_MARK)
        marked = Image.alpha_composite(page.convert("RGBA"), marks).convert("RGB")
    out = BytesIO()
    marked.save(out, image_format.upper())
    return out.getvalue()
