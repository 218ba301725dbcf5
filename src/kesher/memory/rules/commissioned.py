"""What becomes of work for a client that is known: done, dropped, put off, paid otherwise.

Which work is meant is told by a word of it or of its client; else it is the one spoken of last.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from kesher.domain.entity import Reference, ReferenceKind
from kesher.domain.fact import FactKind, Statement, StatementAction
from kesher.memory.rules import commissions, contact
from kesher.memory.rules.asserted import stands
from kesher.memory.rules.clause import Clause, Context, Framing
from kesher.memory.rules.commissions import fee_of
from kesher.memory.rules.telling import tell
from kesher.memory.rules.values import phone
from kesher.text.money import find_money
from kesher.text.phrasebook import word_set
from kesher.text.time_span import Precision, TimeKind, TimeSpan
from kesher.text.words import readings, words

_HINTS = ("moved", "agreed", "done", "done_state", "dropped", "dropped_state", "contact")
_ORDINAL = re.compile(
    r"(?:the\s+)?(\d{1,2})(?:st|nd|rd|th)\b.{0,12}\b(?:fine|ok|okay|good|works)\b"
)
_DAYS = (TimeKind.DATE, TimeKind.DATETIME)
_LONG = 3
_LIGHT = frozenset(("the", "for", "and", "new", "של", "את", "עם"))
_MONTHS_AHEAD = 2
# "They'll pay 500" is told of others and yet of one's own work.
_OF_OTHERS = frozenset({Framing.THIRD_PARTY})


@dataclass(frozen=True, slots=True)
class Known:
    """Work that memory holds, with every word by which it may be meant."""

    what: Reference
    words: frozenset[str]
    client: str
    is_open: bool


def hinted(context: Context) -> bool:
    """Tell whether a message may say what became of work, or who speaks for a client."""
    if any(f"commission.{name}" in context.lists for name in _HINTS):
        return True
    paid = any(commissions.is_fee(clause) for clause in context.clauses)
    return paid or _ORDINAL.search(context.message.text.casefold()) is not None


def commissioned(
    context: Context, found: Sequence[Statement], known: Sequence[Statement]
) -> list[Statement]:
    """Return what a message states with what it says of known work.

    Args:
        known: Open facts of the person and of what the thread spoke of, the newest first.
    """
    work = _work(known)
    told = [
        statement
        for clause in context.clauses
        if stands(clause)
        for part in (_ended, _put_off, _paid)
        for statement in (part(clause, context, work) if work else ())
    ]
    told += _speaks_for(context, work)
    told += _for_whom(context, work)
    told += _in_currency(context, [*found, *told], known)
    told = list({(s.key, s.quote): s for s in told}.values())
    places = {(statement.key, statement.quote) for statement in told}
    earned = {("budget", statement.quote) for statement in told if statement.key == "price"}
    kept = [s for s in found if (s.key, s.quote) not in places | earned]
    return [*kept, *told]


def _work(known: Sequence[Statement]) -> list[Known]:
    """Return known work, the last spoken of first."""
    of: dict[str, Reference] = {}
    for statement in known:
        if statement.subject.type == "task":
            of.setdefault(statement.subject.text, statement.subject)
    clients = {s.subject.text: s.value for s in reversed(known) if s.key == "client"}
    people = {s.subject.text: s.value for s in reversed(known) if s.key == "contact"}
    ended = {s.subject.text for s in known if s.key == "task_status"}
    found = []
    for text, what in of.items():
        client = clients.get(text, "")
        called = _said(f"{text} {client} {people.get(client, '')}")
        if client:
            found.append(Known(what, called, client, text not in ended))
    return found


def _said(text: str) -> frozenset[str]:
    """Return the telling words of a text, plain and without prefix letters or a plural."""
    folds = {rest for word in words(text) for _, rest in readings(word.fold)}
    plain = (fold.removesuffix("'s").removesuffix("s") for fold in folds)
    return frozenset(fold for fold in plain if len(fold) >= _LONG and fold not in _LIGHT)


def _meant(clause: Clause, context: Context, work: Sequence[Known]) -> Known | None:
    """Return the work whose words the clause says, else the last messages, else the last open."""
    texts = [
        clause.line.text[clause.start : clause.end],
        *(message.text for message in reversed(context.before)),
    ]
    still = [one for one in work if one.is_open]
    for at, text in enumerate(texts):
        said = _said(text)
        meant = next((one for one in (work if at == 0 else still) if one.words & said), None)
        if meant is not None:
            return meant
    return next(iter(still), None)


def _named(clause: Clause, work: Sequence[Known]) -> Known | None:
    said = _said(clause.line.text[clause.start : clause.end])
    return next((one for one in work if one.words & said), None)


def _ended(clause: Clause, context: Context, work: Sequence[Known]) -> Iterator[Statement]:
    for name, status in (("done", "done"), ("dropped", "cancelled")):
        told = next(iter(clause.found(f"commission.{name}", _OF_OTHERS)), None)
        state = next(iter(clause.found(f"commission.{name}_state", _OF_OTHERS)), None)
        match = told or state
        one = _named(clause, work) if match is not None else None
        # "It's off" says of what only by its words; "sent them all" means what is spoken of.
        one = one or (_meant(clause, context, work) if told is not None else None)
        if match is None or one is None or not one.is_open:
            continue
        quote = (clause.words[match.first].start, clause.words[match.last - 1].end)
        yield tell(clause, context, "task_status", status, quote, subject=one.what)
        ends = tell(
            clause,
            context,
            "task",
            one.what.text,
            quote,
            about=one.what,
            kind=FactKind.TEMPORARY,
        )
        yield replace(ends, action=StatementAction.END)
        return


def _put_off(clause: Clause, context: Context, work: Sequence[Known]) -> Iterator[Statement]:
    time = _new_day(clause, context)
    one = _late(context, work) or _meant(clause, context, work) if time is not None else None
    if time is not None and one is not None:
        yield commissions.deadline(clause, context, time, one.what)


def _new_day(clause: Clause, context: Context) -> TimeSpan | None:
    """Return the day that a clause moves a deadline to, or agrees to."""
    if clause.found("commission.moved", _OF_OTHERS):
        coming = (t for t in context.times if t.kind in _DAYS and t.ends > context.at)
        return next((time for time in coming if time.start > clause.start), None)
    if not _is_late(context):
        return None
    for match in clause.found("commission.agreed", _OF_OTHERS)[:1]:
        time = context.time_at(match["t"].start, match["t"].end)
        return time if time is not None and time.kind in _DAYS else None
    return _ordinal_day(clause, context)


def _ordinal_day(clause: Clause, context: Context) -> TimeSpan | None:
    """Return the next day of that number in a month: "22nd is fine"."""
    said = clause.line.text[clause.start : clause.end].casefold()
    match = _ORDINAL.search(said)
    if match is None:
        return None
    day = _next(int(match[1]), context.at)
    if day is None:
        return None
    start = clause.start + match.start(1)
    ends = day + timedelta(days=1)
    return TimeSpan(start, start + len(match[1]), TimeKind.DATE, day, ends, Precision.DAY)


def _next(number: int, after: datetime) -> datetime | None:
    """Return the next day that is the month's nth, None where the two coming months have none."""
    midnight = after.replace(hour=0, minute=0, second=0, microsecond=0)
    days = (midnight + timedelta(days=ahead) for ahead in range(31 * _MONTHS_AHEAD))
    return next((day for day in days if day.day == number), None)


