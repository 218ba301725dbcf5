"""Corrections: "טעיתי, זה 12 ולא 21", "oops, meant the 8th": what was wrong, and what is right."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from kesher.domain.fact import Statement, StatementAction
from kesher.domain.log import Speaking
from kesher.memory.rules import address_parts
from kesher.memory.rules.clause import Clause, Context, Framing
from kesher.memory.rules.contrasting import put_right
from kesher.memory.rules.saying import state
from kesher.memory.rules.values import phone
from kesher.text.lexicon import Tag
from kesher.text.phrasebook import word_set
from kesher.text.time_span import TimeKind, TimeSpan
from kesher.text.words import Word, WordKind, fold, words

_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d")
_DAYS = ("birthday", "deadline", "move", "time", "appointment", "delivery_estimate")
_NUMBERED = frozenset({"order", "replaces", "plate_number", "id_number", "policy_number"})
# Values in words of the moment, in which any number or word may stand.
_TOLD_FREELY = frozenset(
    {"payment_method", "issue", "task", "waiting_for", "reminder", "likes", "event"}
)
_FAR = 2
# "I see 380 on 4410, is that the cabin?" puts nothing right.
_UNSAID = frozenset({Framing.QUOTED, Framing.QUESTION})
_FEWEST_END = 2
_VALUE_KINDS = {WordKind.PHONE, WordKind.EMAIL, WordKind.CODE}


def hinted(context: Context) -> bool:
    """Tell whether the message says that something before it was wrong."""
    return any(
        "correction.cue" in clause.matches or "correction.contrast" in clause.matches
        for clause in context.clauses
    )


def corrected(
    context: Context, found: Sequence[Statement], prior: Sequence[Statement]
) -> list[Statement]:
    """Return the statements with corrections among them.

    What states another value of a key that was stated before replaces it; a bare value replaces
    the last one before of its own sort.

    Args:
        found: What the message states by itself.
        prior: What the messages before stated, the newest first.
    """
    if any(statement.action is not StatementAction.SET for statement in found):
        return list(found)
    corrections = [_against(statement, prior) for statement in found]
    if any(c.action is StatementAction.CORRECT for c in corrections):
        return corrections
    for wrong in _nearest_first(context, prior):
        new = next(_instead(context, wrong), None)
        if new is not None:
            return [s for s in corrections if not _overlaps(s, new)] + [new]
    return corrections


def of_number(context: Context, told: Sequence[Statement]) -> list[Statement]:
    """Return what the other side said of which the message surely puts a number right."""
    distance = _distance(context)
    return [statement for statement in told if distance(statement) < _FAR]


def named(context: Context, known: Sequence[Statement]) -> list[Statement]:
    """Return what is known whose wrong value the message itself denies ("רותם ולא רונית")."""
    distance = _distance(context)
    return [
        s for s in known if _is_own(context, s) and (distance(s) == 0 or _denies_words(context, s))
    ]


def _is_own(context: Context, known: Statement) -> bool:
    """Tell what the person keeps: "not to 4410" chooses a card and corrects no order's payment."""
    own = context.schema.key(known.key).kept_by is Speaking.USER
    return own and known.key not in _TOLD_FREELY


def _denies_words(context: Context, wrong: Statement) -> bool:
    old = tuple(word.fold for word in words(wrong.value) if word.kind is WordKind.WORD)
    return (
        wrong.key in _NAMED
        and bool(old)
        and any(_denied_at(clause, old) is not None for clause in context.clauses)
    )


def _nearest_first(context: Context, prior: Sequence[Statement]) -> list[Statement]:
    """Return what may be wrong, first whose number is denied, then whose digits are transposed."""
    return sorted(prior, key=_distance(context))


def _distance(context: Context) -> Callable[[Statement], int]:
    said = [w for w in _all_words(context) if w.kind is WordKind.NUMBER]
    denied = {w.text.replace(",", "") for w in said if is_denied(context, w.start)}
    texts = {w.text.replace(",", "") for w in said}
    sets = {"".join(sorted(text)) for text in texts - denied}

    def distance(wrong: Statement) -> int:
        digits = "".join(char for char in wrong.value if char.isdigit())
        numbers = set(_NUMBER.findall(wrong.value))
        if denied & numbers or any(digits.endswith(n) for n in denied):
            return 0
        return 1 if {"".join(sorted(n)) for n in numbers} & sets else _FAR

    return distance


