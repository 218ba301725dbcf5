"""Skills on the disk: folders read whole, links and hidden surprises refused."""

import os
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path

from anyio import to_thread

from kesher.domain.skill import SkillFile, SkillFolder, SkillSource
from kesher.errors import SkillError
from kesher.ports.skills import SkillShelf
from kesher.text.storable import visible

MANIFEST = "SKILL.md"
FILES_LIMIT = 500
FOLDERS_LIMIT = 500
DEPTH_LIMIT = 20
"""Of folders in one another; a deeper tree ends programs that walk it."""
BYTES_LIMIT = 32 * 1024 * 1024
# Neither shown, hashed, nor copied for a script, so that nothing in them can ever take effect.
_IGNORED = frozenset({"__pycache__", ".git", ".DS_Store"})


class SkillFolders(SkillShelf):
    """Every folder with a `SKILL.md` directly under one of several folders.

    Args:
        sources: Where to look, farthest first. A folder that is not there holds no skills.
    """

    def __init__(self, sources: Sequence[tuple[SkillSource, Path]]) -> None:
        self._sources = tuple(sources)

    async def folders(self) -> Sequence[SkillFolder]:
        """Return every folder with a `SKILL.md`, farthest source first, by name."""
        return await to_thread.run_sync(self._folders)

    async def contents(self, folder: SkillFolder) -> Mapping[str, bytes]:
        """Return all files as they are now, by path, read once and together.

        Raises:
            SkillError: the folder is gone, or holds what may not be used.
        """
        return await to_thread.run_sync(_read_all, Path(folder.place))

    def _folders(self) -> list[SkillFolder]:
        return [
            _folder(place, source)
            for source, root in self._sources
            if root.is_dir()
            for place in sorted(root.iterdir())
            if place.name not in _IGNORED and (place / MANIFEST).is_file()
        ]


def _folder(place: Path, source: SkillSource) -> SkillFolder:
    try:
        contents = _read_all(place)
    except SkillError as error:
        return SkillFolder(place.name, source, str(place), b"", (), problem=str(error))
    files = tuple(
        SkillFile(path, sha256(data).hexdigest(), len(data)) for path, data in contents.items()
    )
    return SkillFolder(place.name, source, str(place), contents[MANIFEST], files)


def _read_all(place: Path) -> dict[str, bytes]:
    _refuse_link(place, place.name)
    contents: dict[str, bytes] = {}
    total = 0
    try:
        for path in _files(place):
            total += path.stat().st_size
            if total > BYTES_LIMIT or len(contents) >= FILES_LIMIT:
                raise SkillError(
                    f"The skill `{place.name}` is larger than {FILES_LIMIT} files or "
                    f"{BYTES_LIMIT // 1024**2} MiB. Keep data out of its folder."
                )
            contents[path.relative_to(place).as_posix()] = path.read_bytes()
    except OSError as error:
        raise SkillError(f"The skill `{place.name}` cannot be read: {error}.") from error
    if MANIFEST not in contents:
        raise SkillError(f"The skill folder `{place.name}` has no `{MANIFEST}` any more.")
    return contents


def _files(place: Path) -> Iterator[Path]:
    for number, (folder, names, files) in enumerate(os.walk(place, followlinks=False), start=1):
        if number > FOLDERS_LIMIT or len(Path(folder).relative_to(place).parts) > DEPTH_LIMIT:
            raise SkillError(
                f"The skill `{place.name}` has more than {FOLDERS_LIMIT} folders, or {DEPTH_LIMIT} "
                f"in one another. Keep its files together."
            )
        names[:] = sorted(name for name in names if name not in _IGNORED)
        for name in (*names, *files):
            _refuse_name(name, place.name)
            _refuse_link(Path(folder, name), place.name)
        yield from (Path(folder, name) for name in sorted(files) if name not in _IGNORED)


def _refuse_name(name: str, skill: str) -> None:
    # Names enter prompts, logs and hashes, and are shown to whoever decides on trust.
    if visible(name) != name:
        raise SkillError(
            f"A file in the skill `{skill}` is named `{visible(name)}` with characters that are "
            f"not seen or are no UTF-8. Rename it."
        )


def _refuse_link(path: Path, skill: str) -> None:
    if path.is_symlink():
        raise SkillError(
            f"`{path.name}` in the skill `{skill}` is a symbolic link, which could lead anywhere. "
            f"Put the file itself there."
        )
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise SkillError(f"`{path.name}` in the skill `{skill}` is neither a file nor a folder.")
