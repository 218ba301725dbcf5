"""What a compaction is planned from, and the edits that a plan is made of."""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache

from kesher.context.given import expected
from kesher.context.guard.tags import unwrap, wrap
from kesher.context.invariants import check, kept_for_ever
from kesher.context.status.times import STAMP
from kesher.context.trajectory import Trajectory
from kesher.context.view import Group, apply_edit, groups
from kesher.context.wire import to_dict
from kesher.domain.canonical import canonical, digest
from kesher.domain.message import Message, Role
from kesher.domain.trajectory import Edit, EditKind, Entry, Event, Noted, Origin
from kesher.errors import ContextError
from kesher.text.language import Language, language

Count = Callable[[str], int]
"""Tokens of a text by the profile's tokenizer."""

PROGRESS_SOURCE = "progress"
"""The source of an entry that is the progress document, read back after a compaction."""


@dataclass(frozen=True, slots=True)
class Situation:
    """A trajectory as a plan sees it.

    Attributes:
        entries: As shown now.
        prefix_tokens: Of system message, tools and examples.
        budget_tokens: For the whole request.
        request: The user's latest request.
        plan: What is still to be done, one step a line; empty where there is no plan.
        last_hash: Of the log; it makes the ids of edits unique and repeatable.
        message_tokens: What the chat template adds to each message.
    """

    entries: tuple[Entry, ...]
    prefix_tokens: int
    budget_tokens: int
    count: Count
    request: str = ""
    plan: str = ""
    last_hash: str = ""
    message_tokens: int = 4

    @property
    def spoken(self) -> Language:
        """The language of the conversation: that of the user's latest request with letters."""
        return language(self.request)

    @property
    def tokens(self) -> int:
        """Of the prefix and all that is shown."""
        return self.prefix_tokens + sum(map(self.tokens_of, self.entries))

    @property
    def fixed_tokens(self) -> int:
        """Of the prefix and all that no edit may touch."""
        return self.prefix_tokens + sum(map(self.tokens_of, kept_for_ever(self.entries)))

    def tokens_of(self, entry: Entry) -> int:
        """Return the tokens of one message, rendered."""
        return self.count(canonical(to_dict(entry.message))) + self.message_tokens

    def text_tokens(self, entry: Entry) -> int:
        """Return the tokens of the text alone."""
        return self.count(entry.message.text or "")

    def after(self, edits: Iterable[Edit]) -> "Situation":
        """Return the situation in which these edits hold."""
        shown = self.entries
        for edit in edits:
            shown = apply_edit(shown, edit)
        return replace(self, entries=shown)


def situation_of(
    trajectory: Trajectory, *, budget_tokens: int, count: Count, message_tokens: int = 4
) -> Situation:
    """Return what a plan for the trajectory starts from.

    Args:
        budget_tokens: For the whole request.
        count: Pure; each text is counted once.

    Raises:
        InputError: it is no trajectory.
    """
    expected(trajectory, Trajectory, name="trajectory", give="a `Trajectory`")
    counted = cache(count)
    shown = trajectory.entries()
    prefix = trajectory.prefix
    fixed = [*prefix.tools, prefix.system]
    fixed += [canonical(to_dict(message)) for message in prefix.examples]
    asked = [e.message.text or "" for e in shown if e.origin is Origin.USER]
    telling = [text for text in asked if any(char.isalpha() for char in text)]
    return Situation(
        entries=shown,
        prefix_tokens=sum(map(counted, fixed)) + message_tokens * (1 + len(prefix.examples)),
        budget_tokens=budget_tokens,
        count=counted,
        request=telling[-1] if telling else "",
        plan="\n".join(open_steps(trajectory.events)),
        last_hash=trajectory.last_hash,
        message_tokens=message_tokens,
    )


def open_steps(events: Sequence[Event]) -> tuple[str, ...]:
    """Return the steps of the latest `todo` note that are not done, in order."""
    notes = [e.payload for e in events if isinstance(e.payload, Noted)]
    bodies = [note.body for note in notes if note.topic == "todo"]
    return tuple(_open_in(json.loads(bodies[-1]))) if bodies else ()


def _open_in(value: object) -> Iterable[str]:
    """Yield the texts of items that are not done, however the list is wrapped."""
    if isinstance(value, list):
        for item in value:
            yield from _open_in(item)
        return
    if not isinstance(value, dict):
        return
    state = str(value.get("status", value.get("state", ""))).lower()
    text = next((value[key] for key in ("text", "content", "title") if key in value), None)
    if isinstance(text, str):
        if state not in ("done", "completed", "cancelled"):
            yield text
        return
    for nested in value.values():
        yield from _open_in(nested)


