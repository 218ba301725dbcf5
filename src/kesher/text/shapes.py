"""Slots of phrases that no list can hold: names, places, streets, companies, sums, free words.

A shape takes the words of a clause, the place where it may begin and the folded first word without
its prefix letters, and yields where it may end, the likeliest first.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from kesher.text.longer import LONGER
from kesher.text.words import WordKind

if TYPE_CHECKING:
    from kesher.text.patterns import Line

Shape = Callable[["Line", int, str], Iterator[int]]

_OPEN_WORDS = 4
_NAME_WORDS = 3
_STREET_WORDS = 3
_NO_WORKPLACES = frozenset(
    {"device", "os", "diet", "plan_word", "car", "language", "food", "drink", "daypart"}
)
_VERB_LETTERS = 5


def _word(line: "Line", at: int, first: str) -> Iterator[int]:
    yield at + 1


def _rest(line: "Line", at: int, first: str) -> Iterator[int]:
    yield len(line.words)


def _open(line: "Line", at: int, first: str) -> Iterator[int]:
    yield from range(min(len(line.words), at + _OPEN_WORDS), at, -1)


def _thing(line: "Line", at: int, first: str) -> Iterator[int]:
    """One to five words, up to one that begins something else ("because", "ב-3")."""
    if first in line.sets["stopper"] or line.words[at].kind is WordKind.LINK:
        return
    end = at + 1
    while end < min(at + 5, len(line.words)) and line.words[end].fold not in line.sets["stopper"]:
        end += 1
    yield from range(end, at, -1)


def _liking(line: "Line", at: int, first: str) -> Iterator[int]:
    """What somebody can like: a thing, but neither a person nor "this"."""
    if first not in line.sets["no_thing"]:
        bound = _next_taste(line, at)
        yield from dict.fromkeys(min(end, bound) for end in _thing(line, at, first))


def _next_taste(line: "Line", at: int) -> int:
    """Return where a further verb of taste begins: "שונא כוסברה ואוהב אורז", "and hate rice"."""
    for later in range(at + 1, len(line.words)):
        word = line.words[later].fold
        if word.startswith("ו") and word[1:] in line.sets["taste_verb"]:
            return later
        following = line.words[later + 1].fold if later + 1 < len(line.words) else ""
        if word in ("and", "but") and following in line.sets["taste_verb"]:
            return later
    return len(line.words)


def _has(line: "Line", at: int, kind: str) -> bool:
    return any(tag.entry.kind == kind and not tag.clitics for tag in line.tags[at])


def _name(line: "Line", at: int, first: str) -> Iterator[int]:
    """One to three words of a name that the phrase announces ("my name is")."""
    if not _nameable(line, at) or at in line.dates:
        return
    end, parts = at + 1, 1
    while end < len(line.words) and (_hyphened(line, end) or parts < _NAME_WORDS):
        if not (_hyphened(line, end) or _goes_on(line, end)):
            break
        parts += not _hyphened(line, end)
        end += 1 + (_particle(line, end) and not _hyphened(line, end + 1))
    yield from (cut for cut in range(end, at, -1) if not _hyphened(line, cut))


def _hyphened(line: "Line", at: int) -> bool:
    """Tell the second part of "בן-ציון", "Jean-Luc"."""
    word = line.words[at] if at < len(line.words) else None
    return word is not None and word.glued and word.gap in ("-", "־", "–")


def _particle(line: "Line", at: int) -> bool:
    """Tell "בן", "van" of a surname: a word that takes the next one with it."""
    return line.words[at].fold in line.sets["particle"]


def _nameable(line: "Line", at: int) -> bool:
    word = line.words[at]
    if word.kind is not WordKind.WORD or len(word.text) < 2:
        return False
    if word.fold.endswith("תי") and len(word.fold) >= _VERB_LETTERS:
        # "שעברתי" is what I did and no name; "לרותי" is one.
        return any(tag.entry.kind == "first_name" for tag in line.tags[at])
    known = _hyphened(line, at + 1) or _has(line, at, "first_name")
    return known or word.fold not in line.no_name


def _goes_on(line: "Line", at: int) -> bool:
    """A later word of a name: a capital, a known surname, or the Hebrew word that ends a clause."""
    word = line.words[at]
    if _particle(line, at):
        return at + 1 < len(line.words) and _nameable(line, at + 1)
    if not _nameable(line, at):
        return False
    if word.capital or _has(line, at, "surname"):
        return True
    last = at + 1 == len(line.words)
    return last and not word.text[:1].isascii() and not word.fold.startswith(("מה", "וה", "שה"))


def _person(line: "Line", at: int, first: str) -> Iterator[int]:
    """A name that shows itself as one: a known first name, or two capitals in a row."""
    if not _nameable(line, at):
        return
    skip = len(line.words[at].fold) - len(first)
    known = any(
        tag.entry.kind == "first_name" and len(tag.clitics) == skip for tag in line.tags[at]
    )
    end = at + 1
    while end < min(at + _NAME_WORDS, len(line.words)) and _goes_on(line, end):
        end += 1
    capitals = end - at > 1 and all(word.capital for word in line.words[at:end])
    if known or capitals:
        yield from range(end, at if known else at + 1, -1)


def _titled(line: "Line", at: int, first: str) -> Iterator[int]:
    """A title with one or two names: "Dr. Stone", 'ד"ר זיו'."""
    if first not in line.sets["title"] or at + 1 >= len(line.words) or not _nameable(line, at + 1):
        return
    more = at + 2 < len(line.words) and _goes_on(line, at + 2)
    yield at + 2 + more


def _capital_name(line: "Line", at: int, first: str) -> Iterator[int]:
    """One word with a capital that may be a name."""
    if line.words[at].capital and _nameable(line, at):
        yield at + 1


def _given(line: "Line", at: int, first: str) -> Iterator[int]:
    """The name of an animal: a known first name, a capital, or the word that ends the clause."""
    last = at + 1 == len(line.words)
    known = _has(line, at, "first_name") or line.words[at].capital
    if _nameable(line, at) and (known or (last and first not in line.light)):
        yield at + 1


def _place(line: "Line", at: int, first: str) -> Iterator[int]:
    """A known town, a name that begins as names of places do, or words with capitals."""
    for tag in line.tags[at]:
        if tag.entry.kind in ("city", "country") and line.words[at].fold.endswith(first):
            yield tag.last
    if first in line.sets["place_head"] and at + 1 < len(line.words) and not line.dates.get(at + 1):
        headed = line.words[at + 1].fold in line.sets["place_head"] and at + 2 < len(line.words)
        yield at + 2 + headed
    if line.words[at].capital and line.words[at].fold not in line.no_name:
        yield _capitals(line, at)


def _capitals(line: "Line", at: int) -> int:
    end = at
    while end < len(line.words) and line.words[end].capital and _nameable(line, end):
        end += 1
    return end


def _street(line: "Line", at: int, first: str) -> Iterator[int]:
    """A street with its number, entrance and flat: "הגליל 9 דירה 14", "12 Baker Street"."""
    if first in line.sets["stopper"] | line.sets["no_street"]:
        return
    if first in line.no_name and not (first in line.sets["particle"] and not _no_street(line, at)):
        return
    end = _english_street(line, at) or _street_with_number(line, at)
    if end:
        yield _with_tail(line, end)


def _street_with_number(line: "Line", at: int) -> int:
    for number in range(at + 1, min(at + 1 + _STREET_WORDS + 1, len(line.words))):
        word = line.words[number]
        if ":" in word.gap:
            return 0
        if word.kind is WordKind.NUMBER and word.text.isdigit() and len(word.text) <= 3:
            counted = number + 1 < len(line.words) and _counted(line.words[number + 1].fold, line)
            return number + 1 if not (word.glued or counted) else 0
        if word.kind is not WordKind.WORD or number in line.dates or _no_street(line, number):
            return 0
    return 0


def _counted(following: str, line: "Line") -> bool:
    """Tell a number that counts something: milligrams, shekels, years."""
    return following in line.sets["unit"] or following in line.sets["currency"]


def _no_street(line: "Line", at: int) -> bool:
    word = line.words[at].fold
    if word in line.sets["particle"]:  # "בן יהודה 3", but nobody "בת 88"
        return at + 1 < len(line.words) and line.words[at + 1].kind is WordKind.NUMBER
    return word in line.sets["stopper"] | line.sets["no_street"] or word in line.no_name


def _english_street(line: "Line", at: int) -> int:
    """Return the word behind "12 Old Mill Road", 0 where none begins."""
    if line.words[at].kind is not WordKind.NUMBER:
        return 0
    for end in range(at + 2, min(at + 5, len(line.words)) + 1):
        if line.words[end - 1].fold in line.sets["street_kind"]:
            return end
    return 0


def _with_tail(line: "Line", end: int) -> int:
    words = line.words
    if end < len(words) and len(words[end].fold) == 1 and words[end].glued:
        end += 1  # the letter of "12א"
    while end + 1 < len(words) and words[end].fold in line.sets["street_tail"]:
        end += 2
    return end


def _company(line: "Line", at: int, first: str) -> Iterator[int]:
    """A company or workplace: words with capitals, or Hebrew words up to one that says little."""
    if first == "בית" and _house_of(line, at):
        yield at + 3
    if first in line.sets["no_company"] or line.words[at].kind not in (
        WordKind.WORD,
        WordKind.CODE,
    ):
        return
    if first != line.words[at].fold and (_is_itself(line, at) or _is_known(line, at, first)):
        return  # "ברמן" is a barman, nothing at "רמן"
    if line.words[at].text[:1].isascii():
        yield from _latin_firm(line, at)
        return
    if at in line.dates or any(tag.entry.kind == "city" for tag in line.tags[at]):
        return
    end = at + 1
    while end < min(at + _NAME_WORDS, len(line.words)) and _company_word(line, end):
        end += 1
    if not all(word.fold in line.sets["generic_firm"] for word in line.words[at + 1 : end]):
        yield end
    elif first not in line.sets["generic_firm"]:
        yield from range(end, at, -1)


def _is_itself(line: "Line", at: int) -> bool:
    """Tell a word that is something without a prefix taken off."""
    kinds = {tag.entry.kind for tag in line.tags[at] if not tag.clitics}
    return bool(kinds & {"job", "diet", "drink", "food", "language", "condition", "first_name"})


def _is_known(line: "Line", at: int, first: str) -> bool:
    """Tell what one changes to that is no workplace: "עברתי מאייפון לגלקסי"."""
    skip = len(line.words[at].fold) - len(first)
    kinds = {tag.entry.kind for tag in line.tags[at] if len(tag.clitics) == skip}
    return bool(kinds & _NO_WORKPLACES)


def _latin_firm(line: "Line", at: int) -> Iterator[int]:
    """Words with capitals, and the small word that may end a workplace's name: "Meir hospital"."""
    end = _capitals(line, at)
    if end > at and end < len(line.words) and line.words[end].fold in line.sets["firm_noun"]:
        yield end + 1
    if end > at:
        yield end


