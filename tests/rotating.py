"""A process that does nothing but encrypt the models' keys anew, to be killed: `FOLDER`."""

import asyncio
import sys
from pathlib import Path

from kesher.adapters.sealing import FileSealer
from kesher.adapters.sql.database import sqlite_url
from kesher.adapters.sql.store import SqlStore
from kesher.domain.model_setting import ModelRole
from kesher.domain.scope import Scope

KEY = "sk-סוד-секрет-سر"


async def rotate(store: SqlStore, sealer: FileSealer) -> None:
    """Do once what `ModelSettings.rotate` does between its checks."""
    settings = store.parts.model_settings
    sealer.renew()
    await settings.reseal_keys(Scope(), lambda role, sealed: _anew(sealer, role, sealed))
    await settings.look_at_keys(Scope(), sealer.forget_former)


def _anew(sealer: FileSealer, role: ModelRole, sealed: str) -> str:
    return sealer.seal(sealer.open(sealed, purpose=role), purpose=role)


async def _for_ever(folder: Path) -> None:
    store = SqlStore.open(sqlite_url(folder), busy_seconds=10)
    sealer = FileSealer(folder / "secret.key")
    sys.stdout.write("begun\n")
    sys.stdout.flush()
    while True:
        await rotate(store, sealer)


if __name__ == "__main__":
    asyncio.run(_for_ever(Path(sys.argv[1])))
