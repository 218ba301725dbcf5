"""Tesseract reads pictures of pages: `ports.ocr.OcrEngine` on tesserocr.

tesserocr brings the engine; the languages' data comes from the system's packages. Run it in a
limited process: it may crash or hang on a hostile picture. Types are ignored only where tesserocr's
stubs are wrong: they call bytes `str`, and the members of its enumerations `...`.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import tesserocr
from tesserocr import PSM, RIL, PyTessBaseAPI

from kesher.domain.document import Box
from kesher.errors import ToolMissingError
from kesher.ports.ocr import OcrLine, OcrSymbol, OcrWord
from kesher.text.normalize import clean

_FOLDERS = (
    "/usr/share/tesseract-ocr/5/tessdata",  # Debian, Ubuntu
    "/usr/share/tesseract-ocr/4.00/tessdata",
    "/usr/share/tessdata",  # Fedora, Arch
    "/usr/share/tesseract/tessdata",
    "/usr/local/share/tessdata",
    "/opt/homebrew/share/tessdata",  # macOS
)
_PSM = PSM.SINGLE_COLUMN  # of lines of any size: on Hebrew scans better than the automatic mode


def data_folder() -> Path:
    """Return the folder of the languages' data: `TESSDATA_PREFIX`, else one of the usual places.

    Raises:
        ToolMissingError: there is none.
    """
    given = os.environ.get("TESSDATA_PREFIX")
    candidates = [Path(given), Path(given) / "tessdata"] if given else []
    for folder in (*candidates, *map(Path, _FOLDERS)):
        if any(folder.glob("*.traineddata")):
            return folder
    raise ToolMissingError(
        "Reading scans needs Tesseract's data, and none is installed: `apt-get install "
        "tesseract-ocr-heb tesseract-ocr-eng`, or set TESSDATA_PREFIX to its folder."
    )


def installed_languages() -> tuple[str, ...]:
    """Return the names of the languages whose data is installed, sorted; empty if there is none."""
    try:
        folder = data_folder()
    except ToolMissingError:
        return ()
    names = {path.stem for path in folder.glob("*.traineddata")}
    return tuple(sorted(names - {"osd"}))


@dataclass(frozen=True, slots=True)
class TesseractEngine:
    """Recognises one picture a call; keeps nothing between calls, so that it can be pickled."""

    def __call__(
        self, pixels: bytes, width: int, height: int, dpi: int, languages: Sequence[str]
    ) -> tuple[OcrLine, ...]:
        """See `OcrEngine`."""
        with _opened(languages) as api:
            api.SetImageBytes(pixels, width, height, 1, width)  # type: ignore[arg-type]
            api.SetSourceResolution(dpi)
            api.Recognize()
            found = api.GetIterator()
            empty = found is None or found.Empty(RIL.SYMBOL)  # type: ignore[arg-type]
            return () if empty else tuple(_lines(found))


@contextmanager
def _opened(languages: Sequence[str]) -> Iterator[PyTessBaseAPI]:
    folder = data_folder()
    for language in languages:
        if not (folder / f"{language}.traineddata").exists():
            raise ToolMissingError(
                f"Reading scans in `{language}` needs Tesseract's data for it: `apt-get install "
                f"tesseract-ocr-{language.replace('_', '-')}`."
            )
    with PyTessBaseAPI(path=str(folder), lang="+".join(languages), psm=_PSM) as api:  # type: ignore[arg-type]
        yield api


def _lines(found: tesserocr.PyResultIterator) -> Iterator[OcrLine]:
    """Walk the symbols, which Tesseract gives in logical order, and gather words and lines."""
    words: list[OcrWord] = []
    symbols: list[OcrSymbol] = []
    for symbol in tesserocr.iterate_level(found, RIL.SYMBOL):  # type: ignore[arg-type]
        text = clean(symbol.GetUTF8Text(RIL.SYMBOL) or "")
        box = symbol.BoundingBox(RIL.SYMBOL)
        if text.strip() and box:
            symbols.append(
                OcrSymbol(text, Box(*map(float, box)), symbol.Confidence(RIL.SYMBOL) / 100)
            )
        if symbol.IsAtFinalElement(RIL.WORD, RIL.SYMBOL) and symbols:
            words.append(OcrWord(tuple(symbols), symbol.Confidence(RIL.WORD) / 100))
            symbols = []
        if symbol.IsAtFinalElement(RIL.TEXTLINE, RIL.SYMBOL) and words:
            yield OcrLine(tuple(words), Box(*map(float, symbol.BoundingBox(RIL.TEXTLINE))))
            words = []