def _against(statement: Statement, prior: Sequence[Statement]) -> Statement:
    for wrong in prior:
        same = wrong.key == statement.key and wrong.subject.relation == statement.subject.relation
        if same and wrong.value != statement.value:
            pointed = statement.subject.text.lower() in word_set("it_word") | word_set("pointing")
            subject = wrong.subject if pointed else statement.subject
            mended = replace(statement, subject=subject, replaces=wrong.value)
            if wrong.key == "address":
                mended = replace(mended, value=address_parts.within(wrong.value, statement.value))
            return replace(mended, action=StatementAction.CORRECT)
    return statement


def _overlaps(statement: Statement, new: Statement) -> bool:
    return statement.quote[0] < new.quote[1] and new.quote[0] < statement.quote[1]


def _instead(context: Context, wrong: Statement) -> Iterator[Statement]:
    """Yield what the message gives instead of an earlier value, by the sort of that value."""
    for finder in (_suffix, _sign, _moment, _day, _number, _same_class, _contrast, _contrasted):
        yield from finder(context, wrong)


def _correct(context: Context, wrong: Statement, value: str, quote: tuple[int, int]) -> Statement:
    made = state(context.clauses[0], context, wrong.key, value, quote, subject=wrong.subject)
    return replace(made, action=StatementAction.CORRECT, replaces=wrong.value, kind=wrong.kind)


def _suffix(context: Context, wrong: Statement) -> Iterator[Statement]:
    """Another end of a telephone number: "נגמר ב-14 לא ב-41", "ends in 93"."""
    if wrong.key != "phone":
        return
    said = [w for w in _all_words(context) if w.kind is WordKind.NUMBER and w.text.isdigit()]
    old = "".join(char for char in wrong.value if char.isdigit())
    denied = [w.text for w in said if is_denied(context, w.start)]
    for word in said:
        ends = not denied or any(old.endswith(d) and len(d) == len(word.text) for d in denied)
        if word.text not in denied and ends and _FEWEST_END <= len(word.text) < len(old):
            new = phone(old[: -len(word.text)] + word.text)
            if new != wrong.value:
                yield _correct(context, wrong, new, (word.start, word.end))


def _contrast(context: Context, wrong: Statement) -> Iterator[Statement]:
    for value, quote in put_right(context, wrong):
        yield _correct(context, wrong, value, quote)


def _sign(context: Context, wrong: Statement) -> Iterator[Statement]:
    """A telephone number, e-mail address or code for one."""
    kinds = {word.kind for word in words(wrong.value)} & _VALUE_KINDS
    for word in _all_words(context):
        if word.kind in kinds and len(words(wrong.value)) == 1:
            value = phone(word.text) if word.kind is WordKind.PHONE else word.text
            if value != wrong.value:
                yield _correct(context, wrong, value, (word.start, word.end))


def moved_to(context: Context, wrong: Statement) -> Iterator[Statement]:
    """Yield the earlier appointment with the day or hour that the message gives it."""
    yield from _moment(context, wrong)


def _moment(context: Context, wrong: Statement) -> Iterator[Statement]:
    """Another hour or day for a day with an hour; what is not said again stays."""
    if not _MOMENT.fullmatch(wrong.value):
        return
    old = datetime.fromisoformat(wrong.value)
    for time in _last_said(context.times):
        value = _moved(time, old)
        if value and value != wrong.value:
            yield _correct(context, wrong, value, (time.start, time.end))


def _moved(time: TimeSpan, old: datetime) -> str:
    if time.kind is TimeKind.CLOCK:
        hour = time.begins.hour
        if hour < 12 <= old.hour and hour + 12 < 24:
            hour += 12
        return f"{old.date().isoformat()}T{hour:02}:{time.begins:%M}"
    if time.kind is TimeKind.DATETIME:
        return time.value
    if time.kind is TimeKind.DATE:
        return f"{time.begins.date().isoformat()}T{old:%H:%M}"
    return ""


def _last_said(times: Sequence[TimeSpan]) -> Sequence[TimeSpan]:
    return tuple(reversed(times))


def _day(context: Context, wrong: Statement) -> Iterator[Statement]:
    """Another day for a day."""
    if wrong.key not in _DAYS:
        return
    days = [t for t in context.times if t.kind is TimeKind.DATE]
    for time in days:
        text = context.message.text[time.start : time.end]
        if not is_denied(context, time.start) and text != wrong.value:
            dated = time.year_said or wrong.key != "birthday"
            value = time.value[:10] if dated else text
            yield _correct(context, wrong, value, (time.start, time.end))


