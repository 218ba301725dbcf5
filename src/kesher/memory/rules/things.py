"""What a clause is about where it is no person: an order, a ticket, a thing that was bought."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from kesher.domain.entity import Gender, Reference, ReferenceKind
from kesher.domain.log import Speaking
from kesher.memory.rules.clause import Clause, Context
from kesher.text.lexicon import Tag, lexicon
from kesher.text.phrasebook import word_set
from kesher.text.words import Word, WordKind, readings, words

_GENDERS = {"m": Gender.MASCULINE, "f": Gender.FEMININE}
_CODE = re.compile(r"[A-Za-z]{1,5}-?\d{3,}|\d{2,}-\d{2,}")
_PLAIN_NUMBER = re.compile(r"\d{3,7}")
_CERTAIN_DIGITS = 4
_YEAR = re.compile(r"(?:19|20)\d\d")
_STOP = re.compile(r"[.!?\n;]\s|[!?\n;]")
_MARKS_AFTER = ("₪", "$", "€", "#", "*", "%")
_CUE_WORDS = 3
_LONGEST = 6
_THINGS_LAST = 2
_GUESS = "guess"
_NUMBERED = ("order", "ticket")


@dataclass(frozen=True, slots=True)
class Numbered:
    """A number in a text that names an order or a ticket; `type` empty: it does not say which."""

    start: int
    end: int
    text: str
    type: str


@lru_cache(maxsize=2048)
def numbers_in(text: str) -> tuple[Numbered, ...]:
    """Return the numbers that may name an order or ticket; cards, prices and years are none."""
    found = []
    all_words = words(text)
    for at, word in enumerate(all_words):
        if not _looks_numbered(word):
            continue
        cues = _cues_before(all_words, at)
        following = all_words[at + 1] if at + 1 < len(all_words) else None
        if cues & word_set("card_cue") or _is_priced(text, word, following):
            continue
        type_ = _type(cues)
        plain = len(word.text) >= _CERTAIN_DIGITS and not _YEAR.fullmatch(word.text)
        if type_ or plain:
            found.append(Numbered(word.start, word.end, word.text, type_))
    return tuple(found)


def _looks_numbered(word: Word) -> bool:
    if word.kind is WordKind.CODE:
        return _CODE.fullmatch(word.text) is not None
    return word.kind is WordKind.NUMBER and _PLAIN_NUMBER.fullmatch(word.text) is not None


def _cues_before(all_words: tuple[Word, ...], at: int) -> frozenset[str]:
    cues: set[str] = set()
    for back in range(at, max(0, at - _CUE_WORDS), -1):
        numbered = back < at and all_words[back].kind in (WordKind.NUMBER, WordKind.CODE)
        if numbered or _STOP.search(all_words[back].gap):
            break
        cues.update(rest for _, rest in readings(all_words[back - 1].fold))
    return frozenset(cues)


def _type(cues: frozenset[str]) -> str:
    if cues & word_set("ticket_cue"):
        return "ticket"
    return "order" if cues & word_set("order_cue") else ""


def _is_priced(text: str, word: Word, following: Word | None) -> bool:
    after, before = text[word.end : word.end + 2].strip(), text[: word.start].rstrip()
    if after.startswith(_MARKS_AFTER) or before.endswith(("₪", "$", "€")):
        return True
    return following is not None and following.fold in word_set("measure_word")


@lru_cache(maxsize=1024)
def _known_types(texts: tuple[str, ...]) -> dict[str, str]:
    """Return what the numbers of earlier messages were said to be, by their digits."""
    return {
        _digits(number.text): number.type
        for text in texts
        for number in numbers_in(text)
        if number.type
    }


def _digits(text: str) -> str:
    return re.sub(r"\D", "", text)


def numbers(context: Context) -> tuple[Reference, ...]:
    """Return the message's orders and tickets by number, in text order.

    A bare number counts where an earlier message named it, the last one asked for it, or the
    message speaks of orders.
    """
    before = tuple(message.text for message in context.before)
    told = context.message.role is Speaking.ASSISTANT or "order" in context.asked
    return _numbers(context.message.text, before, told)


@lru_cache(maxsize=512)
def _numbers(text: str, before: tuple[str, ...], told: bool) -> tuple[Reference, ...]:
    known = _known_types(before)
    found = []
    for number in numbers_in(text):
        type_ = number.type or known.get(_digits(number.text), "") or _guessed(number, text, told)
        if type_:
            sure = type_ if number.type or type_ != _GUESS else ""
            found.append(
                Reference(ReferenceKind.NUMBER, number.text, number.start, number.end, sure)
            )
    return tuple(found)


def is_of(number: Reference, type_: str) -> bool:
    """Tell whether a number names such a thing; one that does not say is taken for an order."""
    return number.type == type_ or (not number.type and type_ == "order")


def _guessed(number: Numbered, text: str, told: bool) -> str:
    sentence = _sentence(text, number.start)
    folded = {rest for word in words(sentence) for _, rest in readings(word.fold)}
    if folded & word_set("ticket_verb") and not folded & word_set("order_cue"):
        return "ticket"
    spoken = {rest for word in words(text) for _, rest in readings(word.fold)}
    if spoken & word_set("trade_word"):
        return "order"
    return _GUESS if told or number.text[0].isalpha() else ""


def _sentence(text: str, at: int) -> str:
    starts = [stop.end() for stop in _STOP.finditer(text, 0, at)]
    end = _STOP.search(text, at)
    return text[starts[-1] if starts else 0 : end.start() if end else len(text)]


def surely_order(number: Reference, context: Context) -> bool:
    """Tell whether a number names an order by a word beside it, or was spoken of before."""
    for other in numbers_in(context.message.text):
        if other.start == number.start and other.type == "order":
            return True
    told = {_digits(other.text) for m in context.before for other in numbers_in(m.text)}
    return _digits(number.text) in told


def new_order(context: Context) -> Reference | None:
    """Return the order that the message makes in place of another one."""
    old = {number.start for _, number in replaced(context)}
    orders = [n for n in numbers(context) if is_of(n, "order") and n.start not in old]
    return orders[0] if old and orders else None


def replaced(context: Context) -> Iterator[tuple[Clause, Reference]]:
    """Yield the orders that others take the place of, with the clause that says so."""
    for clause in context.clauses:
        for match in clause.found("order.replaces")[:1]:
            behind = clause.words[match.last - 1].end
            following = (n for n in numbers(context) if behind <= n.start < clause.end)
            number = next(following, None)
            if number is not None and is_of(number, "order"):
                yield clause, number


def number_in(clause: Clause, context: Context, type_: str) -> Reference | None:
    """Return the clause's first order or ticket by number."""
    inside = (n for n in numbers(context) if clause.start <= n.start < clause.end)
    return next((number for number in inside if is_of(number, type_)), None)


