"""When and where something comes: windows, estimates, addresses, and offers agreed to."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

from kesher.domain.entity import Reference, ReferenceKind
from kesher.domain.fact import Expiry, FactKind, Statement
from kesher.domain.log import LogMessage, Speaking
from kesher.memory.rules import cases, numbering, refunds, repairs, things
from kesher.memory.rules.clause import Clause, Context
from kesher.memory.rules.saying import span
from kesher.memory.rules.telling import tell
from kesher.text.dates import find_times
from kesher.text.phrasebook import word_set
from kesher.text.time_span import Bound, TimeKind, TimeSpan
from kesher.text.words import readings, words

_DAYS = (TimeKind.DATE, TimeKind.DATETIME)
_AGREES_WITHIN = 8
_TALK_WITHIN = 4


def windows(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the hours in which the assistant says that somebody comes; an offer is no statement."""
    for time in _times(clause, context):
        if time.kind is not TimeKind.WINDOW or _offered(clause, context):
            continue
        key, subject = _comes(_folds(clause, context), clause, context)
        yield _lasting(clause, context, key, time, subject)


def _times(clause: Clause, context: Context) -> list[TimeSpan]:
    return [time for time in context.times if clause.start <= time.start < clause.end]


def _offered(clause: Clause, context: Context) -> bool:
    """Tell whether a question to agree to follows ("להעביר?", "shall I book it?")."""
    rest = context.message.text[clause.start :]
    if "?" not in rest:
        return False
    last = rest[: rest.rindex("?")]
    tail = last[max(last.rfind(". "), last.rfind("\n"), last.rfind("! ")) + 1 :]
    said = {rest_ for word in words(tail) for _, rest_ in readings(word.fold)}
    return bool(said & word_set("offer_word"))


def _folds(clause: Clause, context: Context) -> frozenset[str]:
    """Return the words of the clause's sentence without their prefixes."""
    sentence = context.sentence(clause.sentence)
    return frozenset(rest for c in sentence for word in c.words for _, rest in readings(word.fold))


def _comes(said: frozenset[str], clause: Clause, context: Context) -> tuple[str, Reference]:
    """Return the key of a window and what it concerns."""
    if not said & (word_set("visit_word") | word_set("fetch_word") | word_set("delivering")):
        said |= _spoken_of(context)
    case = cases.spoken_of(context)
    telling = word_set("visit_word") | word_set("fetch_word") | word_set("delivering")
    if case is not None and not said & telling:
        return "visit_window", case
    if said & word_set("visit_word"):
        return "visit_window", case or _ticket(clause, context)
    order = _comes_with(clause, context)
    return ("pickup_window" if said & word_set("fetch_word") else "delivery_window"), order


def _spoken_of(context: Context) -> frozenset[str]:
    """Return the words of the last message before that tells a visit from a collection.

    Where an order is talked of by number, hours with no more words are its delivery's.
    """
    if numbering.last_number(context, "order") is not None:
        return frozenset()
    for message in reversed(context.before[-_TALK_WITHIN:]):
        said = frozenset(rest for word in words(message.text) for _, rest in readings(word.fold))
        if said & (word_set("visit_word") | word_set("fetch_word")):
            return said
    return frozenset()


def _comes_with(clause: Clause, context: Context) -> Reference:
    """Return the order that comes: in a message that makes a new one, the new one."""
    new = numbering.new_order(context)
    if new is not None and numbering.number_in(clause, context, "order") is None:
        return new
    if numbering.number_in(clause, context, "order") is None:
        car = repairs.car_spoken_of(clause, context)
        if car is not None:
            return car
    return things.subject(clause, context, "order")


def _ticket(clause: Clause, context: Context) -> Reference:
    return things.subject(clause, context, "ticket")


def _lasting(
    clause: Clause, context: Context, key: str, time: TimeSpan, subject: Reference
) -> Statement:
    said = tell(
        clause,
        context,
        key,
        time.value,
        (time.start, time.end),
        subject=subject,
        kind=FactKind.TEMPORARY,
    )
    return _until(said, time)


def _until(said: Statement, time: TimeSpan) -> Statement:
    end = time.ends if time.kind is TimeKind.WINDOW or time.kind is TimeKind.DATE else time.begins
    return replace(said, expires=Expiry(at=end))


