"""What a person says of their orders: placed, arrived, sent back, cancelled, at fault."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from kesher.domain.entity import Reference, ReferenceKind
from kesher.domain.fact import FactKind, Statement
from kesher.memory.rules import goods, nouns, numbering, things
from kesher.memory.rules.clause import Clause, Context, Framing
from kesher.memory.rules.ordered import STATUSES, order_at
from kesher.memory.rules.subjects import relations
from kesher.memory.rules.telling import tell
from kesher.memory.rules.to_come import is_to_come
from kesher.text.patterns import Match
from kesher.text.phrasebook import word_set
from kesher.text.time_span import Precision, TimeKind, TimeSpan
from kesher.text.words import fold, readings, words

_ENDED_BY_NEXT = frozenset(
    {"placed", "packed", "in_production", "shipped", "delayed", "out_of_stock", "ready"}
    | {"return_requested", "return_in_transit"}
)
_AND_NOT = frozenset({"ולא", "שלא"})
# A courier is a stranger, and what they do is done to the order all the same.
_BY_COURIER = (Framing.THIRD_PARTY,)


def placed(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield what was bought, when and for whom ("הזמנתי אצלכם שולחן לפני שבוע")."""
    for match in clause.found("order.placed")[:1]:
        if clause.words[match.last - 1].fold in word_set("buying") and not things.trading(context):
            continue
        named = _bought_before(clause, match) or nouns.noun_phrase(clause, match.last)
        if named is not None and goods.is_number(clause, *named):
            named = None  # "new order 90155: two armchairs"
        following = context.following(clause)
        if named is None and following is not None:
            clause, named = following, nouns.noun_phrase(following, 0)
        order = _new_order(clause, context, named)
        if order is None:
            continue
        product = _product(clause, named)
        if product is not None:
            value, start, end = product
            yield tell(clause, context, "product", value, (start, end), subject=order)
        yield from goods.colour(clause, context, named, order)
        yield from goods.price(clause, context, order)
        yield from _bought_on(clause, context, order)
        for tag, who, _ in relations(clause):
            if tag.clitics.endswith("ל") or _for(clause, tag.first):
                quote = (who.start, who.end)
                value = who.also[0] if who.also else who.text
                yield tell(clause, context, "recipient", value, quote, subject=order, about=who)


def _bought_before(clause: Clause, match: Match) -> tuple[int, int] | None:
    """Return the words of "a signed book" in "a signed book I bought", "הכיסא שקניתי"."""
    first = clause.words[match.first].fold
    if match.first == 0 or not (first in ("i", "we") or first.startswith("ש")):
        return None
    named = nouns.noun_phrase(clause, 0)
    if named is None or named[0] >= match.first:
        return None
    return named[0], min(named[1], match.first)


def _new_order(clause: Clause, context: Context, named: tuple[int, int] | None) -> Reference | None:
    """Return the order that is spoken of: by a number near it, else by the thing bought."""
    numbers = [n for n in numbering.numbers(context) if numbering.is_of(n, "order")]
    later = [number for number in numbers if number.start >= clause.start]
    beside = numbering.number_beside(clause, context, "order")
    if later or beside is not None:
        return later[0] if later else beside
    if named is None:
        return None
    text, start, end = nouns.text_of(clause, *named)
    if named[1] - named[0] == 1 and clause.words[named[0]].fold in word_set("no_product"):
        return None
    return Reference(ReferenceKind.DEFINITE, text, start, end, "order")


def _product(clause: Clause, named: tuple[int, int] | None) -> tuple[str, int, int] | None:
    if named is None:
        return None
    if named[1] - named[0] == 1 and clause.words[named[0]].fold in word_set("no_product"):
        return None
    first = goods.behind_colour(clause, *named)
    return nouns.text_of(clause, first, named[1]) if first is not None else None


def _for(clause: Clause, at: int) -> bool:
    return at > 0 and clause.words[at - 1].fold == "for"


