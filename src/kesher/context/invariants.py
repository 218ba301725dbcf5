"""What always holds of a trajectory, checked once after every edit."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from kesher.context.view import Group, groups
from kesher.domain.message import Message, Role
from kesher.domain.trajectory import Entry, Origin
from kesher.errors import InvariantError
from kesher.text.language import language

_MARKUP = re.compile(r"<[^<>]{1,400}>")
"""Tags are in no language: the guard's tag alone would outweigh a short Hebrew quotation."""
_TELLING_CHARS = 40
"""A shorter text may be a number, a path or a mark; it has no language to keep."""


def check(before: Sequence[Entry], after: Sequence[Entry]) -> None:
    """Make sure that an edit may stand.

    Calls and their results are whole; protected reasoning is byte-equal or its whole group is
    gone; the first and the latest request of the user and all that is pinned stay as they were;
    the order is kept; a text that stands in place of others is in their language.

    Args:
        before: As shown without the edit.
        after: As shown with it.

    Raises:
        InvariantError: one of these would not hold; the message says which, and where.
    """
    check_whole(after)
    _refuse(_lost(before, after))
    _refuse(_altered(before, after))
    _refuse(_in_another_language(before, after))


def check_whole(shown: Sequence[Entry]) -> None:
    """Make sure that every result has its call and every call its result. Raises as `check`."""
    _refuse(faults(shown))


def faults(shown: Sequence[Entry]) -> Iterator[str]:
    """Yield what a provider would refuse: results without calls, calls without results.

    The last group may still wait for results.
    """
    found = groups(shown)
    for place, group in enumerate(found):
        yield from _unpaired(group, is_last=place == len(found) - 1)
    sequences = [entry.sequence for entry in shown]
    if sequences != sorted(sequences):
        yield "The order of the messages has changed."


def _unpaired(group: Group, *, is_last: bool) -> Iterator[str]:
    calls = [call.id for entry in group.entries for call in entry.message.tool_calls]
    results = [
        entry.message.tool_call_id or ""
        for entry in group.entries
        if entry.message.role is Role.TOOL
    ]
    for call_id, times in Counter(results).items():
        if call_id not in calls:
            yield f"The result of call `{call_id}` in group {group.id} has no call."
        if times > 1:
            yield f"The call `{call_id}` in group {group.id} has {times} results."
    if is_last:
        return
    for call_id in calls:
        if call_id not in results:
            yield f"The call `{call_id}` in group {group.id} has no result."


def kept_for_ever(shown: Sequence[Entry]) -> tuple[Entry, ...]:
    """Return what no edit may touch: pinned entries, the user's first and latest request."""
    asked = [entry for entry in shown if entry.origin is Origin.USER]
    ends = {entry.sequence for entry in (*asked[:1], *asked[-1:])}
    return tuple(entry for entry in shown if entry.pinned or entry.sequence in ends)


def _lost(before: Sequence[Entry], after: Sequence[Entry]) -> Iterator[str]:
    now = {entry.sequence: entry.message for entry in after}
    for entry in kept_for_ever(before):
        if now.get(entry.sequence) != entry.message:
            kind = "pinned message" if entry.pinned else "request of the user"
            yield f"The {kind} at event {entry.sequence} would be lost or changed."


def _altered(before: Sequence[Entry], after: Sequence[Entry]) -> Iterator[str]:
    was = {entry.sequence: entry for entry in before}
    for entry in after:
        earlier = was.get(entry.sequence)
        if earlier is None or earlier.message == entry.message or _is_summary(earlier, entry):
            continue
        if _fixed(earlier.message) != _fixed(entry.message):
            yield f"Reasoning or calls of the message at event {entry.sequence} would be changed."
        if any(block.is_protected for block in earlier.message.reasoning):
            yield f"The message at event {entry.sequence} has signed reasoning; drop its group."


def _fixed(message: Message) -> tuple[object, ...]:
    """Return what no edit rewrites."""
    return message.role, message.reasoning, message.tool_calls, message.tool_call_id


def _is_summary(earlier: Entry, entry: Entry) -> bool:
    return entry.edit_id != earlier.edit_id and entry.origin is Origin.HARNESS


def _in_another_language(before: Sequence[Entry], after: Sequence[Entry]) -> Iterator[str]:
    was = {entry.sequence: entry for entry in before}
    left = {entry.group for entry in after if entry.edit_id is None}
    for entry in after:
        earlier = was.get(entry.sequence)
        if earlier is None or earlier.edit_id == entry.edit_id:
            continue
        replaced = [earlier]
        if _is_summary(earlier, entry):
            replaced = [e for e in before if e.group not in left]
        text = _MARKUP.sub(" ", entry.message.text or "")
        allowed = _languages(replaced) | _languages(_asked(before))
        if len(text) >= _TELLING_CHARS and allowed and language(text) not in allowed:
            yield (
                f"The text in place of event {entry.sequence} is in `{language(text)}`; what it "
                f"replaces is in {', '.join(sorted(allowed))}."
            )


def _asked(shown: Sequence[Entry]) -> list[Entry]:
    return [entry for entry in shown if entry.origin is Origin.USER]


def _languages(shown: Sequence[Entry]) -> set[str]:
    spoken = [entry for entry in shown if entry.origin in (Origin.USER, Origin.MODEL)] or shown
    texts = [entry.message.text or "" for entry in spoken]
    return {language(text) for text in texts if any(map(str.isalpha, text))}


def _refuse(found: Iterator[str]) -> None:
    reasons = list(found)
    if reasons:
        raise InvariantError(f"{' '.join(reasons)} Nothing was changed.")
