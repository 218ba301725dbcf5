"""What a person says of their orders: placed, arrived, sent back, cancelled, at fault."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from kesher.domain.entity import Reference, ReferenceKind
from kesher.domain.fact import FactKind, Statement
from kesher.memory.rules import things
from kesher.memory.rules.clause import Clause, Context, Framing
from kesher.memory.rules.subjects import relations
from kesher.memory.rules.telling import tell
from kesher.text.patterns import Match
from kesher.text.phrasebook import word_set
from kesher.text.time_span import Precision, TimeKind, TimeSpan
from kesher.text.words import WordKind, readings, words

STATUSES = (
    "cancelled",
    "returned",
    "return_in_transit",
    "collected",
    "lost",
    "delayed",
    "out_of_stock",
    "delivered",
    "shipped",
    "in_production",
    "ready",
    "packed",
)
"""Of one clause the first of these that is said counts."""

_ENDED_BY_NEXT = frozenset(
    {"placed", "packed", "in_production", "shipped", "delayed", "out_of_stock", "ready"}
    | {"return_requested", "return_in_transit"}
)
_NEEDS_OBJECT = frozenset({"collected", "returned", "return_in_transit"})
_TAKING = _NEEDS_OBJECT | {"cancelled"}
# A courier is a stranger, and what they do is done to the order all the same.
_BY_COURIER = (Framing.THIRD_PARTY,)
_RECEIVED = frozenset({"קיבלתי", "קיבלנו", "received", "got", "i've", "i", "we've"})


def placed(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield what was bought, when and for whom ("הזמנתי אצלכם שולחן לפני שבוע")."""
    for match in clause.found("order.placed")[:1]:
        if clause.words[match.last - 1].fold in word_set("buying") and not things.trading(context):
            continue
        named = things.noun_phrase(clause, match.last)
        following = context.following(clause)
        if named is None and following is not None:
            clause, named = following, things.noun_phrase(following, 0)
        order = _new_order(clause, context, named)
        if order is None:
            continue
        product = _product(clause, named)
        if product is not None:
            value, start, end = product
            yield tell(clause, context, "product", value, (start, end), subject=order)
        yield from _bought_on(clause, context, order)
        for tag, who, _ in relations(clause):
            if tag.clitics.endswith("ל") or _for(clause, tag.first):
                quote = (who.start, who.end)
                value = who.also[0] if who.also else who.text
                yield tell(clause, context, "recipient", value, quote, subject=order, about=who)


def _new_order(clause: Clause, context: Context, named: tuple[int, int] | None) -> Reference | None:
    """Return the order that is spoken of: by a number near it, else by the thing bought."""
    near = [
        number
        for number in things.numbers(context)
        if things.is_of(number, "order") and number.start >= clause.start
    ]
    if near:
        return near[0]
    if named is None:
        return None
    text, start, end = things.text_of(clause, *named)
    if named[1] - named[0] == 1 and clause.words[named[0]].fold in word_set("no_product"):
        return None
    return Reference(ReferenceKind.DEFINITE, text, start, end, "order")


def _product(clause: Clause, named: tuple[int, int] | None) -> tuple[str, int, int] | None:
    if named is None:
        return None
    if clause.words[named[0]].fold in word_set("no_product"):
        return None
    if any(tag.entry.kind == "color" for tag in clause.line.tags[named[0]]):
        return None
    return things.text_of(clause, *named)


def _for(clause: Clause, at: int) -> bool:
    return at > 0 and clause.words[at - 1].fold == "for"


def _bought_on(clause: Clause, context: Context, order: Reference) -> Iterator[Statement]:
    """Yield the day of the purchase: one said in the sentence that is not to come."""
    sentence = [other for other in context.clauses if other.sentence == clause.sentence]
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
    for number in things.numbers(context):
        inside = clause.start <= number.start < clause.end
        if (
            not inside
            or not things.is_of(number, "order")
            or clause.framing_at(number.start, number.end)
        ):
            continue
        if "order" in context.asked or _gives(clause, context, number):
            quote = (number.start, number.end)
            yield tell(clause, context, "order", number.text, quote, about=number)


def _gives(clause: Clause, context: Context, number: Reference) -> bool:
    alone = context.message.text.strip(" .#") == number.text
    bought = any(other.found("order.placed") for other in context.clauses)
    return alone or bought or bool(clause.found("order.asked_number"))


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
            if not denied(clause, match) and all(
                match.last <= other.first or match.first >= other.last for other in taken
            ):
                taken.append(match)
                yield status, match


def _courier_acts(clause: Clause) -> bool:
    return any(word.fold in word_set("courier_word") for word in clause.words)


def denied(clause: Clause, match: Match) -> bool:
    """Tell whether "ולא", "שלא" stands right before the words."""
    if not match.first:
        return False
    before = readings(clause.words[match.first - 1].fold)
    return any(rest in clause.line.sets["negator"] for _, rest in before)


