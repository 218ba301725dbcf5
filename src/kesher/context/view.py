"""What is shown of a trajectory now: its messages after all edits, and their atomic groups."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from kesher.domain.message import Message, Role
from kesher.domain.trajectory import (
    Edit,
    Edited,
    EditKind,
    Entry,
    Event,
    Origin,
    Said,
    StatusKept,
)
from kesher.errors import ContextError

STATUS_SOURCE = "status"
"""The source of an entry that is a kept status."""


@dataclass(frozen=True, slots=True)
class Group:
    """Entries that stay or go together: a call, its results and its reasoning; or one message.

    Attributes:
        id: Sequence of its first event.
    """

    id: int
    entries: tuple[Entry, ...]

    @property
    def pinned(self) -> bool:
        """Whether any of its messages survives every compaction."""
        return any(entry.pinned for entry in self.entries)

    @property
    def protected(self) -> bool:
        """Whether it holds reasoning that the provider checks byte for byte."""
        return any(
            block.is_protected for entry in self.entries for block in entry.message.reasoning
        )


def entries(events: Iterable[Event]) -> tuple[Entry, ...]:
    """Return the messages that the events show, in order, each edit carried out in its turn.

    Raises:
        ContextError: an edit names what is not there.
    """
    listed = list(events)
    shown = _said(listed)
    for edit in standing_edits(listed):
        shown = apply_edit(shown, edit)
    return shown


def standing_edits(events: Iterable[Event]) -> tuple[Edit, ...]:
    """Return the edits that hold, in order: those that no later one has taken back."""
    edits = [event.payload.edit for event in events if isinstance(event.payload, Edited)]
    undone = {edit.restores for edit in edits if edit.kind is EditKind.RESTORE}
    return tuple(e for e in edits if e.kind is not EditKind.RESTORE and e.id not in undone)


def groups(shown: Sequence[Entry]) -> tuple[Group, ...]:
    """Return the entries by their atomic groups, in order."""
    return tuple(
        Group(group, tuple(members)) for group, members in groupby(shown, key=lambda e: e.group)
    )


def apply_edit(shown: Sequence[Entry], edit: Edit) -> tuple[Entry, ...]:
    """Return the entries after one edit.

    Raises:
        ContextError: it names an entry or a group that is not shown, or its texts do not fit.
    """
    return _EDITS[edit.kind](shown, edit)


def _said(events: Sequence[Event]) -> tuple[Entry, ...]:
    found: list[Entry] = []
    group = -1
    for event in events:
        said = _as_said(event)
        if said is None:
            continue
        if said.message.role is not Role.TOOL:
            group = event.sequence
        found.append(
            Entry(
                sequence=event.sequence,
                group=group,
                message=said.message,
                origin=said.origin,
                source=said.source,
                pinned=said.pinned,
                refs=said.refs,
            )
        )
    return tuple(found)


def _as_said(event: Event) -> Said | None:
    if isinstance(event.payload, StatusKept):
        message = Message(Role.USER, event.payload.text)
        return Said(message, Origin.HARNESS, source=STATUS_SOURCE)
    return event.payload if isinstance(event.payload, Said) else None


def _rewritten(shown: Sequence[Entry], edit: Edit) -> tuple[Entry, ...]:
    if len(edit.targets) != len(edit.replacements):
        raise ContextError(
            f"The edit `{edit.id}` has {len(edit.targets)} targets and "
            f"{len(edit.replacements)} replacements. Give one for each."
        )
    texts = dict(zip(edit.targets, edit.replacements, strict=True))
    _check_known(edit, texts.keys(), {entry.sequence for entry in shown})
    return tuple(
        _with_text(entry, texts[entry.sequence], edit.id) if entry.sequence in texts else entry
        for entry in shown
    )


def _with_text(entry: Entry, text: str, edit_id: str) -> Entry:
    message = replace(entry.message, text=text, parts=None)
    return replace(entry, message=message, edit_id=edit_id)


def _dropped(shown: Sequence[Entry], edit: Edit) -> tuple[Entry, ...]:
    targets = set(edit.targets)
    _check_known(edit, targets, {entry.group for entry in shown})
    return tuple(entry for entry in shown if entry.group not in targets)


def _summarised(shown: Sequence[Entry], edit: Edit) -> tuple[Entry, ...]:
    order = [group.id for group in groups(shown)]
    _check_known(edit, edit.targets, set(order))
    if len(edit.replacements) != 1 or not edit.targets:
        raise ContextError(f"The edit `{edit.id}` needs targets and one text in their place.")
    first = order.index(edit.targets[0])
    if tuple(order[first : first + len(edit.targets)]) != edit.targets:
        raise ContextError(f"The groups of the edit `{edit.id}` do not follow one another.")
    targets = set(edit.targets)
    refs = dict.fromkeys(ref for entry in shown if entry.group in targets for ref in entry.refs)
    summary = Entry(
        sequence=edit.targets[0],
        group=edit.targets[0],
        message=Message(Role.USER, edit.replacements[0]),
        origin=Origin.HARNESS,
        refs=tuple(refs),
        edit_id=edit.id,
    )
    kept: list[Entry] = []
    for entry in shown:
        if entry.group not in targets:
            kept.append(entry)
        elif entry.group == edit.targets[0] and summary not in kept:
            kept.append(summary)
    return tuple(kept)


def _check_known(edit: Edit, named: Iterable[int], known: set[int]) -> None:
    missing = sorted(set(named) - known)
    if missing:
        raise ContextError(
            f"The edit `{edit.id}` ({edit.kind}) names {missing}, which is not shown. It was "
            f"dropped or summarised before, or is no message; restore that first."
        )


def _restored(shown: Sequence[Entry], edit: Edit) -> tuple[Entry, ...]:
    del edit  # `standing_edits` has left out what it takes back
    return tuple(shown)


_EDITS: dict[EditKind, Callable[[Sequence[Entry], Edit], tuple[Entry, ...]]] = {
    EditKind.OFFLOAD: _rewritten,
    EditKind.REPLACE: _rewritten,
    EditKind.DROP: _dropped,
    EditKind.SUMMARISE: _summarised,
    EditKind.RESTORE: _restored,
}
