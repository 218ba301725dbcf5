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
    """Return the process through which others work on the data folder, or None.

    Where several may share it that is one that serves: any other keeps nobody out.
    """
    from kesher.adapters.folder_lock import holder, seated

    if settings.is_shared:
        serving = [held for held in seated(settings.data_folder) if held.url]
        return Holder(serving[0].pid, serving[0].url) if serving else None
    held = holder(settings.data_folder)
    return Holder(held.pid, held.url) if held else None


def files_folder(settings: Settings) -> Path:
    """Return where the files that were added lie."""
    return settings.files_folder or settings.data_folder / "files"


def index_folders(settings: Settings) -> list[Path]:
    """Return where the indexes of all processes lie that were ever on the data folder."""
    places = [settings.data_folder, *sorted((settings.data_folder / "processes").glob("*"))]
    return [place / "indexes" for place in places if (place / "indexes").is_dir()]
