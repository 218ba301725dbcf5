"""Removes a tree that a stranger's script has left, however deep it is."""

import os
from contextlib import suppress
from itertools import count
from pathlib import Path

_OURS = 0o700


def remove_tree(folder: Path) -> None:
    """Remove a folder with all that is in it; what cannot be removed stays.

    `shutil.rmtree` calls itself for each level, so a chain of a thousand folders ends it, and a
    path may grow longer than the system takes. Here each folder's folders are moved to the top
    before it goes, so that no path grows.
    """
    names = count()
    with suppress(OSError):
        while _take_apart_level(folder, names):
            continue
        folder.rmdir()


def _take_apart_level(folder: Path, names: "count[int]") -> bool:
    """Remove what lies in a folder, moving up what lies in its folders; False: it is empty."""
    with os.scandir(folder) as entries:
        found = list(entries)
    for entry in found:
        if not entry.is_dir(follow_symlinks=False):
            Path(entry.path).unlink()
            continue
        Path(entry.path).chmod(_OURS)
        with os.scandir(entry.path) as inner:
            for each in list(inner):
                _move_up(each, folder / f".{os.getpid()}-{next(names)}")
        Path(entry.path).rmdir()
    return bool(found)


def _move_up(entry: "os.DirEntry[str]", to: Path) -> None:
    if entry.is_dir(follow_symlinks=False):
        Path(entry.path).chmod(_OURS)
        Path(entry.path).rename(to)
    else:
        Path(entry.path).unlink()
