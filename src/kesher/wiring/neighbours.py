"""This process among others on the same data: its place in the folder, and what it tells them."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from kesher.app.neighbours import Neighbours
from kesher.app.progress import RoomChanges
from kesher.config.settings import Settings
from kesher.ports.signals import Signals

if TYPE_CHECKING:
    from kesher.adapters.sql.store import SqlStore


class Place(Protocol):
    """A process's hold on a data folder.

    Attributes:
        folder: Where it alone may write.
    """

    folder: Path

    def release(self) -> None:
        """Give it back; nothing happens if it is not held."""
        ...


async def take_place(settings: Settings, url: str) -> Place:
    """Hold the data folder, or a seat in one that several may share.

    Args:
        url: Where this process serves; empty if it does not.

    Raises:
        FolderInUseError: another process holds it.
        StoreError: it cannot be written.
    """
    from kesher.adapters.folder_lock import FolderLock, Seat

    taken = Seat if settings.is_shared else FolderLock
    place = taken(settings.data_folder)
    await asyncio.to_thread(place.acquire, url)
    return place


def make_neighbours(settings: Settings, store: "SqlStore", changes: RoomChanges) -> Neighbours:
    """Return what tells other processes of the changes, and hears from them."""
    from kesher.adapters.system import new_id

    signals = _signals(store) if settings.is_shared else None
    return Neighbours(signals, changes, name=new_id("process"), new_id=new_id)


def _signals(store: "SqlStore") -> Signals:
    from kesher.adapters.sql.signals import PostgresSignals

    return PostgresSignals(store.parts.database)
