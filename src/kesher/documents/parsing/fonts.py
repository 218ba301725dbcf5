"""The fonts that our own rendition is set in, and which characters they can draw.

They come from packages (all under the SIL Open Font Licence) and never from the system, so that a
page looks alike everywhere.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import fontpkg_heebo
import fontpkg_noto_sans
import fontpkg_noto_sans_arabic

REPLACEMENT = "\ufffd"  # drawn where no font has a character, so that the loss is seen


@dataclass(frozen=True, slots=True)
class Font:
    """One font file by the name that it is used under."""

    name: str
    path: Path


FONTS = (
    Font("hebrew", fontpkg_heebo.ROOT / "files" / "Heebo[wght].ttf"),
    Font("latin", fontpkg_noto_sans.ROOT / "files" / "NotoSans[wdth,wght].ttf"),
    Font("arabic", fontpkg_noto_sans_arabic.ROOT / "files" / "NotoSansArabic[wdth,wght].ttf"),
)
FOLDERS = tuple(font.path.parent for font in FONTS)


@cache
def drawable() -> frozenset[str]:
    """Return every character that one of the fonts can draw."""
    from fontTools.ttLib import TTFont  # noqa: PLC0415 - only where something is typeset

    found: set[int] = set()
    for font in FONTS:
        with TTFont(font.path, lazy=True) as opened:
            found.update(opened.getBestCmap() or ())
    return frozenset(map(chr, found))


def visible(text: str) -> str:
    """Replace what no font can draw by `REPLACEMENT`, one for one; blanks stay."""
    known = drawable()
    return "".join(char if char in known or char.isspace() else REPLACEMENT for char in text)
