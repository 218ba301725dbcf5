"""Orders and tickets by their numbers: which numbers of a text name one, and which kind."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from kesher.domain.entity import Reference, ReferenceKind
from kesher.domain.log import Speaking
from kesher.memory.rules.clause import Clause, Context
from kesher.text.phrasebook import word_set
from kesher.text.words import Word, WordKind, all_readings, readings, words

_CODE = re.compile(r"[A-Za-z]{1,5}-?\d{3,12}|\d{2,}-\d{2,}")
_PLAIN_NUMBER = re.compile(r"\d{3,7}")
_CERTAIN_DIGITS = 4
_HOUR = re.compile(r"(?:[01]\d|2[0-3])[0-5]\d")
_YEAR = re.compile(r"(?:19|20)\d\d")
_STOP = re.compile(r"[.!?\n;]\s|[!?\n;]")
_MARKS_AFTER = ("₪", "$", "€", "#", "*", "%")
_CUE_WORDS = 3
_GUESS = "guess"


@dataclass(frozen=True, slots=True)
class Numbered:
    """A number in a text that names an order or a ticket; `type` empty: it does not say which."""

    start: int
    end: int
    text: str
    type: str


@lru_cache(maxsize=2048)
def numbers_in(text: str) -> tuple[Numbered, ...]:
    """Return the numbers that may name an order or ticket.

    Cards, prices, years, hours, plates, flights, postal and entrance codes are none.
    """
    found = []
    all_words = words(text)
    for at, word in enumerate(all_words):
        if not _looks_numbered(word) or goes_on(text, word):
            continue
        cues = cues_before(all_words, at)
        following = all_words[at + 1] if at + 1 < len(all_words) else None
        if _is_card(cues) or names_else(cues) or _is_priced(text, word, following):
            continue
        if _is_hour(all_words, at):
            continue
        type_ = _type(cues)
        plain = len(word.text) >= _CERTAIN_DIGITS and not _YEAR.fullmatch(word.text)
        if type_ or plain:
            found.append(Numbered(word.start, word.end, word.text, type_))
    return tuple(found)


def goes_on(text: str, word: Word) -> bool:
    """Tell a part of a longer number, such as a plate's "905-55" of "905-55-112"."""
    after, before = text[word.end : word.end + 2], text[max(0, word.start - 2) : word.start]
    return (after[:1] == "-" and after[1:].isdigit()) or (
        before[1:] == "-" and before[:1].isdigit()
    )


def _looks_numbered(word: Word) -> bool:
    if word.kind is WordKind.CODE:
        return _CODE.fullmatch(word.text) is not None
    return word.kind is WordKind.NUMBER and _PLAIN_NUMBER.fullmatch(word.text) is not None


def cues_before(all_words: Sequence[Word], at: int) -> frozenset[str]:
    """Return the words, in all readings, of the few before a number that may say what it names."""
    cues: set[str] = set()
    for back in range(at, max(0, at - _CUE_WORDS), -1):
        numbered = back < at and all_words[back].kind in (WordKind.NUMBER, WordKind.CODE)
        if numbered or _STOP.search(all_words[back].gap):
            break
        cues.update(rest for _, rest in readings(all_words[back - 1].fold))
    return frozenset(cues)


def _is_card(cues: frozenset[str]) -> bool:
    """Tell the number of a bank's card from that of a work card ("כרטיס עבודה 3065")."""
    return bool(cues & word_set("card_cue")) and not cues & word_set("work_cue")


def names_else(cues: frozenset[str]) -> bool:
    """Tell by the words before a number that it names no order: a flight, a meter, a PIN."""
    said = cues & (word_set("order_cue") | word_set("ticket_cue") | word_set("work_cue"))
    return bool(cues & word_set("no_order_cue")) and not said


def _is_hour(all_words: tuple[Word, ...], at: int) -> bool:
    """Tell the hour of "at 1430"."""
    before = all_words[at - 1].fold if at else ""
    return before in word_set("hour_cue") and _HOUR.fullmatch(all_words[at].text) is not None


