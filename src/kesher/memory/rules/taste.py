"""Allergies, likes and dislikes, favourites by category, and what is done regularly."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from kesher.domain.entity import Reference
from kesher.domain.fact import Statement, StatementAction
from kesher.memory.rules.clause import Clause, Context
from kesher.memory.rules.saying import span, state
from kesher.memory.rules.subjects import SPEAKER, relations, subject_of
from kesher.text.patterns import Match, Slot
from kesher.text.phrasebook import word_set
from kesher.text.words import all_readings, fold

_SAID = ("to", "before", "from", "not", "end")


def allergies(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield what somebody is allergic to, one statement of each thing in a list."""
    for match in clause.found("allergy.to"):
        subject = subject_of(clause, match)
        if subject is not None:
            yield from _each(clause, context, match["v"], subject)
    for match in clause.found("allergy.before"):
        subject = subject_of(clause, match)
        if subject is not None:
            yield state(
                clause, context, "allergy", match["v"].text, span(match["v"]), subject=subject
            )
    for match in clause.found("allergy.from"):
        kin = [who for tag, who, _ in relations(clause) if tag.first < match.first]
        subject = kin[-1] if kin else SPEAKER
        yield state(clause, context, "allergy", match["v"].text, span(match["v"]), subject=subject)
    if "allergy" in context.asked and not clause.found("allergy.to"):
        yield from _answered(clause, context)
    for match in clause.found("allergy.not"):
        yield from _not_allergic(clause, context, match)
    for match in clause.found("allergy.end"):
        yield from _no_longer(clause, context, match)


