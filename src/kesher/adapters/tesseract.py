"""Tesseract reads pictures of lines: `ports.ocr.OcrEngine` on tesserocr.

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
from kesher.ports.ocr import OcrPicture, OcrSymbol, OcrWord
from kesher.text.normalize import clean

_FOLDERS = (
    "/usr/share/tesseract-ocr/5/tessdata",  # Debian, Ubuntu
    "/usr/share/tesseract-ocr/4.00/tessdata",
    "/usr/share/tessdata",  # Fedora, Arch
    "/usr/share/tesseract/tessdata",
    "/usr/local/share/tessdata",
    "/opt/homebrew/share/tessdata",  # macOS
)


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
    """Recognises pictures of lines; keeps nothing between calls, so that it can be pickled."""

    def __call__(
        self, pictures: Sequence[OcrPicture], languages: Sequence[str]
    ) -> tuple[tuple[OcrWord, ...], ...]:
        """See `OcrEngine`."""
        with _opened(languages) as api:
            return tuple(_read(api, picture) for picture in pictures)


@contextmanager
def _opened(languages: Sequence[str]) -> Iterator[PyTessBaseAPI]:
    folder = data_folder()
    for language in languages:
        if not (folder / f"{language}.traineddata").exists():
            raise ToolMissingError(
                f"Reading scans in `{language}` needs Tesseract's data for it: `apt-get install "
                f"tesseract-ocr-{language.replace('_', '-')}`."
            )
    with PyTessBaseAPI(path=str(folder), lang="+".join(languages), psm=PSM.SINGLE_LINE) as api:  # type: ignore[arg-type]
        yield api


def _read(api: PyTessBaseAPI, picture: OcrPicture) -> tuple[OcrWord, ...]:
    api.SetImageBytes(picture.pixels, picture.width, picture.height, 1, picture.width)  # type: ignore[arg-type]
    api.SetSourceResolution(picture.dpi)
    api.Recognize()
    found = api.GetIterator()
    empty = found is None or found.Empty(RIL.SYMBOL)  # type: ignore[arg-type]
    return () if empty else tuple(_words(found))


def _words(found: tesserocr.PyResultIterator) -> Iterator[OcrWord]:
    symbols: list[OcrSymbol] = []
    for symbol in tesserocr.iterate_level(found, RIL.SYMBOL):  # type: ignore[arg-type]
        text = clean(symbol.GetUTF8Text(RIL.SYMBOL) or "")
        box = symbol.BoundingBox(RIL.SYMBOL)
        if text.strip() and box:
            symbols.append(
                OcrSymbol(text, Box(*map(float, box)), symbol.Confidence(RIL.SYMBOL) / 100)
            )
        if symbol.IsAtFinalElement(RIL.WORD, RIL.SYMBOL) and symbols:
            yield OcrWord(tuple(symbols), symbol.Confidence(RIL.WORD) / 100)
            symbols = []