def _house_of(line: "Line", at: int) -> bool:
    """Tell "בית הספר ארזים", "בית חולים הדר": a house of some kind with its name."""
    named = at + 2 < len(line.words) and _nameable(line, at + 2)
    return named and line.words[at + 1].fold in line.sets["house_kind"]


def _company_word(line: "Line", at: int) -> bool:
    word = line.words[at]
    if word.kind is not WordKind.WORD or at in line.dates:
        return False
    if word.glued:
        return True
    little = line.light | line.sets["no_company"] | line.sets["stopper"]
    return not (word.fold in little or _attached(line, at))


def _attached(line: "Line", at: int) -> bool:
    """Tell a word that begins something new: "כמהנדסת", "בתל אביב", "ואני"."""
    return any(
        tag.clitics and tag.entry.kind in ("city", "job") for tag in line.tags[at]
    ) or line.words[at].fold.startswith(("ו", "ש"))


def _money(line: "Line", at: int, first: str) -> Iterator[int]:
    """A number with "אלף" or a currency behind it, if any."""
    if line.words[at].kind is WordKind.CODE and first.endswith("k") and first[:-1].isdigit():
        yield at + 1
    if line.words[at].kind is not WordKind.NUMBER or at in line.dates:
        return
    end = at + 1
    for known in ("thousand", "currency"):
        if end < len(line.words) and line.words[end].fold in line.sets[known]:
            end += 1
    yield end


