"""Times as a person gives them to a command."""

from datetime import datetime

import typer


def checked_instant(given: str) -> str:
    """Return a time with its offset as it was given; empty stays empty.

    Raises:
        typer.BadParameter: it is no time of ISO 8601, or has no UTC offset.
    """
    try:
        has_offset = not given or datetime.fromisoformat(given).utcoffset() is not None
    except ValueError:
        has_offset = False
    if not has_offset:
        raise typer.BadParameter(
            f"`{given}` is no time with its UTC offset. Write it so: 2026-03-01T09:00:00+02:00."
        )
    return given