def things(clause: Clause, type_: str) -> Iterator[tuple[Tag, Reference]]:
    """Yield the things of a type that the clause names ("השולחן", "the tent")."""
    behind = 0
    for at in range(len(clause.words)):
        for tag in clause.line.tags[at]:
            if at >= behind and _is_item(tag, type_):
                yield tag, thing(clause, tag)
                behind = tag.last
                break


def _is_item(tag: Tag, type_: str) -> bool:
    """Tell a thing from a word such as "order" or "parcel", which names none."""
    marks = tag.entry.marks
    return tag.entry.kind == "item" and marks[0] == type_ and "any" not in marks


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


def number_beside(clause: Clause, context: Context, type_: str) -> Reference | None:
    """Return the order or ticket that another clause of the sentence names by number."""
    sentence = [other for other in context.clauses if other.sentence == clause.sentence]
    before = [other for other in sentence if other.index < clause.index]
    for other in (*reversed(before), *sentence):
        found = number_in(other, context, type_)
        if found is not None:
            return found
    return None


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
    known = _known_types(tuple(message.text for message in context.before))
    for age, message in enumerate(reversed(context.before)):
        for number in reversed(numbers_in(message.text)):
            if (number.type or known.get(_digits(number.text))) == type_:
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


def last_number(context: Context, type_: str) -> Reference | None:
    """Return the last order or ticket that the messages before named by number, without a span."""
    known = _known_types(tuple(message.text for message in context.before))
    for message in reversed(context.before):
        for number in reversed(numbers_in(message.text)):
            if (number.type or known.get(_digits(number.text))) == type_:
                return Reference(ReferenceKind.NUMBER, number.text, type=type_)
    return None


def trading(context: Context) -> bool:
    """Tell whether the conversation is about orders: a number or a word of trade came before."""
    if any(is_of(number, "order") for number in numbers(context)):
        return True
    return any(_trades(message.text) for message in context.before)


@lru_cache(maxsize=1024)
def _trades(text: str) -> bool:
    if any(number.type == "order" for number in numbers_in(text)):
        return True
    return any(
        rest in word_set("trade_word") for word in words(text) for _, rest in readings(word.fold)
    )


def noun_phrase(clause: Clause, at: int) -> tuple[int, int] | None:
    """Return the words of what is named from word `at` on: (first, behind); None: nothing is.

    Filler ("אצלכם", "today", "also") is passed over; it ends at a preposition, a conjunction, an
    expression of time, or after six words.
    """
    colons = [i for i in range(at, len(clause.words)) if ":" in clause.words[i].gap]
    first = colons[-1] if colons else at
    while first < len(clause.words):
        if first in clause.line.dates:
            first = clause.line.dates[first]
        elif clause.words[first].fold in word_set("filler") | clause.line.light:
            first += 1
        else:
            break
    end = first
    while end < min(len(clause.words), first + _LONGEST) and not _ends_phrase(clause, end, first):
        end += 1
    return (first, end) if end > first else None


def _ends_phrase(clause: Clause, at: int, first: int) -> bool:
    word = clause.words[at]
    if at in clause.line.dates or word.fold in word_set("phrase_end"):
        return True
    if at == first:
        return word.kind not in (WordKind.WORD, WordKind.NUMBER)
    if word.kind in (WordKind.PHONE, WordKind.EMAIL, WordKind.LINK):
        return True
    if any(tag.entry.kind == "kin" for tag in clause.line.tags[at]):
        return True
    return _joined_on(clause, at)


def _joined_on(clause: Clause, at: int) -> bool:
    """Tell a word that a conjunction or "in" joins to the phrase: "באתר", "ולא", "שלא"."""
    for clitics, rest in readings(clause.words[at].fold):
        if clitics[:1] == "ו" and len(rest) > 2:
            return True
        if clitics[:1] == "ש" and rest in word_set("after_that"):
            return True
        if clitics[:1] == "ב" and rest.removeprefix("ה") in word_set("in_place"):
            return True
    return any(tag.clitics[:1] == "ב" for tag in clause.line.tags[at])


def text_of(clause: Clause, first: int, behind: int) -> tuple[str, int, int]:
    """Return the text of words of the clause and its span; a leading "את" or article is left."""
    start, end = clause.words[first].start, clause.words[behind - 1].end
    return clause.line.text[start:end], start, end
