"""Repairs of a car: how far they are, by the garage's words, and that it was fetched."""

from collections.abc import Iterator

from kesher.domain.entity import Reference, ReferenceKind
from kesher.domain.fact import FactKind, Statement
from kesher.domain.log import LogMessage
from kesher.memory.rules import numbering
from kesher.memory.rules.clause import Clause, Context
from kesher.memory.rules.telling import tell
from kesher.text.phrasebook import word_set
from kesher.text.words import Word, readings, words

_STATES = ("awaiting_appraiser", "awaiting_parts", "delayed", "ready", "in_progress")


def car_spoken_of(clause: Clause, context: Context) -> Reference | None:
    """Return the car that a talk with a garage or an insurer is about; None: it is of no car.

    A car named in the clause comes first, else the one of the messages before; where they speak
    of an order by its number, that is what the talk is about.
    """
    for word in clause.words:
        start = _car_start(word)
        if start is not None:
            text = clause.line.text[start : word.end]
            return Reference(ReferenceKind.DEFINITE, text, start, word.end, "vehicle")
    if numbering.last_number(context, "order") is not None:
        return None
    for message in reversed([*context.before, context.message]):
        for word in words(message.text):
            start = _car_start(word)
            if start is not None:
                text = message.text[start : word.end]
                return Reference(ReferenceKind.DEFINITE, text, type="vehicle")
    if any(_speaks_of_garage(m) for m in (*context.before, context.message)):
        hebrew = any("א" <= char <= "ת" for char in context.message.text)
        return Reference(ReferenceKind.DEFINITE, "הרכב" if hebrew else "the car", type="vehicle")
    return None


def _car_start(word: Word) -> int | None:
    """Return where a word for a car begins behind its prefix letters; None: it is no such word."""
    for clitics, rest in readings(word.fold):
        if rest in word_set("repaired_thing"):
            return word.after(len(clitics))
    return None


def _speaks_of_garage(message: LogMessage) -> bool:
    said = {rest for word in words(message.text) for _, rest in readings(word.fold)}
    return bool(said & word_set("garage_word"))


def repair_states(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield how far the repair of the car is; an offer states nothing."""
    end = context.sentence(clause.sentence)[-1].end
    if context.message.text[end : end + 1] == "?":
        return
    for state in _STATES:
        if state == "ready" and "delivery.will" in clause.matches:
            continue
        for match in clause.found(f"repair_status.{state}")[:1]:
            car = car_spoken_of(clause, context)
            if car is not None:
                quote = (clause.words[match.first].start, clause.words[match.last - 1].end)
                kind = FactKind.TEMPORARY
                yield tell(clause, context, "repair_status", state, quote, subject=car, kind=kind)
            return


def fetched(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield that the car was taken home from the garage, and the day ("אספתי את הרכב")."""
    for match in clause.found("repair_status.fetched")[:1]:
        car = car_spoken_of(clause, context)
        if car is None or "?" in context.message.text:
            return
        quote = (clause.words[match.first].start, clause.words[match.last - 1].end)
        yield tell(clause, context, "repair_status", "collected", quote, subject=car)
        day = context.at.date().isoformat()
        yield tell(clause, context, "pickup", day, quote, subject=car)