def order_at(clause: Clause, context: Context, match: Match, status: str = "") -> Reference | None:
    """Return the order that words of the clause are about; None: they are about something else.

    It is named in the clause by number, thing or "the white ones"; else the talk must be of orders.
    """
    number = things.number_in(clause, context, "order") or _only_number(clause, context)
    if number is not None:
        return number
    taken = status in _TAKING or clause.words[match.first].fold in _RECEIVED
    named = (_object_after(clause, match) if taken else None) or _thing_for(clause, match)
    if named is not None:
        return named if _known_thing(named) or things.trading(context) else None
    if _other_subject(clause, match) or not things.trading(context):
        return None
    named = _just_before(clause, match)
    if named is not None:
        return named
    if status in _NEEDS_OBJECT or clause.words[match.first].fold in _RECEIVED:
        return _pronoun_after(clause, context, match)
    return things.earlier(clause, context, "order") or Reference(
        ReferenceKind.DEFINITE, type="order"
    )


def _only_number(clause: Clause, context: Context) -> Reference | None:
    """Return the one order that the sentence names by number beside the clause."""
    sentence = [c for c in context.clauses if c.sentence == clause.sentence]
    start, end = sentence[0].start, sentence[-1].end
    named = [
        n for n in things.numbers(context) if start <= n.start < end and things.is_of(n, "order")
    ]
    said = sum(bool(c.found(f"order_status.{s}")) for c in sentence for s in STATUSES)
    return named[0] if len(named) == 1 and said == 1 else None


def _known_thing(named: Reference) -> bool:
    return bool(named.type)


def _thing_for(clause: Clause, match: Match) -> Reference | None:
    named = list(things.things(clause, "order"))
    before = [reference for tag, reference in named if tag.last <= match.last]
    after = [reference for tag, reference in named if tag.first >= match.first]
    return before[-1] if before else (after[0] if after else None)


def _object_after(clause: Clause, match: Match) -> Reference | None:
    """Return "את השחורות", "the old one" behind the words."""
    for at in range(match.last, min(len(clause.words), match.last + 5)):
        if clause.words[at].fold in ("את", "the") and at + 1 < len(clause.words):
            behind = at + 2
            while behind < min(at + 4, len(clause.words)) and _goes_on(clause, behind):
                behind += 1
            text, start, end = things.text_of(clause, at + 1, behind)
            known = any(tag.entry.kind == "item" for tag in clause.line.tags[at + 1])
            return Reference(ReferenceKind.DEFINITE, text, start, end, "order" if known else "")
    return None


def _goes_on(clause: Clause, at: int) -> bool:
    word = clause.words[at].fold
    if word in word_set("phrase_end") or at in clause.line.dates:
        return False
    return word.startswith("ה") or clause.words[at].text.isascii()


def _other_subject(clause: Clause, match: Match) -> bool:
    """Tell whether a person stands before the words: then a person came, not a parcel."""
    for at in range(match.first):
        tags = clause.line.tags[at]
        if any(tag.entry.kind in ("kin", "first_name", "stranger", "pet") for tag in tags):
            return True
    nearest = clause.words[match.first - 1].fold if match.first else ""
    return nearest in word_set("not_parcels")


def _just_before(clause: Clause, match: Match) -> Reference | None:
    """Return a thing that no list knows, right before the words: "הקומביין הגיע", "R6 arrived"."""
    at = match.first - 1
    while at >= 0 and clause.words[at].fold in clause.line.sets["light"]:
        at -= 1
    if at < 0:
        return None
    word = clause.words[at]
    if word.fold in ("one", "ones") and at > 0:
        text, start, end = things.text_of(clause, at - 1, at + 1)
        return Reference(ReferenceKind.DEFINITE, text, start, end, "order")
    article = at > 0 and clause.words[at - 1].fold in ("the", "ה")
    hebrew = word.fold.startswith("ה") and len(word.fold) > 4
    if not (article or hebrew or word.kind is WordKind.CODE):
        return None
    start = word.after(1) if hebrew else word.start
    return Reference(
        ReferenceKind.DEFINITE, clause.line.text[start : word.end], start, word.end, "order"
    )


def _pronoun_after(clause: Clause, context: Context, match: Match) -> Reference | None:
    """Return what "it", "אותו" behind the words points at."""
    rest = clause.words[match.first : match.last + 2]
    if not any(word.fold in word_set("it_word") for word in rest):
        return None
    return things.earlier(clause, context, "order") or Reference(
        ReferenceKind.DEFINITE, type="order"
    )


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
    order = things.subject(clause, context, "order", match.first)
    first = match.first
    start, end = clause.words[first].start, clause.words[match.last - 1].end
    value = clause.line.text[start:end]
    yield tell(clause, context, "issue", value, (start, end), subject=order)


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
