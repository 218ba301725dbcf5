"""What `kesher doctor` does: looks at this machine and the data folder."""

import asyncio
import platform
import shutil
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

from kesher import __version__
from kesher.app import doctor
from kesher.app.doctor import Finding
from kesher.config.settings import Settings
from kesher.errors import KesherError, SecretKeyError
from kesher.wiring.backup import kept_backups
from kesher.wiring.folder import files_folder, folder_holder
from kesher.wiring.models import (
    Models,
    chat_in_force,
    embedding_in_force,
    make_sealer,
    stored_in_force,
)
from kesher.wiring.parts import find_tools


async def examine(settings: Settings) -> list[Finding]:
    """Look at this machine and the data folder: what `kesher doctor` does. Changes nothing."""
    tools = find_tools()
    models = await asyncio.to_thread(_models, settings)
    return [
        Finding("kesher", True, f"{__version__}, Python {platform.python_version()}"),
        doctor.disk(_free_bytes(settings.data_folder), str(settings.data_folder)),
        _held(settings),
        *await asyncio.to_thread(_stored, settings),
        await asyncio.to_thread(_backups, settings),
        *_secret(settings),
        _tried("embeddings", lambda: _embedding_state(models)),
        *await asyncio.to_thread(_renewal, models),
        _tried("answers", lambda: _chat_state(models)),
        *doctor.ocr(tools.ocr_languages),
        doctor.libreoffice(found=tools.libreoffice),
    ]


def _tried(name: str, look: Callable[[], Finding]) -> Finding:
    try:
        return look()
    except KesherError as error:
        return Finding(name, False, str(error))


def _free_bytes(folder: Path) -> int:
    standing = next(place for place in (folder, *folder.absolute().parents) if place.exists())
    return shutil.disk_usage(standing).free


def _held(settings: Settings) -> Finding:
    held = folder_holder(settings)
    if held is None:
        return Finding("server", True, "none is running on this folder")
    return Finding("server", True, f"process {held.pid} serves this folder at {held.url or '-'}")


def _stored(settings: Settings) -> list[Finding]:
    from kesher.adapters.blob_files import BlobFiles
    from kesher.adapters.sql.checking import look_over
    from kesher.adapters.sql.database import sqlite_url

    if not settings.database_url and not (settings.data_folder / "kesher.db").exists():
        files = files_folder(settings)
        kept = BlobFiles(files).digests() if files.exists() else frozenset()
        return [Finding("database", True, "nothing stored yet"), *doctor.unlisted(len(kept), 0)]
    try:
        state = look_over(settings.database_url or sqlite_url(settings.data_folder))
    except KesherError as error:
        return [Finding("database", False, str(error))]
    held = doctor.held(rooms=state.rooms, documents=state.documents, chunks=state.chunks)
    blobs = BlobFiles(files_folder(settings), shared=settings.is_shared)
    missing = [digest for digest in state.digests if not blobs.holds(digest)]
    return [
        Finding("database", not state.faults, "; ".join(state.faults) or f"whole: {held}"),
        *doctor.row_security(locks=state.locks_rows),
        doctor.originals(missing, len(state.digests)),
        *doctor.unlisted(len(blobs.digests() - set(state.digests)), state.documents),
    ]


def _models(settings: Settings) -> Models:
    """Return the models in force; where that cannot be told, which is said, the settings' own."""
    from kesher.adapters.sql.checking import stored_models
    from kesher.adapters.sql.database import sqlite_url

    if not settings.database_url and not (settings.data_folder / "kesher.db").exists():
        return Models(settings)
    try:
        found = stored_models(settings.database_url or sqlite_url(settings.data_folder))
        return stored_in_force(settings, found, make_sealer(settings))
    except KesherError:
        return Models(settings)


def _secret(settings: Settings) -> list[Finding]:
    try:
        make_sealer(settings)
    except SecretKeyError as error:
        return [Finding("secret", False, str(error))]
    return []


def _renewal(models: Models) -> list[Finding]:
    """Look how far rooms are with a changed model; where the database is ill, it is said above."""
    from kesher.adapters.sql.checking import unrenewed
    from kesher.adapters.sql.database import sqlite_url

    settings = models.settings
    if not settings.database_url and not (settings.data_folder / "kesher.db").exists():
        return []
    try:
        embedder = embedding_in_force(models).embedder.name
        url = settings.database_url or sqlite_url(settings.data_folder)
        return doctor.renewal(unrenewed(url, embedder=embedder))
    except KesherError:
        return []


def _backups(settings: Settings) -> Finding:
    folder = kept_backups(settings)
    every = timedelta(hours=settings.backup_every_hours)
    return doctor.backups(folder.kept(), folder.last(), every)


def _chat_state(models: Models) -> Finding:
    if models.chat is not None and models.chat.fault:
        return Finding("answers", False, f"`{models.chat.model}`: {models.chat.fault}")
    chat = chat_in_force(models)
    return doctor.chat(chat.name if chat else None)


def _embedding_state(models: Models) -> Finding:
    if models.embedding is not None and models.embedding.fault:
        return Finding("embeddings", False, f"`{models.embedding.model}`: {models.embedding.fault}")
    embedding = embedding_in_force(models)
    embedder = embedding.embedder
    state = "ready" if embedding.is_ready() else "is built on first use, once on this machine"
    return Finding("embeddings", True, f"{embedder.name}, {embedder.dimensions} numbers, {state}")
