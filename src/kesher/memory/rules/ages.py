"""Ages of several people in one sentence: "רותם בת 8 וגיא בן 5", "Ezra and Juno turned six"."""

from collections.abc import Iterator

from kesher.domain.entity import Gender, Reference, ReferenceKind
from kesher.domain.fact import Statement
from kesher.memory.rules.clause import Clause, Context
from kesher.memory.rules.saying import is_speaker, state
from kesher.memory.rules.subjects import SPEAKER, relation_ending, unsaid
from kesher.text.phrasebook import word_set
from kesher.text.words import WordKind, readings

_OLDEST = 120
_TENS = 20
_JOINING = ("", "ו", "ש")
_HEBREW_LETTERS = ("א", "ת")


def ages(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the age of each person that is named right before it.

    A number without anybody before it belongs to what `say_age` phrases tell.
    """
    for at in range(len(clause.words)):
        found = _age(clause, at)
        if found is None:
            continue
        value, first, behind = found
        quote = clause.words[first].start, clause.words[behind - 1].end
        if clause.framing_at(clause.words[at].start, quote[1]):
            continue
        for who in people_before(clause, at):
            yield state(clause, context, "age", value, quote, subject=who)


def aged_in_brackets(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the age that is all of a clause behind a child's name: "our kids Ezra (6), Juno (4)".

    Only where the message speaks of family: elsewhere such a number counts anything.
    """
    if len(clause.words) != 1 or clause.index == 0 or clause.framing_at(clause.start, clause.end):
        return
    number = _number(clause, 0)
    before = context.clauses[clause.index - 1]
    if number is None or before.sentence != clause.sentence or not _of_family(context):
        return
    for who in people_before(before, len(before.words))[-1:]:
        yield state(clause, context, "age", number[0], (clause.start, clause.end), subject=who)


def own_round_age(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the speaker's age in words of ten and one: "אני בן ארבעים ושתיים"."""
    for match in clause.found("age.round"):
        number = _number(clause, match["v"].first)
        if number is not None and is_speaker(clause.inherited):
            value, first, behind = number
            if behind < len(clause.words) and clause.words[behind].fold in word_set("not_years"):
                continue
            quote = clause.words[first].start, clause.words[behind - 1].end
            yield state(clause, context, "age", value, quote, subject=SPEAKER)


def _of_family(context: Context) -> bool:
    """Tell whether the message names a relation or children."""
    told = ("family.several", "family.born")
    return any(name in context.lists for name in told) or "kin" in context.kinds


def _age(clause: Clause, at: int) -> tuple[str, int, int] | None:
    """Return an age with its words where "son of" or a verb of being stands at word `at`."""
    fold = clause.words[at].fold
    hebrew = any(c in _JOINING and rest in word_set("aged") for c, rest in readings(fold))
    if not hebrew and fold not in word_set("being_aged"):
        return None
    first = at + 1
    while first < len(clause.words) and clause.words[first].fold in word_set("about_age"):
        first += 1
    number = _number(clause, first)
    if number is None or _counts(clause, number[2], hebrew=hebrew):
        return None
    return number


def _number(clause: Clause, at: int) -> tuple[str, int, int] | None:
    """Return a number in digits or words: (digits, first word, word behind)."""
    if at >= len(clause.words):
        return None
    word = clause.words[at]
    short = word.text.isdigit() and len(word.text) <= len(str(_OLDEST))
    if word.kind is WordKind.NUMBER and short and int(word.text) <= _OLDEST:
        return (word.text, at, at + 1) if at not in clause.line.dates else None
    tag = next(
        (t for t in clause.line.tags[at] if t.entry.kind == "numeral" and not t.clitics), None
    )
    if tag is None:
        return None
    value, behind = tag.entry.marks[0], tag.last
    if "." in value or int(value) < _TENS or behind >= len(clause.words):
        return value, at, behind
    ones = [
        t.entry.marks[0]
        for t in clause.line.tags[behind]
        if t.entry.kind == "numeral" and t.clitics in ("", "ו") and len(t.entry.marks[0]) == 1
    ]
    return (str(int(value) + int(ones[0])), at, behind + 1) if ones else (value, at, behind)


def _counts(clause: Clause, behind: int, *, hebrew: bool) -> bool:
    """Tell a number of things from an age: "בן 5 קומות", "is 6 miles"."""
    if behind >= len(clause.words):
        return False
    word = clause.words[behind].fold
    if word in word_set("year_word") | word_set("stopper") | word_set("not_unit"):
        return False
    if not hebrew:
        return word not in word_set("after_age")
    joined = word.startswith(("ו", "ש", "ב", "ל"))
    return not (joined or clause.line.dates.get(behind) or word in clause.line.light)


def people_before(clause: Clause, end: int) -> list[Reference]:
    """Return who is named right before word `end`: one, or names joined by "and"."""
    if unsaid(clause, end):
        return []
    kin = relation_ending(clause, end)
    if kin is not None:
        return [kin]
    animal = _animal_ending(clause, end)
    if animal is not None:
        return [animal]
    found: list[Reference] = []
    at = end - 1
    while at >= 0 and clause.words[at].fold in word_set("about_age"):
        at -= 1
    while at >= 0:
        one = _name_at(clause, at)
        if one is not None:
            found.insert(0, one)
            joined = clause.words[at].fold.startswith("ו") and _hebrew(clause, at)
        joined = one is not None and joined
        if one is None and not (found and clause.words[at].fold in ("and", "&")):
            break
        if one is not None and _hebrew(clause, at) and not joined:
            break
        at -= 1
    return found


def _animal_ending(clause: Clause, end: int) -> Reference | None:
    """Return the animal whose name, right behind its kind, ends before word `end`."""
    for first in range(max(0, end - 4), end - 1):
        for tag in clause.line.tags[first]:
            if tag.entry.kind == "pet" and tag.last == end - 1:
                word = clause.words[end - 1]
                return Reference(ReferenceKind.NAME, word.text, word.start, word.end, "pet")
    return None


def _hebrew(clause: Clause, at: int) -> bool:
    return _HEBREW_LETTERS[0] <= clause.words[at].fold[:1] <= _HEBREW_LETTERS[1]


def _name_at(clause: Clause, at: int) -> Reference | None:
    """Return the person whose first name is at a word, without "and" written onto it."""
    word = clause.words[at]
    for tag in clause.line.tags[at]:
        if tag.entry.kind == "first_name" and tag.clitics in ("", "ו") and tag.last == at + 1:
            start = word.after(len(tag.clitics))
            text = clause.line.text[start : word.end]
            genders = {"m": Gender.MASCULINE, "f": Gender.FEMININE}
            gender = genders.get(tag.entry.marks[0], Gender.UNKNOWN)
            return Reference(ReferenceKind.NAME, text, start, word.end, "person", gender=gender)
    return None
