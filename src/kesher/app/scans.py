"""When a page goes to OCR, and which of its two readings is kept."""

from dataclasses import dataclass, replace
from pathlib import Path

from kesher.documents.parsing.apart import read_scan
from kesher.documents.parsing.mended import mended_by_scan
from kesher.documents.parsing.ocr_languages import Languages
from kesher.documents.parsing.trust import is_recognised
from kesher.documents.parsing.unnamed import named_by_scan
from kesher.domain.document import Page
from kesher.errors import KesherError, PageError
from kesher.ports.isolation import Isolation, Limits
from kesher.ports.ocr import OcrEngine


@dataclass(frozen=True, slots=True)
class Scans:
    """Reads pages from their pictures.

    Attributes:
        installed: Tesseract's names of the languages whose data is there.
        dpi: Pixels an inch at which pages are drawn for it.
    """

    isolation: Isolation
    limits: Limits
    engine: OcrEngine
    installed: tuple[str, ...]
    dpi: int

    async def better(
        self, path: Path, layer: Page, *, languages: tuple[str, ...], reason: str
    ) -> Page:
        """Read a page from its picture and return that or its text layer, whichever is surer.

        Args:
            layer: The page by its text layer, empty for a scan.
            languages: The room's, main one first; those that are not installed are left out.
            reason: Why the text layer does not serve, for people; kept as the page's note.

        Raises:
            PageError: the page has no text layer, and its picture cannot be read.
        """
        try:
            scan = await self._read(path, layer.number, languages, reason)
        except KesherError as error:
            if not layer.text.strip():
                raise PageError(f"{reason} Its picture could not be read: {error}") from error
            return replace(layer, note=f"{reason} Its picture could not be read: {error}")
        if mended := _mended(layer, scan):
            return mended
        if scan.text.strip() and scan.trust_fraction > layer.trust_fraction:
            return scan
        return replace(layer, note=f"{reason} OCR read it no better, so the text layer was kept.")

    async def asked_for(self, path: Path, number: int, *, languages: tuple[str, ...]) -> Page:
        """Read a page from its picture because a person wants that, whatever its text layer says.

        Raises:
            PageError: its picture cannot be read, or no letters are found on it.
        """
        try:
            scan = await self._read(path, number, languages, "OCR was asked for.")
        except KesherError as error:
            raise PageError(f"The picture of page {number} could not be read: {error}") from error
        if not scan.text.strip():
            raise PageError(f"OCR found no letters on page {number}, so its text was kept.")
        return scan

    async def _read(self, path: Path, number: int, languages: tuple[str, ...], reason: str) -> Page:
        wanted = tuple(name for name in languages if name in self.installed) or languages
        others = tuple(name for name in self.installed if name not in wanted)
        return await self.isolation.run(
            self.limits,
            read_scan,
            self.engine,
            path,
            number,
            dpi=self.dpi,
            languages=Languages(wanted, others),
            note=reason,
        )


def _mended(layer: Page, scan: Page) -> Page | None:
    """Put what OCR reads into a layer that is sound but for some letters or lines."""
    if is_recognised(layer):
        return None
    return named_by_scan(layer, scan) or mended_by_scan(layer, scan)