def _bought_on(clause: Clause, context: Context, order: Reference) -> Iterator[Statement]:
    """Yield the day of the purchase: one said in the sentence that is not to come."""
    sentence = context.sentence(clause.sentence)
    start, end = clause.start, sentence[-1].end
    days = [
        time
        for time in context.times
        if start <= time.start < end and _is_day(time) and time.begins <= context.at
    ]
    if days:
        time = days[-1] if not days[-1].year_said else days[0]
        yield dated(clause, context, "order_date", time, order)
        return
    now = [word for word in clause.words if word.fold in word_set("just_now")]
    if now:
        quote = (now[0].start, now[0].end)
        value = context.at.date().isoformat()
        yield tell(clause, context, "order_date", value, quote, subject=order)


def dated(
    clause: Clause, context: Context, key: str, time: TimeSpan, subject: Reference
) -> Statement:
    """Return a statement whose value is a time, true since then where it is past."""
    past = time.begins <= context.at
    said = tell(
        clause,
        context,
        key,
        time.value if time.kind is not TimeKind.CLOCK else _with_day(time),
        (time.start, time.end),
        subject=subject,
    )
    return replace(said, valid_from=time.begins if past else None)


def _with_day(time: TimeSpan) -> str:
    return f"{time.begins:%Y-%m-%dT%H:%M}"


def _is_day(time: TimeSpan) -> bool:
    return time.kind in (TimeKind.DATE, TimeKind.DATETIME) and time.precision in (
        Precision.DAY,
        Precision.PART,
        Precision.MINUTE,
    )


