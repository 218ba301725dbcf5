"""What `kesher doctor` finds, for a person. Pure: it is given what there is."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import timedelta

from kesher.domain.backup import KeptBackup, LastBackup
from kesher.domain.renewal import RoomVectors

SPARE_BYTES = 1 << 30
LANGUAGES = {"heb": "Hebrew", "eng": "English", "ara": "Arabic", "rus": "Russian"}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at.

    Attributes:
        optional: All else works without it.
    """

    name: str
    well: bool
    detail: str
    optional: bool = False


def held(**counts: int) -> str:
    """Return how many of each thing there are, in words: `rooms=1` is "1 room"."""
    return ", ".join(
        f"{count} {name.removesuffix('s') if count == 1 else name}"
        for name, count in counts.items()
    )


def disk(free_bytes: int, folder: str) -> Finding:
    """Judge the room on the disk of the data folder."""
    free = f"{folder}, {free_bytes / (1 << 30):.1f} GiB free"
    if free_bytes >= SPARE_BYTES:
        return Finding("data folder", True, free)
    return Finding("data folder", False, f"{free}. Make room, or move it (`data_folder`).")


def originals(missing: Sequence[str], total: int) -> Finding:
    """Judge whether the files that documents refer to are there."""
    if not missing:
        return Finding("originals", True, f"all {total} are there")
    return Finding(
        "originals",
        False,
        f"{len(missing)} of {total} are gone from the data folder ({missing[0][:12]}...). Put the "
        f"folder `files` back from a backup; answers still read.",
    )


def row_security(*, locks: bool | None) -> list[Finding]:
    """Say whether PostgreSQL itself keeps tenants and rooms apart; None: it is not PostgreSQL."""
    if locks is None:
        return []
    if locks:
        return [Finding("row security", True, "PostgreSQL keeps tenants and rooms apart, too")]
    return [
        Finding(
            "row security",
            False,
            "off: the user in `database_url` is a superuser or has BYPASSRLS, so that only "
            "Kesher's own conditions keep tenants and rooms apart. Name a user that is neither "
            "(docs/how-to/postgresql.md).",
            optional=True,
        )
    ]


def unlisted(count: int, documents: int) -> list[Finding]:
    """Judge originals that no document refers to; nothing to say where there are none."""
    if not count:
        return []
    if not documents:
        return [
            Finding(
                "unlisted files",
                False,
                f"{count} originals are here, but the database has no document: it was moved or "
                f"lost. Put `kesher.db` back from a backup before anything is added.",
            )
        ]
    return [
        Finding(
            "unlisted files",
            False,
            f"{count} originals belong to no document, as a crash in mid-upload or mid-deletion "
            f"leaves them. Whoever needs the room may delete them under `files/originals`.",
            optional=True,
        )
    ]


def ocr(installed: Collection[str]) -> list[Finding]:
    """Judge which languages scans can be read in."""
    return [
        Finding(f"OCR {language}", True, "installed")
        if name in installed
        else Finding(
            f"OCR {language}",
            False,
            f"scans in {language} are not read. As root: `apt-get install tesseract-ocr-{name}`",
            optional=True,
        )
        for name, language in LANGUAGES.items()
    ]


def libreoffice(*, found: bool) -> Finding:
    """Judge the program that lays out Word files and converts old ones."""
    if found:
        return Finding(
            "LibreOffice",
            True,
            "Word files are shown in their own layout; .doc, .odt and .rtf are read",
        )
    return Finding(
        "LibreOffice",
        False,
        "absent: DOCX files are read in full and shown in a plain layout of ours, and .doc, .odt "
        "and .rtf are refused. "
        "As root: `apt-get install --no-install-recommends libreoffice-writer-nogui`",
        optional=True,
    )


_ROOMS_NAMED = 5


def renewal(waiting: Sequence[tuple[str, RoomVectors]]) -> list[Finding]:
    """Tell how far rooms are with the vectors of the model that is set; none: nothing to say.

    Args:
        waiting: Rooms whose vectors are not all of it, by name.
    """
    if not waiting:
        return []
    told = [f"{name} {_grown(vectors)}" for name, vectors in waiting[:_ROOMS_NAMED]]
    more = len(waiting) - len(told)
    named = "; ".join([*told, *([f"{more} more"] if more else [])])
    return [
        Finding(
            "embedding renewal",
            False,
            f"{held(rooms=len(waiting))} searched by a former model until all is embedded anew: "
            f"{named}. It goes on while `kesher serve` runs.",
            optional=True,
        )
    ]


def _grown(vectors: RoomVectors) -> str:
    stopped = ", stopped" if vectors.stopped else ""
    return f"{vectors.chunks_done} of {held(chunks=vectors.chunks)}{stopped}"


def chat(model: str | None) -> Finding:
    """Say who writes answers."""
    if model is None:
        return Finding("answers", True, "no model is set: the best sentences, quoted")
    return Finding("answers", True, f"written by `{model}`")


def backups(kept: Sequence[KeptBackup], last: LastBackup | None, every: timedelta) -> Finding:
    """Judge the newest backup and the last attempt.

    Args:
        kept: Newest first.
        every: How often a server makes one; zero: never.
    """
    newest = f"the newest is `{kept[0].name}`" if kept else "none is in the folder of backups"
    if last is not None and last.error is not None:
        return Finding("backups", False, f"{newest}; the last attempt failed: {last.error}")
    if every:
        return Finding("backups", True, f"{newest}; one is made every {_hours(every)}")
    # What `kesher backup` wrote elsewhere is nobody's to look for.
    detail = (
        f"{newest}. `kesher backup FILE` makes one where you say; with `backup_every_hours` a "
        "server makes them there."
    )
    return Finding("backups", bool(kept), detail, optional=True)


def _hours(every: timedelta) -> str:
    hours = every / timedelta(hours=1)
    return "hour" if hours == 1 else f"{hours:g} hours"


def page(*, built: bool) -> Finding:
    """Judge whether the web page is there."""
    if built:
        return Finding("page", True, "built")
    return Finding("page", False, "not built. Run `make web`.", optional=True)
