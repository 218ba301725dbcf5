"""What a clause is about where it is no person: an order, a ticket, a thing that was bought."""

from collections.abc import Iterator
from functools import lru_cache

from kesher.domain.entity import Gender, Reference, ReferenceKind
from kesher.memory.rules.clause import Clause, Context
from kesher.memory.rules.numbering import (
    is_of,
    known_types,
    number_beside,
    number_in,
    numbers,
    numbers_in,
    type_of,
)
from kesher.text.lexicon import Tag, lexicon
from kesher.text.phrasebook import word_set
from kesher.text.words import fold, readings, words

_GENDERS = {"m": Gender.MASCULINE, "f": Gender.FEMININE}
_THINGS_LAST = 2
_NUMBERED = ("order", "ticket")


def things(clause: Clause, type_: str) -> Iterator[tuple[Tag, Reference]]:
    """Yield the things of a type that the clause names ("השולחן", "the tent")."""
    behind = 0
    for at in range(len(clause.words)):
        for tag in clause.line.tags[at]:
            if at >= behind and _is_item(tag, type_):
                yield tag, thing(clause, tag)
                behind = tag.last
                break


def parcels(clause: Clause) -> Iterator[Reference]:
    """Yield "the parcel", "the order": an order by a word that names no goods."""
    for tags in clause.line.tags:
        for tag in tags:
            if tag.entry.kind == "item" and "any" in tag.entry.marks:
                yield thing(clause, tag)
                break


def _is_item(tag: Tag, type_: str) -> bool:
    """Tell a thing from a word such as "order" or "parcel", which names none."""
    marks = tag.entry.marks
    if tag.entry.kind != "item" or fold(tag.clitics + tag.entry.name) in word_set("no_item"):
        return False
    return marks[0] == type_ and "any" not in marks


def thing(clause: Clause, tag: Tag) -> Reference:
    """Return a reference to a thing named in the clause, without its prefix letters."""
    first, behind = _with_adjectives(clause, tag)
    clitics = tag.clitics if first == tag.first else ""
    start = clause.words[first].after(len(clitics))
    end = clause.words[behind - 1].end
    marks = tag.entry.marks
    return Reference(
        ReferenceKind.DEFINITE,
        clause.line.text[start:end],
        start,
        end,
        marks[0],
        gender=_GENDERS.get(marks[1] if len(marks) > 1 else "", Gender.UNKNOWN),
        plural="pl" in marks,
    )


def _with_adjectives(clause: Clause, tag: Tag) -> tuple[int, int]:
    """Return the words of a thing with what tells it apart: "big tent", "האוזניות הלבנות"."""
    if clause.words[tag.first].text[:1].isascii():
        before = tag.first - 1
        if before < 0 or not clause.words[before].text.isalpha() or _small(clause, before):
            return tag.first, tag.last
        return before, tag.last
    behind = tag.last
    if tag.clitics.endswith("ה") and behind < len(clause.words):
        word = clause.words[behind].fold
        named = any(each.entry.kind == "item" for each in clause.line.tags[behind])
        behind += word.startswith("ה") and word not in word_set("arrivals") and not named
    return tag.first, behind


def _small(clause: Clause, at: int) -> bool:
    word = clause.words[at].fold
    sets = word_set("phrase_end") | word_set("filler") | clause.line.sets["light"]
    return word in sets or word in clause.line.sets["negator"] or word in word_set("arrivals")


def subject(clause: Clause, context: Context, type_: str, at: int | None = None) -> Reference:
    """Return which order or ticket the words at a place of the clause are about.

    By number in the clause; by the thing named nearest before the place, else after it; by what
    the message named before; by the last number of the messages before. Else a reference without
    words: the one that is being talked of.
    """
    return (
        number_in(clause, context, type_)
        or number_beside(clause, context, type_)
        or _nearest_thing(clause, type_, at)
        or earlier(clause, context, type_)
        or Reference(ReferenceKind.DEFINITE, type=type_)
    )


def _nearest_thing(clause: Clause, type_: str, at: int | None) -> Reference | None:
    named = list(things(clause, type_))
    if not named:
        return None
    place = len(clause.words) if at is None else at
    before = [reference for tag, reference in named if tag.last <= place]
    return before[-1] if before else named[0][1]


def earlier(clause: Clause, context: Context, type_: str) -> Reference | None:
    """Return what an earlier clause of the message, or the last message before, named."""
    before = context.clauses[: clause.index]
    for other in reversed(before):
        found = number_in(other, context, type_)
        if found is not None:
            return found
    for other in reversed(before):
        found = _nearest_thing(other, type_, None)
        if found is not None:
            return found
    return last_spoken(context, type_)


def last_spoken(context: Context, type_: str, things_last: int = _THINGS_LAST) -> Reference | None:
    """Return what the messages before spoke of last: a number, or in the last few a thing."""
    known = known_types(tuple(message.text for message in context.before))
    for age, message in enumerate(reversed(context.before)):
        for number in reversed(numbers_in(message.text)):
            if type_of(number, message.text, known) == type_:
                return Reference(ReferenceKind.NUMBER, number.text, type=type_)
        named = things_in(message.text, type_)
        if named and (age < things_last or type_ not in _NUMBERED):
            return Reference(ReferenceKind.DEFINITE, named[-1], type=type_)
    return None


@lru_cache(maxsize=1024)
def things_in(text: str, type_: str) -> tuple[str, ...]:
    """Return the things of a type that a text names, in its words."""
    all_words = words(text)
    found = []
    for tags in lexicon().tags(all_words):
        tag = next((tag for tag in tags if _is_item(tag, type_)), None)
        if tag is not None:
            start = all_words[tag.first].after(len(tag.clitics))
            found.append(text[start : all_words[tag.last - 1].end])
    return tuple(found)


def trading(context: Context) -> bool:
    """Tell whether the conversation is about orders: a number or a word of trade came before."""
    if any(is_of(number, "order") for number in numbers(context)):
        return True
    if "order.from_us" in context.lists:
        return True
    return any(_trades(message.text) for message in context.before)


@lru_cache(maxsize=1024)
def _trades(text: str) -> bool:
    if any(number.type == "order" for number in numbers_in(text)):
        return True
    return any(
        rest in word_set("trade_word") for word in words(text) for _, rest in readings(word.fold)
    )
