"""How a command tells of a server that ends while it answers; over a real socket."""

import asyncio
from pathlib import Path

import pytest

from kesher.adapters.folder_lock import FolderLock
from kesher.cli.client import connected
from kesher.cli.failures import CommandError
from kesher.config.settings import Settings

BEGUN = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"


async def _end_in_the_middle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.readuntil(b"\r\n\r\n")
    writer.write(BEGUN)
    await writer.drain()
    writer.close()
    await writer.wait_closed()


@pytest.mark.anyio
async def test_a_server_that_ends_while_it_tells_how_far_it_is_is_said_to_have_ended(
    tmp_path: Path,
) -> None:
    server = await asyncio.start_server(_end_in_the_middle, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with server:
        with FolderLock(tmp_path) as lock:
            lock.acquire(f"http://127.0.0.1:{port}")
            with pytest.raises(CommandError, match="in the middle of its answer"):
                async with connected(Settings.model_validate({"data_folder": tmp_path})) as client:
                    assert [event async for event in client.events("GET", "/api/x")] == []
