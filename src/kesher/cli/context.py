"""What every command is given, and how it runs its asynchronous part."""

import asyncio
from collections.abc import Coroutine
from enum import StrEnum
from typing import Annotated, Any, Protocol, TypeVar

import typer

from kesher.config.settings import Settings
from kesher.telemetry import set_up_logs
from kesher.text.harmless import harmless

T = TypeVar("T")


class LoadSettings(Protocol):
    """Reads the settings, some of them given on the command line."""

    def __call__(self, **changes: object) -> Settings:
        """Return the settings; a None among `changes` leaves what is set elsewhere."""
        ...


class Invocation:
    """One run of the command: its settings, read when they are needed."""

    def __init__(self, load: LoadSettings) -> None:
        self.settings = load


def settings_of(context: typer.Context, **changes: object) -> Settings:
    """Return the settings of this run.

    Raises:
        ConfigurationError: one of them is wrong.
    """
    invocation = context.find_root().obj
    if not isinstance(invocation, Invocation):
        raise TypeError("The command was not started by kesher.cli.main.")
    settings = invocation.settings(**changes)
    # A command tells its results itself; the log of the server behind it is for its faults.
    level = "warning" if settings.log_level == "info" else settings.log_level
    set_up_logs(level, harmless=harmless, form=settings.log_format)
    return settings


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run a command's asynchronous part to its end."""
    return asyncio.run(work)


class Spoken(StrEnum):
    """The languages in which a finding is told."""

    ENGLISH = "en"
    HEBREW = "he"


Language = Annotated[Spoken, typer.Option("--language", help="In which the findings are told.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
RoomName = Annotated[str, typer.Argument(help="The room's name or id.")]
