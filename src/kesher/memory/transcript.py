"""Turns of the log as lines for a model: when, who, what."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from kesher.domain.log import LogMessage


@dataclass(frozen=True, slots=True)
class Line:
    """One turn to be quoted."""

    at: datetime
    speaker: str
    text: str

    @classmethod
    def of(cls, message: LogMessage) -> "Line":
        """Return the line of a message; several lines of text, or of a name, become one."""
        named = message.speaker if message.role == "user" else message.role.value
        return cls(message.at, " ".join(named.split()), " ".join(message.text.split()))


def written_lines(lines: Sequence[Line], zone: str) -> str:
    """Return the lines in their order, each day named once before its first line."""
    local = ZoneInfo(zone)
    written: list[str] = []
    day = ""
    for line in lines:
        today = line.at.astimezone(local).date().isoformat()
        if today != day:
            written.append(f"[{today}]")
            day = today
        written.append(f"{line.speaker}: {line.text}")
    return "\n".join(written)
