"""Sums that are named for what they are: a fee, a deductible, an approved amount, a surcharge."""

from collections.abc import Iterator

from kesher.domain.entity import Reference, ReferenceKind
from kesher.domain.fact import Statement
from kesher.memory.rules import numbering, repairs, things
from kesher.memory.rules.clause import Clause, Context
from kesher.memory.rules.telling import tell
from kesher.text.money import Money, find_money
from kesher.text.patterns import Match
from kesher.text.phrasebook import word_set

_KEYS = ("cancellation_fee", "deductible", "approved_amount", "extra_charge")
_OF_CLAIMS = frozenset({"deductible", "approved_amount"})
_FAR = 40


def labelled(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield each sum of the clause that words beside it name ("cancellation fee: $75")."""
    if _asked(clause, context) or _is_general(clause, context):
        return
    for money in money_in(clause):
        key = label_of(clause, context, money)
        if key:
            quote = (money.start, money.end)
            subject = _subject(clause, context, key)
            yield tell(clause, context, key, money.value, quote, subject=subject)


def money_in(clause: Clause) -> list[Money]:
    """Return the sums of a clause, in text order."""
    found = find_money(clause.line.text)
    return [money for money in found if money.start < clause.end and clause.start < money.end]


def label_of(clause: Clause, context: Context, money: Money) -> str:
    """Return the key that the words nearest to a sum give it; empty where none do."""
    near = [
        (distance, key)
        for key in _KEYS
        for match in clause.found(f"amount.{key}")
        for distance in [_distance(clause, match, money)]
        if distance <= _FAR and _fits(key, clause, context)
    ]
    near += [
        (distance, "")
        for match in clause.found("refund.noun")
        for distance in [_distance(clause, match, money)]
        if distance <= _FAR
    ]
    return min(near)[1] if near else ""


def _distance(clause: Clause, match: Match, money: Money) -> int:
    """Count the letters between words and a sum; with another sum between they are far."""
    start, end = clause.words[match.first].start, clause.words[match.last - 1].end
    first, last = (end, money.start) if start < money.start else (money.end, start)
    between = any(first <= other.start < last for other in money_in(clause) if other != money)
    return _FAR + 1 if between else max(0, last - first)


def _fits(key: str, clause: Clause, context: Context) -> bool:
    """Tell a sum approved of a claim from a refund or an order that is approved."""
    if key != "approved_amount":
        return True
    refunded = "refund.noun" in context.lists
    return not refunded and numbering.number_in(clause, context, "order") is None


def _subject(clause: Clause, context: Context, key: str) -> Reference:
    if key in _OF_CLAIMS:
        return _claimed(clause, context)
    order = numbering.new_order(context) or numbering.last_in_message(context, "order", clause.end)
    return order or things.subject(clause, context, "order")


def _claimed(clause: Clause, context: Context) -> Reference:
    """Return the claim by its number, else the thing that is insured, else what is spoken of."""
    claim = numbering.last_in_message(context, "ticket", clause.end)
    claim = claim or repairs.car_spoken_of(clause, context)
    claim = claim or things.earlier(clause, context, "ticket")
    return claim or Reference(ReferenceKind.DEFINITE, type="ticket")


def _asked(clause: Clause, context: Context) -> bool:
    """Tell whether the clause's sentence is an offer or a question."""
    end = context.sentence(clause.sentence)[-1].end
    return context.message.text[end : end + 1] == "?"


def _is_general(clause: Clause, context: Context) -> bool:
    """Tell a rule for everybody ("5% or 100 ₪") from what one order costs."""
    sentence = context.sentence(clause.sentence)
    said = {word.fold for c in sentence for word in c.words}
    if "%" in context.message.text[clause.start : clause.end] or said & word_set("choice"):
        return True
    known = things.trading(context) or bool(numbering.numbers(context))
    known = known or numbering.last_number(context, "ticket") is not None
    return not known and repairs.car_spoken_of(clause, context) is None
