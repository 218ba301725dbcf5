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
    """One word, its characters in the engine's order; only their places can be relied on."""

    symbols: tuple[OcrSymbol, ...]
    confidence_fraction: float


@dataclass(frozen=True, slots=True)
class OcrLine:
    """One stretch of a line and its place."""

    words: tuple[OcrWord, ...]
    box: Box


@dataclass(frozen=True, slots=True)
class OcrPicture:
    """A grey picture: one byte a pixel, row by row, 0 black; `dpi` pixels an inch."""

    pixels: bytes
    width: int
    height: int
    dpi: int


class OcrEngine(Protocol):
    """Recognises text in grey pictures. Top-level and picklable, for use inside `Isolation`."""

    def __call__(
        self, pictures: Sequence[OcrPicture], languages: Sequence[str]
    ) -> tuple[tuple[OcrWord, ...], ...]:
        """Return the words of each picture, which holds one line, in the engine's own order.

        Args:
            languages: Tesseract's names, the main one first.

        Raises:
            ToolMissingError: the recogniser or a language's data is not installed.
        """
        ...
