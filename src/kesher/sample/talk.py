"""The sample conversation, read from the package's own data."""

import json
from dataclasses import dataclass
from importlib.resources import files

THREAD = "שיחה לדוגמה"


@dataclass(frozen=True, slots=True)
class Line:
    """One message.

    Attributes:
        days_ago: On which day, counted back from the day on which it is added.
        hour: Of that day, in the zone of the memory.
        role: user or assistant.
    """

    days_ago: int
    hour: int
    role: str
    text: str


def talk() -> tuple[Line, ...]:
    """Return the conversation, oldest first."""
    text = files("kesher.sample").joinpath("talk.jsonl").read_text("utf-8")
    return tuple(Line(**json.loads(line)) for line in text.splitlines())
