"""Numbers of passports, identity cards and policies, and cars with their plates and years."""

import re
from collections.abc import Iterator
from itertools import pairwise

from kesher.domain.entity import Reference
from kesher.domain.fact import Statement
from kesher.memory.rules.ages import people_before
from kesher.memory.rules.clause import Clause, Context
from kesher.memory.rules.saying import is_speaker, state
from kesher.memory.rules.subjects import SPEAKER, relations
from kesher.text.phrasebook import word_set
from kesher.text.words import WordKind, all_readings, readings, words

_TOPICS = {
    "passport_number": "passport_topic",
    "id_number": "identity_topic",
    "policy_number": "policy_topic",
}
_LOOK_BACK = 4
_NEAR_CHARS = 24
_NUMBER = re.compile(r"(?=(?:\D*\d){5})[A-Za-z]{0,4}-?\d[\d-]{3,11}")
_PASSPORT = re.compile(r"[A-Za-z]?\d{7,9}")
_PLATE = re.compile(r"(?<![\d-])(?:\d{2}-\d{3}-\d{2}|\d{3}-\d{2}-\d{3}|\d{2}-\d{3}-\d{3})(?![\d-])")
_LATIN_PLATE = re.compile(
    r"[A-Z]{1,3}\d{1,4}[\s-]?[A-Z]{1,3}\b|\d[A-Z]{3}\d{3}\b|[A-Z]{3}[\s-]\d{3,4}\b"
)
_YEAR = re.compile(r"(?:19[5-9]|20[0-4])\d")
_NUMERIC = (WordKind.NUMBER, WordKind.CODE, WordKind.PHONE)


def documents(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield numbers of papers, each with its holder: "דרכון של נועם 31556001".

    A bare number is a passport's where the messages before speak of passports.
    """
    for at, word in enumerate(clause.words):
        if word.kind not in _NUMERIC or clause.framing_at(word.start, word.end):
            continue
        key = _paper(clause, context, at)
        holder = _holder(clause, at) if key else None
        if holder is not None:
            yield state(clause, context, key, word.text, (word.start, word.end), subject=holder)


def expiries(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield until when a passport is valid, where passports are spoken of."""
    if not _spoken_of(clause, context, "passport_topic"):
        return
    for match in clause.found("paper.valid")[:1]:
        slot = match["v"]
        if slot.text[:1].isdigit():
            place = context.time_at(slot.start, slot.end)
            start, end = (place.start, place.end) if place is not None else (slot.start, slot.end)
            text = context.message.text[max(start, slot.start) : end]
            yield state(clause, context, "passport_expiry", text, (max(start, slot.start), end))


def plates(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the plate of the speaker's car, the make written beside it, and its year."""
    place = _plate(clause)
    if place is None or clause.framing_at(*place) or not is_speaker(clause.inherited):
        return
    start, end = place
    yield state(clause, context, "plate_number", clause.line.text[start:end], place)
    beside = _beside(clause, start, end)
    if beside is not None and not clause.matches.get("say_car.me"):
        yield state(clause, context, "car", clause.line.text[slice(*beside)], beside)


def car_years(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the year of a car that the clause or the one before names, or whose plate it gives."""
    near = context.clauses[max(0, clause.index - 1) : clause.index + 1]
    if not any(other.found("say_car.me") or _plate(other) for other in near):
        return
    for word in clause.words:
        framed = clause.framing_at(word.start, word.end)
        if word.kind is WordKind.NUMBER and _YEAR.fullmatch(word.text) and not framed:
            yield state(clause, context, "year", word.text, (word.start, word.end))
            return


def _paper(clause: Clause, context: Context, at: int) -> str:
    """Return which paper the number at a word is of; empty: of none that is known."""
    text = clause.words[at].text
    if not _NUMBER.fullmatch(text):
        return ""
    said = _folded(clause, at)
    for key, topic in _TOPICS.items():
        if said & word_set(topic):
            return key
    ordered = said & (word_set("order_cue") | word_set("ticket_cue") | word_set("card_cue"))
    bare = _PASSPORT.fullmatch(text) and not text.startswith("05") and not ordered
    passports = bare and _spoken_of(clause, context, "passport_topic")
    return "passport_number" if passports else ""


def _folded(clause: Clause, end: int) -> set[str]:
    """Return the words before word `end` of the clause, without their prefixes."""
    said = {rest for word in clause.words[:end] for _, rest in readings(word.fold)}
    until = clause.words[end - 1].end if end else clause.start
    initials = [word.fold for word in words(clause.line.text[max(0, until - _NEAR_CHARS) : until])]
    if ("ת", "ז") in pairwise(initials):
        said.add('ת"ז')
    return said


def _spoken_of(clause: Clause, context: Context, topic: str) -> bool:
    """Tell whether this message or one of the last few speaks of a paper."""
    texts = [context.message.text, *(m.text for m in context.before[-_LOOK_BACK:])]
    wanted = word_set(topic)
    return any(not wanted.isdisjoint(all_readings(text)) for text in texts)


def _holder(clause: Clause, at: int) -> Reference | None:
    """Return whose number it is: who is named nearest before it, else whom the clause is about."""
    named = people_before(clause, at)
    if named:
        return named[-1]
    kin = [who for tag, who, _ in relations(clause) if tag.first < at]
    return kin[-1] if kin else clause.inherited or SPEAKER


def _plate(clause: Clause) -> tuple[int, int] | None:
    """Return the span of a plate: by its shape, a Latin one by the word for it."""
    text = clause.line.text[: clause.end]
    found = _PLATE.search(text, clause.start)
    if found is not None:
        return found.span()
    if _folded(clause, len(clause.words)) & word_set("plate_topic"):
        found = _LATIN_PLATE.search(text, clause.start)
        return found.span() if found is not None else None
    return None


def _beside(clause: Clause, start: int, end: int) -> tuple[int, int] | None:
    """Return the make right behind a plate, with a model's number: "712-55-348 זפיר 3"."""
    behind = [word for word in clause.words if word.start >= end]
    known = word_set("model_year") | word_set("car_word") | clause.line.light | word_set("stopper")
    if not behind or behind[0].kind is not WordKind.WORD or behind[0].fold in known:
        return None
    last = behind[0]
    if len(behind) > 1 and behind[1].kind in (WordKind.NUMBER, WordKind.CODE):
        last = last if _YEAR.fullmatch(behind[1].text) else behind[1]
    return behind[0].start, last.end