def _type(cues: frozenset[str]) -> str:
    if cues & (word_set("ticket_cue") | word_set("work_cue")):
        return "ticket"
    return "order" if cues & word_set("order_cue") else ""


def _is_priced(text: str, word: Word, following: Word | None) -> bool:
    after, before = text[word.end : word.end + 2].strip(), text[: word.start].rstrip()
    if after.startswith(_MARKS_AFTER) or before.endswith(("₪", "$", "€")):
        return True
    return following is not None and following.fold in word_set("measure_word")


@lru_cache(maxsize=1024)
def known_types(texts: tuple[str, ...]) -> dict[str, str]:
    """Return what the numbers of earlier messages were said to be, by their digits."""
    return {
        digits(number.text): number.type
        for text in texts
        for number in numbers_in(text)
        if number.type
    }


def digits(text: str) -> str:
    """Return the digits of a number, by which its spellings are one: "ZT-77120", "77120"."""
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
    known = known_types(before)
    found = []
    for number in numbers_in(text):
        type_ = number.type or known.get(digits(number.text), "") or _guessed(number, text, told)
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
    folded = all_readings(_sentence(text, number.start))
    if folded & word_set("ticket_verb") and not folded & word_set("order_cue"):
        return "ticket"
    if all_readings(text) & word_set("trade_word"):
        return "order"
    return _GUESS if told or number.text[0].isalpha() else ""


def _sentence(text: str, at: int) -> str:
    """Return the sentence round a place, cut where none goes on."""
    bounds = _bounds(text)
    after = bisect_right(bounds, at)
    return text[bounds[after - 1] : bounds[after]]


@lru_cache(maxsize=256)
def _bounds(text: str) -> tuple[int, ...]:
    """Return where the sentences of a text begin, and its end."""
    return (0, *(stop.end() for stop in _STOP.finditer(text)), len(text) + 1)


def surely_order(number: Reference, context: Context) -> bool:
    """Tell whether a number names an order by a word beside it, or was spoken of before."""
    for other in numbers_in(context.message.text):
        if other.start == number.start and other.type == "order":
            return True
    told = {digits(other.text) for m in context.before for other in numbers_in(m.text)}
    return digits(number.text) in told


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


def type_of(number: Numbered, text: str, known: dict[str, str]) -> str:
    """Return what a number of an earlier message names: by its words, else by its sentence."""
    told = number.type or known.get(digits(number.text), "")
    return told or (_guessed(number, text, told=False) if number.text.isdigit() else "")


def number_in(clause: Clause, context: Context, type_: str) -> Reference | None:
    """Return the clause's first order or ticket by number."""
    inside = (n for n in numbers(context) if clause.start <= n.start < clause.end)
    return next((number for number in inside if is_of(number, type_)), None)


def number_beside(clause: Clause, context: Context, type_: str) -> Reference | None:
    """Return the order or ticket that another clause of the sentence names by number."""
    sentence = context.sentence(clause.sentence)
    before = [other for other in sentence if other.index < clause.index]
    for other in (*reversed(before), *sentence):
        found = number_in(other, context, type_)
        if found is not None:
            return found
    return None


def last_number(context: Context, type_: str) -> Reference | None:
    """Return the last order or ticket that the messages before named by number, without a span."""
    known = known_types(tuple(message.text for message in context.before))
    for message in reversed(context.before):
        for number in reversed(numbers_in(message.text)):
            if type_of(number, message.text, known) == type_:
                return Reference(ReferenceKind.NUMBER, number.text, type=type_)
    return None


def last_in_message(context: Context, type_: str, end: int) -> Reference | None:
    """Return the last order or ticket that the message itself names by number before a place."""
    named = [n for n in numbers(context) if is_of(n, type_) and n.start < end]
    return named[-1] if named else None
