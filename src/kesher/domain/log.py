"""The append-only log of conversations: what was said, by whom, when. The source of all facts."""

import json
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from kesher.domain.canonical import canonical


class Speaking(StrEnum):
    """On which side of the conversation a message was said."""

    USER = "user"
    ASSISTANT = "assistant"


USER_SPEAKER = "user"


@dataclass(frozen=True, slots=True)
class LogMessage:
    """One message as it was said; nothing in it ever changes.

    Attributes:
        id: The caller's own where it has one: the same id again adds nothing.
        thread_id: The conversation; any text.
        speaker: Who said it. `user` is the person of a thread with one; threads between several
            people name each. The first person in the text is this speaker.
        at: When it was said, with the speaker's UTC offset: relative dates count from it.
        time_zone: IANA name of the speaker's zone, for dates on the other side of a clock change.
        text: The exact words.
        injected: Half-open spans of `text` in code points that a program put there (memories,
            documents). No fact is ever taken from them.
    """

    id: str
    thread_id: str
    role: Speaking
    at: datetime
    text: str
    speaker: str = USER_SPEAKER
    time_zone: str = "Asia/Jerusalem"
    injected: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class MessageRef:
    """A message by its ids, enough to open it."""

    thread_id: str
    message_id: str


def answer_message(answer_id: str) -> str:
    """Return the id of the message by which a thread's answer stands in its memory's log."""
    return f"{answer_id}:answer"


def message_ref(thread_id: str, message_id: str) -> str:
    """Return the name by which `Segment.refs` tell that a prompt holds a message of the log."""
    return canonical([thread_id, message_id])


def parsed_message_ref(ref: str) -> MessageRef | None:
    """Undo `message_ref`; None: the reference is none to a message."""
    if not ref.startswith("["):  # ids of facts and chunks are words
        return None
    try:
        thread_id, message_id = json.loads(ref)
    except ValueError:
        return None
    return MessageRef(thread_id, message_id)
