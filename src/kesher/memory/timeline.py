"""One subject's values of one key along time: where a new one goes, and what it closes."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from kesher.domain.fact import Fact, FactKind
from kesher.domain.log import LogMessage
from kesher.memory.ledger import Ledger, disbelieved, usable
from kesher.memory.schema import Key
from kesher.memory.states import usable_end
from kesher.memory.values import likeness, same_value

_RECENT = 50
"""Messages of the thread's end among which a repetition of what held is looked for."""


def overlays(kind: FactKind, key: Key) -> bool:
    """Tell whether a fact lies over the stable value, which stays: an address for one order.

    A status is no such value: that an order is on its way, for now, takes the place of "placed".
    """
    return kind is FactKind.TEMPORARY and key.kind is FactKind.STABLE and not key.status


def lane(ledger: Ledger, like: Fact, key: Key) -> list[Fact]:
    """Return the usable facts that compete with `like`, by start.

    Of a key with one value: all in its layer, stable or overlay. Of one with many: those of the
    same value.
    """
    layer = overlays(like.kind, key)
    rows = [
        fact
        for fact in usable(ledger.of(like.subject_id, like.key))
        if fact.id != like.id and overlays(fact.kind, key) == layer
    ]
    return rows if key.single else [fact for fact in rows if same_value(fact, like, key)]


def in_force(rows: Sequence[Fact], at: datetime) -> Fact | None:
    """Return the fact that holds at an instant, of several the one that began last."""
    holding = [f for f in rows if f.valid_from <= at and not _over(f, at)]
    return max(holding, key=lambda fact: (fact.valid_from, fact.recorded_from), default=None)


def insert(ledger: Ledger, new: Fact, key: Key) -> None:
    """Put a new fact at its start: what held there ends, what begins later stays and ends it.

    What was said later about that instant outweighs it: then it is kept with an empty span.
    """
    rows = lane(ledger, new, key)
    sweep(ledger, rows, new.valid_from)
    rows = lane(ledger, new, key)
    standing = in_force(rows, new.valid_from)
    if standing is not None and ledger.said(standing) > ledger.said(new):
        outweigh(ledger, new, standing)
        return
    rows = _unbegun(ledger, rows, new, key)
    following = _following(rows, new.valid_from)
    again = _said_again(ledger, standing, new) if standing else None
    if standing is not None and again is not None and _before(again, following):
        _interrupt(ledger, standing, new, again)
    elif following is not None and new.valid_until is None and same_value(following, new, key):
        _begin_earlier(ledger, following, new)
    else:
        ledger.put(_ending(ledger, new, standing, following))
    if standing is not None:
        close(ledger, standing, new.valid_from, by=new.source_message_id, successor=new)


def _unbegun(ledger: Ledger, rows: Sequence[Fact], new: Fact, key: Key) -> list[Fact]:
    """End what was first told after the new value had begun, and return the other rows.

    "We moved on Saturday" of Monday replaces the address read out on Sunday: nobody said that it
    began on Sunday, only that it was held to be true then. It keeps an empty span, as its history.
    """
    said = ledger.said(new)
    kept = []
    for fact in rows:
        told = ledger.said(fact)
        undated = fact.valid_from == told and new.valid_from < told <= said
        if undated and fact.valid_until is None and not same_value(fact, new, key):
            close(ledger, fact, fact.valid_from, by=new.source_message_id, successor=new)
        else:
            kept.append(fact)
    return kept


def outweigh(ledger: Ledger, new: Fact, by: Fact) -> None:
    """Keep what was said but does not count beside what holds: with an empty span."""
    ledger.put(replace(new, valid_until=new.valid_from, superseded_by=by.id))


def close(
    ledger: Ledger, fact: Fact, at: datetime, *, by: str, successor: Fact | None = None
) -> None:
    """End a fact at an instant, never before its own start."""
    end = max(at, fact.valid_from)
    ledger.put(
        replace(
            fact,
            valid_until=end,
            superseded_by=successor.id if successor else None,
            ended_by=by,
        )
    )


def supplant(ledger: Ledger, wrong: Fact, new: Fact) -> Fact:
    """Put a corrected fact in the very place of the wrong one, whose belief ends; return it."""
    taken = replace(
        new,
        valid_from=wrong.valid_from,
        valid_until=wrong.valid_until,
        superseded_by=wrong.superseded_by,
        ended_by=wrong.ended_by,
    )
    _take_place(ledger, wrong, taken)
    return taken


