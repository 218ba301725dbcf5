"""Slots that grow out of an entry: a profession with its field, a device with its model."""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from kesher.text.words import WordKind

if TYPE_CHECKING:
    from kesher.text.patterns import Line

Shape = Callable[["Line", int, str], Iterator[int]]

_JOB_WORDS = 4
_DEVICE_WORDS = 4
_THAT_WORDS = 3
_YEAR_DIGITS = 4
_BRANCH_WORDS = 4


def _ends(line: "Line", at: int, first: str, kind: str) -> Iterator[int]:
    """Yield behind each entry of the class whose first word is `first`, the longest first."""
    clitics = len(line.words[at].fold) - len(first)
    for tag in line.tags[at]:
        if tag.entry.kind == kind and len(tag.clitics) == clitics:
            yield tag.last


def _job(line: "Line", at: int, first: str) -> Iterator[int]:
    """A profession with what stands before it in English and after it in Hebrew."""
    for end in _ends(line, at, first, "job"):
        behind = line.words[end].fold if end < len(line.words) else ""
        if behind not in line.sets["verb_job_object"]:  # "אני מטפל בזה": a verb
            yield _field(line, _further_job(line, end))
        return
    word = line.words[at]
    articles = ("a", "an", "the", "my")
    if not word.text[:1].isalpha() or not word.text.isascii() or word.fold in articles:
        return
    if word.fold in line.sets["stopper"]:
        return
    for later in range(at + 1, min(at + _JOB_WORDS, len(line.words))):
        if line.words[later].fold in line.sets["stopper"] | line.negators:
            return
        for tag in line.tags[later]:
            if tag.entry.kind == "job" and not tag.clitics:
                yield tag.last
                return


def _further_job(line: "Line", end: int) -> int:
    """Return the word behind a second profession in English: "self-employed upholsterer"."""
    known = [
        tag.last
        for tag in (line.tags[end] if end < len(line.tags) else ())
        if tag.entry.kind == "job" and not tag.clitics and line.words[end].text.isascii()
    ]
    return max(known, default=end)


def _trade(line: "Line", at: int, first: str) -> Iterator[int]:
    """One to three small English words before a workplace: what somebody is there."""
    end = at
    while end < min(at + 3, len(line.words)) and line.words[end].text.islower():
        if line.words[end].fold in line.sets["stopper"] | line.no_name:
            break
        end += 1
        yield end


def _field(line: "Line", end: int) -> int:
    """Return the word behind the field of a Hebrew profession: "לאנגלית", "תפאורה"."""
    last = end
    while last < min(end + 2, len(line.words)) and _tells_field(line, last):
        last += 1
    return last


def _tells_field(line: "Line", at: int) -> bool:
    word = line.words[at]
    if word.fold in line.sets["rank_word"]:
        return True
    if word.kind is not WordKind.WORD or at in line.dates or word.text[:1].islower():
        return word.text[:1].isascii() and word.fold in ("of", "for") and at + 1 < len(line.words)
    if word.fold in line.sets["stopper"] or word.fold in line.light:
        return False
    return not (word.fold.startswith(("ב", "ו", "ש")) or word.fold in line.no_name)


def _device(line: "Line", at: int, first: str) -> Iterator[int]:
    """A make with its model: "אייפון 13 פרו", "Galaxy S22"."""
    for end in _ends(line, at, first, "device"):
        yield _model(line, end)


def _model(line: "Line", end: int) -> int:
    while end < len(line.words):
        word = line.words[end]
        more = any(tag.entry.kind == "device_more" for tag in line.tags[end])
        if not (more or word.kind in (WordKind.CODE, WordKind.NUMBER)) or end in line.dates:
            break
        end += 1
    return end


def _noun_device(line: "Line", at: int, first: str) -> Iterator[int]:
    """Any words up to one that is a device: "ThinLeaf 13 laptop"."""
    for last in range(at + 1, min(at + _DEVICE_WORDS, len(line.words))):
        if line.words[last].fold in line.sets["device_noun"]:
            if last > at + 1 or first not in ("new", "old", "second", "better", "work"):
                yield last + 1
            return
        if line.words[last].fold in line.sets["stopper"]:
            return


def _os(line: "Line", at: int, first: str) -> Iterator[int]:
    """A system with its version."""
    for end in _ends(line, at, first, "os"):
        numbered = end < len(line.words) and line.words[end].kind is WordKind.NUMBER
        yield end + numbered


def _phone_os(line: "Line", at: int, first: str) -> Iterator[int]:
    """A telephone's system, which tells the telephone."""
    if any(tag.entry.kind == "os" and "phone" in tag.entry.marks for tag in line.tags[at]):
        yield from _os(line, at, first)


def _plan(line: "Line", at: int, first: str) -> Iterator[int]:
    """The noun and a word, two if the second is a plan's: "המסלול המשפחתי"."""
    if first.removeprefix("ה") not in line.sets["plan_head"] or at + 1 >= len(line.words):
        return
    word = line.words[at + 1]
    if (
        word.fold in line.sets["stopper"] | line.no_name | line.sets["plan_stop"]
        or word.kind is not WordKind.WORD
    ):
        return
    more = at + 2 < len(line.words) and any(
        tag.entry.kind == "plan_word" for tag in line.tags[at + 2]
    )
    yield at + 2 + more


def _tier(line: "Line", at: int, first: str) -> Iterator[int]:
    """Words before the noun: "Starter tier", "Trail Club Gold plan"."""
    for last in range(at + 1, min(at + 4, len(line.words))):
        if line.words[last].fold in line.sets["plan_noun"]:
            yield last
            return
        if line.words[last].fold in line.sets["stopper"]:
            return