def make_edit(
    situation: Situation,
    kind: EditKind,
    targets: Sequence[int],
    texts: Sequence[str] = (),
    *,
    reason: str,
    layer: str,
) -> Edit:
    """Return an edit whose id follows from the log and from what it does."""
    parts: list[str] = [situation.last_hash, kind.value, layer, *map(str, targets), *texts]
    key = digest(canonical([*parts]))[:16]
    return Edit(f"ed_{key}", kind, tuple(targets), tuple(texts), reason, layer)


def accepted(situation: Situation, edits: Iterable[Edit], *, least_tokens: int = 1) -> list[Edit]:
    """Return the edits that may stand and save tokens, each judged after those before it.

    Args:
        least_tokens: An edit that saves fewer is left out: the cache that it breaks costs more.
    """
    shown, found = situation.entries, []
    for edit in edits:
        try:
            changed = apply_edit(shown, edit)
            check(shown, changed)
        except ContextError:
            continue  # what may not be changed stays as it is; that is a plan, no failure
        if saved_tokens(situation, shown, changed) >= least_tokens:
            shown = changed
            found.append(edit)
    return found


def saved_tokens(situation: Situation, before: Sequence[Entry], after: Sequence[Entry]) -> int:
    """Return how many tokens fewer `after` takes; only what differs is counted."""
    was, now = set(map(id, before)), set(map(id, after))
    gone = sum(situation.tokens_of(entry) for entry in before if id(entry) not in now)
    come = sum(situation.tokens_of(entry) for entry in after if id(entry) not in was)
    return gone - come


def open_results(situation: Situation) -> tuple[Entry, ...]:
    """Return the tool results that an edit may still shorten: never marked, not pinned."""
    return tuple(
        entry
        for entry in situation.entries
        if entry.message.role is Role.TOOL
        and not entry.pinned
        and entry.origin is not Origin.HARNESS
        and not is_marked(entry)
        and entry.message.text
    )


def plain_text(entry: Entry) -> str:
    """Return what a message says, without a mark of ours and without the guard's tag."""
    text = entry.message.text or ""
    if is_marked(entry):
        text = text.partition("\n")[2]
    wrapped = unwrap(text)
    return wrapped.text if wrapped else text


def with_text(entry: Entry, text: str) -> str:
    """Return a new text for a message, in the guard's tag where its text was in one."""
    wrapped = unwrap((entry.message.text or "").strip())
    return wrap(text, source=wrapped.source, nonce=wrapped.nonce) if wrapped else text


def is_marked(entry: Entry) -> bool:
    """Tell whether an entry is compressed: rewritten, with one of the marks of `LABELS` in front.

    A result from which only noise was taken carries none and may still be compressed.
    """
    text = entry.message.text or ""
    return entry.edit_id is not None and text.startswith("[") and not STAMP.match(text)


def movable_runs(situation: Situation, *, keep_groups: int) -> list[list[Group]]:
    """Return the groups that may be replaced, those that follow one another together.

    Left out are the last `keep_groups`, the progress document, and every group with something
    that no edit may touch.
    """
    kept = {entry.sequence for entry in kept_for_ever(situation.entries)}
    runs: list[list[Group]] = [[]]
    listed = groups(situation.entries)
    told = [group.id for group in listed if group.entries[0].source != PROGRESS_SOURCE]
    moved = set(told[: max(0, len(told) - keep_groups)])
    for group in listed:
        touched = any(entry.sequence in kept for entry in group.entries)
        if group.id not in moved or touched or is_waiting(group):
            runs.append([])
            continue
        runs[-1].append(group)
    return [run for run in runs if run]


def is_waiting(group: Group) -> bool:
    """Tell whether one of the group's calls has no result yet."""
    results = {entry.message.tool_call_id for entry in group.entries}
    calls = [call.id for entry in group.entries for call in entry.message.tool_calls]
    return any(call_id not in results for call_id in calls)


def call_of(entries: Sequence[Entry], result: Message) -> tuple[str, str] | None:
    """Return name and arguments of the call that a result answers; None if it is not shown."""
    for entry in reversed(entries):
        for call in entry.message.tool_calls:
            if call.id == result.tool_call_id:
                return call.name, call.arguments
    return None