def _money_named(line: "Line", at: int, first: str) -> Iterator[int]:
    """A sum that names its currency."""
    for end in _money(line, at, first):
        around = line.text[max(0, line.words[at].start - 2) : line.words[end - 1].end + 2]
        signed = any(sign in around for sign in "₪$€£")
        if signed or line.words[end - 1].fold in line.sets["currency"]:
            yield end


SHAPES: Mapping[str, Shape] = {
    "word": _word,
    "rest": _rest,
    "open": _open,
    "thing": _thing,
    "name": _name,
    "person": _person,
    "titled": _titled,
    "capital": _capital_name,
    "person_or_one": _given,
    "place": _place,
    "street": _street,
    "company": _company,
    "money": _money,
    "money_named": _money_named,
    "like": _liking,
    **LONGER,
}

NEEDED_TYPES: Mapping[str, tuple[str, ...]] = {
    "person": ("first_name", "capital"),
    "capital": ("capital",),
    "place": ("city", "country", "capital"),
    "street": ("number",),
    "money": ("number", "code"),
    "money_named": ("number", "code"),
    "entry_code": ("number",),
    "branded": ("number", "code"),
    "job_full": ("job",),
    "role_full": ("role",),
    "device_full": ("device",),
    "os_full": ("os",),
    "phone_os": ("os",),
    "drink_full": ("drink",),
    "drink_long": ("drink",),
    "eats_food": ("food",),
    "car_full": ("car",),
}
"""Shapes that only stand where one of these classes of words does; `capital`: a capital letter."""

NEEDED_WORDS: Mapping[str, str] = {
    "place": "place_head",
    "titled": "title",
    "role_tail": "role_head",
    "business_tail": "business",
    "thing_device": "device_noun",
    "plan_full": "plan_head",
    "plan_tier": "plan_noun",
    "branch": "branch_kind",
}
"""Shapes that only stand where a word of this list does, besides those of `NEEDED_TYPES`."""
