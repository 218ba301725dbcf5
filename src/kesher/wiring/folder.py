"""Who holds a data folder. Apart from the rest, so that a command through a server loads little."""

from dataclasses import dataclass
from pathlib import Path

from kesher.config.settings import Settings


@dataclass(frozen=True, slots=True)
class Holder:
    """The process that holds a data folder; `url` is empty where it serves nothing (yet)."""

    pid: int
    url: str


def folder_holder(settings: Settings) -> Holder | None:
    """Return the process that holds the data folder, or None."""
    from kesher.adapters.folder_lock import holder

    held = holder(settings.data_folder)
    return Holder(held.pid, held.url) if held else None


def files_folder(settings: Settings) -> Path:
    """Return where the files that were added lie."""
    return settings.files_folder or settings.data_folder / "files"
