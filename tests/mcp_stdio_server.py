"""A real MCP server over standard streams, for tests: `python mcp_stdio_server.py FOLDER [OPTION…]`.

FOLDER is where it leaves what tests look at. Options: `shuffled` lists its tools the other way
round, `more` adds a tool, `stray` writes a line to stdout that is no message, `child` starts a
process that outlives it, `dies` ends at once.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import anyio
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.utilities.types import Image
from mcp_types import ToolAnnotations

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


def environment() -> dict[str, str]:
    return dict(os.environ)


def make_server(folder: Path, options: Sequence[str]) -> MCPServer:
    async def hang(mark: str) -> str:
        (folder / f"{mark}.begun").write_text(str(os.getpid()), encoding="utf-8")
        try:
            await anyio.sleep_forever()
        finally:
            (folder / f"{mark}.ended").write_text("", encoding="utf-8")

    async def meet(mark: str, other: str) -> str:
        """Comes back once the call that it is to meet is under way too."""
        (folder / f"{mark}.begun").write_text("", encoding="utf-8")
        with anyio.fail_after(20):
            while not (folder / f"{other}.begun").exists():
                await anyio.sleep(0.01)
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


def main(folder: Path, options: Sequence[str]) -> None:
    with (folder / "pids").open("a", encoding="utf-8") as file:
        file.write(f"{os.getpid()}\n")
    sys.stderr.write("השרת עלה\n")
    sys.stderr.flush()
    if "dies" in options:
        raise SystemExit("there is no database")
    if "stray" in options:
        sys.stdout.write("Welcome to the server!\n")
        sys.stdout.flush()
    if "child" in options:
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        (folder / "child").write_text(str(child.pid), encoding="utf-8")
    make_server(folder, options).run("stdio")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