def _number(context: Context, wrong: Statement) -> Iterator[Statement]:
    """Another number for the one in the value: a house's, a floor, an age, a sum."""
    old = _NUMBER.findall(wrong.value)
    if not old or _MOMENT.fullmatch(wrong.value) or wrong.key == "phone":
        return
    names = wrong.key in _NUMBERED and _distance(context)(wrong) == _FAR
    if names:
        return
    if wrong.key == "address":
        yield from _address(context, wrong, old[0])
        return
    for word in _all_words(context):
        if word.kind is not WordKind.NUMBER or is_denied(context, word.start):
            continue
        number = word.text.replace(",", "")
        if number in old:
            continue
        value = wrong.value.replace(old[0], number, 1)
        yield _correct(context, wrong, value, (word.start, word.end))


def _address(context: Context, wrong: Statement, house: str) -> Iterator[Statement]:
    """The part of an address that is put right, in the whole; a bare number is the house's."""
    said = [word for word in _all_words(context) if word.kind is WordKind.NUMBER]
    denied = [word.text for word in said if is_denied(context, word.start)]
    mended = address_parts.put_right(context, wrong.value, denied)
    if mended is not None:
        yield _correct(context, wrong, *mended)
        return
    for word in said:
        if word.text not in (*denied, house) and word.text.isdigit():
            made = replace(wrong, key="house_number", value=house)
            yield _correct(context, made, word.text, (word.start, word.end))


def _same_class(context: Context, wrong: Statement) -> Iterator[Statement]:
    """Another city for a city, another name for a name: an entry of the same class."""
    for clause in context.clauses:
        for tag in (tag for at in clause.line.tags for tag in at):
            if tag.entry.kind == _CLASSES.get(wrong.key) and not _is_old(tag, clause, wrong):
                start = clause.words[tag.first].after(len(tag.clitics))
                end = clause.words[tag.last - 1].end
                if not is_denied(context, clause.words[tag.first].start):
                    yield _correct(context, wrong, clause.line.text[start:end], (start, end))


def _contrasted(context: Context, wrong: Statement) -> Iterator[Statement]:
    """Whatever stands beside the old value denied: "דינה, לא דנה", "Anne and not Anna"."""
    old = tuple(word.fold for word in words(wrong.value))
    for clause in context.clauses:
        at = _denied_at(clause, old)
        if at is None or wrong.key not in _NAMED:
            continue
        place = clause if at else context.clauses[clause.index - 1] if clause.index else None
        if place is None:
            continue
        said = place.words[: at or len(place.words)]
        new = [word for word in said if word.fold not in place.line.light]
        if 0 < len(new) <= _NEW_WORDS:
            quote = new[0].start, new[-1].end
            yield _correct(context, wrong, context.message.text[slice(*quote)], quote)


def _denied_at(clause: Clause, old: tuple[str, ...]) -> int | None:
    """Return the word of the negator that stands right before the old value or its first word."""
    for at, word in enumerate(clause.words[:-1]):
        negator = word.fold.removeprefix("ו") in clause.line.negators
        if negator and clause.words[at + 1].fold in old[:1]:
            return at
    return None


_NEW_WORDS = 3
_NAMED = frozenset(
    [
        "name",
        "nickname",
        "pet",
        "son",
        "daughter",
        "spouse",
        "partner",
        "brother",
        "sister",
        "mother",
        "father",
        "child",
        "employer",
        "plan",
        "favourite_music",
        "device",
    ]
)
_CLASSES = {
    "city": "city",
    "name": "first_name",
    "nickname": "first_name",
    "job": "job",
    "diet": "diet",
    "allergy": "allergen",
    "favourite_color": "color",
    "color": "color",
    "language_preference": "language",
    "son": "first_name",
    "daughter": "first_name",
    "spouse": "first_name",
    "partner": "first_name",
    "brother": "first_name",
    "sister": "first_name",
    "mother": "first_name",
    "father": "first_name",
    "pet": "first_name",
    "os": "os",
    "device": "device",
    "plan": "plan_word",
    "favourite_food": "food",
    "favourite_drink": "drink",
    "favourite_music": "music",
}


def _is_old(tag: Tag, clause: Clause, wrong: Statement) -> bool:
    said = " ".join(word.fold for word in clause.words[tag.first : tag.last])
    return said.endswith(fold(wrong.value)) or tag.entry.name == wrong.value


def is_denied(context: Context, start: int) -> bool:
    """Tell whether a negator stands just before a place: "ולא 21", "not the 6th"."""
    for clause in context.clauses:
        before = [word for word in clause.words if word.start < start <= clause.end]
        for word in before[-3:]:
            if word.fold.removeprefix("ו") in clause.line.negators:
                return True
    return False


def _all_words(context: Context) -> Iterator[Word]:
    # "Fix my phone" asks to mend what is stored, "fix this sentence" quotes what follows.
    mends = "correction.stored" in context.lists
    for clause in context.clauses:
        if mends or not clause.framing_at(clause.start, clause.end) & _UNSAID:
            yield from clause.words
