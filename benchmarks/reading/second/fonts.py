"""Faces with free licences for the writers that must be given a font file."""

import importlib.resources
from functools import cache
from pathlib import Path

from benchmarks.reading.second.tools import MissingToolError
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

DEJAVU = Path("/usr/share/fonts/truetype/dejavu")
_VARIABLE = {
    "heebo": ("fontpkg_heebo", "Heebo[wght].ttf"),
    "frank": ("fontpkg_frank_ruhl_libre", "FrankRuhlLibre[wght].ttf"),
    "assistant": ("fontpkg_assistant", "Assistant[wght].ttf"),
}


def face(name: str, folder: Path, *, bold: bool = False) -> Path:
    """A static font file: `dejavu` (also Arabic and Russian), `heebo`, `frank` or `assistant`.

    Raises:
        MissingToolError: the font is not installed.
    """
    if name == "dejavu":
        path = DEJAVU / ("DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf")
        if not path.is_file():
            raise MissingToolError(path.name, "apt install fonts-dejavu-core")
        return path
    return _instance(name, folder, 700 if bold else 400)


def _instance(name: str, folder: Path, weight: int) -> Path:
    made = folder / f"{name}-{weight}.ttf"
    if not made.is_file():
        module, file = _VARIABLE[name]
        try:
            source = importlib.resources.files(module) / "files" / file
        except ModuleNotFoundError as error:
            raise MissingToolError(module, f"pip install {module}") from error
        folder.mkdir(parents=True, exist_ok=True)
        with importlib.resources.as_file(source) as path:
            font = TTFont(path)
            instantiateVariableFont(font, {"wght": weight}, inplace=True)  # type: ignore[no-untyped-call]  # has no types
        font.save(made)
    return made


@cache
def advances(path: Path) -> dict[str, float]:
    """Width of every character of a font, in ems."""
    font = TTFont(path)
    em, widths = vars(font["head"])["unitsPerEm"], font["hmtx"]
    letters = font.getBestCmap() or {}
    return {chr(code): widths[glyph][0] / em for code, glyph in letters.items()}
