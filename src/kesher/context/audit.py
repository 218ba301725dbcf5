"""Why the cache broke: where a request parts from the one before it, by which cause, at what cost.

What is lost is counted to the end of the earlier request, its tail apart: evidence and status are
written anew each time, so they are never expected to be reused. Below the length from which the
provider caches at all, nothing is lost.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from kesher.context.cost import lost_tokens, lost_usd
from kesher.context.given import expected_segments
from kesher.context.profiles import chosen
from kesher.context.rendered import common_chars, joined, piece_at, tokens_before
from kesher.context.text_changes import content_cause, spelling_cause, unescaped
from kesher.domain.json_value import JsonObject
from kesher.domain.profile import Profile, ReasoningRule
from kesher.domain.request import Audit, Break, Context, Segment, SegmentKind
from kesher.domain.trajectory import Edit, Edited, EditKind, Event

AROUND_CHARS = 60

_PASSING = (SegmentKind.MEMORY, SegmentKind.EVIDENCE, SegmentKind.STATUS)

LAWFUL_CAUSES = frozenset({"reasoning_left_out", "memory_changed"})
"""Causes that the provider's own rules or an erasure bring about; nobody did wrong."""

EXPLANATIONS = {
    "tools_reordered": "The same tools stand in another order. Sort them by name once.",
    "tool_added": "A tool joined in mid-thread. Put its schema into a result, or reveal it by "
    "tool search, so that earlier bytes stay.",
    "tool_removed": "A tool left in mid-thread. Keep the schema and refuse the call instead.",
    "tool_changed": "A tool's schema changed in mid-thread. Freeze it for the thread.",
    "system_changed": "The system message changed. Move what changes into the status at the end.",
    "timestamp_in_system": "The system message holds a time. Move it into the status at the end.",
    "timestamp": "An earlier message holds a time that was written anew. Freeze it once said.",
    "request_id": "An identifier differs from request to request. Leave it out of the prompt.",
    "user_state": "A user's state (a balance, a count) is written anew. Move it into the status.",
    "snapshot_rerendered": "A snapshot (date, directory, version control) was taken again. Keep "
    "the first one; say later changes at the end.",
    "examples_changed": "The examples changed. Freeze one set for each kind of task.",
    "keys_reordered": "The same JSON has its keys in another order. Write it canonically.",
    "escapes_changed": "Letters are escaped in one and not in the other. Write JSON with "
    "`ensure_ascii=False` always.",
    "spacing_changed": "The same JSON is spaced otherwise. Write it canonically.",
    "normalisation_drift": "The same text is composed (NFC) in one and decomposed (NFD) in the "
    "other. Never normalise what was sent.",
    "direction_mark_drift": "Direction marks came or went. Never change them in what was sent.",
    "trailing_space": "Only spaces at the ends of lines differ. Never strip what was sent.",
    "reasoning_left_out": "The provider's rule leaves earlier reasoning out after a new message "
    "of the user.",
    "reasoning_changed": "Earlier reasoning was changed or left out. Send it back unchanged.",
    "sliding_window": "The oldest messages were cut off. Compact in large steps, and log it.",
    "message_removed": "Earlier messages are gone. Compact in large steps, and log it.",
    "message_edited": "An earlier message was changed. Append a correction instead.",
    "history_rewritten": "The history was written anew without a logged edit.",
    "status_in_the_middle": "A status stands before other messages and changes. Put it last.",
    "tool_result_as_user": "A tool's result came back as a user's message. Keep the tool role.",
    "memory_changed": "What memory knew when the conversation began is no longer the same: "
    "something of it was erased.",
    "tail_moved": "Evidence or status of an earlier request stands elsewhere now. Keep it last.",
}
"""What each cause means and what to do, by its stable word."""


