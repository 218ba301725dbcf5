"""Refunds: how much, to where, when, why, and how far they are. Their facts sit on the order."""

from collections.abc import Iterator
from dataclasses import replace

from kesher.domain.entity import Reference, ReferenceKind
from kesher.domain.fact import FactKind, Statement, StatementAction
from kesher.domain.log import Speaking
from kesher.memory.rules import amounts, cases, numbering, things
from kesher.memory.rules.cards import card_in, credit_in
from kesher.memory.rules.clause import Clause, Context
from kesher.memory.rules.saying import span
from kesher.memory.rules.telling import tell
from kesher.text.money import find_money
from kesher.text.phrasebook import word_set
from kesher.text.time_span import Bound, TimeKind, TimeSpan
from kesher.text.words import readings, words

_STATUSES = ("refused", "awaiting_approval", "approved", "paid", "pending")
_PASSING = frozenset({"awaiting_approval", "approved", "pending"})


def refunds(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield what the assistant says of a refund, for each clause of a message about one."""
    if not speaks_of_refund(context) or _offers(clause, context) or _before(clause, context):
        return
    order = _order(clause, context)
    yield from _amount(clause, context, order)
    yield from _method(clause, context, order)
    yield from _eta(clause, context, order)
    yield from _status(clause, context, order)
    for match in clause.found("refund.reason")[:1]:
        slot = match["v"]
        if _in_sentence(clause, context) and _is_reason(slot.text):
            yield tell(clause, context, "refund_reason", slot.text, span(slot), subject=order)


def _before(clause: Clause, context: Context) -> bool:
    """Tell whether the clause's sentence tells of an order's price before one of the refund."""
    speaking = [c.sentence for c in context.lists.get("refund.noun", ())]
    if not speaking or clause.sentence >= min(speaking):
        return False
    sentence = context.sentence(clause.sentence)
    priced = any(amounts.money_in(c) for c in sentence)
    return priced and any(numbering.number_in(c, context, "order") for c in sentence)


def _in_sentence(clause: Clause, context: Context) -> bool:
    """Tell whether the sentence, or a sum in it, is of the refund."""
    sentence = context.sentence(clause.sentence)
    said = any("refund.noun" in c.matches for c in sentence)
    sums = find_money(context.message.text)
    return said or any(clause.start <= money.start < clause.end for money in sums)


def _is_reason(text: str) -> bool:
    """Tell a reason from the order or sum that a refund is for ("על הזמנה 4521")."""
    said = {rest for word in words(text)[:1] for _, rest in readings(word.fold)}
    return not said & word_set("order_cue") and not any(char.isdigit() for char in text)


def speaks_of_refund(context: Context) -> bool:
    """Tell whether the message speaks of a refund."""
    if "refund.noun" in context.lists:
        return True
    return _goes_on(context) or _answers(context)


def _answers(context: Context) -> bool:
    """Tell whether the assistant answers a question about a refund."""
    last = context.before[-1] if context.before else None
    asked = last is not None and last.role is Speaking.USER and "?" in last.text
    if last is None or not asked or context.message.role is not Speaking.ASSISTANT:
        return False
    return any(word in last.text.lower() for word in word_set("refund_stem"))


def _goes_on(context: Context) -> bool:
    """Tell whether the messages just before were about a refund and this one changes it."""
    changed = "refund.changed" in context.lists or "refund.money" in context.lists
    return changed and talk_of_refund(context)


def talk_of_refund(context: Context) -> bool:
    """Tell whether the messages just before were about a refund."""
    before = context.before[-2:]
    return any(
        word in message.text.lower() for message in before for word in word_set("refund_stem")
    )


def _offers(clause: Clause, context: Context) -> bool:
    """Tell whether the clause only offers a refund, as a choice or in a question."""
    sentence = context.sentence(clause.sentence)
    end = sentence[-1].end
    if context.message.text[end : end + 1] == "?":
        return True
    return any(word.fold in word_set("choice") for c in sentence for word in c.words)


def _order(clause: Clause, context: Context) -> Reference:
    """Return the order of the refund: a number anywhere in the message comes first."""
    number = numbering.number_in(clause, context, "order")
    if number is not None:
        return number
    named = [n for n in numbering.numbers(context) if numbering.is_of(n, "order")]
    if named:
        return named[0]
    return (
        numbering.last_number(context, "order")
        or cases.by_trouble(clause, context)
        or cases.spoken_of(context)
        or Reference(ReferenceKind.DEFINITE, type="order")
    )


def _amount(clause: Clause, context: Context, order: Reference) -> Iterator[Statement]:
    if "payment.charged" in clause.matches:
        return
    for money in amounts.money_in(clause):
        if not amounts.label_of(clause, context, money):
            quote = (money.start, money.end)
            yield tell(clause, context, "refund_amount", money.value, quote, subject=order)
            return


def _method(clause: Clause, context: Context, order: Reference) -> Iterator[Statement]:
    replaced = clause.matches.get("order.replaces", ())
    for found in (card_in(clause), credit_in(clause)):
        if found is None:
            continue
        if replaced and found[1] > clause.words[replaced[0].first].start:
            continue  # "to the card instead of a voucher"
        value, start, end = found
        yield tell(clause, context, "refund_method", value, (start, end), subject=order)
        return


def _eta(clause: Clause, context: Context, order: Reference) -> Iterator[Statement]:
    for time in context.times:
        if not clause.start <= time.start < clause.end or not _is_eta(time, context):
            continue
        quote = (time.start, time.end)
        if time.kind is TimeKind.DURATION:
            text = context.message.text[time.start : time.end]
            yield tell(clause, context, "refund_eta", text, quote, subject=order)
        else:
            value = time.begins.date().isoformat()
            yield tell(clause, context, "refund_eta", value, quote, subject=order)
        return


def _is_eta(time: TimeSpan, context: Context) -> bool:
    if time.kind is TimeKind.DURATION:
        return time.bound in (Bound.WITHIN, Bound.UNTIL)
    return time.kind is TimeKind.DATE and time.begins > context.at


def _status(clause: Clause, context: Context, order: Reference) -> Iterator[Statement]:
    for status in _STATUSES:
        if status == "pending" and (_told_elsewhere(context) or credit_in(clause)):
            return
        for match in clause.found(f"refund.{status}")[:1]:
            quote = (clause.words[match.first].start, clause.words[match.last - 1].end)
            kind = FactKind.TEMPORARY if status in _PASSING else FactKind.STABLE
            yield tell(clause, context, "refund_status", status, quote, subject=order, kind=kind)
            if status == "paid":
                yield _paid_on(clause, context, order, quote)
            return


def _told_elsewhere(context: Context) -> bool:
    """Tell whether a clause says how far the refund is: then it is more than promised."""
    return any(context.anywhere(f"refund.{status}") for status in _STATUSES[:-1])


def _paid_on(
    clause: Clause, context: Context, order: Reference, quote: tuple[int, int]
) -> Statement:
    inside = (t for t in context.times if clause.start <= t.start < clause.end)
    day = next((t for t in inside if t.kind is TimeKind.DATE and t.begins <= context.at), None)
    date = day.begins.date() if day else context.at.date()
    place = (day.start, day.end) if day else quote
    return tell(clause, context, "refund_date", date.isoformat(), place, subject=order)


def got_back(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield that a refund came, or was asked into another account, by the person's own words."""
    if not clause.found("refund.noun") and not _of_money(clause, context):
        return
    for match in clause.found("refund.paid")[:1]:
        number = (
            numbering.number_in(clause, context, "order")
            or things.earlier(clause, context, "order")
            or cases.spoken_of(context)
        )
        if number is None:
            return
        quote = (clause.words[match.first].start, clause.words[match.last - 1].end)
        said = tell(clause, context, "refund_status", "paid", quote, subject=number)
        yield replace(said, kind=FactKind.STABLE)


def _of_money(clause: Clause, context: Context) -> bool:
    """Tell the money of a refund that was just talked of from any other."""
    return bool(clause.found("refund.money")) and talk_of_refund(context)


def pays_with(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the card that the person names for paying or for the money back."""
    card = card_in(clause)
    if card is None or clause.framing_at(card[1], card[2]) or "?" in context.message.text:
        return
    digits = any(char.isdigit() for char in card[0])
    closed = "payment.closed" in context.lists
    digits = digits and (closed or not talk_of_refund(context))
    digits = digits or bool(clause.found("payment.pays"))
    if digits and not clause.matches.get("refund.paid"):
        yield tell(clause, context, "payment_method", card[0], card[1:])


def closed_means(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the end of a card or account that the person says is no more."""
    card = card_in(clause)
    if card is None or not clause.found("payment.closed") or "?" in context.message.text:
        return
    said = tell(clause, context, "payment_method", card[0], card[1:])
    yield replace(said, action=StatementAction.END)
