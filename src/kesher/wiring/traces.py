"""What `kesher doctor --traces` does: looks for every trace of an id, or of a sentence."""

import asyncio
import tempfile
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from kesher.app import traces
from kesher.app.traces import Trace
from kesher.config.settings import Settings
from kesher.wiring.folder import files_folder, index_folders

if TYPE_CHECKING:
    from kesher.adapters.sql.traces import DatabaseTraces

_TEMPORARY = ("kesher-task-*", "kesher-read-*", "kesher-skill-*")
"""What reading and skills make in the temporary folder, and remove at their end."""


async def find_traces(settings: Settings, wanted: str) -> list[Trace]:
    """Search tables, files, indexes and temporary folders. Changes nothing; reads everything.

    Raises:
        StoreError: the database cannot be read.
    """
    return await asyncio.to_thread(_find, settings, wanted)


def _find(settings: Settings, wanted: str) -> list[Trace]:
    from kesher.adapters.indexes.term_traces import indexes_with, unwritten_indexes

    indexes = index_folders(settings)
    found = _look_in_database(settings, wanted)
    rows = [traces.of_rows(each.table, each.column, each.count, wanted) for each in found.rows]
    accounts = any(row.kind == "account" for row in rows)
    return [
        *rows,
        *traces.of_dead_rows(found.dead),
        *_originals(settings, found.digests),
        *_in_files(settings, wanted, found.kept if accounts else ()),
        *traces.of_indexes(
            [str(path) for folder in indexes for path in indexes_with(folder, wanted)],
            [str(path) for folder in indexes for path in unwritten_indexes(folder)],
        ),
    ]


def _look_in_database(settings: Settings, wanted: str) -> "DatabaseTraces":
    from kesher.adapters.sql.database import sqlite_url
    from kesher.adapters.sql.traces import DatabaseTraces, look_for

    if not settings.database_url and not (settings.data_folder / "kesher.db").exists():
        return DatabaseTraces([], {}, [])
    url = settings.database_url or sqlite_url(settings.data_folder)
    return look_for(url, wanted, keeping=traces.ACCOUNTS)


def _originals(settings: Settings, digests: Sequence[str]) -> list[Trace]:
    folder = files_folder(settings)
    return [
        traces.of_file(str(path), 0)
        for digest in digests
        for path in sorted(folder.glob(f"*/**/{digest}"))
    ]


def _in_files(settings: Settings, wanted: str, within: Collection[bytes]) -> list[Trace]:
    from kesher.adapters.raw_files import files_with

    place = Path(tempfile.gettempdir())
    temporary = [folder for name in _TEMPORARY for folder in place.glob(name)]
    folders = dict.fromkeys([settings.data_folder, files_folder(settings), *sorted(temporary)])
    found = {
        trace.path.absolute(): trace.times
        for folder in folders
        if folder.is_dir()
        for trace in files_with(folder, wanted, within=within)
    }
    return [traces.of_file(str(path), times) for path, times in found.items()]
