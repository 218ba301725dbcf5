"""The trajectory: a frozen prefix, and an event log that only grows."""

from collections.abc import Iterable
from datetime import datetime

from kesher.context.given import expected
from kesher.context.invariants import check, check_whole
from kesher.context.joining import check_given, check_order
from kesher.context.prefix import prefix_hash
from kesher.context.view import apply_edit, entries, standing_edits
from kesher.domain.event_json import (
    event_from_json,
    event_hash,
    event_to_json,
    prefix_from_json,
    prefix_to_json,
)
from kesher.domain.trajectory import (
    Edit,
    Edited,
    EditKind,
    Entry,
    Event,
    Payload,
    Prefix,
)
from kesher.errors import BrokenChainError, ContextError

_UNREADABLE = (ValueError, RecursionError, OverflowError)
"""Not JSON or of another form; nested without end; a number without bounds."""


class Trajectory:
    """A prefix and the events after it. The same log gives the same bytes in every process.

    Args:
        prefix: As `make_prefix` froze it.
        events: An earlier log, whose chain is checked.

    Raises:
        BrokenChainError: the log does not follow from the prefix.
        InputError: one of them is of another kind.
    """

    def __init__(self, prefix: Prefix, events: Iterable[Event] = ()) -> None:
        _check_prefix(expected(prefix, Prefix, name="prefix", give="what `make_prefix` returned"))
        self._prefix = prefix
        self._events: list[Event] = []
        self._shown: tuple[Entry, ...] | None = None
        for event in events:
            self._join(expected(event, Event, name="events", give="events, or use `from_jsonl`"))

    @property
    def prefix(self) -> Prefix:
        """What stands before every event."""
        return self._prefix

    @property
    def events(self) -> tuple[Event, ...]:
        """The log, oldest first."""
        return tuple(self._events)

    @property
    def last_hash(self) -> str:
        """The hash that the next event follows."""
        return self._events[-1].hash if self._events else self._prefix.hash

    def append(self, payload: Payload, *, at: datetime) -> Event:
        """Add an event and return it. There is no other way to grow.

        Raises:
            InputError: it is no event, or `at` has no time zone.
            InvariantError: it is an edit that would break what must always hold, a result without
                a call that waits for it, a message while calls wait for their results, or one
                with two calls of one id.
            ContextError: it is an edit of what is not there, or one that changes nothing.
        """
        check_given(payload, at)
        check_order(self._events, payload)
        if isinstance(payload, Edited):
            self._check_edit(payload.edit)
        sequence = len(self._events)
        hashed = event_hash(self.last_hash, sequence, at, payload)
        event = Event(sequence, at, payload, self.last_hash, hashed)
        self._add(event)
        return event

    def apply(self, edit: Edit, *, at: datetime) -> Event:
        """Change what is shown of earlier events, and log the change. Raises as `append`."""
        return self.append(Edited(edit), at=at)

    def entries(self) -> tuple[Entry, ...]:
        """Return the messages as shown now, after all edits."""
        if self._shown is None:
            self._shown = entries(self._events)
        return self._shown

    def until(self, sequence: int) -> "Trajectory":
        """Return the trajectory as it was when the event of that sequence had just come."""
        earlier = Trajectory(self._prefix)
        earlier._events = self._events[: sequence + 1]  # their chain was checked as they came
        return earlier

    def to_jsonl(self) -> str:
        """Return prefix and events, one canonical JSON object a line.

        A lone surrogate stands in it as it is: encode with `errors="backslashreplace"`, which makes
        it the JSON escape of itself. An agent's log holds none.
        """
        lines = [prefix_to_json(self._prefix), *map(event_to_json, self._events)]
        return "\n".join(lines) + "\n"

    @classmethod
    def from_jsonl(cls, text: str) -> "Trajectory":
        """Return the trajectory that `to_jsonl` wrote, its chain checked.

        Raises:
            BrokenChainError: a line is missing, changed or no event; the message says which.
        """
        expected(text, str, name="text", give="the log as a text, decoded from UTF-8")
        lines = [line for line in text.removeprefix("\ufeff").split("\n") if line.strip()]
        if not lines:
            raise BrokenChainError("The log is empty. Its first line must be the prefix.")
        try:
            prefix = prefix_from_json(lines[0])
        except _UNREADABLE as error:
            raise BrokenChainError(f"Line 1 is no prefix: {error}") from error
        events = []
        for number, line in enumerate(lines[1:], start=2):
            try:
                events.append(event_from_json(line))
            except _UNREADABLE as error:
                raise BrokenChainError(f"Line {number}: {error}") from error
        return cls(prefix, events)

    def _join(self, event: Event) -> None:
        place = len(self._events)
        wanted = event_hash(self.last_hash, place, event.at, event.payload)
        if event.sequence != place or event.previous != self.last_hash or event.hash != wanted:
            raise BrokenChainError(
                f"Event {event.sequence} does not follow from the {place} before it: it was "
                f"changed, or one is missing or out of place. Read the log anew from its store."
            )
        self._add(event)

    def _add(self, event: Event) -> None:
        self._events.append(event)
        self._shown = None

    def _check_edit(self, edit: Edit) -> None:
        edits = [e.payload.edit for e in self._events if isinstance(e.payload, Edited)]
        known = {each.id: each for each in edits}
        if edit.id in known:
            raise ContextError(f"There is an edit `{edit.id}` already. Give each its own id.")
        before = self.entries()
        if edit.kind is not EditKind.RESTORE:
            after = apply_edit(before, edit)
            check(before, after)
            if [entry.message for entry in before] == [entry.message for entry in after]:
                raise ContextError(
                    f"The edit `{edit.id}` changes nothing: what it asks for is shown already. "
                    f"Leave it out."
                )
            return
        if edit.restores not in {standing.id for standing in standing_edits(self._events)}:
            raise ContextError(_no_restore(edit, known.get(edit.restores or "")))
        probe = Event(len(self._events), self._events[-1].at, Edited(edit), "", "")
        check_whole(entries([*self._events, probe]))


def _no_restore(edit: Edit, named: Edit | None) -> str:
    """Return why there is nothing that a restore could take back, and what to do."""
    if named is None:
        return f"There is no edit `{edit.restores}` to take back."
    if named.kind is EditKind.RESTORE:
        return (
            f"`{named.id}` is itself a restore and cannot be taken back. To have the edit "
            f"`{named.restores}` again, apply it anew under an id of its own."
        )
    return f"The edit `{named.id}` was taken back already. Leave the restore out."


def _check_prefix(prefix: Prefix) -> None:
    if prefix_hash(prefix.system, prefix.tools, prefix.examples) != prefix.hash:
        raise BrokenChainError("The prefix does not give its hash: it was changed.")
