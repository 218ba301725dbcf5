"""What is changed about one order: its colour, by the person; its price, by the shop."""

from collections.abc import Iterator

from kesher.domain.fact import Statement
from kesher.memory.rules import amounts, numbering, things
from kesher.memory.rules.clause import Clause, Context, Framing
from kesher.memory.rules.saying import span
from kesher.memory.rules.telling import tell

_WISHED = (Framing.REQUEST, Framing.HYPOTHETICAL, Framing.VAGUE)


def shaded(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the colour in which the person orders something, or wants it instead."""
    if "?" in context.message.text or not things.trading(context):
        return
    told = clause.found("order.color_told", _WISHED)
    for match in (*told, *clause.found("order.other_color", _WISHED))[:1]:
        slot = match["v"]
        value = slot.entry.name if slot.entry is not None else slot.text
        order = numbering.last_in_message(context, "order", clause.end)
        order = order or things.subject(clause, context, "order")
        yield tell(clause, context, "color", value, span(slot), subject=order)


def priced(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the price that the shop now gives to the order that is spoken of."""
    if "refund.noun" in context.lists or not things.trading(context):
        return
    for match in clause.found("order.price_told")[:1]:
        slot = match["v"]
        money = next((m for m in amounts.money_in(clause) if m.start <= slot.end <= m.end), None)
        if money is None or amounts.label_of(clause, context, money):
            return
        quote = (money.start, money.end)
        subject = things.subject(clause, context, "order")
        yield tell(clause, context, "price", money.value, quote, subject=subject)
