"""The `kesher` command."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from kesher import __version__
from kesher.cli import (
    admin,
    agents,
    ask,
    audit,
    backup,
    documents,
    evaluate_memory,
    evaluate_room,
    keys,
    lint_prompt,
    lint_trace,
    local,
    memory,
    records,
    requests,
    research,
    retention,
    rooms,
    skills,
    usage,
    versions,
    worker,
)
from kesher.cli.context import Invocation
from kesher.cli.terminal import errors, write, write_json
from kesher.config.load import load
from kesher.errors import KesherError

INTERRUPTED = 130

app = typer.Typer(
    name="kesher",
    help="The context engine that decides what a language model sees. Hebrew first.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _version(wanted: bool) -> None:
    if wanted:
        write(f"kesher {__version__}")
        raise typer.Exit


@app.callback()
def _begin(
    context: typer.Context,
    data: Annotated[
        Path | None,
        typer.Option("--data", help="Data folder (KESHER_DATA_FOLDER; default ./kesher-data)."),
    ] = None,
    config: Annotated[
        Path | None, typer.Option("--config", help="Settings file (default ./kesher.toml).")
    ] = None,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    context.obj = Invocation(lambda **changes: load(file=config, data_folder=data, **changes))


app.add_typer(rooms.app, name="room")
app.add_typer(skills.app, name="skills")
app.add_typer(memory.app, name="memory")
app.add_typer(records.app, name="record")
app.add_typer(admin.app, name="admin")
app.add_typer(keys.app, name="key")
documents.add_to(app)
versions.add_to(app)
retention.add_to(app)
ask.add_to(app)
research.add_to(app)
requests.add_to(app)
agents.add_to(app)
backup.add_to(app)
audit.add_to(app)
usage.add_to(app)
local.add_to(app)
worker.add_to(app)
evaluate_memory.add_to(local.evaluate_app)
evaluate_room.add_to(local.evaluate_app)
lint_trace.add_to(app)
lint_prompt.add_to(app)


def main() -> None:
    """Run the command: exit 0 when done, 1 with one sentence when refused, 2 for wrong usage."""
    try:
        app(standalone_mode=True)
    except KesherError as error:
        _refuse(error)
    except SystemExit as ended:
        if ended.code == INTERRUPTED:  # the framework turns Ctrl-C into this exit code
            errors.print("Stopped. What was done is kept; the same command goes on from there.")
        raise


def _refuse(error: KesherError) -> None:
    if "--json" in sys.argv:
        write_json(
            {"error": {"code": getattr(error, "refused_code", error.code), "message": str(error)}}
        )
    errors.print(f"kesher: {error}", markup=False)
    sys.exit(1)