def audit(
    previous: Sequence[Segment] | Context | None,
    following: Sequence[Segment] | Context,
    *,
    profile: Profile | str,
    edits: Sequence[Edit] = (),
    count: Callable[[str], int] | None = None,
) -> Audit:
    """Compare a request with the one before it.

    Args:
        previous: Segments of the request before, or its context; None for the first of its
            trajectory.
        profile: Its name is enough.
        edits: Those logged between the two, as `edits_after` gives them.
        count: The counter that the segments were counted by, for the exact token of a break
            within a message; without it, tokens are taken to be spread evenly over a message.

    Raises:
        InputError: one of them is of another kind.
        ConfigurationError: there is no profile of that name.
    """
    rules = chosen(profile)
    now_sent = expected_segments(following, name="following")
    total = sum(segment.tokens for segment in now_sent)
    if previous is None or not (sent := expected_segments(previous, name="previous")):
        return Audit(0, total)
    was, now = _readable(sent, now_sent)
    common = common_chars(joined(was), joined(now))
    reused = tokens_before(now, common, count)
    broken = _break(was, now, common, rules, count)
    logged = broken is not None and _explained(was, now, common, edits)
    return Audit(reused, total - reused, broken, logged)


def edits_after(events: Iterable[Event], sequence: int) -> tuple[Edit, ...]:
    """Return the edits logged after an event, with those that they take back."""
    listed = [(e.sequence, e.payload.edit) for e in events if isinstance(e.payload, Edited)]
    by_id = {edit.id: edit for _, edit in listed}
    found: list[Edit] = []
    for place, edit in listed:
        if place > sequence:
            found.append(edit)
            if edit.restores in by_id:
                found.append(by_id[edit.restores])
    return tuple(found)


def _readable(
    previous: Sequence[Segment], following: Sequence[Segment]
) -> tuple[list[Segment], list[Segment]]:
    """Return both requests; a segment whose text was erased takes it from its equal."""
    texts = {segment.hash: segment for segment in following if segment.text}
    was = [s if s.text else texts.get(s.hash, s) for s in previous]
    return was, list(following)


def _tail_start(segments: Sequence[Segment]) -> int:
    """Return the index from which memory, evidence and status stand, to the end."""
    start = len(segments)
    while start:
        message = segments[start - 1].message
        inside = [i for i, s in enumerate(segments[:start]) if s.message == message]
        first = next((i for i in inside if segments[i].kind in _PASSING), None)
        if message < 0 or first is None:
            return start
        start = first
        if first != inside[0]:
            return start
    return start


def _break(
    was: Sequence[Segment],
    now: Sequence[Segment],
    common: int,
    profile: Profile,
    count: Callable[[str], int] | None,
) -> Break | None:
    kept = was[: _tail_start(was)]
    kept_chars = sum(len(segment.text) for segment in kept)
    if common >= kept_chars:
        return None
    token = tokens_before(kept, common, count)
    earlier = sum(segment.tokens for segment in kept)
    lost = lost_tokens(profile, earlier=earlier, reused=token)
    old, new = joined(kept), joined(now)
    cause = _cause(kept, now, common, profile)
    start = max(0, common - AROUND_CHARS)
    return Break(
        cause=cause,
        message=kept[piece_at(kept, common)[0]].message,
        byte=len(old[:common].encode("utf-8", "surrogatepass")),
        token=token,
        lost_tokens=lost,
        lost_usd=lost_usd(profile, lost),
        before=old[start : common + AROUND_CHARS],
        after=new[start : common + AROUND_CHARS],
        explanation=EXPLANATIONS[cause],
    )


def _cause(was: Sequence[Segment], now: Sequence[Segment], common: int, profile: Profile) -> str:
    old = was[piece_at(was, common)[0]]
    place = piece_at(now, common)[0]
    new = now[place] if place < len(now) else None
    if old.kind is SegmentKind.TOOLS:
        return tools_cause(_texts(was, SegmentKind.TOOLS), _texts(now, SegmentKind.TOOLS))
    if new is not None and new.kind is SegmentKind.TOOLS:
        return "tool_added"
    if old.kind is SegmentKind.SYSTEM:
        return system_cause(old.text, "".join(_texts(now, SegmentKind.SYSTEM)))
    if old.kind is SegmentKind.EXAMPLES:
        return "examples_changed"
    if old.kind in _PASSING:
        is_frozen = old.kind is SegmentKind.MEMORY and not _said_before(was, old)
        return "memory_changed" if is_frozen else "tail_moved"
    return _trajectory_cause(old, new, (was, now), profile)


