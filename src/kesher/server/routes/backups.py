"""Backups of the whole store: made, listed, fetched, deleted. Restoring needs a stopped server."""

import asyncio
from collections.abc import AsyncGenerator
from datetime import datetime
from typing import Any

from fastapi import APIRouter, status
from fastapi.responses import FileResponse
from pydantic import BaseModel, Field

from kesher.domain.backup import BackupProgress, KeptBackup
from kesher.errors import KesherError, NotFoundError
from kesher.server import stream
from kesher.server.deps import State
from kesher.server.problems import internal_problem, problem_of
from kesher.server.schemas import Problem, Schema
from kesher.server.state import ServerState
from kesher.server.told import Told

router = APIRouter(prefix="/backups", tags=["backups"])


class Backup(Schema):
    """A backup in the folder of backups."""

    name: str
    size_bytes: int
    created_at: datetime
    special: bool = Field(
        description="Made before a restoring or an upgrade; never cleared away by itself."
    )


class BackupStep(Schema):
    """How far a backup is."""

    step: str = Field(description="`tables`, then `files`.")
    name: str = Field(description="The table under way; empty for files.")
    done: int = Field(description="Rows or files, of `total`.")
    total: int


class BackupAttempt(Schema):
    """What became of the last attempt."""

    at: datetime
    name: str = Field(description="Its file; empty where none came of it.")
    error: str | None = Field(description="Why not; null: it succeeded.")


class Backups(Schema):
    """The folder of backups, when the next is due, and what is under way."""

    folder: str
    every_hours: float = Field(description="How often one is made by itself; 0: never.")
    keep: int = Field(description="How many stay when another was made.")
    running: BackupStep | None = Field(description="Null: none is under way in this server.")
    last: BackupAttempt | None
    backups: list[Backup] = Field(description="Newest first.")


# Only through the document do the page's types learn what the stream carries.
_STREAMED: dict[int | str, dict[str, Any]] = {
    200: {
        "model": BackupStep | Backup | Problem,
        "description": "The data of one event each; see the order in the description above.",
    }
}
_FILE: dict[int | str, dict[str, Any]] = {
    200: {"content": {"application/zip": {}}, "description": "The file."}
}


@router.get("")
async def list_backups(state: State) -> Backups:
    """List the backups in their folder, and show what became of the last attempt."""
    keeping = state.services.keeping
    kept = await asyncio.to_thread(keeping.folder.kept)
    last = await asyncio.to_thread(keeping.folder.last)
    return Backups(
        folder=str(keeping.folder.folder),
        every_hours=state.settings.backup_every_hours,
        keep=state.settings.backup_keep,
        running=_step(keeping.progress) if keeping.progress else None,
        last=BackupAttempt(at=last.at, name=last.name, error=last.error) if last else None,
        backups=[_backup(each) for each in kept],
    )


@router.post("", response_class=stream.EventStream, responses=_STREAMED)
async def make_backup(state: State) -> stream.EventStream:
    """Make a backup into the folder, as a stream of server-sent events.

    In order: `progress`..., then `done` with the backup, or `error`. A reader who goes away
    leaves it to its end.
    """
    told: Told[BackupProgress | KeptBackup] = Told()
    _start(state, told)
    await told.begun()
    return stream.respond(_told(told))


@router.post("/stop", status_code=status.HTTP_204_NO_CONTENT)
async def stop_backup(state: State) -> None:
    """Stop the backup that this server is making; nothing is left of it."""
    if not state.services.keeping.stop():
        raise NotFoundError("backup under way", "")


@router.get("/{name}", response_class=FileResponse, responses=_FILE)
async def get_backup(state: State, name: str) -> FileResponse:
    """Fetch a backup. Ranges are served, so that a broken download goes on where it broke off."""
    file = await asyncio.to_thread(state.services.keeping.folder.find, name)
    return FileResponse(file, media_type="application/zip", filename=name)


@router.delete("/{name}", status_code=status.HTTP_204_NO_CONTENT)
async def delete_backup(state: State, name: str) -> None:
    """Delete a backup."""
    await asyncio.to_thread(state.services.keeping.folder.delete, name)


def _start(state: ServerState, told: Told[BackupProgress | KeptBackup]) -> None:
    """Make it apart from its request."""

    async def making() -> None:
        try:
            told.emit(await state.services.keeping.make(told.emit))
        except KesherError as error:
            told.fail(error)
        finally:
            told.end()

    state.start(making())


async def _told(told: Told[BackupProgress | KeptBackup]) -> AsyncGenerator[bytes]:
    async for item in told.items():
        if item is None:
            yield stream.PING
            continue
        yield stream.event(*_shown(item))
        if not isinstance(item, BackupProgress):
            return
    yield stream.event("error", internal_problem())


def _shown(item: BackupProgress | KeptBackup | KesherError) -> tuple[str, BaseModel]:
    match item:
        case BackupProgress():
            return "progress", _step(item)
        case KeptBackup():
            return "done", _backup(item)
        case _:
            return "error", problem_of(item)


def _step(now: BackupProgress) -> BackupStep:
    return BackupStep(step=now.step, name=now.name, done=now.done, total=now.total)


def _backup(kept: KeptBackup) -> Backup:
    return Backup(
        name=kept.name,
        size_bytes=kept.size_bytes,
        created_at=kept.created_at,
        special=kept.special,
    )