def _answered(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the allergens of an answer: "כן, לבוטנים"."""
    if any(word.fold in clause.line.negators for word in clause.words):
        return
    whole = Slot(clause.start, clause.end, "", 0, len(clause.words))
    if any(tag.entry.kind == "allergen" for at in clause.line.tags for tag in at):
        yield from _each(clause, context, whole, SPEAKER)


def told_allergies(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield an allergen of a sentence that tells of an allergy or reaction in other words."""
    if not {"about.allergy", "allergy.reaction"} & context.lists.keys():
        return
    sentence = context.sentence(clause.sentence)
    if any(each.found(f"allergy.{name}") for each in sentence for name in _SAID):
        return
    tells = [e for e in sentence if e.found("about.allergy") or e.found("allergy.reaction")]
    own = any(word.fold in _own_words() for each in sentence for word in each.words)
    if not tells or not own or clause.framing_at(clause.start, clause.end):
        return
    for tag in (tag for at in clause.line.tags for tag in at):
        before = clause.words[tag.first - 1].fold if tag.first else ""
        pointed = tag.clitics in ("ל", "מ", "ול", "ומ") or before in ("to", "from", "by")
        if tag.entry.kind == "allergen" and pointed and not clause.denied(tag.first):
            start = clause.words[tag.first].after(len(tag.clitics))
            end = clause.words[tag.last - 1].end
            text = clause.line.text[start:end]
            yield state(clause, context, "allergy", text, (start, end))


@cache
def _own_words() -> frozenset[str]:
    return word_set("first_person_singular") | word_set("dative_me")


def disliked_before(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the food that a pronoun means: "אל תציע פטריות, אני נגעלת מהן"."""
    if not any(subject_of(clause, match) is SPEAKER for match in clause.found("taste.them")):
        return
    for earlier in reversed(context.clauses[: clause.index]):
        for tag in (tag for at in earlier.line.tags for tag in at):
            if tag.entry.kind in ("food", "drink") and tag.clitics in ("", "ה", "ו", "את"):
                start = earlier.words[tag.first].after(len(tag.clitics))
                end = earlier.words[tag.last - 1].end
                text = earlier.line.text[start:end]
                yield state(clause, context, "dislikes", text, (start, end))
                return


def _no_longer(clause: Clause, context: Context, match: Match) -> Iterator[Statement]:
    """Yield the end of an allergy, of whoever had it."""
    subject = subject_of(clause, match)
    if subject is not None:
        for found in _each(clause, context, match["v"], subject):
            yield replace(found, action=StatementAction.END)


def _not_allergic(clause: Clause, context: Context, match: Match) -> Iterator[Statement]:
    """Yield that there is no such allergy: sensitive, so that a person is asked."""
    ended = match.first > 0 and clause.words[match.first - 1].fold == "כבר"
    subject = None if ended else subject_of(clause, match)
    if subject is not None and any(_each(clause, context, match["v"], subject)):
        start, end = clause.words[match.first].start, match["v"].end
        value = clause.line.text[start:end]
        yield state(clause, context, "allergy_status", value, (start, end), subject=subject)


def _each(clause: Clause, context: Context, slot: Slot, subject: Reference) -> Iterator[Statement]:
    """Yield an allergy of each known thing in the slot, or of its first words where none is."""
    known = [
        (tag.first, tag.last, len(tag.clitics))
        for at in clause.line.tags[slot.first : slot.last]
        for tag in at
        if tag.entry.kind in ("allergen", "food") and tag.clitics in ("", "ל", "ו", "ול")
    ]
    behind = slot.first
    for first, last, skip in known:
        if first >= behind:
            behind = last
            start, end = clause.words[first].after(skip), clause.words[last - 1].end
            text = clause.line.text[start:end]
            yield state(clause, context, "allergy", text, (start, end), subject=subject)
    if not known:
        yield from _unknown(clause, context, slot, subject)


def _unknown(
    clause: Clause, context: Context, slot: Slot, subject: Reference
) -> Iterator[Statement]:
    if fold(slot.text.split(" ")[0]) in word_set("no_thing") or _is_joke(context, slot):
        return
    last = slot.first
    while last < min(slot.first + 2, slot.last):
        if clause.words[last].fold in word_set("stopper") | word_set("no_thing"):
            break
        last += 1
    if last > slot.first:
        end = clause.words[last - 1].end
        text = clause.line.text[slot.start : end]
        yield state(clause, context, "allergy", text, (slot.start, end), subject=subject)


def _is_joke(context: Context, slot: Slot) -> bool:
    """Tell "allergic to Mondays", and an unknown allergen among laughter."""
    said = all_readings(slot.text)
    laughs = word_set("laughing") & all_readings(context.message.text)
    return bool(said & word_set("no_allergen") or laughs)


def favourites(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield favourites under the key of their category: "הפיצה הכי טובה זה מרגריטה"."""
    named = [m for m in clause.found("favourite.named") if m["k"].entry and _ours(clause, m)]
    for match in sorted(named, key=lambda m: m["v"].start - m["v"].end)[:1]:
        key = match["k"].entry.marks[0] if match["k"].entry else ""
        yield state(clause, context, key, match["v"].text, span(match["v"]))
    for name, key in (("music", "favourite_music"), ("drink", "favourite_drink")):
        for match in clause.found(f"favourite.{name}"):
            if subject_of(clause, match) is SPEAKER and not named:
                yield state(clause, context, key, match["v"].text, span(match["v"]))
    yield from _colour(clause, context)


def _colour(clause: Clause, context: Context) -> Iterator[Statement]:
    for match in clause.found("favourite.color"):
        yield state(clause, context, "favourite_color", match["v"].text, span(match["v"]))


def _ours(clause: Clause, match: Match) -> bool:
    """A favourite named without its owner is the speaker's, unless another stands before."""
    subject = subject_of(clause, match)
    return subject is SPEAKER


def exercise(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield what the speaker does for the body, and how often."""
    found = [m for m in clause.found("exercise.verb") if subject_of(clause, m) is SPEAKER]
    going = any(word.fold in word_set("no_exercise") for word in clause.words)
    if found and not going:
        longest = max(found, key=lambda match: match.last - match.first)
        start, end = clause.words[longest.first].start, clause.end
        yield state(clause, context, "exercise", clause.line.text[start:end], (start, end))
