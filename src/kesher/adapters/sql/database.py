"""The engine, and transactions as asynchronous calls: one code for SQLite and PostgreSQL."""

import asyncio
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from contextvars import copy_context
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar, TypeVarTuple

from anyio import to_thread
from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import ConnectionPoolEntry, QueuePool

from kesher.adapters.sql.failures import translated, was_undone
from kesher.adapters.sql.row_security import EVERYTHING, Sight, begin, sight_of
from kesher.adapters.sql.sharing import Sharing, outwaited
from kesher.domain.scope import Scope
from kesher.errors import ConfigurationError, StoreBusyError

P = ParamSpec("P")
T = TypeVar("T")
S = TypeVar("S", bound=Scope)
Ts = TypeVarTuple("Ts")

_CONNECTIONS = 8
_FOR_WRITING = "kesher_for_writing"
_SIGHT = "kesher_sight"
_CONNECT_SECONDS = 10
_LOG_MILLISECONDS = 500
"""How long the emptying of the log waits for readers, and writers for it."""
_SMALLEST_WAIT_SECONDS = 0.01
_PATIENCE_SECONDS = 15.0  # a PostgreSQL that is started again is back by then
_AGAIN_SECONDS = 0.1
_SQLITE_FILE = "kesher.db"

_POSTGRES_DRIVER = "postgresql+psycopg"
_POSTGRES_NAMES = ("postgres", "postgresql", _POSTGRES_DRIVER)


def utc_now() -> datetime:
    """Return the present instant, the clock of a store that is given none."""
    return datetime.now(UTC)


def sqlite_url(data_folder: Path) -> str:
    """Return the URL of the SQLite database of a data folder."""
    path = str((data_folder / _SQLITE_FILE).absolute())
    return URL.create("sqlite", database=path).render_as_string()


