"""Layer 2: noise goes without a summary: repeated results, old readings, empty ones, mended errors.

What failed and what was empty stays in the progress document, which is made from the whole log.
"""

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from kesher.context.compaction.extractive import boilerplate, without_noise
from kesher.context.compaction.labels import LABELS
from kesher.context.compaction.signals import is_empty, is_failure
from kesher.context.compaction.situation import (
    Situation,
    accepted,
    make_edit,
    open_results,
    plain_text,
    with_text,
)
from kesher.context.view import Group, groups
from kesher.domain.canonical import canonical
from kesher.domain.message import Role
from kesher.domain.trajectory import Edit, EditKind, Entry

LAYER = "noise"
_MOST_KEPT = 0.9
"""Lines are taken out of a result only where a tenth of its tokens or more goes."""


@dataclass(frozen=True, slots=True)
class _Call:
    """A call with its result.

    Attributes:
        key: Name and arguments, equal for the same call.
    """

    id: str
    name: str
    key: str
    result: Entry

    @property
    def text(self) -> str:
        return plain_text(self.result)


def plan(
    situation: Situation, *, reads: Collection[str] = (), keep_groups: int = 2
) -> tuple[Edit, ...]:
    """Return the edits that remove what says nothing any more.

    Args:
        reads: Tools that only look something up: of two equal calls, the later result holds.
        keep_groups: The last groups are not dropped.
    """
    calls = _calls(situation.entries)
    found = [
        *_repeated(situation, calls),
        *_superseded(situation, calls, frozenset(reads)),
        *_useless(situation, calls, keep_groups),
        *_boilerplate(situation),
    ]
    return tuple(accepted(situation, _each_once(found)))


def _each_once(found: Sequence[Edit]) -> Iterator[Edit]:
    """Yield the edits without those of a target that an earlier one rewrites already."""
    taken: set[int] = set()
    for edit in found:
        if edit.kind is EditKind.DROP or not taken.intersection(edit.targets):
            taken.update(edit.targets)
            yield edit


def _calls(entries: Sequence[Entry]) -> list[_Call]:
    made = {call.id: call for entry in entries for call in entry.message.tool_calls}
    found = []
    for entry in entries:
        call = made.get(entry.message.tool_call_id or "")
        if entry.message.role is Role.TOOL and call is not None:
            key = f"{call.name} {_canonical(call.arguments)}"
            found.append(_Call(call.id, call.name, key, entry))
    return found


def _canonical(arguments: str) -> str:
    try:
        return canonical(json.loads(arguments))
    except ValueError:
        return arguments


def _repeated(situation: Situation, calls: Sequence[_Call]) -> Iterator[Edit]:
    last = {(call.key, call.text): call for call in calls}
    label = LABELS[situation.spoken].again
    for call in _open(situation, calls):
        later = last[call.key, call.text]
        if later is not call:
            yield _pointer(situation, call, label.format(call=later.id), "repeated later")


def _superseded(
    situation: Situation, calls: Sequence[_Call], reads: frozenset[str]
) -> Iterator[Edit]:
    last = {call.key: call for call in calls if not is_failure(call.text)}
    label = LABELS[situation.spoken].newer
    for call in _open(situation, calls):
        later = last.get(call.key)
        if (
            call.name in reads
            and later is not None
            and later.result.sequence > call.result.sequence
        ):
            yield _pointer(situation, call, label.format(call=later.id), "read anew later")


def _pointer(situation: Situation, call: _Call, text: str, reason: str) -> Edit:
    return make_edit(
        situation, EditKind.REPLACE, (call.result.sequence,), (text,), reason=reason, layer=LAYER
    )


def _open(situation: Situation, calls: Sequence[_Call]) -> list[_Call]:
    free = {entry.sequence for entry in open_results(situation)}
    return [call for call in calls if call.result.sequence in free]


def _useless(situation: Situation, calls: Sequence[_Call], keep_groups: int) -> Iterator[Edit]:
    """Drop whole groups whose results are all empty, or errors that a later call mended."""
    listed = groups(situation.entries)
    by_result = {call.result.sequence: call for call in calls}
    for group in listed[: max(0, len(listed) - keep_groups)]:
        results = [e for e in group.entries if e.message.role is Role.TOOL]
        mine = [by_result[e.sequence] for e in results if e.sequence in by_result]
        if not mine or len(mine) != len(results) or _says_something(group):
            continue
        if all(_is_over(call, calls) for call in mine):
            yield make_edit(
                situation,
                EditKind.DROP,
                (group.id,),
                reason="empty results, or errors that a later call mended",
                layer=LAYER,
            )


def _says_something(group: Group) -> bool:
    first = group.entries[0].message
    return bool(first.text and first.text.strip()) or group.pinned


def _is_over(call: _Call, calls: Sequence[_Call]) -> bool:
    """Tell whether a later call of the same tool brought what this one did not."""
    if not (is_empty(call.text) or is_failure(call.text)):
        return False
    return any(
        later.name == call.name
        and later.result.sequence > call.result.sequence
        and not is_empty(later.text)
        and not is_failure(later.text)
        for later in calls
    )


def _boilerplate(situation: Situation) -> Iterator[Edit]:
    results = open_results(situation)
    repeated = boilerplate([plain_text(entry) for entry in results])
    for entry in results:
        text = plain_text(entry)
        cleaned = without_noise(text, repeated)
        if cleaned and situation.count(cleaned) < _MOST_KEPT * situation.count(text):
            yield make_edit(
                situation,
                EditKind.REPLACE,
                (entry.sequence,),
                (with_text(entry, cleaned),),
                reason="menus and lines that several results repeat",
                layer=LAYER,
            )
