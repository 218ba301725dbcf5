"""What an assistant reads out of its records: an order's goods, price, payment, replacement."""

from collections.abc import Iterator

from kesher.domain.entity import Reference, ReferenceKind
from kesher.domain.fact import Statement
from kesher.memory.rules import amounts, nouns, numbering, things
from kesher.memory.rules.cards import card_in
from kesher.memory.rules.clause import Clause, Context, Framing
from kesher.memory.rules.orders import denied, status_of
from kesher.memory.rules.saying import span
from kesher.memory.rules.subjects import name_at
from kesher.memory.rules.telling import tell
from kesher.memory.rules.to_come import is_to_come
from kesher.text.money import find_money
from kesher.text.phrasebook import word_set
from kesher.text.words import WordKind, readings


def summary(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield goods, price and payment of an order read out ("הזמנה 4521: שולחן, 1,890 ₪")."""
    orders = _read_out(clause, context)
    if _asks_after(clause, context):
        return
    if not orders:
        yield from _priced(clause, context)
        return
    for order in orders:
        if clause.matches.get("order.each"):
            quote = (order.start, order.end)
            yield tell(clause, context, "order", order.text, quote, about=order)
        if _opens(clause, context) and not clause.found("refund.noun"):
            yield from _goods(clause, context, order)
        yield from _price(clause, context, order)
        yield from _payment(clause, context, order)


def _priced(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the price of an order named with its sum ("הזמנה 30551 על סך 5,400 ₪ מוכנה")."""
    order = numbering.number_in(clause, context, "order")
    refunded = "refund.noun" in context.lists
    if order is not None and not refunded and clause.found("order.sum"):
        yield from _price(clause, context, order)


def _read_out(clause: Clause, context: Context) -> list[Reference]:
    """Return the orders that the clause goes on about: named before it, or by "is", "each"."""
    if clause.matches.get("order.each"):
        return _orders_in(context, 0, clause.end)
    if clause.matches.get("order.is_priced"):
        return _orders_in(context, clause.start, clause.end)
    head = _head(clause, context)
    if head is not None:
        new = numbering.new_order(context)
        read = _orders_in(context, head.start, head.end)
        return [new] if new in read else read
    last = numbering.last_number(context, "order") if _found(clause, context) else None
    return [last] if last else []


def _found(clause: Clause, context: Context) -> bool:
    """Tell whether the sentence says before a colon that an order was found ("I see it: ...")."""
    sentence = context.sentence(clause.sentence)
    start = sentence[0].start
    opening, colon, _ = context.message.text[start : clause.end].partition(":")
    said = {word.strip(",.").lower() for word in opening.split()}
    return bool(colon) and len(said) <= _SHORT and bool(said & word_set("found_it"))


def _head(clause: Clause, context: Context) -> Clause | None:
    """Return the clause that opens the list in which this one stands.

    It names an order and little else ("הזמנה 4521", "FH-3351 created").
    """
    for index in range(clause.index - 1, -1, -1):
        before = context.clauses[index]
        if before.sentence != clause.sentence:
            return None
        numbers = _orders_in(context, before.start, before.end)
        listed = set(context.clauses[index + 1].words[0].gap) & set(":,")
        if numbers and listed and _says_little(before, len(numbers)):
            sure = any(numbering.surely_order(n, context) for n in numbers)
            return before if sure or "order.made" in before.matches else None
    return None


def _says_little(clause: Clause, numbers: int) -> bool:
    known = word_set("order_cue") | word_set("order_made") | clause.line.sets["light"]
    known |= word_set("found_it") | word_set("first_person_singular") | _status_words(clause)
    colons = [at for at, word in enumerate(clause.words) if at and ":" in word.gap]
    own = clause.words[colons[-1] :] if colons else clause.words
    return len([word for word in own if word.fold not in known]) <= numbers


def _status_words(clause: Clause) -> frozenset[str]:
    """Return the words of the clause that say how far an order is ("אושרה", "shipped")."""
    said = [
        m for n, found in clause.matches.items() if n.startswith("order_status.") for m in found
    ]
    return frozenset(w.fold for m in said for w in clause.words[m.first : m.last])


def _opens(clause: Clause, context: Context) -> bool:
    """Tell whether the goods stand in the clause: the first one of the list, or behind "each"."""
    if "order.each" in clause.matches:
        return True
    return clause.index > 0 and _head(clause, context) is context.clauses[clause.index - 1]


def _orders_in(context: Context, start: int, end: int) -> list[Reference]:
    return [
        n
        for n in numbering.numbers(context)
        if numbering.is_of(n, "order") and start <= n.start < end
    ]


def _asks_after(clause: Clause, context: Context) -> bool:
    """Tell whether the sentence itself is an offer."""
    end = context.sentence(clause.sentence)[-1].end
    return context.message.text[end : end + 1] == "?"


def _goods(clause: Clause, context: Context, order: Reference) -> Iterator[Statement]:
    each = clause.matches.get("order.each", ())
    named = nouns.noun_phrase(clause, each[0].last if each else 0)
    if named is None or card_in(clause) is not None or clause.words[named[0]].text[0].isdigit():
        return
    if not _names_goods(clause, context):
        return
    value, start, end = nouns.text_of(clause, *named)
    money = next(iter(amounts.money_in(clause)), None)
    if money is not None and money.start < end:
        value, end = clause.line.text[start : money.start].rstrip(" ב-,"), money.start
    if value:
        yield tell(clause, context, "product", value.strip(), (start, end), subject=order)


def _names_goods(clause: Clause, context: Context) -> bool:
    """Tell goods from what else a list may open with: a status, a fee."""
    if _status_words(clause) or "delivery.estimate" in clause.matches:
        return False
    if any(w.fold in word_set("status_word") for w in clause.words):
        return False
    return not any(amounts.label_of(clause, context, m) for m in amounts.money_in(clause))


def _price(clause: Clause, context: Context, order: Reference) -> Iterator[Statement]:
    money = [m for m in amounts.money_in(clause) if not amounts.label_of(clause, context, m)]
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
    money = amounts.money_in(clause)
    if not money or not clause.found("payment.charged") or _asks_after(clause, context):
        return
    order = _made(context) or things.subject(clause, context, "order")
    quote = (money[0].start, money[0].end)
    yield tell(clause, context, "extra_charge", money[0].value, quote, subject=order)
    card = card_in(clause)
    if card is not None:
        yield tell(clause, context, "payment_method", card[0], card[1:])


def _made(context: Context) -> Reference | None:
    """Return the order that the message makes: the first one that is not replaced by another."""
    replaced = {number.start for _, number in numbering.replaced(context)}
    orders = [
        n
        for n in numbering.numbers(context)
        if numbering.is_of(n, "order") and n.start not in replaced
    ]
    return orders[0] if orders else None


def replacements(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield which order takes the place of which; the old one is replaced, or comes back."""
    for other, old in numbering.replaced(context):
        new = _made(context)
        if other is not clause or new is None:
            continue
        quote = (old.start, old.end)
        yield tell(clause, context, "replaces", old.text, quote, subject=new, about=old)
        back = context.anywhere("order_status.return_requested")
        status = "return_requested" if back else "replaced"
        yield status_of(clause, context, old, status, quote)


def made(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield that an order was placed, and that it is the customer's."""
    order = _made(context)
    if order is None or not clause.start <= order.start < clause.end:
        return
    quote = (order.start, order.end)
    following = context.following(clause)
    listed = following is not None and _head(following, context) is clause
    listed = listed and following is not None and _names_goods(following, context)
    sure = numbering.surely_order(order, context) or bool(clause.found("order.made"))
    listed = listed and sure and not (clause.found("order.made") and numbering.new_order(context))
    if clause.found("order.made"):
        yield status_of(clause, context, order, "placed", quote)
    if listed:
        yield tell(clause, context, "order", order.text, quote, about=order)
        if _is_waiting(clause, context):
            yield status_of(clause, context, order, "placed", quote)


def _is_waiting(clause: Clause, context: Context) -> bool:
    """Tell whether an order read out is paid and to come, and nothing else is said of it."""
    said = any(name.startswith("order_status.") for name in context.lists)
    coming = ("delivery.window", "delivery.estimate")
    later = context.clauses[clause.index + 1 :]
    return not said and any(name in c.matches for c in later for name in coming)


def sizes(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the size of what was ordered ("size 43", "מידה 38")."""
    for match in clause.found("order.size")[:1]:
        order = numbering.number_in(clause, context, "order") or things.earlier(
            clause, context, "order"
        )
        if order is not None:
            slot = match["v"]
            yield tell(clause, context, "size", slot.text, span(slot), subject=order)


def colors(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the colour of what is sent under an order's number ("black ones ship as ...")."""
    order = numbering.number_in(clause, context, "order")
    if order is None or not clause.found("order.sent_in_color"):
        return
    slot = clause.found("order.sent_in_color")[0]["v"]
    value = slot.entry.marks[0] if slot.entry and slot.entry.marks else slot.text
    yield tell(clause, context, "color", value, span(slot), subject=order)


def greeted(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the customer's name, where the assistant has looked them up ("thanks Marcus. 4521: ").

    A greeting alone only repeats what was said.
    """
    if not numbering.numbers(context) and not find_money(context.message.text):
        return
    for match in clause.matches.get("order.greeting", ()):
        at, spoken = match.last, clause
        following = context.following(clause)
        if at == len(clause.words) and following is not None:
            at, spoken = 0, following
        behind = name_at(spoken, at)
        if behind > at and (spoken is clause or behind == len(spoken.words)):
            value, start, end = nouns.text_of(spoken, at, behind)
            yield tell(spoken, context, "name", value, (start, end))
            return


def plans(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the customer's plan or tier, where the assistant says that it changed."""
    for match in clause.found("order.plan")[:1]:
        slot = match["v"]
        yield tell(clause, context, "plan", slot.text, span(slot))


def couriers(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield which company brings an order ("they'll ship with Quickfox")."""
    for match in clause.found("order.courier", through=_REPORTED)[:1]:
        slot = match["v"]
        order = numbering.new_order(context) or things.subject(clause, context, "order")
        who = Reference(ReferenceKind.NAME, slot.text, slot.start, slot.end, "company")
        yield tell(clause, context, "courier", slot.text, span(slot), subject=order, about=who)


def told_status(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the state of an order that the assistant reports."""
    if _asks_after(clause, context):
        return
    order = _reported(clause, context)
    if order is None:
        return
    sentence = context.sentence(clause.sentence)
    for status in _TOLD:
        if status != "cancelled" and any(c.found("refund.noun") for c in sentence):
            return
        if status == "shipped" and _sends_papers(clause):
            return
        for match in clause.found(f"order_status.{status}", through=_REPORTED)[:1]:
            if not denied(clause, match) and not is_to_come(clause, match):
                quote = (clause.words[match.first].start, clause.words[match.last - 1].end)
                yield status_of(clause, context, order, status, quote)
                return


def _sends_papers(clause: Clause) -> bool:
    """Tell a voucher, code or e-mail that was sent from goods that were."""
    said = {rest for word in clause.words for _, rest in readings(word.fold)}
    mail = any(word.kind is WordKind.EMAIL for word in clause.words)
    return mail or bool(said & word_set("paper_word"))


def _reported(clause: Clause, context: Context) -> Reference | None:
    """Return the order that a report is about: numbered in its sentence, named, or "it"."""
    number = numbering.number_in(clause, context, "order") or numbering.number_beside(
        clause, context, "order"
    )
    if number is not None:
        return number
    named = [reference for _, reference in things.things(clause, "order")]
    if named:
        return named[0]
    if any(word.fold in word_set("status_word") for word in clause.words):
        return things.earlier(clause, context, "order")
    said = {rest for word in clause.words for _, rest in readings(word.fold)}
    if said & word_set("it_speaks"):
        return things.earlier(clause, context, "order")
    return None


_SHORT = 4
# An assistant reports its own shop's doing; "back in stock" is no time past.
_REPORTED = (Framing.REPORTED, Framing.PAST)
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
    "confirmed",
)