def _is_late(context: Context) -> bool:
    return any(_tells_late(message.text) for message in context.before[-4:])


def _tells_late(text: str) -> bool:
    """Tell "the mural won't make tomorrow", "I asked for an extension"."""
    said = {word.fold.replace("'", "") for word in words(text)}
    denied = said & {fold.replace("'", "") for fold in word_set("not_making")}
    return bool(said & word_set("late_sign")) or bool(denied and said & word_set("managing"))


def _late(context: Context, work: Sequence[Known]) -> Known | None:
    """Return the work of which the last messages said that it would be late."""
    for message in reversed(context.before[-4:]):
        if _tells_late(message.text):
            said = _said(message.text)
            return next((one for one in work if one.words & said), None)
    return None


def _paid(clause: Clause, context: Context, work: Sequence[Known]) -> Iterator[Statement]:
    """Yield the fee of known work: "fee 2,800", "they'll pay 500 for the sketches"."""
    named = any(word.fold in word_set("job_fee_word") for word in clause.words)
    found = fee_of(clause, context) if named and not commissions.jobs(context) else None
    one = _work_of_sentence(clause, context, work) if found is not None else None
    if found is not None and one is not None:
        yield tell(clause, context, "price", found[0], found[1], subject=one.what)


def _work_of_sentence(clause: Clause, context: Context, work: Sequence[Known]) -> Known | None:
    said = _said(" ".join(w.text for c in context.sentence(clause.sentence) for w in c.words))
    return next((one for one in work if one.words & said), work[0])


