"""A log read from a file and added message by message: what `kesher memory import` does."""

import sys
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from kesher.cli.client import JsonObject
from kesher.cli.failures import CommandError
from kesher.domain.log import LogMessage
from kesher.memory.log_lines import read_log_line

Add = Callable[[JsonObject], Awaitable[JsonObject]]


class Numbered(NamedTuple):
    """A message and the number of its line, from 1."""

    line: int
    message: LogMessage


def read_log(file: Path) -> list[Numbered]:
    """Return the messages of a file, or of stdin for `-`: oldest first, ties as they stand.

    Raises:
        CommandError: there is no such file, or it is not UTF-8.
        InputError: a line is no message; it says which and why.
    """
    # Only a line feed ends a line: the text of a message may hold U+2028 and its kin.
    lines = _text(file).split("\n")
    found = [
        Numbered(number, read_log_line(line, number=number))
        for number, line in enumerate(lines, 1)
        if line.strip()
    ]
    return sorted(found, key=lambda each: each.message.at)


async def add_all(messages: Sequence[Numbered], add: Add) -> int:
    """Add messages in their order and count those that were not there yet.

    Raises:
        CommandError: one is refused; it says which line, and how many before it were added.
    """
    new = 0
    for done, (line, message) in enumerate(messages):
        try:
            added = await add(_body(message))
        except CommandError as error:
            raise CommandError(
                error.refused_code,
                f"Line {line} (message `{message.id}` of thread `{message.thread_id}`) is refused: "
                f"{error} The {done:,} older messages are in the log. Mend the line and import the "
                f"file again: what is there already changes nothing.",
            ) from error
        new += bool(added["is_new"])
    return new


def _text(file: Path) -> str:
    try:
        data = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
        return data.decode("utf-8-sig")
    except OSError as error:
        raise CommandError(
            "input.invalid", f"`{file}` cannot be read: {error.strerror}. Give a file or -."
        ) from error
    except UnicodeDecodeError as error:
        raise CommandError(
            "input.invalid", f"`{file}` is not UTF-8 (byte {error.start:,}). Save it as UTF-8."
        ) from error


def _body(message: LogMessage) -> JsonObject:
    return {
        "id": message.id,
        "thread": message.thread_id,
        "role": message.role.value,
        "speaker": message.speaker,
        "at": message.at.isoformat(),
        "zone": message.time_zone,
        "text": message.text,
        "injected": [list(span) for span in message.injected],
        "context_tokens": 0,
    }
