"""Signals between processes: NOTIFY through the store's connections, LISTEN over one of its own."""

from collections.abc import AsyncIterator

import psycopg
from psycopg import sql
from typing_extensions import override

from kesher.adapters.sql.database import Database
from kesher.adapters.sql.notifying import CHANNEL, notify, signal_from
from kesher.errors import StoreBusyError
from kesher.ports.signals import Signal, SignalKind, Signals

_KEEPALIVE = {"keepalives_idle": 20, "keepalives_interval": 5, "keepalives_count": 3}
"""Seconds, and tries, after which a connection whose other end has vanished counts as lost."""


class PostgresSignals(Signals):
    """Signals over one PostgreSQL. What was told while nobody listened is not told again."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @override
    async def tell(self, signal: Signal) -> None:
        await self._database.write_all(notify, signal)

    @override
    async def heard(self) -> AsyncIterator[Signal]:
        try:
            async with await self._connected() as connection:
                yield Signal(SignalKind.LISTENING)
                async for told in connection.notifies():
                    signal = signal_from(told.payload)
                    if signal is not None:
                        yield signal
        except psycopg.Error as error:
            raise StoreBusyError(
                f"{self._database.place} tells no news ({error}). It is tried again; until then "
                f"others' work is seen by looking every few seconds."
            ) from error

    async def _connected(self) -> psycopg.AsyncConnection:
        arguments = {**self._database.connect_arguments, **_KEEPALIVE}
        connection = await psycopg.AsyncConnection.connect(autocommit=True, **arguments)
        name = await connection.execute(f"SELECT {CHANNEL}".encode())
        row = await name.fetchone()
        if row is not None:
            await connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(row[0])))
        return connection
