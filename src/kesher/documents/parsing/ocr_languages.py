"""In which languages a scan is read."""

from dataclasses import dataclass

LATIN_LANGUAGES = ("eng", "deu", "fra", "spa", "ita", "por", "nld", "pol", "ron", "tur")


@dataclass(frozen=True, slots=True)
class Languages:
    """What a page may be written in, by Tesseract's names.

    Attributes:
        room: The room's, the main one first; at least one.
        others: Installed ones to try where the room's read doubtfully, such as `ara` and `rus`.
    """

    room: tuple[str, ...]
    others: tuple[str, ...] = ()

    @property
    def latin(self) -> tuple[str, ...]:
        """Those of the room that are written in Latin letters."""
        return tuple(name for name in self.room if name in LATIN_LANGUAGES)

    @property
    def main(self) -> tuple[str, ...]:
        """The room's first that is not; the Latin ones where there is none."""
        return next(((n,) for n in self.room if n not in LATIN_LANGUAGES), self.latin)

    @property
    def further(self) -> tuple[str, ...]:
        """All that are neither, each to be tried alone."""
        known = (*self.main, *self.latin)
        return tuple(name for name in (*self.room, *self.others) if name not in known)
