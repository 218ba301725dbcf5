"""What an assistant reads out of its records: an order's goods, price, payment, replacement."""

from collections.abc import Iterator

from kesher.domain.entity import Reference
from kesher.domain.fact import Statement
from kesher.memory.rules import things
from kesher.memory.rules.cards import card_in
from kesher.memory.rules.clause import Clause, Context
from kesher.memory.rules.orders import status_of
from kesher.memory.rules.saying import span
from kesher.memory.rules.subjects import name_at
from kesher.memory.rules.telling import tell
from kesher.text.money import Money, find_money
from kesher.text.phrasebook import word_set


def summary(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield goods, price and payment of an order read out ("הזמנה 4521: שולחן, 1,890 ₪")."""
    orders = _read_out(clause, context)
    if not orders or _asks_after(clause, context):
        return
    for order in orders:
        if _opens(clause, context) and not clause.found("refund.noun"):
            yield from _goods(clause, context, order)
        yield from _price(clause, context, order)
        yield from _payment(clause, context, order)


def _read_out(clause: Clause, context: Context) -> list[Reference]:
    """Return the orders that the clause goes on about: named before a colon, or by "is", "each"."""
    head = _head(clause, context)
    if head is not None:
        named = _orders_in(context, head.start, head.end)
        if named:
            return named
        if any(word.fold in word_set("found_it") for word in head.words):
            last = things.last_number(context, "order")
            return [last] if last else []
        return []
    if clause.matches.get("order.is_priced"):
        return _orders_in(context, clause.start, clause.end)
    if clause.matches.get("order.each"):
        return _orders_in(context, 0, clause.end)
    return []


def _head(clause: Clause, context: Context) -> Clause | None:
    """Return the clause before the colon that opens the list which this clause stands in."""
    for index in range(clause.index, 0, -1):
        opener, before = context.clauses[index], context.clauses[index - 1]
        if before.sentence != clause.sentence:
            return None
        if ":" in opener.words[0].gap:
            return before
    return None


def _opens(clause: Clause, context: Context) -> bool:
    return ":" in clause.words[0].gap or "order.each" in clause.matches


def _orders_in(context: Context, start: int, end: int) -> list[Reference]:
    return [n for n in things.numbers(context) if n.type == "order" and start <= n.start < end]


def _asks_after(clause: Clause, context: Context) -> bool:
    """Tell whether the sentence itself is an offer."""
    end = max(c.end for c in context.clauses if c.sentence == clause.sentence)
    return context.message.text[end : end + 1] == "?"


def _goods(clause: Clause, context: Context, order: Reference) -> Iterator[Statement]:
    each = clause.matches.get("order.each", ())
    named = things.noun_phrase(clause, each[0].last if each else 0)
    if named is None or card_in(clause) is not None or clause.words[named[0]].text[0].isdigit():
        return
    value, start, end = things.text_of(clause, *named)
    money = next(iter(_money(clause)), None)
    if money is not None and money.start < end:
        value, end = clause.line.text[start : money.start].rstrip(" ב-,"), money.start
    if value:
        yield tell(clause, context, "product", value.strip(), (start, end), subject=order)


def _money(clause: Clause) -> list[Money]:
    found = find_money(clause.line.text[: clause.end])
    return [money for money in found if money.start >= clause.start]


def _price(clause: Clause, context: Context, order: Reference) -> Iterator[Statement]:
    money = _money(clause)
    if not money or clause.found("refund.noun") or clause.found("payment.charged"):
        return
    quote = (money[0].start, money[0].end)
    yield tell(clause, context, "price", money[0].value, quote, subject=order)


def _payment(clause: Clause, context: Context, order: Reference) -> Iterator[Statement]:
    card = card_in(clause)
    if card is None or clause.found("refund.noun") or clause.found("payment.charged"):
        return
    yield tell(clause, context, "payment_method", card[0], card[1:], subject=order)


def charges(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield what was charged on top ("220 ILS charged to your PayPal"), with the card."""
    money = _money(clause)
    if not money or not clause.found("payment.charged") or "?" in _rest(clause, context):
        return
    order = _made(context) or things.subject(clause, context, "order")
    quote = (money[0].start, money[0].end)
    yield tell(clause, context, "extra_charge", money[0].value, quote, subject=order)
    card = card_in(clause)
    if card is not None:
        yield tell(clause, context, "payment_method", card[0], card[1:])


def _rest(clause: Clause, context: Context) -> str:
    return context.message.text[clause.end :]


def _made(context: Context) -> Reference | None:
    """Return the order that the message makes: the first one that is not replaced by another."""
    replaced = {number.start for _, number in _replaced(context)}
    orders = [n for n in things.numbers(context) if n.type == "order" and n.start not in replaced]
    return orders[0] if orders else None


def _replaced(context: Context) -> Iterator[tuple[Clause, Reference]]:
    for clause in context.clauses:
        for match in clause.found("order.replaces")[:1]:
            behind = clause.words[match.last - 1].end
            following = (n for n in things.numbers(context) if behind <= n.start < clause.end)
            number = next(following, None)
            if number is not None and number.type == "order":
                yield clause, number


def replacements(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield which order takes the place of which; the old one is replaced, or comes back."""
    for other, old in _replaced(context):
        new = _made(context)
        if other is not clause or new is None:
            continue
        quote = (old.start, old.end)
        yield tell(clause, context, "replaces", old.text, quote, subject=new, about=old)
        back = any(each.found("order_status.return_requested") for each in context.clauses)
        status = "return_requested" if back else "replaced"
        yield status_of(clause, context, old, status, quote)


def made(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield that an order was placed, and that it is the customer's."""
    order = _made(context)
    if order is None or not clause.start <= order.start < clause.end:
        return
    quote = (order.start, order.end)
    following = context.following(clause)
    listed = following is not None and ":" in following.words[0].gap
    if clause.found("order.made"):
        yield status_of(clause, context, order, "placed", quote)
    if listed:
        yield tell(clause, context, "order", order.text, quote, about=order)
        if _is_waiting(clause, context):
            yield status_of(clause, context, order, "placed", quote)


def _is_waiting(clause: Clause, context: Context) -> bool:
    """Tell whether an order read out is paid and to come, and nothing else is said of it."""
    sentence = [c for c in context.clauses if c.sentence == clause.sentence]
    said = any(name.startswith("order_status.") for c in context.clauses for name in c.matches)
    return not said and any("delivery.window" in c.matches for c in sentence[1:])


def sizes(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the size of what was ordered ("size 43", "מידה 38")."""
    for match in clause.found("order.size")[:1]:
        order = things.number_in(clause, context, "order") or things.earlier(
            clause, context, "order"
        )
        if order is not None:
            slot = match["v"]
            yield tell(clause, context, "size", slot.text, span(slot), subject=order)


def greeted(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the customer's name where the assistant calls them by it ("thanks Marcus")."""
    for match in clause.matches.get("order.greeting", ()):
        behind = name_at(clause, match.last)
        if behind > match.last:
            value, start, end = things.text_of(clause, match.last, behind)
            yield tell(clause, context, "name", value, (start, end))
            return


def told_status(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the state of an order that the assistant reports."""
    if _asks_after(clause, context) or clause.found("refund.noun"):
        return
    order = things.number_in(clause, context, "order") or things.earlier(clause, context, "order")
    if order is None:
        return
    for status in _TOLD:
        for match in clause.found(f"order_status.{status}")[:1]:
            quote = (clause.words[match.first].start, clause.words[match.last - 1].end)
            about = _thing_or(clause, context, order)
            yield status_of(clause, context, about, status, quote)
            return


def _thing_or(clause: Clause, context: Context, order: Reference) -> Reference:
    number = things.number_in(clause, context, "order")
    if number is not None:
        return number
    named = [reference for _, reference in things.things(clause, "order")]
    generic = named and named[0].text.strip("ה") in ("הזמנה", "order", "parcel", "package")
    return named[0] if named and not generic else order


_TOLD = (
    "cancelled",
    "returned",
    "lost",
    "delayed",
    "shipped",
    "out_of_stock",
    "in_production",
    "ready",
    "packed",
    "delivered",
)