def agreed(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the window that the assistant offered and the person agrees to ("כן כן")."""
    if clause.index or not context.before or not _agrees(clause, context):
        return
    last = context.before[-1]
    if last.role is not Speaking.ASSISTANT or "?" not in last.text:
        return
    for time in find_times(last.text, at=last.at, zone=last.time_zone):
        if time.kind is TimeKind.WINDOW:
            key, subject = _offer(last, clause, context)
            quote = (clause.start, clause.end)
            said = tell(
                clause,
                context,
                key,
                time.value,
                quote,
                subject=subject,
                kind=FactKind.TEMPORARY,
            )
            yield _until(said, time)
            return


def _agrees(clause: Clause, context: Context) -> bool:
    first = context.sentence(clause.sentence)
    said = [word.fold for c in first for word in c.words]
    if len(said) > _AGREES_WITHIN or "?" in context.message.text:
        return False
    if any(word in clause.line.sets["negator"] for word in said):
        return False
    return any(word in word_set("agreeing") for word in said)


def _offer(last: LogMessage, clause: Clause, context: Context) -> tuple[str, Reference]:
    said = frozenset(rest for word in words(last.text) for _, rest in readings(word.fold))
    ticket = numbering.last_number(context, "ticket")
    order = numbering.last_number(context, "order")
    if said & word_set("visit_word") or (order is None and ticket is not None):
        return "visit_window", ticket or Reference(ReferenceKind.DEFINITE, type="ticket")
    key = "pickup_window" if said & word_set("fetch_word") else "delivery_window"
    return key, order or Reference(ReferenceKind.DEFINITE, type="order")


def estimates(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield when the assistant expects something to come or be ready."""
    said = _folds(clause, context)
    if _offered(clause, context) or refunds.speaks_of_refund(context):
        return
    for time in _times(clause, context):
        if not _is_estimate(clause, context, time):
            continue
        if said & word_set("stock_word") and not _arrives(clause):
            car = repairs.car_spoken_of(clause, context)
            key, subject = "expected_ready", car or _worked_on(clause, context)
        else:
            subject = _comes_with(clause, context)
            mended = subject.type == "vehicle"
            key = "expected_ready" if mended else "delivery_estimate"
        if time.kind is TimeKind.DURATION:
            start, end = time.start, time.end
            text = context.message.text[start:end]
            yield tell(clause, context, key, text, (start, end), subject=subject)
        else:
            value = time.begins.date().isoformat()
            quote = (time.start, time.end)
            estimate = tell(clause, context, key, value, quote, subject=subject)
            yield _until(estimate, time) if key == "delivery_estimate" else estimate


def _is_estimate(clause: Clause, context: Context, time: TimeSpan) -> bool:
    weak = "delivery.window" in clause.matches and (
        "delivery.some_day" in clause.matches or _arrives(clause)
    )
    dated = time.bound is Bound.UNTIL or "delivery.will" in clause.matches
    back = "delivery.stock" in clause.matches and dated
    if "delivery.estimate" not in clause.matches and not weak and not back:
        return False
    if time.kind is TimeKind.DURATION:
        return (
            time.bound is Bound.WITHIN
            and time.duration is not None
            and (time.duration >= timedelta(days=1))
        )
    return time.kind in _DAYS and time.ends > context.at


def _arrives(clause: Clause) -> bool:
    return any(word.fold in word_set("arriving_word") for word in clause.words)


def _worked_on(clause: Clause, context: Context) -> Reference:
    ticket = numbering.number_in(clause, context, "ticket")
    if ticket is not None or numbering.number_in(clause, context, "order") is not None:
        return ticket or things.subject(clause, context, "order")
    earlier = things.earlier(clause, context, "order")
    return (
        earlier
        or things.earlier(clause, context, "ticket")
        or Reference(ReferenceKind.DEFINITE, type="order")
    )


def addresses(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the address that the assistant has for an order, and the person's own from it."""
    found = sorted(clause.found("delivery.to"), key=lambda match: -match["v"].start)
    for match in found[:1]:
        if "delivery.moved" in clause.matches and not things.trading(context):
            return
        slot = match["v"]
        value, quote = _with_town(clause, context, slot.text, span(slot))
        order = _addressed(clause, context)
        yield tell(clause, context, "delivery_address", value, quote, subject=order)
        if "delivery.moved" not in clause.matches and not context.anywhere("delivery.once"):
            yield tell(clause, context, "address", value, quote)
        return


def _addressed(clause: Clause, context: Context) -> Reference:
    """Return the order that goes to an address: the only one that the message names, too."""
    named = [n for n in numbering.numbers(context) if numbering.is_of(n, "order")]
    alone = len({number.text for number in named}) == 1
    inside = numbering.number_in(clause, context, "order")
    return named[0] if alone and inside is None else things.subject(clause, context, "order")


def _with_town(
    clause: Clause, context: Context, value: str, quote: tuple[int, int]
) -> tuple[str, tuple[int, int]]:
    following = context.following(clause)
    if following is None or "," not in following.words[0].gap:
        return value, quote
    for tag in following.line.tags[0]:
        if tag.entry.kind == "city":
            end = following.words[tag.last - 1].end
            return context.message.text[quote[0] : end], (quote[0], end)
    return value, quote