def _speaks_for(context: Context, work: Sequence[Known]) -> Iterator[Statement]:
    """Yield who is spoken to at a client, and let an address behind the name be theirs."""
    for clause in context.lists.get("commission.contact", ()):
        match = next(iter(clause.found("commission.contact", _OF_OTHERS)), None)
        client = _client(clause, context, work)
        if match is None or client is None:
            continue
        slot = match["p"]
        who = Reference(ReferenceKind.NAME, slot.text, slot.start, slot.end, "person")
        quote = (slot.start, slot.end)
        yield tell(clause, context, "contact", slot.text, quote, subject=client, about=who)
        yield from _reached(context, slot.end, who)
        return


def _reached(context: Context, behind: int, who: Reference) -> Iterator[Statement]:
    """Yield the numbers and addresses behind a name that nobody else is told to have."""
    for clause in context.clauses:
        for word in clause.words:
            if word.start < behind or word.kind not in contact.KEYS:
                continue
            key = contact.KEYS[word.kind]
            value = phone(word.text) if key == "phone" else word.text
            yield tell(clause, context, key, value, (word.start, word.end), subject=who)


def _for_whom(context: Context, work: Sequence[Known]) -> Iterator[Statement]:
    """Yield the client of new work that only who ordered it tells: "new from Joel: they want"."""
    said = _said(context.message.text)
    for job in commissions.jobs(context):
        one = next((one for one in work if one.words & said), None)
        if job.client is None and one is not None:
            client = Reference(ReferenceKind.NAME, one.client, type="company")
            quote = (job.what.start, job.what.end)
            yield tell(
                job.clause, context, "client", one.client, quote, subject=job.what, about=client
            )


def _in_currency(
    context: Context, told: Sequence[Statement], known: Sequence[Statement]
) -> Iterator[Statement]:
    """Yield fees whose currency is not said anew, in that of the fees known before."""
    prices = [s.value for s in known if s.key == "price" and s.subject.type == "task"]
    for statement in told if prices else ():
        said = context.message.text[slice(*statement.quote)]
        if statement.key == "price" and not find_money(said):
            amount, _ = statement.value.split()
            yield replace(statement, value=f"{amount} {prices[0].split()[-1]}")


def _client(clause: Clause, context: Context, work: Sequence[Known]) -> Reference | None:
    """Return the client that the message names before, else that of the work spoken of last."""
    here = [j.client for j in commissions.jobs(context) if j.clause.index <= clause.index]
    if here and here[-1] is not None:
        return here[-1]
    said = _said(context.message.text)
    for one in (*(o for o in work if o.words & said), *work):
        if one.client:
            return Reference(ReferenceKind.NAME, one.client, type="company")
    return None