class Database:
    """Connections to one database. Each call is one transaction, committed whole or not at all.

    A transaction that has begun runs to its end, and only then does a caller that was cancelled
    hear of it: what it starts next finds nothing half done. A caller that is cancelled while it
    waits for its turn begins none.
    """

    def __init__(self, url: str, *, busy_seconds: float) -> None:
        """Prepare the engine; nothing is opened yet.

        Args:
            busy_seconds: Longest wait for another program's lock or for a free connection.

        Raises:
            ConfigurationError: `url` is none that Kesher knows.
        """
        self._engine = _engine(_parsed(url), busy_seconds)
        self.is_sqlite = self._engine.dialect.name == "sqlite"
        self.place = _place(self._engine.url)
        self._busy_seconds = busy_seconds
        self._readers = asyncio.Semaphore(_CONNECTIONS)
        # SQLite has one writer at a time. Waiting here in order beats its blind retries.
        self._writers = asyncio.Semaphore(1) if self.is_sqlite else self._readers
        # As many as there are turns. Each begins with the first transaction that needs it.
        self._threads = ThreadPoolExecutor(_CONNECTIONS + 1, "kesher-sql")
        self._sharing = Sharing()

    @property
    def connect_arguments(self) -> dict[str, Any]:
        """What a connection apart from these is opened with, as PostgreSQL's driver takes it."""
        return dict(self._engine.dialect.create_connect_args(self._engine.url)[1])

    @property
    def file(self) -> Path:
        """The file of a SQLite database."""
        if not self.is_sqlite or self._engine.url.database is None:
            raise ValueError(f"{self.place} is no file.")
        return Path(self._engine.url.database)

    async def read(
        self,
        work: Callable[Concatenate[Connection, S, P], T],
        scope: S,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Run `work` on one unchanging state of what the scope may see; return what it returns.

        PostgreSQL itself shows it no row of another tenant, nor, where `work` takes a `RoomScope`,
        of another room.
        """
        seeing = partial(self.reading, sight_of(work, scope))
        call = partial(_patiently, seeing, partial(work, **kwargs), scope)
        return await self._to_the_end(partial(call, *args), turn=self._readers)

    async def read_shared(self, work: Callable[[Connection, S, *Ts], T], scope: S, *args: *Ts) -> T:
        """Do as `read`, once for all who ask for the same before it has begun.

        For rows that each of hundreds of questions looks at. What is returned is shared, too.

        Args:
            args: Such as have a hash.
        """
        asked = partial(self.read, work, scope, *args)
        # Two people's scopes are equal: they name the same rows, but not what each may see of them.
        return await self._sharing.once((work, scope, scope.user_id, args), asked)

    async def write(
        self,
        work: Callable[Concatenate[Connection, S, P], T],
        scope: S,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Run `work` within the scope and commit; nothing of it stays if it raises."""
        seeing = partial(self.writing, sight_of(work, scope))
        call = partial(_patiently, seeing, partial(work, **kwargs), scope)
        return await self._to_the_end(partial(call, *args), turn=self._writers)

    async def read_all(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Read for the server itself, over all tenants: only what no one's scope can cover."""
        call = partial(_patiently, partial(self.reading, EVERYTHING), partial(work, **kwargs))
        return await self._to_the_end(partial(call, *args), turn=self._readers)

    async def write_all(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Write for the server itself, over all tenants: only what no one's scope can cover."""
        call = partial(_patiently, partial(self.writing, EVERYTHING), partial(work, **kwargs))
        return await self._to_the_end(partial(call, *args), turn=self._writers)

    @contextmanager
    def reading(self, sight: Sight = None) -> Iterator[Connection]:
        """Give a connection inside a read-only transaction, in the calling thread.

        All its statements see the same state. Without a `sight` it sees no tenant's rows on a
        PostgreSQL that locks them.
        """
        with (
            translated(self.place),
            self._engine.connect() as connection,
            connection.execution_options(**{_SIGHT: sight}).begin(),
        ):
            yield connection

    @contextmanager
    def writing(self, sight: Sight = None) -> Iterator[Connection]:
        """Give a connection inside a transaction that is committed at the end; see `reading`."""
        with (
            translated(self.place),
            self._engine.connect() as connection,
            connection.execution_options(**{_FOR_WRITING: True, _SIGHT: sight}).begin(),
        ):
            yield connection

    @contextmanager
    def rebuilding(self) -> Iterator[Connection]:
        """Give a transaction, committed at the end, in which tables may be made anew.

        Where SQLite minds foreign keys, dropping a table deletes what refers to its rows. Here it
        does not mind them: whoever rebuilds calls `broken_references` before the end.
        """
        with translated(self.place), self._engine.connect() as connection:
            if self.is_sqlite:
                connection.detach()  # closed afterwards: nobody else meets it in this state
                connection.connection.cursor().execute("PRAGMA foreign_keys = OFF")
            with connection.execution_options(**{_FOR_WRITING: True, _SIGHT: EVERYTHING}).begin():
                yield connection

    async def empty_log(self) -> bool:
        """Let nothing that was erased stay in SQLite's write-ahead log, which keeps old pages.

        Where another program reads all the while, it stays until that one ends, or the next call.

        Returns:
            Whether nothing of it stays.
        """
        if self.is_sqlite:
            return await self._to_the_end(self._empty_log, turn=self._writers)
        return True

    def connections(self) -> Mapping[str, int]:
        """Return how many connections are `used` and how many `idle`."""
        pool = self._engine.pool
        if not isinstance(pool, QueuePool):
            raise TypeError(f"{self.place} has no pool that counts.")
        return {"used": pool.checkedout(), "idle": pool.checkedin()}

    async def close(self) -> None:
        """Release all connections."""
        await to_thread.run_sync(self._engine.dispose)

    def close_now(self) -> None:
        """Release all connections, from ordinary code."""
        self._engine.dispose()

    async def _to_the_end(self, call: Callable[[], T], *, turn: asyncio.Semaphore) -> T:
        """Run `call` in a thread when its turn has come, and outwait every cancellation."""
        async with turn:
            loop = asyncio.get_running_loop()
            # Threads of its own: the turn was the wait, and those that all share may be busy.
            running = loop.run_in_executor(self._threads, copy_context().run, call)
            return await outwaited(running)

    def _empty_log(self) -> bool:
        with translated(self.place):
            connection = self._engine.raw_connection()
            try:
                cursor = connection.cursor()
                cursor.execute(f"PRAGMA busy_timeout = {_LOG_MILLISECONDS}")
                try:
                    ((busy, _, _),) = cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
                    return not busy
                finally:
                    cursor.execute(f"PRAGMA busy_timeout = {int(self._busy_seconds * 1000)}")
            finally:
                connection.close()


def _patiently(
    transaction: Callable[[], AbstractContextManager[Connection]],
    work: Callable[..., T],
    *args: object,
) -> T:
    """Run `work` in a transaction; again where the database went away before it came to commit."""
    give_up = time.monotonic() + _PATIENCE_SECONDS
    while True:
        committing = False
        try:
            with transaction() as connection:
                result = work(connection, *args)
                committing = True
        except StoreBusyError as error:
            if committing or not was_undone(error) or time.monotonic() > give_up:
                raise
        else:
            return result
        time.sleep(_AGAIN_SECONDS)


def _parsed(url: str) -> URL:
    """Return the URL with the driver that Kesher uses."""
    try:
        parsed = make_url(url)
    except ArgumentError as error:
        # The URL itself is not shown: it may hold a password.
        raise ConfigurationError(
            "`database_url` is no database URL. Write it as "
            "`postgresql+psycopg://user:password@host/name`, or leave it empty for SQLite."
        ) from error
    if parsed.drivername in _POSTGRES_NAMES:
        return parsed.set(drivername=_POSTGRES_DRIVER)
    if parsed.drivername == "sqlite" and parsed.database not in (None, "", ":memory:"):
        return parsed
    raise ConfigurationError(
        f"`database_url` asks for `{parsed.drivername}`, but Kesher keeps its data in a "
        f"SQLite file or in PostgreSQL. Write `postgresql+psycopg://user:password@host/name`, or "
        f"leave it empty."
    )


def _place(url: URL) -> str:
    if url.drivername == "sqlite":
        return f"The database file `{url.database}`"
    return f"The database `{url.database}` on `{url.host or url.query.get('host', 'localhost')}`"


def _engine(url: URL, busy_seconds: float) -> Engine:
    if url.drivername == "sqlite":
        engine = create_engine(
            url,
            pool_size=_CONNECTIONS,
            max_overflow=1,
            pool_timeout=busy_seconds,
            connect_args={"timeout": busy_seconds, "check_same_thread": False},
        )
        event.listen(engine, "connect", partial(_prepare_sqlite, busy_seconds))
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    engine = create_engine(
        url,
        pool_size=_CONNECTIONS,
        max_overflow=1,
        pool_timeout=busy_seconds,
        pool_pre_ping=True,  # a server that was restarted is met again without an error
        isolation_level="AUTOCOMMIT",  # the driver begins nothing by itself: `_begin_postgres` does
        connect_args={"connect_timeout": _CONNECT_SECONDS},
    )
    event.listen(engine, "connect", partial(_prepare_postgres, busy_seconds))
    event.listen(engine, "begin", _begin_postgres)
    return engine


def _prepare_sqlite(
    busy_seconds: float, connection: DBAPIConnection, _entry: ConnectionPoolEntry
) -> None:
    # The driver must not begin transactions by itself: `_begin_sqlite` does, of the right kind.
    connection.isolation_level = None
    cursor = connection.cursor()
    _use_write_ahead_log(cursor, give_up=time.monotonic() + busy_seconds)
    # FULL syncs the log at every commit. With NORMAL a power cut may undo the last commits, and
    # with them an upload that its sender was told is stored.
    # What is erased is overwritten at once; many builds leave it in the file's free pages.
    for pragma in (
        "synchronous = FULL",
        "foreign_keys = ON",
        "journal_size_limit = 67108864",
        "secure_delete = ON",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _use_write_ahead_log(cursor: Any, *, give_up: float) -> None:  # noqa: ANN401 - DB-API
    """Switch a new file to WAL. The switch fails at once where two programs try it together."""
    wait = _SMALLEST_WAIT_SECONDS
    while True:
        try:
            cursor.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() + wait > give_up:
                raise
            time.sleep(wait)
            wait *= 2
        else:
            return


def _begin_sqlite(connection: Connection) -> None:
    # A transaction that reads first and writes later fails at once if another wrote in between;
    # one that says at its beginning that it will write waits for its turn.
    if connection.get_execution_options().get(_FOR_WRITING, False):
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:  # which takes no lock yet, and so cannot fail
        connection.connection.cursor().execute("BEGIN")


def _prepare_postgres(
    busy_seconds: float, connection: DBAPIConnection, _entry: ConnectionPoolEntry
) -> None:
    cursor = connection.cursor()
    milliseconds = max(int(busy_seconds * 1000), 1)
    cursor.execute(f"SET lock_timeout = {milliseconds}")
    cursor.close()
    connection.commit()


def _begin_postgres(connection: Connection) -> None:
    options = connection.get_execution_options()
    # As SQLite does: all statements of one read see the same state.
    reads = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    begin(connection, "BEGIN" if options.get(_FOR_WRITING) else reads, options.get(_SIGHT))
