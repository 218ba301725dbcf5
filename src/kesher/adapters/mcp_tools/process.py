"""A server of one's own that speaks over its standard streams, ended with all that it started.

MCP's own client hands down more of the environment than is wanted here, takes lines without
bound, and leaves alone what a server that has ended had started.

Source:
    https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#stdio
"""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import TypeAlias

import anyio
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.message import SessionMessage
from mcp_types import jsonrpc_message_adapter

INHERITED = ("PATH", "HOME", "LANG")
MESSAGE_BYTES = 16 * 1024 * 1024
"""Longest line of a server; one that writes longer ones is given up."""
END_SECONDS = 2.0
"""What a server gets to end once its stdin is closed."""

_STDERR_BYTES = 4_096
_KILL_SECONDS = 2.0
_CHUNK_BYTES = 1024 * 1024

_Incoming: TypeAlias = SessionMessage | Exception
Streams: TypeAlias = tuple[
    MemoryObjectReceiveStream[_Incoming], MemoryObjectSendStream[SessionMessage]
]


@dataclass(slots=True)
class ServerProcess:
    """One run of a server.

    Attributes:
        ended: Set as soon as it writes no more.
        fault: Why it was given up; empty: it ended by itself, or runs.
        stray: The last line of its stdout that was no message.
    """

    command: tuple[str, ...]
    env: Mapping[str, str]
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    fault: str = ""
    stray: str = ""
    _stderr: bytes = b""

    @property
    def stderr(self) -> str:
        """The end of what it wrote to stderr."""
        return self._stderr.decode("utf-8", "replace")

    @asynccontextmanager
    async def streams(self) -> AsyncIterator[Streams]:
        """Start it, and end it with its whole process group at the end.

        Raises:
            OSError: it cannot be started.
        """
        process = await asyncio.create_subprocess_exec(
            *self.command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env=self._environment(),
            limit=_CHUNK_BYTES,
            start_new_session=True,  # a group of its own, to be killed with what it starts
        )
        to_session, incoming = anyio.create_memory_object_stream[_Incoming](0)
        outgoing, from_session = anyio.create_memory_object_stream[SessionMessage](0)
        try:
            async with (
                to_session,
                incoming,
                outgoing,
                from_session,
                anyio.create_task_group() as group,
            ):
                group.start_soon(self._read, process, to_session)
                group.start_soon(self._write, process, from_session)
                group.start_soon(self._listen, process)
                try:
                    yield incoming, outgoing
                finally:
                    group.cancel_scope.cancel()
        finally:
            await _end(process)

    def _environment(self) -> dict[str, str]:
        inherited = {name: os.environ[name] for name in INHERITED if name in os.environ}
        return {**inherited, **self.env}

    async def _read(
        self,
        process: asyncio.subprocess.Process,
        to_session: MemoryObjectSendStream[_Incoming],
    ) -> None:
        """Give the session each message of stdout; what is none is kept to be named."""
        if process.stdout is None:
            raise AssertionError("The process was started with pipes.")
        try:
            rest = b""
            with suppress(anyio.BrokenResourceError, anyio.ClosedResourceError):
                while chunk := await process.stdout.read(_CHUNK_BYTES):
                    *lines, rest = (rest + chunk).split(b"\n")
                    for line in lines:
                        await self._take(line, to_session)
                    if len(rest) > MESSAGE_BYTES:
                        self.fault = f"it wrote a message of more than {MESSAGE_BYTES:,} bytes."
                        return
        finally:
            self.ended.set()
            to_session.close()

    async def _take(self, line: bytes, to_session: MemoryObjectSendStream[_Incoming]) -> None:
        if not line.strip():
            return
        try:
            message = jsonrpc_message_adapter.validate_json(line, by_name=False)
        except ValueError:
            self.stray = line[:200].decode("utf-8", "replace")
            return
        await to_session.send(SessionMessage(message))

    async def _write(
        self,
        process: asyncio.subprocess.Process,
        from_session: MemoryObjectReceiveStream[SessionMessage],
    ) -> None:
        if process.stdin is None:
            raise AssertionError("The process was started with pipes.")
        with suppress(OSError, anyio.ClosedResourceError):
            async for sent in from_session:
                text = sent.message.model_dump_json(by_alias=True, exclude_unset=True)
                process.stdin.write(text.encode() + b"\n")
                await process.stdin.drain()
        self.ended.set()

    async def _listen(self, process: asyncio.subprocess.Process) -> None:
        if process.stderr is None:
            raise AssertionError("The process was started with pipes.")
        while chunk := await process.stderr.read(_CHUNK_BYTES):
            self._stderr = (self._stderr + chunk)[-_STDERR_BYTES:]


async def _end(process: asyncio.subprocess.Process) -> None:
    """Close its stdin, give it a moment, then kill the group, what an ended server left too."""
    if process.stdin is not None:
        process.stdin.close()
    try:
        await _wait(process, END_SECONDS)
    finally:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    await _wait(process, _KILL_SECONDS)


async def _wait(process: asyncio.subprocess.Process, seconds: float) -> None:
    """Wait for its end, reading what it still writes, since a full pipe would hold it up."""
    if process.stdout is None or process.stderr is None:
        raise AssertionError("The process was started with pipes.")
    with suppress(TimeoutError, OSError):
        async with asyncio.timeout(seconds):
            while await process.stdout.read(_CHUNK_BYTES):
                continue
            while await process.stderr.read(_CHUNK_BYTES):
                continue
            await process.wait()