def withdraw(ledger: Ledger, wrong: Fact, *, instead: Fact | None = None) -> None:
    """End the belief in a fact and give its span back to the fact that it had closed."""
    for fact in ledger.of(wrong.subject_id, wrong.key):
        if fact.superseded_by == wrong.id and fact.valid_until == wrong.valid_from:
            ledger.put(
                replace(
                    fact,
                    valid_until=wrong.valid_until,
                    superseded_by=wrong.superseded_by,
                    ended_by=wrong.ended_by,
                    end_recorded_at=None,
                )
            )
    disbelieve(ledger, wrong, instead=instead)


def disbelieve(ledger: Ledger, fact: Fact, *, instead: Fact | None = None) -> None:
    """End the belief in a fact: it was never true."""
    now = ledger.setting.now
    ledger.put(disbelieved(fact, now, instead=instead.id if instead else fact.superseded_by))


def sweep(ledger: Ledger, rows: Sequence[Fact], at: datetime) -> None:
    """Give those that lapsed by `at` the end that they have had since, so that none is open."""
    for fact in rows:
        lapses = fact.expires.at if fact.expires else None
        if fact.valid_until is None and lapses is not None and lapses <= at:
            ledger.put(replace(fact, valid_until=max(lapses, fact.valid_from)))


def _take_place(ledger: Ledger, old: Fact, new: Fact) -> None:
    ledger.put(new)
    disbelieve(ledger, old, instead=new)
    for fact in ledger.of(old.subject_id, old.key):
        if fact.superseded_by == old.id:
            ledger.put(replace(fact, superseded_by=new.id))


def _begin_earlier(ledger: Ledger, known: Fact, new: Fact) -> None:
    """Let the earlier saying stand for a value that is known from a later time on."""
    _take_place(
        ledger,
        known,
        replace(
            new,
            valid_until=known.valid_until,
            superseded_by=known.superseded_by,
            ended_by=known.ended_by,
            confidence=max(known.confidence, new.confidence),
        ),
    )


def _interrupt(ledger: Ledger, standing: Fact, new: Fact, again: LogMessage) -> None:
    """Put what arrived late between two sayings of the same: it holds until the second one."""
    at = again.at.astimezone(UTC)
    start = max(again.text.find(standing.value), 0)
    resumed = replace(
        standing,
        id=ledger.setting.new_id("fact"),
        source_message_id=again.id,
        quote=(start, min(start + len(standing.value), len(again.text))),
        valid_from=at,
        recorded_from=ledger.setting.now,
    )
    ledger.put(resumed)
    ledger.put(replace(new, valid_until=at, superseded_by=resumed.id, ended_by=again.id))


def _said_again(ledger: Ledger, standing: Fact, new: Fact) -> LogMessage | None:
    """Return the first message after a late one in which what held was said again.

    A repetition adds no row, so the log itself is asked: a later message that names the value, and
    did not end it, was said in the belief that it holds.
    """
    setting = ledger.setting
    said = ledger.said(new)
    key = setting.schema.key(standing.key)
    recent = setting.view.messages_before(standing.thread_id, None, limit=_RECENT)
    later = (message for message in recent if message.at > said and message.at > new.valid_from)
    naming = (m for m in later if m.role is standing.said_by and _names(m, standing, key))
    return min(naming, key=lambda message: message.at, default=None)


def _names(message: LogMessage, fact: Fact, key: Key) -> bool:
    return likeness(fact.value, message.text, key) == 1


def _before(message: LogMessage, following: Fact | None) -> bool:
    return following is None or message.at < following.valid_from


def _over(fact: Fact, at: datetime) -> bool:
    end = usable_end(fact)
    return end is not None and end <= at


def _following(rows: Sequence[Fact], after: datetime) -> Fact | None:
    """Return the next fact, or the next sign that the value had ended; outweighed ones are none."""
    later = (
        fact
        for fact in rows
        if fact.valid_from > after
        and (fact.valid_until != fact.valid_from or fact.superseded_by is None)
    )
    return next(later, None)


def _ending(ledger: Ledger, new: Fact, standing: Fact | None, following: Fact | None) -> Fact:
    """Give a new fact the end that what was said later, or begins later, puts to it."""
    if standing is not None and standing.valid_until is not None:
        said = ledger.end_said(standing)
        if said is not None and said > ledger.said(new):
            return replace(
                new,
                valid_until=standing.valid_until,
                superseded_by=standing.superseded_by,
                ended_by=standing.ended_by,
            )
    if following is None or (new.valid_until and new.valid_until <= following.valid_from):
        return new
    marks_end = following.valid_until == following.valid_from
    return replace(
        new,
        valid_until=following.valid_from,
        superseded_by=None if marks_end else following.id,
        ended_by=following.source_message_id,
    )
