"""Work for a client, as freelancers tell of it: "Labels for Bluebarrow, due 28 August, 900 euros".

Read where the message is about a deal: it names a sum, a day it is due, or answers what is next.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kesher.domain.entity import Reference, ReferenceKind
from kesher.domain.fact import Expiry, FactKind, Statement
from kesher.domain.log import Speaking
from kesher.memory.rules.amounts import money_in
from kesher.memory.rules.asserted import stands
from kesher.memory.rules.clause import Clause, Context
from kesher.memory.rules.telling import tell
from kesher.text.money import find_money, written
from kesher.text.patterns import Match, Slot
from kesher.text.phrasebook import word_set
from kesher.text.time_span import TimeKind, TimeSpan
from kesher.text.words import Word, WordKind, words

_DAYS = (TimeKind.DATE, TimeKind.DATETIME)
_BARE_SUM = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d{2})?|[1-9]\d{1,2}")
_FEW_WORDS = 3
_ALONE = 1
_ARTICLES = ("a", "an", "the")
_OWN_MONEY = "ILS"


@dataclass(frozen=True, slots=True)
class Job:
    """Work that a message takes on.

    Attributes:
        what: The work, an entity of type `task`.
        client: For whom; None where the message does not name them.
    """

    what: Reference
    client: Reference | None
    clause: Clause


def commissions(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the work that a clause takes on with its client, and what the message says of it."""
    job = next((job for job in jobs(context) if job.clause.index == clause.index), None)
    if job is not None:
        yield from _taken(job, context)
    told = _job_before(clause, context)
    if told is None:
        return
    yield from _due(clause, context, told)
    if told.clause.index == clause.index or is_fee(clause) or _is_only_money(clause):
        yield from _fee(clause, context, told)


def jobs(context: Context) -> tuple[Job, ...]:
    """Return the work that a person's message takes on, in text order."""
    told = context.lists.get("commission.job", ())
    if not told or context.message.role is not Speaking.USER or not _is_deal(context):
        return ()
    found = (_job(clause) for clause in told)
    return tuple(job for job in found if job is not None)


def _is_deal(context: Context) -> bool:
    """Tell whether a message speaks of a deal, or answers what else there is to do."""
    if "commission.due" in context.lists or "commission.deal" in context.lists:
        return True
    if any(is_fee(clause) or money_in(clause) for clause in context.clauses):
        return True
    last = context.before[-1] if context.before else None
    if last is None or last.role is not Speaking.ASSISTANT or "?" not in last.text:
        return False
    return any(word.fold in word_set("next_word") for word in words(last.text))


def _job(clause: Clause) -> Job | None:
    match = next(iter(clause.found("commission.job")), None)
    if match is None or not stands(clause) or _is_personal(clause, match):
        return None
    what = _named(clause, match["j"], "task", ReferenceKind.DEFINITE)
    client = match.get("c")
    named = _named(clause, client, "company", ReferenceKind.NAME) if client else None
    return Job(what, named, clause) if what.text else None


def _is_personal(clause: Clause, match: Match) -> bool:
    """Tell flowers for Mum, or what somebody did, from a job: "I bought it for Dana"."""
    work, client = match["j"], match.get("c")
    inside = clause.words[work.first : work.last]
    spoken = word_set("first_person") | clause.line.sets["dative_me"] | word_set("phrase_end")
    if any(word.fold in spoken - {"my"} for word in inside) or work.first in clause.line.dates:
        return True
    if client is None:
        return False
    known = {tag.entry.kind for tag in clause.line.tags[client.first]}
    few = client.last - client.first == 1
    return client.text.casefold() in word_set("no_client") or bool(
        few and known & {"kin", "first_name", "stranger", "city"}
    )


def _named(clause: Clause, slot: Slot, type_: str, kind: ReferenceKind) -> Reference:
    """Return what a slot names, without its article."""
    first = slot.first
    while first < slot.last and clause.words[first].fold in _ARTICLES:
        first += 1
    if first == slot.last:
        return Reference(kind, type=type_)
    start = max(slot.start, clause.words[first].start)
    return Reference(kind, clause.line.text[start : slot.end], start, slot.end, type_)


def _taken(job: Job, context: Context) -> Iterator[Statement]:
    what, quote = job.what, (job.what.start, job.what.end)
    said = tell(job.clause, context, "task", what.text, quote, about=what, kind=FactKind.TEMPORARY)
    yield replace(said, expires=Expiry(condition="until done", trigger="task_done"))
    if job.client is not None:
        client = job.client
        place = (client.start, client.end)
        yield tell(job.clause, context, "client", client.text, place, subject=what, about=client)


def _job_before(clause: Clause, context: Context) -> Job | None:
    """Return the last work that the message took on up to a clause."""
    before = [job for job in jobs(context) if job.clause.index <= clause.index]
    return before[-1] if before else None


def _due(clause: Clause, context: Context, job: Job) -> Iterator[Statement]:
    for match in clause.found("commission.due")[:1]:
        time = context.time_at(match["t"].start, match["t"].end)
        if time is not None and time.kind in _DAYS and time.ends > context.at:
            yield deadline(clause, context, time, job.what)


def deadline(clause: Clause, context: Context, time: TimeSpan, what: Reference) -> Statement:
    """Return by when work must be done."""
    day = time.begins.date().isoformat()
    quote = (time.start, time.end)
    said = tell(clause, context, "deadline", day, quote, subject=what, kind=FactKind.TEMPORARY)
    return replace(said, expires=Expiry(at=time.limit, trigger="task_done"))


def _fee(clause: Clause, context: Context, job: Job) -> Iterator[Statement]:
    found = fee_of(clause, context)
    if found is not None:
        value, quote = found
        yield tell(clause, context, "price", value, quote, subject=job.what)


def fee_of(clause: Clause, context: Context) -> tuple[str, tuple[int, int]] | None:
    """Return the sum of a clause and its place; one without a currency is in the last one said."""
    for money in money_in(clause):
        return money.value, (money.start, money.end)
    word = next((word for word in clause.words if _is_bare_sum(word)), None)
    if word is None or not is_fee(clause):
        return None
    return written(word.text, _currency(context), 1), (word.start, word.end)


def is_fee(clause: Clause) -> bool:
    """Tell a clause that is little else than a sum, or that names one a fee."""
    if not any(_is_bare_sum(word) for word in clause.words) or clause.line.dates:
        return False
    said = [word for word in clause.words if word.fold not in clause.line.light]
    named = any(word.fold in word_set("job_fee_word") for word in clause.words)
    return named or len(said) <= _ALONE


def _is_only_money(clause: Clause) -> bool:
    return bool(money_in(clause)) and len(clause.words) <= _FEW_WORDS


def _is_bare_sum(word: Word) -> bool:
    return word.kind is WordKind.NUMBER and _BARE_SUM.fullmatch(word.text) is not None


def _currency(context: Context) -> str:
    said: Sequence[str] = [context.message.text, *(m.text for m in reversed(context.before))]
    sums = (money[-1] for money in map(find_money, said) if money)
    return next((money.value.split()[-1] for money in sums), _OWN_MONEY)