def _drink(line: "Line", at: int, first: str) -> Iterator[int]:
    """A drink with how it is taken: "קפה הפוך על סויה", "תה עם לימון"."""
    for end in _ends(line, at, first, "drink"):
        joined = end + 1 < len(line.words) and line.words[end].fold in ("על", "עמ", "בלי", "with")
        if joined:
            yield end + 2
        yield end


def _long_drink(line: "Line", at: int, first: str) -> Iterator[int]:
    """A drink said so exactly that it is a habit: two words, or with how it is taken."""
    yield from (end for end in _drink(line, at, first) if end > at + 1)


def _that(line: "Line", at: int, first: str) -> Iterator[int]:
    """A clause as an object: "שמתקשרים בלי לכתוב קודם", "when people call"."""
    begins = first.startswith("ש") or first in ("when", "people", "being", "having", "להתקשר")
    if begins and len(line.words) - at >= _THAT_WORDS:
        yield len(line.words)


def _entry_code(line: "Line", at: int, first: str) -> Iterator[int]:
    """A number of three to eight digits, with the keys written round it."""
    word = line.words[at]
    if word.kind is WordKind.NUMBER and word.text.isdigit() and 3 <= len(word.text) <= 8:
        yield at + 1


def _eats(line: "Line", at: int, first: str) -> Iterator[int]:
    """What was not eaten before: "לאכול דגים", "eating fish"."""
    if first in ("לאכול", "eating") and at + 1 < len(line.words):
        yield from (tag.last for tag in line.tags[at + 1] if tag.entry.kind == "food")


def _branded(line: "Line", at: int, first: str) -> Iterator[int]:
    """A make that no list knows, with its model: "ליבון 12 מיני"."""
    if line.words[at].kind is not WordKind.WORD or at + 2 >= len(line.words):
        return
    end = _model(line, at + 1)
    kinds = (WordKind.NUMBER, WordKind.CODE)
    if end > at + 2 and line.words[at + 1].kind in kinds and line.words[end - 1].kind not in kinds:
        yield end


def _full_role(line: "Line", at: int, first: str) -> Iterator[int]:
    """A role with its field: "סגנית המנהלת של הסניף", "team lead of support"."""
    for end in _ends(line, at, first, "role"):
        field = _field(line, end)
        if field > end:
            yield field
        of = end + 1 < len(line.words) and line.words[end].fold in ("של", "of", "for")
        yield end + 2 if of else end


def _branch(line: "Line", at: int, first: str) -> Iterator[int]:
    """A branch, shop or locker with its name: "סניף הדקל", "the Maple Street branch"."""
    kinds = line.sets["branch_kind"]
    if first in kinds:
        end = at + 1
        while end < min(at + 3, len(line.words)) and _goes_on_naming(line, end):
            end += 1
        if end > at + 1:
            yield end
        return
    for end in range(at + 2, min(at + _BRANCH_WORDS, len(line.words)) + 1):
        if line.words[end - 1].fold in kinds and line.words[at].text.isascii():
            yield end
            return


def _goes_on_naming(line: "Line", at: int) -> bool:
    word = line.words[at]
    if at in line.dates or word.kind is not WordKind.WORD:
        return False
    return word.fold not in line.sets["stopper"] | line.light


def _car(line: "Line", at: int, first: str) -> Iterator[int]:
    """A make of cars with its model: "יונדאי i20", "Corsa"; a year is no part of it."""
    for end in _ends(line, at, first, "car"):
        yield _car_model(line, end)


def _car_model(line: "Line", end: int) -> int:
    while end < len(line.words):
        word = line.words[end]
        known = any(tag.entry.kind == "car" and not tag.clitics for tag in line.tags[end])
        numbered = word.kind in (WordKind.NUMBER, WordKind.CODE) and len(word.text) < _YEAR_DIGITS
        if ":" in word.gap or "," in word.gap or end in line.dates or not (known or numbered):
            break
        end += 1
    return end


def _role_tail(line: "Line", at: int, first: str) -> Iterator[int]:
    """A title of two to four words that ends as titles do: "events lead"."""
    yield from _ending_in(line, at + 1, at + _JOB_WORDS, "role_head")


def _business_tail(line: "Line", at: int, first: str) -> Iterator[int]:
    """A business of up to four words: "small bakery", "shop"."""
    yield from _ending_in(line, at, at + _JOB_WORDS, "business")


def _ending_in(line: "Line", at: int, until: int, listed: str) -> Iterator[int]:
    """Yield behind the first word of a list, up to what begins something else."""
    for last in range(at, min(until, len(line.words))):
        if line.words[last].fold in line.sets["stopper"] | line.negators:
            return
        if line.words[last].fold in line.sets[listed]:
            yield last + 1
            return


LONGER: Mapping[str, Shape] = {
    "job_full": _job,
    "trade": _trade,
    "device_full": _device,
    "thing_device": _noun_device,
    "os_full": _os,
    "phone_os": _phone_os,
    "plan_full": _plan,
    "plan_tier": _tier,
    "drink_full": _drink,
    "drink_long": _long_drink,
    "eats_food": _eats,
    "that": _that,
    "branded": _branded,
    "role_tail": _role_tail,
    "business_tail": _business_tail,
    "car_full": _car,
    "role_full": _full_role,
    "entry_code": _entry_code,
    "branch": _branch,
}
