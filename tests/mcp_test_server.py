"""A real MCP server for tests: `python mcp_test_server.py FOLDER [OPTION ...]`.

FOLDER is where it leaves what tests look at. It speaks over standard streams, or, where an option
is the number of a listening socket that it has inherited, over streamable HTTP. Other options:
`shuffled` lists the tools the other way round, `more` adds one, `stray` writes a line to stdout
that is no message, `child` starts a process that would outlive it, `dies` ends at once, and
`guarded` wants a token.
"""

import os
import socket
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import anyio
import uvicorn
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.utilities.types import Image
from mcp_types import ToolAnnotations
from starlette.types import ASGIApp, Receive, Scope, Send

LOOK_UP = "Finds a number. מוצא מספר. يجد رقما. Находит номер."


def look_up(name: str) -> str:
    return f"{name}: 03-5551234, رقم الهاتف, телефон"


def add(first: int, second: int) -> dict[str, int]:
    return {"סכום": first + second}


def picture() -> Image:
    return Image(data=b"\x89PNG" + bytes(96), format="png")


def huge(size: int) -> str:
    return "שלום " * (size // 5)


def fail() -> str:
    raise ToolError("היומן נעול. The diary is locked. Дневник закрыт. اليومية مقفلة.")


def environment() -> str:
    return " ".join(sorted(os.environ)) + " " + os.environ.get("TOKEN", "")


def make_server(folder: Path, options: Sequence[str]) -> MCPServer:
    begun: dict[str, anyio.Event] = defaultdict(anyio.Event)

    async def hang() -> str:
        """Says in the pipe `begun` who it is, and in the pipe `ended` that it was cancelled."""
        (folder / "begun").write_text(str(os.getpid()), encoding="utf-8")
        try:
            await anyio.sleep_forever()
        finally:
            if (folder / "ended").exists():
                (folder / "ended").write_text("cancelled", encoding="utf-8")
        return ""

    async def meet(mark: str, other: str) -> str:
        """Comes back once the call that it is to meet is under way too."""
        begun[mark].set()
        await begun[other].wait()
        return f"{mark} פגש את {other}"

    async def change(context: Context) -> str:
        server.add_tool(add, name="later", description="Came later.")
        await context.session.send_tool_list_changed()
        return "done"

    server = MCPServer("test")
    tools: list[tuple[Callable[..., Any], str, str, ToolAnnotations | None]] = [
        (look_up, "look_up", LOOK_UP, ToolAnnotations(read_only_hint=True)),
        (look_up, "חיפוש", LOOK_UP, None),
        (add, "add", "Adds. " * 1_000, ToolAnnotations(destructive_hint=True)),
        (picture, "picture", "\u202eA picture\u202c\u200b", None),
        (huge, "huge", "Much text.", None),
        (fail, "fail", "Fails.", None),
        (environment, "environment", "Its environment.", None),
        (hang, "hang", "Never ends.", None),
        (meet, "meet", "Meets another call.", None),
        (change, "change", "Changes the list.", None),
    ]
    if "more" in options:
        tools.append((add, "more", "One more.", None))
    for function, name, description, hints in reversed(tools) if "shuffled" in options else tools:
        server.add_tool(function, name=name, description=description, annotations=hints)
    return server


def guarded(app: ASGIApp) -> ASGIApp:
    """Refuse requests without the token."""

    async def only_known(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and (b"x-token", b"secret") not in scope["headers"]:
            await send({"type": "http.response.start", "status": 401, "headers": []})
            await send({"type": "http.response.body", "body": b"no token"})
            return
        await app(scope, receive, send)

    return only_known


def serve(server: MCPServer, listening: socket.socket, *, is_guarded: bool) -> None:
    app: ASGIApp = server.streamable_http_app()
    config = uvicorn.Config(guarded(app) if is_guarded else app, log_level="error", lifespan="on")
    uvicorn.Server(config).run(sockets=[listening])


def main(folder: Path, options: Sequence[str]) -> None:
    with (folder / "starts").open("a", encoding="utf-8") as file:
        file.write(f"{os.getpid()}\n")
    sys.stderr.write("השרת עלה\n")
    sys.stderr.flush()
    if "dies" in options:
        raise SystemExit("there is no database")
    if "stray" in options:
        sys.stdout.write("Welcome to the server!\n")
        sys.stdout.flush()
    if "child" in options:
        with (folder / "child").open("w", encoding="utf-8") as pipe:
            subprocess.Popen(["sleep", "600"], stdout=pipe, stdin=subprocess.DEVNULL)
    server = make_server(folder, options)
    numbers = [int(option) for option in options if option.isdigit()]
    if numbers:
        serve(server, socket.socket(fileno=numbers[0]), is_guarded="guarded" in options)
    else:
        server.run("stdio")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
