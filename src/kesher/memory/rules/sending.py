"""Where a person wants one order sent: no address of theirs ("just this once", "למשלוח הזה")."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

from kesher.domain.entity import Reference
from kesher.domain.fact import Expiry, FactKind, Statement
from kesher.memory.rules import numbering, things
from kesher.memory.rules.clause import Clause, Context, Framing
from kesher.memory.rules.saying import span
from kesher.memory.rules.subjects import relations
from kesher.memory.rules.telling import tell
from kesher.text.patterns import Slot
from kesher.text.phrasebook import word_set
from kesher.text.words import fold, readings

_TOWN_WORDS = 3
_ASKING = (Framing.REQUEST, Framing.QUESTION, Framing.MOMENTARY)
_LASTS = timedelta(days=7)
_NAMED_KINDS = tuple(
    fold(kind) for kind in ("דרך", "שדרות", "שד'", "סמטת", "סמטה", "כיכר", "רחוב", "רח'")
)
_AT_STREET = ("ברחוב ", "לרחוב ", "מרחוב ", "ברח' ", "לרח' ")


def sent_to(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the address that one order goes to.

    An order must be spoken of; without one, an address "for this once" lapses within a week. Who
    says that it holds from now on, or that they moved, gives an address of their own.
    """
    found = [match["v"] for match in clause.found("delivery.redirect", _through(context))]
    to_another = _sent_before(clause, context)
    if to_another is not None:
        found += [match["v"] for match in clause.found("delivery.beside", _through(context))]
    if not found or context.anywhere("delivery.lasting") or _asks_only(context):
        return
    slot = with_kind(clause, max(found, key=lambda each: each.start))
    once = context.anywhere("delivery.once") or bool(to_another)
    order = _order(to_another or clause, context)
    if not once and (order is None or not _directs(clause, context)):
        return
    town = town_beside(clause, context, slot.last)
    value = " ".join(slot.text.split())
    value = f"{value}, {town.text}" if town is not None else value
    if order is not None:
        yield tell(clause, context, "delivery_address", value, span(slot), subject=order)
        return
    kind, until = FactKind.TEMPORARY, Expiry(at=context.at + _LASTS)
    said = tell(clause, context, "delivery_address", value, span(slot), kind=kind)
    yield replace(said, expires=until)


def _sent_before(clause: Clause, context: Context) -> Clause | None:
    """Return the clause before that sends something to another, whose street this clause gives.

    "Send it to my mother, 3 Weizmann St": the street is hers.
    """
    before = context.clauses[clause.index - 1] if clause.index else None
    if before is None or clause.sentence - before.sentence > 1:
        return None
    sends = before.found("delivery.sending", _ASKING)
    return before if sends and next(relations(before), None) is not None else None


def _through(context: Context) -> tuple[Framing, ...]:
    return _ASKING if any("wish.polite" in c.matches for c in context.clauses) else _ASKING[:1]


def _asks_only(context: Context) -> bool:
    """Tell "where do you send it?" from "can you send it to ...?"."""
    polite = any("wish.polite" in clause.matches for clause in context.clauses)
    return "?" in context.message.text and not polite


def _order(clause: Clause, context: Context) -> Reference | None:
    own = [n for n in numbering.numbers(context) if numbering.is_of(n, "order")]
    if own:
        return own[-1] if own[-1].start < clause.end else own[0]
    named = next((reference for _, reference in things.things(clause, "order")), None)
    return named or things.earlier(clause, context, "order")


def _directs(clause: Clause, context: Context) -> bool:
    """Tell whether the clause sends the thing spoken of, by number, name or "it"."""
    said = {rest for word in clause.words for _, rest in readings(word.fold)}
    pointed = said & (word_set("it_word") | word_set("pointing") | word_set("parcel_word"))
    named = next(things.things(clause, "order"), None) is not None
    numbered = numbering.number_in(clause, context, "order") is not None
    return bool(pointed) or named or numbered or context.anywhere("correction.cue")


def with_kind(clause: Clause, street: Slot) -> Slot:
    """Take in the word for a street that was said before its name: "דרך בגין", "רחוב הגפן"."""
    if street.text.startswith(_AT_STREET):
        return replace(street, start=street.start + 1, text=street.text[1:])
    at = street.first - 1
    if at < 0 or not clause.words[at].fold.endswith(_NAMED_KINDS):
        return street
    kind = next(k for k in _NAMED_KINDS if clause.words[at].fold.endswith(k))
    start = clause.words[at].after(len(clause.words[at].fold) - len(kind))
    return replace(street, start=start, text=clause.line.text[start : street.end], first=at)


def town_beside(clause: Clause, context: Context, behind: int) -> Slot | None:
    """Return the town right behind the street, in the next clause, or in the one before."""
    near = town_at(clause, range(behind, min(behind + _TOWN_WORDS, len(clause.words))))
    if near is not None:
        return near
    following = context.following(clause)
    if following is not None and behind == len(clause.words):
        found = town_at(following, range(min(2, len(following.words))))
        if found is not None:
            return found
    before = context.clauses[clause.index - 1] if clause.index else None
    if before is not None and before.sentence == clause.sentence and behind > 0:
        return town_at(before, range(max(0, len(before.words) - _TOWN_WORDS), len(before.words)))
    return None


def town_at(clause: Clause, places: range) -> Slot | None:
    """Return the first town among some words, with no other prefix than in, and, that."""
    for at in places:
        for tag in clause.line.tags[at]:
            if tag.entry.kind == "city" and tag.clitics in ("", "ב", "ו", "ש"):
                start = clause.words[at].after(len(tag.clitics))
                end = clause.words[tag.last - 1].end
                return Slot(start, end, clause.line.text[start:end], at, tag.last, tag.entry)
    return None