def numbered(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield an order's number that the person gives: asked for, or named as theirs."""
    for number in numbering.numbers(context):
        inside = clause.start <= number.start < clause.end
        if (
            not inside
            or not numbering.is_of(number, "order")
            or clause.framing_at(number.start, number.end)
        ):
            continue
        if "order" in context.asked or _gives(clause, context, number):
            quote = (number.start, number.end)
            yield tell(clause, context, "order", number.text, quote, about=number)


def _gives(clause: Clause, context: Context, number: Reference) -> bool:
    alone = context.message.text.strip(" .#") == number.text
    bought = context.anywhere("order.placed")
    ours = "order.from_us" in context.lists
    return alone or bought or ours or bool(clause.found("order.asked_number"))


def statuses(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield what became of an order, by the person's own words."""
    for status, match in _said(clause):
        courier = _courier(clause, match) if status == "delivered" else None
        if courier is not None:
            yield from _brought(clause, context, match, courier)
            continue
        order = order_at(clause, context, match, status)
        if order is None:
            continue
        quote = (clause.words[match.first].start, clause.words[match.last - 1].end)
        yield status_of(clause, context, order, status, quote)
        if status == "delivered":
            yield from _arrived_at(clause, context, order)


def in_use(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield that an order on its way has come, since it is used ("stove works, thanks")."""
    coming = any(set(_folded(m.text)) & word_set("on_its_way") for m in context.before)
    if not coming or any(clause.found(f"order_status.{status}") for status in STATUSES):
        return
    for match in clause.found("order.in_use")[:1]:
        order = order_at(clause, context, match)
        if order is not None and not denied(clause, match):
            quote = (clause.words[match.first].start, clause.words[match.last - 1].end)
            yield status_of(clause, context, order, "delivered", quote)


def _said(clause: Clause) -> Iterator[tuple[str, Match]]:
    """Yield each status of the clause once, the strongest where two are said by the same words."""
    taken: list[Match] = []
    for status in STATUSES:
        through = _BY_COURIER if _courier_acts(clause) else ()
        for match in clause.found(f"order_status.{status}", through=through)[:1]:
            if not _by_right_hands(clause, status, match):
                continue
            if _is_told(clause, match) and all(
                match.last <= other.first or match.first >= other.last for other in taken
            ):
                taken.append(match)
                yield status, match


def _by_right_hands(clause: Clause, status: str, match: Match) -> bool:
    """Tell a person's "picked it up" from a courier's, who takes it back."""
    if clause.words[match.first].fold not in ("picked", "collected"):
        return True
    own = match.first == 0 or clause.words[match.first - 1].fold in clause.line.sets["first_person"]
    by_person = own and not _courier_acts(clause)
    return by_person == (status == "collected")


def _is_told(clause: Clause, match: Match) -> bool:
    """Tell a statement from a denial and from "the chair that I got"."""
    if is_to_come(clause, match):
        return False
    return not denied(clause, match) and not clause.words[match.first].fold.startswith("שק")


def _courier_acts(clause: Clause) -> bool:
    return any(word.fold in word_set("courier_word") for word in clause.words)


def denied(clause: Clause, match: Match) -> bool:
    """Tell whether "ולא", "שלא" stands right before the words."""
    if not match.first:
        return False
    before = readings(clause.words[match.first - 1].fold)
    return any(rest in clause.line.sets["negator"] for _, rest in before)


def _courier(clause: Clause, match: Match) -> Reference | None:
    """Return who brought it: a name beside "the driver", or a courier alone."""
    for at in range(match.first):
        if clause.words[at].fold in word_set("courier_word"):
            name = clause.words[at - 1] if at else None
            if name is not None and name.fold not in clause.line.sets["light"]:
                return Reference(ReferenceKind.NAME, name.text, name.start, name.end, "person")
    return None


def _brought(
    clause: Clause, context: Context, match: Match, courier: Reference
) -> Iterator[Statement]:
    order = things.earlier(clause, context, "order") or Reference(
        ReferenceKind.DEFINITE, type="order"
    )
    quote = (courier.start, courier.end)
    yield tell(clause, context, "courier", courier.text, quote, subject=order, about=courier)
    yield from _arrived_at(clause, context, order)


def _arrived_at(clause: Clause, context: Context, order: Reference) -> Iterator[Statement]:
    for time in context.times:
        inside = clause.start <= time.start < clause.end
        if (
            inside
            and time.begins <= context.at
            and time.kind
            in (
                TimeKind.CLOCK,
                TimeKind.DATE,
                TimeKind.DATETIME,
            )
        ):
            yield dated(clause, context, "delivered_at", time, order)
            return


def status_of(
    clause: Clause,
    context: Context,
    order: Reference,
    status: str,
    quote: tuple[int, int],
) -> Statement:
    """Return an order's status; one on the way to another ends with the next."""
    kind = FactKind.TEMPORARY if status in _ENDED_BY_NEXT else FactKind.STABLE
    return tell(clause, context, "order_status", status, quote, subject=order, kind=kind)


def issues(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield what is wrong with something that was bought ("יש עליו שריטה", "way too tight")."""
    found = clause.found("issue.said")
    if not found:
        return
    match = max(found, key=lambda each: (each.last - each.first, -each.first))
    if not things.trading(context):
        return
    order = _at_fault(clause, context, match)
    first = match.first - _names_part(clause, match.first)
    start, end = clause.words[first].start, clause.words[match.last - 1].end
    start += clause.words[first].fold in _AND_NOT
    value = clause.line.text[start:end]
    yield tell(clause, context, "issue", value, (start, end), subject=order)


def _at_fault(clause: Clause, context: Context, match: Match) -> Reference:
    """Return the order at fault; of a part ("the battery") the one that it belongs to."""
    named = things.subject(clause, context, "order", match.first)
    said = {rest for word in named.text.split() for _, rest in readings(fold(word))}
    if not said & word_set("part_word"):
        return named
    return things.earlier(clause, context, "order") or Reference(
        ReferenceKind.DEFINITE, type="order"
    )


def _names_part(clause: Clause, at: int) -> bool:
    """Tell whether the part at fault stands right before: "הסוללה לא נטענת"."""
    before = clause.words[at - 1].fold if at else ""
    return before.startswith("ה") and len(before) > 3


def wants(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield that somebody is to hand over or take a parcel while the person is away."""
    for tag, who, _ in relations(clause):
        if any(word.fold in word_set("will_be_there") for word in clause.words[tag.last :]):
            order = things.earlier(clause, context, "order")
            if order is None or not _pickup_before(context):
                continue
            value = who.also[0] if who.also else who.text
            quote = (who.start, who.end)
            yield tell(clause, context, "pickup_contact", value, quote, subject=order, about=who)


def _pickup_before(context: Context) -> bool:
    last: datetime | None = None
    for message in context.before[-2:]:
        if any(rest in word_set("pickup_word") for rest in _folded(message.text)):
            last = message.at
    return last is not None


def _folded(text: str) -> Iterator[str]:
    for word in words(text):
        for _, rest in readings(word.fold):
            yield rest
