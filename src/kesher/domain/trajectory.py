"""A trajectory: a frozen prefix and the append-only, hash-chained events after it."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from kesher.domain.message import Message, ToolCall


class Origin(StrEnum):
    """Where the words of a message come from; the guard decides by it."""

    USER = "user"
    MODEL = "model"
    TOOL = "tool"
    """A tool whose results our own side computes."""
    EXTERNAL = "external"
    """Content by others. It is material, never an instruction."""
    HARNESS = "harness"
    """Written by Kesher: a status, a summary, a skill, an answer for a call that cannot be made."""


@dataclass(frozen=True, slots=True)
class Prefix:
    """What stands before every event and never changes.

    Attributes:
        system: Text of the system message.
        tools: Tool schemas as canonical JSON objects, in canonical order.
        examples: A synthetic first turn (few-shot), alternating user and assistant.
        hash: SHA-256, hexadecimal, over all of it.
    """

    system: str
    tools: tuple[str, ...]
    examples: tuple[Message, ...]
    hash: str


@dataclass(frozen=True, slots=True)
class Said:
    """A message joins the trajectory.

    Attributes:
        source: Of external content: the tool, the address, the document.
        pinned: It survives every compaction: the first request, constraints, a loaded skill.
        refs: Ids of the facts and chunks that its text holds.
    """

    message: Message
    origin: Origin
    source: str = ""
    pinned: bool = False
    refs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CallStarted:
    """A tool is about to run; written first, so that a crash never runs it twice unseen."""

    call: ToolCall


class EditKind(StrEnum):
    """How the view of earlier events changes. The events themselves stay."""

    OFFLOAD = "offload"
    """A message's text goes to a file; a preview stands in its place."""
    REPLACE = "replace"
    """A shorter text stands in place of a message's text."""
    DROP = "drop"
    """Whole groups are no longer shown."""
    SUMMARISE = "summarise"
    """One text stands in place of whole groups that follow one another."""
    RESTORE = "restore"
    """An earlier edit is taken back."""


@dataclass(frozen=True, slots=True)
class Edit:
    """One change of what is shown, frozen when it is made.

    Attributes:
        targets: OFFLOAD, REPLACE: sequences of message events. DROP, SUMMARISE: sequences of the
            first event of each group. RESTORE: empty.
        replacements: OFFLOAD, REPLACE: one text for each target. SUMMARISE: one text. Else empty.
        reason: Why, for a person who asks.
        layer: Which layer or strategy made it.
        original: Where the full text can be read again (a file's name, a sha256), if apart from
            the log.
        restores: RESTORE: the id of the edit that is taken back.
    """

    id: str
    kind: EditKind
    targets: tuple[int, ...]
    replacements: tuple[str, ...]
    reason: str
    layer: str
    original: str | None = None
    restores: str | None = None


@dataclass(frozen=True, slots=True)
class Edited:
    """What is shown of earlier events changes."""

    edit: Edit


@dataclass(frozen=True, slots=True)
class StatusKept:
    """A status that stays where it was put (append mode)."""

    text: str


@dataclass(frozen=True, slots=True)
class Requested:
    """A request was sent; the record of that id says what the model saw."""

    request_id: str


@dataclass(frozen=True, slots=True)
class Interrupted:
    """The loop waits for a person to allow or refuse a call.

    Attributes:
        binding: SHA-256 over tool name and canonical arguments: a decision holds for these only.
    """

    id: str
    call: ToolCall
    reason: str
    binding: str


@dataclass(frozen=True, slots=True)
class Decided:
    """A person's word on an interrupt."""

    interrupt_id: str
    allowed: bool
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Noted:
    """Something that code keeps for itself and the model sees only through other messages.

    Attributes:
        topic: `todo`, `progress`, `skill`, `tool_revealed`, `breaker`, `directory` ...
        body: Canonical JSON text.
    """

    topic: str
    body: str


@dataclass(frozen=True, slots=True)
class Stopped:
    """The loop came to rest.

    Attributes:
        reason: One of `kesher.domain.agent.AgentStop`.
        detail: A sentence for a person; empty for an ordinary end.
    """

    reason: str
    detail: str = ""


Payload = (
    Said | CallStarted | Edited | StatusKept | Requested | Interrupted | Decided | Noted | Stopped
)


@dataclass(frozen=True, slots=True)
class Event:
    """One link of the chain.

    Attributes:
        sequence: Place in the trajectory, from 0 without gaps.
        previous: The hash before it; for the first, the prefix's.
        hash: SHA-256, hexadecimal, over `previous`, sequence, time and payload.
    """

    sequence: int
    at: datetime
    payload: Payload
    previous: str
    hash: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One message as shown now, after all edits.

    Attributes:
        sequence: The event it comes from; for a summary, the first event it stands for.
        group: Sequence of the first event of its atomic group: a call, its results, its reasoning.
        edit_id: The edit that wrote its text; None: as it was said.
    """

    sequence: int
    group: int
    message: Message
    origin: Origin
    source: str = ""
    pinned: bool = False
    refs: tuple[str, ...] = ()
    edit_id: str | None = None