def _said_before(segments: Sequence[Segment], one: Segment) -> bool:
    """Tell whether a message of the trajectory stands before a segment."""
    before = segments[: segments.index(one)]
    return any(segment.kind is SegmentKind.TRAJECTORY for segment in before)


def _texts(segments: Sequence[Segment], kind: SegmentKind) -> list[str]:
    return [segment.text for segment in segments if segment.kind is kind]


def tools_cause(was: Sequence[str], now: Sequence[str]) -> str:
    """Return by which cause two lists of tool schemas, JSON texts, differ."""
    if Counter(was) == Counter(now):
        return "tools_reordered"
    old = {_tool_name(text): text for text in was}
    new = {_tool_name(text): text for text in now}
    if old.keys() != new.keys():
        return "tool_removed" if old.keys() - new.keys() else "tool_added"
    for name, text in old.items():
        if text != new[name]:
            return json_cause(text, new[name]) or "tool_changed"
    return "tool_changed"


def _tool_name(text: str) -> str:
    try:
        schema: JsonObject = json.loads(text)
    except ValueError:
        return text
    function = schema.get("function")
    return str((function if isinstance(function, dict) else schema).get("name"))


def json_cause(before: str, after: str) -> str | None:
    """Return the cause where two JSON texts hold the same value; None where they do not."""
    try:
        old, new = json.loads(before), json.loads(after)
    except ValueError:
        return spelling_cause(before, after)
    if old != new:
        return spelling_cause(before, after)
    if json.dumps(old) != json.dumps(new):
        return "keys_reordered"
    return "escapes_changed" if unescaped(before) == unescaped(after) else "spacing_changed"


def system_cause(before: str, after: str) -> str:
    """Return by which cause two texts of one system message differ."""
    cause = spelling_cause(before, after) or content_cause(before, after)
    if cause == "timestamp":
        return "timestamp_in_system"
    return cause or "system_changed"


def _trajectory_cause(
    old: Segment,
    new: Segment | None,
    requests: tuple[Sequence[Segment], Sequence[Segment]],
    profile: Profile,
) -> str:
    was, now = ({s.sequence for s in side if s.sequence is not None} for side in requests)
    if old.sequence not in now:
        return "sliding_window" if old.sequence == min(was) else "message_removed"
    if new is None or new.sequence != old.sequence:
        return "history_rewritten"
    bare_old, bare_new = _without_reasoning(old.text), _without_reasoning(new.text)
    if bare_old is not None and bare_old == bare_new:
        ruled = profile.reasoning is not ReasoningRule.ECHO
        return "reasoning_left_out" if ruled else "reasoning_changed"
    cause = spelling_cause(old.text, new.text) or content_cause(old.text, new.text)
    return cause or "message_edited"


def _without_reasoning(text: str) -> JsonObject | None:
    """Return a message without its reasoning; None where the text is no whole message."""
    try:
        message: JsonObject = json.loads(text)
    except ValueError:
        return None
    return {name: value for name, value in message.items() if "reasoning" not in name}


def _explained(
    was: Sequence[Segment], now: Sequence[Segment], common: int, edits: Sequence[Edit]
) -> bool:
    """Tell whether the first difference is not before the first message that an edit touched."""
    touched = [target for edit in edits for target in _targets(edit)]
    if not touched:
        return False
    # A kept status that stands at the end of a result is shown under the result's sequence.
    first = min(_shown_at(was, min(touched)), _shown_at(now, min(touched)))
    sides = ((was, piece_at(was, common)[0]), (now, piece_at(now, common)[0]))
    found = [side[place].sequence for side, place in sides if place < len(side)]
    return any(sequence is not None and sequence >= first for sequence in found)


def _shown_at(segments: Sequence[Segment], sequence: int) -> int:
    shown = (s.sequence for s in segments if s.sequence is not None)
    return max((s for s in shown if s <= sequence), default=0)


def _targets(edit: Edit) -> tuple[int, ...]:
    return () if edit.kind is EditKind.RESTORE else edit.targets
