"""What two logs say of a delegated task: who does it, where a fork began, what is asked. Pure."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kesher.domain.canonical import canonical
from kesher.domain.json_value import JsonObject
from kesher.domain.trajectory import CallStarted, Event, Interrupted, Noted, Requested, Said

SOURCE = "delegation"
"""The source of the message that gives a sub-agent its task."""
CHILD = "delegated"
"""Topic of the parent's note that names the sub-agent of a call."""
BEGINNING = "delegation"
"""Topic of the sub-agent's own first note."""


@dataclass(frozen=True, slots=True)
class Delegation:
    """A task as it was given.

    Attributes:
        depth: 1: by the agent that a person runs.
    """

    task: str
    forked: bool
    depth: int

    def note(self) -> Noted:
        """Return the note that begins the sub-agent's own part of its log."""
        return Noted(BEGINNING, canonical({"forked": self.forked, "depth": self.depth}))


def delegated(call_id: str, child_id: str) -> Noted:
    """Return the parent's note that a call is done by a sub-agent."""
    return Noted(CHILD, canonical({"call": call_id, "trajectory": child_id}))


def child_of(events: Sequence[Event], call_id: str) -> str | None:
    """Return the sub-agent that does a call; None: none was begun."""
    found = [note for note in _notes(events, CHILD) if note.get("call") == call_id]
    return str(found[-1]["trajectory"]) if found else None


def children(events: Sequence[Event]) -> tuple[str, ...]:
    """Return the trajectories that these events delegated to, oldest first."""
    return tuple(str(note["trajectory"]) for note in _notes(events, CHILD))


def fork_point(events: Sequence[Event], call_id: str) -> int:
    """Return how many of the parent's events the request had shown that led to a call."""
    sent = 0
    for place, event in enumerate(events):
        if isinstance(event.payload, Requested):
            sent = place
        if isinstance(event.payload, CallStarted) and event.payload.call.id == call_id:
            return sent
    return sent


def own_events(events: Sequence[Event]) -> Sequence[Event]:
    """Return a sub-agent's events since its own beginning; none before it began."""
    for place in range(len(events) - 1, -1, -1):
        payload = events[place].payload
        if isinstance(payload, Noted) and payload.topic == BEGINNING:
            return events[place:]
    return ()


def is_forked(events: Sequence[Event]) -> bool:
    """Tell whether a sub-agent began with all that its parent had seen."""
    notes = _notes(own_events(events), BEGINNING)
    return bool(notes and notes[0].get("forked"))


def has_begun(events: Sequence[Event], delegation: Delegation) -> bool:
    """Tell whether the sub-agent's own part of its log has begun.

    A fork holds the beginnings of those above it, which are less deep.
    """
    own = own_events(events)
    return bool(own) and own[0].payload == delegation.note()


def has_task(events: Sequence[Event], delegation: Delegation) -> bool:
    """Tell whether a sub-agent has got its task."""
    return has_begun(events, delegation) and any(
        isinstance(event.payload, Said) and event.payload.source == SOURCE
        for event in own_events(events)
    )


def surfaced(asked: Interrupted, child_id: str) -> Interrupted:
    """Return a sub-agent's question as its parent's log holds it.

    The call's id is set apart, since both models may have chosen the same one.
    """
    return replace(asked, call=replace(asked.call, id=f"{child_id}/{asked.call.id}"))


def _notes(events: Sequence[Event], topic: str) -> list[JsonObject]:
    return [
        json.loads(event.payload.body)
        for event in events
        if isinstance(event.payload, Noted) and event.payload.topic == topic
    ]
