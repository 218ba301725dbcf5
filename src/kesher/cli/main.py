"""The `kesher` command."""

import gc
import sys
from pathlib import Path
from typing import Annotated

import typer

from kesher import __version__
from kesher.cli.context import Invocation
from kesher.cli.loading import LazyGroup
from kesher.cli.terminal import errors, write, write_json
from kesher.config.load import load
from kesher.errors import KesherError

INTERRUPTED = 130
# Modules make hundreds of thousands of objects, and they stay; looking through them again and again
# took a quarter of the time of a short command.
_OBJECTS_BETWEEN_LOOKS = 50_000

app = typer.Typer(
    name="kesher",
    cls=LazyGroup,
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


def main() -> None:
    """Run the command: exit 0 when done, 1 with one sentence when refused, 2 for wrong usage."""
    gc.set_threshold(_OBJECTS_BETWEEN_LOOKS)
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
