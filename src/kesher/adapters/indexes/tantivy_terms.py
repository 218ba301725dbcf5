"""The lexical index: a BM25 index a room on disk, kept up with the store's changes."""

import shutil
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from errno import ENOSPC
from functools import partial
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryFile
from typing import TypeVar

from anyio import Lock, to_thread

from kesher.adapters.indexes.room_terms import DamagedIndexError, LockedIndexError, RoomTerms
from kesher.domain.retrieval import Ranked
from kesher.domain.scope import RoomScope
from kesher.errors import FolderInUseError, NotFoundError, StorageFullError, StoreError
from kesher.ports.indexes import ChangeFeed
from kesher.text.terms import TERMS_VERSION

_OPEN_ROOMS = 64

T = TypeVar("T")


@dataclass(slots=True, eq=False)
class _Held:
    terms: RoomTerms | None = None
    lock: Lock = field(default_factory=Lock)


class TantivyIndex:
    """BM25 over Hebrew-aware terms; before each search a room applies the changes that it lacks.

    Args:
        feed: Where changes come from.
        folder: Where the rooms' indexes lie; all of it can be deleted and is then made anew.
        open_rooms: Files of rooms that were not searched for longest are closed past this.
    """

    def __init__(self, feed: ChangeFeed, folder: Path, *, open_rooms: int = _OPEN_ROOMS) -> None:
        self._feed = feed
        self._folder = folder
        self._open_rooms = open_rooms
        self._rooms: OrderedDict[RoomScope, _Held] = OrderedDict()

    async def search(self, scope: RoomScope, text: str, *, top: int) -> Sequence[Ranked]:
        """Return up to `top` chunks that share a term with `text`, by BM25, best first.

        Raises:
            FolderInUseError: another process is writing this room's index.
            StorageFullError: the disk has no room for the index.
            StoreError: the index's files cannot be written.
        """
        return await self._found(scope, lambda room: room.search(text, top=top))

    async def search_grams(self, scope: RoomScope, text: str, *, top: int) -> Sequence[Ranked]:
        """Return up to `top` chunks that share pieces of words with `text`, by BM25, best first.

        Raises:
            FolderInUseError, StorageFullError, StoreError: as `search`.
        """
        return await self._found(scope, lambda room: room.search_grams(text, top=top))

    async def catch_up(self, scope: RoomScope) -> None:
        """Apply the changes that the room lacks, so that the next search need not wait for them.

        Raises:
            FolderInUseError, StorageFullError, StoreError: as `search`.
        """
        await self._found(scope, lambda room: [])

    def applied(self) -> Mapping[RoomScope, int]:
        """Return the number of the last change that each room held open has taken in."""
        open_ = {scope: held.terms for scope, held in self._rooms.items()}
        return {scope: terms.sequence for scope, terms in open_.items() if terms is not None}

    async def check(self) -> None:
        """Raise StoreError where no index could be written; damaged ones are made anew."""
        await self._on_disk(partial(_try_folder, self._folder))

    async def forget(self, scope: RoomScope) -> None:
        """Drop the room's index and its files."""
        held = self._held(scope)
        async with held.lock:
            held.terms = None
            self._rooms.pop(scope, None)
            await to_thread.run_sync(self._remove, scope)

    async def rewrite(self, scope: RoomScope) -> bool:
        """Write a room's files anew where words of removed documents may stand in them.

        Raises:
            FolderInUseError, StorageFullError, StoreError: as `search`.
        """
        if not await to_thread.run_sync(self._may_hold_erased, scope):
            return False
        await self.catch_up(scope)
        held = self._held(scope)
        if held.terms is None or not held.terms.has_erased:
            return False
        fresh = await self._filled(scope)
        async with held.lock:
            await self._apply_missing(scope, fresh, await self._newest(scope))
            held.terms = None
            held.terms = await self._on_disk(partial(self._put_in_place, scope))
        return True

    def _may_hold_erased(self, scope: RoomScope) -> bool:
        """Tell, without opening it, whether the room's index was ever written."""
        return self._path(scope).with_name(self._path(scope).name + ".mark").exists()

    async def _filled(self, scope: RoomScope) -> RoomTerms:
        """Return an index of the room as it is, in a folder beside the one in use."""
        beside = self._beside(scope)
        await to_thread.run_sync(partial(shutil.rmtree, beside.parent, ignore_errors=True))
        fresh = await self._on_disk(partial(RoomTerms, beside))
        newest = await self._newest(scope)
        await self._apply_missing(scope, fresh, newest)
        if newest == await self._newest(scope):  # else it is written anew once more
            await self._on_disk(fresh.set_whole)
        return fresh

    def _put_in_place(self, scope: RoomScope) -> RoomTerms:
        room = self._path(scope).parent
        shutil.rmtree(room)
        self._beside(scope).parent.rename(room)
        return RoomTerms(self._path(scope))

    async def _found(
        self, scope: RoomScope, work: Callable[[RoomTerms], Sequence[Ranked]]
    ) -> Sequence[Ranked]:
        held = self._held(scope)
        try:
            return await self._ranked(scope, held, work)
        except DamagedIndexError:
            async with held.lock:
                held.terms = None
                await to_thread.run_sync(self._remove, scope)
        try:
            return await self._ranked(scope, held, work)
        except DamagedIndexError as error:
            raise StoreError(
                f"The search index in `{self._folder}` is damaged again as soon as it is made "
                f"({error}). Check the disk."
            ) from error

    async def _ranked(
        self, scope: RoomScope, held: _Held, work: Callable[[RoomTerms], Sequence[Ranked]]
    ) -> Sequence[Ranked]:
        current = await self._current(scope, held)
        return await to_thread.run_sync(work, current)

    async def _current(self, scope: RoomScope, held: _Held) -> RoomTerms:
        if held.terms is not None and held.terms.sequence == await self._newest(scope):
            return held.terms  # whoever is writing has only old segments to merge
        async with held.lock:
            newest = await self._newest(scope)
            if held.terms is None:
                held.terms = await self._on_disk(partial(RoomTerms, self._path(scope)))
            await self._apply_missing(scope, held.terms, newest)
            return held.terms

    async def _newest(self, scope: RoomScope) -> int:
        try:
            return await self._feed.room_sequence(scope)
        except NotFoundError:
            self._rooms.pop(scope, None)
            raise

    async def _apply_missing(self, scope: RoomScope, terms: RoomTerms, newest: int) -> None:
        if newest < terms.sequence:  # the room's history began anew: a restored database
            await self._on_disk(terms.restart)
        while terms.sequence < newest:
            changes = await self._feed.changes_after(scope, terms.sequence, embedder=None)
            if not changes:
                return
            await self._on_disk(partial(terms.apply, changes))

    async def _on_disk(self, work: Callable[[], T]) -> T:
        """Run blocking work in a thread and say its failures in our own errors."""
        try:
            return await to_thread.run_sync(work)
        except LockedIndexError as error:
            raise FolderInUseError(
                f"Another process is writing the search index in `{self._folder}`. "
                f"Stop it, or ask through its server."
            ) from error
        except OSError as error:
            raise _disk_error(self._folder, error) from error

    def _held(self, scope: RoomScope) -> _Held:
        held = self._rooms.setdefault(scope, _Held())
        self._rooms.move_to_end(scope)
        self._close_others(scope)
        return held

    def _close_others(self, scope: RoomScope) -> None:
        for other in list(self._rooms)[: max(0, len(self._rooms) - self._open_rooms)]:
            # A room at work keeps its lock: a second writer of its files must not open.
            if other != scope and not self._rooms[other].lock.locked():
                del self._rooms[other]

    def _remove(self, scope: RoomScope) -> None:
        for path in (self._path(scope), self._beside(scope)):
            shutil.rmtree(path.parent, ignore_errors=True)

    def _beside(self, scope: RoomScope) -> Path:
        path = self._path(scope)
        return path.parent.with_name(path.parent.name + ".new") / path.name

    def _path(self, scope: RoomScope) -> Path:
        """Name the room's folder by hashes: ids may hold any character, and any case."""
        names = [
            sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:32]
            for name in (scope.tenant_id, scope.room_id)
        ]
        return self._folder.joinpath(*names, f"terms-{TERMS_VERSION}")


def _try_folder(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryFile(dir=folder):
        return


def _disk_error(folder: Path, error: OSError) -> StoreError:
    if error.errno == ENOSPC or "No space left" in str(error):
        return StorageFullError(
            f"The disk has no room for the search index in `{folder}`. Free some and ask again; "
            f"documents and answers are untouched."
        )
    return StoreError(
        f"The search index in `{folder}` cannot be written ({error}). "
        f"Check the folder's permissions."
    )
