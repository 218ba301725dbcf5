"""Reading a picture of a page."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from kesher.domain.document import Box


@dataclass(frozen=True, slots=True)
class OcrSymbol:
    """One recognised character with its place, in pixels of the picture."""

    text: str
    box: Box
    confidence_fraction: float


@dataclass(frozen=True, slots=True)
class OcrWord:
    """One word in logical order, its characters from first to last."""

    symbols: tuple[OcrSymbol, ...]
    confidence_fraction: float


@dataclass(frozen=True, slots=True)
class OcrLine:
    """One line, its words in logical order."""

    words: tuple[OcrWord, ...]
    box: Box


class OcrEngine(Protocol):
    """Recognises text in a grey picture. Top-level and picklable, for use inside `Isolation`."""

    def __call__(
        self, pixels: bytes, width: int, height: int, dpi: int, languages: Sequence[str]
    ) -> tuple[OcrLine, ...]:
        """Return the lines in reading order.

        Args:
            pixels: One byte a pixel, row by row, 0 black.
            width, height: In pixels.
            dpi: Pixels an inch, so that sizes are judged rightly.
            languages: Tesseract's names, the main one first.

        Raises:
            ToolMissingError: the recogniser or a language's data is not installed.
        """
        ...
