"""Whereabouts and absences for a time, styles of answer, preferences of contact."""

from collections.abc import Iterator
from dataclasses import replace

from kesher.domain.fact import Expiry, FactKind, Statement
from kesher.memory.rules import reaching
from kesher.memory.rules.asserted import for_once
from kesher.memory.rules.clause import Clause, Context, Framing
from kesher.memory.rules.saying import span, state
from kesher.text.patterns import Match

_ORDERED = frozenset({Framing.REQUEST, Framing.QUESTION})


def for_a_time(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield where the speaker is or why they are away, until a day."""
    for key, name in (("current_location", "place.until"), ("availability", "away.until")):
        for match in clause.found(name)[:1]:
            slot = match["v"]
            time = _until(context, match)
            if time is None:
                continue
            first, last = slot.start, match["until"].end
            value = slot.text if key == "current_location" else clause.line.text[first:last]
            found = state(clause, context, key, value, (first, max(slot.end, last)))
            quote = span(slot) if key == "current_location" else (first, last)
            yield replace(found, quote=quote, kind=FactKind.TEMPORARY, expires=time)


def _until(context: Context, match: Match) -> Expiry | None:
    time = context.time_at(match["until"].start, match["until"].end)
    return Expiry(at=time.limit) if time is not None else None


def styles(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield how answers are wanted, in the speaker's words.

    One message's wishes are one: what is wanted goes before what is not.
    """
    wishing = context.lists.get("style.wanted", ())
    wanted = [(place, each) for each in wishing for place in _style(each)]
    liked = [(place, each) for place, each in wanted if not _is_off(each, place)]
    first = (liked or wanted)[:1]
    if first and first[0][1] is clause and not for_once(clause, context):
        start, end = first[0][0]
        yield state(clause, context, "reply_style", clause.line.text[start:end], (start, end))


def _style(clause: Clause) -> list[tuple[int, int]]:
    """Return the span of the longest wish for a style in the clause, if any."""
    found = clause.found("style.wanted", _ORDERED)
    if not found:
        return []
    longest = max(found, key=lambda match: match.last - match.first)
    return [(clause.words[longest.first].start, clause.words[longest.last - 1].end)]


def _is_off(clause: Clause, place: tuple[int, int]) -> bool:
    """Tell "no emojis" from "short answers"."""
    first = next(word for word in clause.words if word.start >= place[0])
    return first.fold in clause.line.negators


def preferences(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield when meetings may be and how the speaker is best reached, in their words."""
    for key in ("meeting", "contact"):
        found = clause.found(f"preference.{key}")
        denied = key == "contact" and next(reaching.limits(clause, context), None) is not None
        if found and not denied:
            longest = max(found, key=lambda match: match.last - match.first)
            first = min(match.first for match in found)
            start, end = clause.words[first].start, clause.words[longest.last - 1].end
            value = clause.line.text[start:end]
            yield state(clause, context, f"{key}_preference", value, (start, end))
