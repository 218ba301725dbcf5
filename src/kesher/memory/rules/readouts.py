"""What an assistant reads out beside an order: colour, payment, pick-up point, who brings it."""

from collections.abc import Iterator

from kesher.domain.entity import Reference, ReferenceKind
from kesher.domain.fact import Statement
from kesher.memory.rules import amounts, numbering, things
from kesher.memory.rules.cards import card_in
from kesher.memory.rules.clause import Clause, Context
from kesher.memory.rules.saying import span
from kesher.memory.rules.subjects import name_at
from kesher.memory.rules.telling import tell
from kesher.memory.rules.values import phone
from kesher.text.phrasebook import word_set
from kesher.text.words import WordKind, fold, readings

_PAIR = 2
# "I wrote down", "we noted": what an agent did before it repeats a number.
_VERB_ENDS = ("תי", "נו")


def shades(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the colour in a list of what an order holds ("order 4521: coat, navy, size M")."""
    order = numbering.last_in_message(context, "order", clause.start)
    if order is None:
        return
    for match in clause.found("order.shade")[:1]:
        slot = match["v"]
        yield tell(clause, context, "color", slot.text, span(slot), subject=order)
        return
    tags = clause.line.tags[0] if len(clause.words) == 1 else ()
    if any(tag.entry.kind == "color" for tag in tags):
        word = clause.words[0]
        place = (word.start, word.end)
        yield tell(clause, context, "color", word.text, place, subject=order)


def mailed(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the person's address to which the assistant says that it wrote."""
    for match in clause.found("order.mailed")[:1]:
        slot = match["v"]
        yield tell(clause, context, "email", slot.text, span(slot))


def rooms(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the room or class to which a booking was moved up, and the floor of it."""
    for match in clause.found("order.room")[:1]:
        slot = match["v"]
        order = numbering.number_in(clause, context, "order")
        order = order or numbering.last_number(context, "order")
        order = order or things.subject(clause, context, "order")
        if {rest for word in slot.text.split() for _, rest in readings(fold(word))} & _room():
            floors = clause.found("order.on_floor")[:1]
            end = clause.words[floors[0].first - 1].end if floors else slot.end
            text = clause.line.text[slot.start : min(end, slot.end)]
            quote = (slot.start, min(end, slot.end))
            yield tell(clause, context, "room_type", text, quote, subject=order)
            for floor in floors:
                place = floor["n"]
                yield tell(clause, context, "floor", place.text, span(place), subject=order)


def _room() -> frozenset[str]:
    return word_set("room_word")


def paid(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the card or account by which the order that the message reads out was paid."""
    card = card_in(clause)
    order = numbering.last_in_message(context, "order", clause.start)
    if card is None or order is None or clause.found("refund.noun"):
        return
    if amounts.money_in(clause) and clause.found("payment.charged"):
        return  # `summaries.charges` reads it
    if clause.found("payment.settled"):
        yield tell(clause, context, "payment_method", card[0], card[1:], subject=order)


def pickup_points(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield where an order is to be collected ("pickup at the Maple branch")."""
    if context.message.text[clause.end : clause.end + 1] == "?":
        return
    for match in clause.found("order.pickup_point")[:1]:
        slot = match["v"]
        order = things.subject(clause, context, "order")
        about = Reference(ReferenceKind.NAME, slot.text, slot.start, slot.end, "place")
        yield tell(
            clause, context, "pickup_point", slot.text, span(slot), subject=order, about=about
        )


def numbers_of_people(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield whose telephone the assistant gives ("דפנה: 054-..."), and of a courier who it is."""
    for at, word in enumerate(clause.words):
        named = _named_before(clause, context, at) if word.kind is WordKind.PHONE else None
        if named is None:
            continue
        holder, first, last = named
        text = holder.line.text[holder.words[first].start : holder.words[last - 1].end]
        place = (holder.words[first].start, holder.words[last - 1].end)
        who = Reference(ReferenceKind.NAME, text, *place, "person")
        quote = (word.start, word.end)
        yield tell(clause, context, "phone", phone(word.text), quote, subject=who)
        if first and _folded(holder, first - 1) & word_set("courier_word"):
            order = things.subject(holder, context, "order")
            yield tell(holder, context, "courier", text, place, subject=order, about=who)
        return


def _named_before(clause: Clause, context: Context, at: int) -> tuple[Clause, int, int] | None:
    """Return the clause and words of the name that ends right before a number or label of it."""
    end = at
    while end and _folded(clause, end - 1) & (_beside_number(clause)):
        end -= 1
    if not end and clause.index:
        clause = context.clauses[clause.index - 1]
        end = len(clause.words)
    for first in range(max(0, end - _PAIR), end):
        behind = name_at(clause, first)
        after_courier = first > 0 and bool(_folded(clause, first - 1) & word_set("courier_word"))
        alone = first == 0 and end <= _PAIR
        if behind == end and not _folded(clause, first) & word_set("courier_word"):
            return clause, first, end
        if first == end - 1 and after_courier | alone and _may_name(clause, first):
            return clause, first, end
    return None


def _beside_number(clause: Clause) -> frozenset[str]:
    """Return words between a name and a number: "phone", "is available on", "זמין ב"."""
    return word_set("phone_word") | word_set("reached_word") | clause.line.light


def _may_name(clause: Clause, at: int) -> bool:
    word = clause.words[at]
    known = word_set("courier_word") | word_set("no_person") | word_set("phone_word")
    if (
        word.kind is not WordKind.WORD
        or word.fold.endswith(_VERB_ENDS)
        or _folded(clause, at) & (known | clause.line.no_name)
    ):
        return False
    return word.capital or not word.text.isascii()


def _folded(clause: Clause, at: int) -> set[str]:
    return {rest for _, rest in readings(clause.words[at].fold)}
