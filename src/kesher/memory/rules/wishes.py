"""What a person wants done about an order: a way to settle it, another card, why they cancel."""

from collections.abc import Iterator

from kesher.domain.entity import Reference, ReferenceKind
from kesher.domain.fact import Statement
from kesher.memory.rules import numbering, refunds, things
from kesher.memory.rules.cards import card_in, credit_in
from kesher.memory.rules.clause import Clause, Context, Framing
from kesher.memory.rules.saying import span
from kesher.memory.rules.telling import tell
from kesher.text.dates import find_times
from kesher.text.patterns import Match
from kesher.text.phrasebook import word_set
from kesher.text.time_span import Bound, TimeKind
from kesher.text.words import WordKind, readings, words

_ASKING = (Framing.QUESTION, Framing.REQUEST, Framing.VAGUE)
_REASON_WORDS = range(2, 10)
_ALONE_WORDS = 6
_NEAR = 8


def settlements(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield how the person wants a ticket settled ("I want a replacement", "prefer a refund")."""
    ticket = numbering.last_number(context, "ticket")
    if ticket is None or "?" in context.message.text:
        return
    for way in ("replace", "money_back", "repair"):
        for match in clause.found(f"wish.{way}", through=(Framing.HYPOTHETICAL,))[:1]:
            value = _VALUES[way]["א" <= clause.words[match.first].text[:1] <= "ת"]
            quote = (clause.words[match.first].start, clause.words[match.last - 1].end)
            yield tell(clause, context, "resolution", value, quote, subject=ticket)
            return


_VALUES = {
    "replace": ("replacement", "החלפה"),
    "money_back": ("refund", "החזר כספי"),
    "repair": ("repair", "תיקון"),
}


def given(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield what the person was given to settle a ticket ("they're giving me a $40 voucher")."""
    ticket = numbering.last_number(context, "ticket")
    found = credit_in(clause)
    if ticket is None or found is None or "?" in context.message.text:
        return
    for match in clause.found("wish.given")[:1]:
        start = found[1]
        if start > clause.words[match.first].start:
            end = _sum_end(clause, found[2])
            text = clause.line.text[start:end]
            yield tell(clause, context, "resolution", text, (start, end), subject=ticket)


def _sum_end(clause: Clause, end: int) -> int:
    """Return where the sum behind a voucher ends: "שובר של 400"."""
    for word in clause.words:
        if word.kind is WordKind.NUMBER and 0 < word.start - end < _NEAR:
            return word.end
    return end


def refunded_to(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the card to which the person wants the money that is being paid back."""
    card = card_in(clause)
    if card is None or not refunds.talk_of_refund(context) or "payment.closed" in clause.matches:
        return
    wished = frozenset((*_ASKING, Framing.HYPOTHETICAL))
    if clause.framing_at(card[1], card[2]) - wished or _denied(clause, card[1]):
        return
    order = numbering.number_in(clause, context, "order") or things.last_spoken(context, "order")
    order = order or Reference(ReferenceKind.DEFINITE, type="order")
    yield tell(clause, context, "refund_method", card[0], card[1:], subject=order)


def _denied(clause: Clause, start: int) -> bool:
    """Tell "not to card 4410": a negator anywhere before it in the clause."""
    return any(w.fold in clause.line.negators for w in clause.words if w.start < start)


def reasons(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield why the person cancels ("I need to cancel, my son is ill")."""
    if not clause.found("wish.cancel", through=(Framing.REQUEST, Framing.VAGUE)):
        return
    for match in clause.found("wish.because")[:1]:
        slot = match["v"]
        yield _reason(clause, context, slot.text, span(slot))
        return
    after = context.clauses[clause.index + 1 : clause.index + 2]
    for other in after:
        if len(other.words) in _REASON_WORDS and _is_reason(other, context):
            text = other.line.text[other.start : other.end]
            yield _reason(clause, context, text, (other.start, other.end))


def _reason(clause: Clause, context: Context, text: str, quote: tuple[int, int]) -> Statement:
    subject = things.subject(clause, context, "order")
    return tell(clause, context, "cancellation_reason", text, quote, subject=subject)


def _is_reason(clause: Clause, context: Context) -> bool:
    """Tell what happened from a further wish: it is stated, of somebody or denied."""
    again = clause.matches.get("wish.polite") or clause.matches.get("wish.cancel")
    if again or clause.framing_at(clause.start, clause.end):
        return False
    kin = any(tag.entry.kind == "kin" for tags in clause.line.tags for tag in tags)
    denied = any(word.fold in clause.line.negators for word in clause.words)
    return kin or denied or clause.words[0].fold in word_set("because_word")


def awaited(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield within what time money comes, told in so few words ("within 14 days") when asked."""
    if len(clause.words) > _ALONE_WORDS or len(context.clauses) > 1 or not context.before:
        return
    said = {rest for w in words(context.before[-1].text) for _, rest in readings(w.fold)}
    if not said & word_set("when_word") or not refunds.talk_of_refund(context):
        return
    for time in find_times(context.message.text, at=context.at, zone=context.message.time_zone):
        if time.kind is TimeKind.DURATION and time.bound in (Bound.WITHIN, Bound.UNTIL):
            order = things.last_spoken(context, "order")
            order = order or Reference(ReferenceKind.DEFINITE, type="order")
            quote = (time.start, time.end)
            text = context.message.text[time.start : time.end]
            yield tell(clause, context, "refund_eta", text, quote, subject=order)


def under_name(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the name under which an order runs, where the person gives it ("under Ann Lee")."""
    if not numbering.numbers(context) and "order" not in context.asked:
        return
    for match in clause.found("order.under_name")[:1]:
        slot = match["v"]
        if _is_name(slot.text, clause, match):
            yield tell(clause, context, "name", slot.text, span(slot))


def _is_name(text: str, clause: Clause, match: Match) -> bool:
    """Tell a name from "under the name of my wife": two words, or a first name that is known."""
    slot = match["v"]
    tags = clause.line.tags[slot.first]
    known = any(tag.entry.kind == "first_name" for tag in tags)
    return " " in text or known
