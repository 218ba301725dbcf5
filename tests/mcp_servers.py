"""Real MCP servers for tests, as processes of their own."""

import asyncio
import os
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

from kesher.adapters.mcp_tools.source import McpTools
from kesher.domain.mcp_server import McpServer

HERE = Path(__file__).parent
SECONDS = 30.0
"""Longest that a test waits for anything."""


def stdio_server(folder: Path, *options: str, name: str = "diary", **changes: Any) -> McpServer:
    command = (sys.executable, str(HERE / "mcp_test_server.py"), str(folder), *options)
    return McpServer(name, **{"command": command, "timeout_seconds": SECONDS, **changes})


def rude_server(how: str, **changes: Any) -> McpServer:
    command = (sys.executable, str(HERE / "mcp_rude_server.py"), how)
    return McpServer("rude", **{"command": command, "timeout_seconds": SECONDS, **changes})


@contextmanager
def http_server(folder: Path, *options: str, port: int = 0) -> Iterator[int]:
    """Run a server over streamable HTTP; give its port. It takes connections from the start."""
    with socket.socket() as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(("127.0.0.1", port))
        listening.listen()
        taken: int = listening.getsockname()[1]
        number = listening.fileno()
        script = HERE / "mcp_test_server.py"
        process = subprocess.Popen(
            [sys.executable, str(script), str(folder), str(number), *options],
            pass_fds=[number],
            stderr=subprocess.DEVNULL,
        )
    try:
        yield taken
    finally:
        process.kill()
        process.wait(SECONDS)


def over_http(port: int, **changes: Any) -> McpServer:
    url = f"http://127.0.0.1:{port}/mcp"
    return McpServer("web", **{"url": url, "timeout_seconds": SECONDS, **changes})


@asynccontextmanager
async def opened(server: McpServer) -> AsyncIterator[McpTools]:
    source = McpTools(server)
    try:
        yield source
    finally:
        await source.close()


def pipe(path: Path) -> "asyncio.Task[str]":
    """Make a named pipe and read it to its end, which comes when its last writer is gone."""
    os.mkfifo(path)
    reading = asyncio.to_thread(path.read_text, encoding="utf-8")
    return asyncio.create_task(asyncio.wait_for(reading, SECONDS))


def starts(folder: Path) -> list[int]:
    """Return the process ids of a server's starts, in order."""
    file = folder / "starts"
    return [int(line) for line in file.read_text(encoding="utf-8").split()] if file.exists() else []


def is_running(pid: int) -> bool:
    """Tell whether there is such a process, an ended one that nobody has asked after included."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
