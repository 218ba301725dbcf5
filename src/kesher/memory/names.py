"""Names of entities: the keys under which they are looked up, and how alike two names are."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from itertools import islice, product

from kesher.text.hebrew import PREFIXES
from kesher.text.naming.folding import fold_name
from kesher.text.naming.lists import (
    notions,
    relations,
    short_forms,
    small_words,
    spellings,
    stemmed,
    titles,
)
from kesher.text.naming.sounds import skeletons, sound_alike

NUMBERED = frozenset({"order", "ticket"})
_PROPER = frozenset({"person", "pet", "medication"})
_NUMBER = re.compile(r"(?:([a-z]{1,5}) ?)?(\d{3,}(?: \d+)*)")
_DOSE = re.compile(r"^\d+(?:[.,]\d+)?$|^(?:מג|מל|גרם|mg|ml|mcg|мг|мл|ملغ)$")
_WAYS = 12
_STRONG_LETTERS = 4
_PEELED = 2
_LETTERS_LEFT = 2


class Likeness(IntEnum):
    """How far two names name the same thing. Of two, the lower is the weaker."""

    DIFFERENT = 0
    DOUBTFUL = 1
    """A short form of the same name, or its words in another order."""
    PART = 2
    """One is a piece of the other: a first name, a family name, the head of a longer name."""
    SAME = 3


@dataclass(frozen=True, slots=True)
class Name:
    """A name taken apart.

    Attributes:
        words: Folded, without titles, articles and words that only tell the kind.
        number, prefix: Of "order ZT-77120": 77120 and zt; empty where it has none.
        relation: Of "אבא של Jonathan Cohen": father; `whose` is then the rest, folded.
        tail: Folded words behind the head of "המכולת של שמעון".
    """

    words: tuple[str, ...]
    number: str = ""
    prefix: str = ""
    relation: str = ""
    whose: str = ""
    tail: tuple[str, ...] = ()


def name_key(text: str, type_: str = "") -> str:
    """Return the main key of a name: folded, without titles, of a thing without the article.

    Args:
        type_: The `Entity.type`; empty: a leading ה is taken for a letter of the name.
    """
    name = take_apart(text, type_)
    if name.number:
        return " ".join(filter(None, ("#", name.prefix, name.number)))
    if name.relation:
        return f"&{name.relation} {name.whose}"
    return " ".join(name.words + name.tail) or fold_name(text)


@lru_cache(maxsize=16384)
def name_keys(text: str, type_: str = "") -> tuple[str, ...]:
    """Return all keys of a name, the strongest first. Two names that may be one share a key.

    `name_key`; `#` a number; `~` the coarse sound in any script; `^` and `^~` a piece of the name;
    `%` what a common noun means in any language. Sharing a key is no proof: `likeness` decides.
    """
    name = take_apart(text, type_)
    keys = [name_key(text, type_)]
    if name.number:
        keys.append(f"# {name.number}")
    if name.relation:
        sounds = _joined_sounds(tuple(name.whose.split()))
        return tuple(dict.fromkeys((*keys, *(f"&{name.relation} {sound}" for sound in sounds))))
    keys.extend(f"~{sound}" for sound in _joined_sounds(name.words + name.tail))
    for piece in _pieces(name, type_):
        keys.append(f"^{piece}")
        keys.extend(f"^~{sound}" for sound in islice(_sounds_of(piece), 6))
        keys.extend(f"^*{line}" for line in sorted(_short_forms(piece)))
    keys.extend(f"%{notion}" for notion in meanings(name.words))
    return tuple(dict.fromkeys(keys))


@lru_cache(maxsize=16384)
def take_apart(text: str, type_: str = "") -> Name:
    """Return the parts of a name."""
    words = fold_name(text).split()
    number = _number(words, type_)
    if number is not None:
        return number
    related = _related(words)
    if related is not None:
        return related
    of = next((at for at, word in enumerate(words) if at and word in small_words("of")), len(words))
    return Name(_head(tuple(words[:of]), type_), tail=tuple(words[of + 1 :]))


def likeness(one: str, other: str, type_: str = "") -> Likeness:
    """Tell how alike two names of things of one type are.

    Full names are the same only where every word is: שירה כהן is never שירן כהן, two people with
    one family name are two, a medication with a further word is another one.
    """
    return _likeness(take_apart(one, type_), take_apart(other, type_), type_)


@lru_cache(maxsize=16384)
def meanings(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the notions of the common nouns among folded words, of two words and one."""
    found: dict[str, None] = {}
    for size in (3, 2, 1):
        for at in range(len(words) - size + 1):
            phrase = " ".join(words[at : at + size])
            for notion in notions().get(phrase) or notions().get(stemmed(phrase), ()):
                found[notion.id] = None
    return tuple(found)


@lru_cache(maxsize=16384)
def content_words(text: str) -> tuple[str, ...]:
    """Return the folded words that tell things apart: no articles, possessives, `one`."""
    passed = frozenset({"a", "an"}).union(*map(small_words, ("mine", "definite", "of", "pronoun")))
    return tuple(
        without_article(word)
        for word in fold_name(text).split()
        if word not in passed and without_article(word) not in small_words("one")
    )


def without_article(word: str) -> str:
    """Take Hebrew's ה off a folded noun, as long as three letters stay, and Arabic's ال."""
    if word in notions():
        return word
    if word.startswith("ה") and (len(word) > 3 or word[1:2].isascii()):
        return word[1:]
    return word[2:] if word.startswith("ال") and len(word) > 4 else word


def peeled(word: str) -> Iterator[str]:
    """A word, and what is left as up to two Hebrew prefix letters go: "לאשתי" is "אשתי"."""
    yield word
    for letters in range(1, _PEELED + 1):
        if len(word) - letters < _LETTERS_LEFT or word[letters - 1] not in PREFIXES:
            return
        yield word[letters:]


def _likeness(one: Name, other: Name, type_: str) -> Likeness:
    if one.relation or other.relation:
        same = one.relation == other.relation and _same_text(one.whose, other.whose)
        return Likeness.SAME if same else Likeness.DIFFERENT
    if one.number or other.number:
        return _same_number(one, other)
    tails_differ = one.tail and other.tail and not _same_text(_line(one.tail), _line(other.tail))
    if tails_differ or not one.words or not other.words:
        return Likeness.DIFFERENT
    if len(one.words) == len(other.words):
        return _word_by_word(one, other)
    shorter, longer = sorted((one, other), key=lambda name: len(name.words))
    return _part(shorter.words, longer.words, type_)


def _word_by_word(one: Name, other: Name) -> Likeness:
    found = min(map(word_likeness, one.words, other.words))
    if found is Likeness.SAME and bool(one.tail) != bool(other.tail):
        return Likeness.PART
    turned = len(one.words) > 1 and sorted(one.words) == sorted(other.words)
    return Likeness.DOUBTFUL if turned and found is Likeness.DIFFERENT else found


def _line(words: tuple[str, ...]) -> str:
    return " ".join(words)


@lru_cache(maxsize=65536)
def word_likeness(one: str, other: str) -> Likeness:
    """Tell how alike two folded words of names are: equal, spelt otherwise, a short form."""
    first, second = spellings().get(one, _NONE), spellings().get(other, _NONE)
    if one == other or first & second:
        return Likeness.SAME
    # Michal sounds like מיכאל, and both are known to be other names.
    apart = bool(first and second)
    if not apart and (_same_ktiv(one, other) or sound_alike(one, other)):
        return Likeness.SAME
    if _short_forms(one) & _short_forms(other):
        return Likeness.DOUBTFUL
    return Likeness.DIFFERENT


_NONE: frozenset[int] = frozenset()


def _short_forms(word: str) -> frozenset[int]:
    """Numbers of the lines of short forms, by the word or another spelling of it."""
    return short_forms().get(word, _NONE)


def _same_ktiv(one: str, other: str) -> bool:
    """Whether one Hebrew word is the other with one vav or yod more: מזרן and מזרון.

    Short words are names of their own (גל and גיל), so only long ones count.
    """
    shorter, longer = sorted((one, other), key=len)
    if len(longer) != len(shorter) + 1:
        return False
    strong = shorter.rstrip("הא").translate({ord("ו"): None, ord("י"): None})
    if len(strong) < _STRONG_LETTERS:
        return False
    return any(
        longer[at] in "וי" and longer[:at] + longer[at + 1 :] == shorter
        for at in range(1, len(longer) - 1)
    )


def _same_text(one: str, other: str) -> bool:
    first, second = one.split(), other.split()
    return len(first) == len(second) and all(
        word_likeness(a, b) is Likeness.SAME for a, b in zip(first, second, strict=True)
    )


def _same_number(one: Name, other: Name) -> Likeness:
    same = one.number == other.number and (
        not one.prefix or not other.prefix or one.prefix == other.prefix
    )
    return Likeness.SAME if same else Likeness.DIFFERENT


def _part(shorter: tuple[str, ...], longer: tuple[str, ...], type_: str) -> Likeness:
    """A first or family name of a person; of a thing any of its words, in order."""
    if type_ == "medication":
        return Likeness.DIFFERENT
    places = [longer[: len(shorter)], longer[-len(shorter) :]]
    if type_ not in _PROPER:
        places = [longer[at : at + len(shorter)] for at in range(len(longer) - len(shorter) + 1)]
    first, *others = (min(map(word_likeness, shorter, place)) for place in places)
    # A short form stands for a first name: אלי may be אליהו כהן, and is not דן אליהו.
    whole = Likeness.SAME in (first, *others)
    return Likeness.PART if whole else min(first, Likeness.DOUBTFUL)


def _number(words: list[str], type_: str) -> Name | None:
    """Read "הזמנה מספר 4521", "order FH-3342" or a bare number."""
    joined = " ".join(words)
    leading = _leading_kind(words)
    found = _NUMBER.fullmatch(joined[leading:].strip())
    if found is None or not (leading or type_ in NUMBERED or type_ == "" or found.group(1)):
        return None
    return Name((), found.group(2), found.group(1) or "")


def _leading_kind(words: list[str]) -> int:
    """Length of the words at the start that only say what is numbered."""
    length = 0
    for word in words[:-1]:
        kinds = {notion.type for notion in notions().get(without_article(word), ())}
        if not kinds & NUMBERED and word not in small_words("number") | small_words("definite"):
            break
        length += len(word) + 1
    return length


def _related(words: list[str]) -> Name | None:
    """Read "אבא של דנה" and "Dana's father"."""
    for relation in relations():
        for at in range(1, min(len(words), 4)):
            head, rest = " ".join(words[:at]), words[at:]
            if head in relation.nouns and rest[0] in small_words("of") and len(rest) > 1:
                return Name((), relation=relation.keys[0], whose=" ".join(rest[1:]))
        if len(words) > 1 and words[-1] in relation.nouns and words[-2].endswith("'s"):
            whose = " ".join(words[:-1]).removesuffix("'s")
            return Name((), relation=relation.keys[0], whose=whose)
    return None


def _head(words: tuple[str, ...], type_: str) -> tuple[str, ...]:
    """Take off titles of people, articles of things and words that only tell the kind."""
    if type_ in ("", "person"):
        words = _without_titles(words)
    if type_ == "medication":
        words = tuple(word for word in words if not _DOSE.match(word)) or words
    if type_ in _PROPER or not type_:
        return words
    bare = tuple(
        without_article(word)
        for word in words
        if word not in small_words("mine") | small_words("definite") | {"a", "an"}
    )
    if type_ == "company":
        bare = tuple(word for word in bare if word not in titles("company")) or bare
    return bare or words


def _without_titles(words: tuple[str, ...]) -> tuple[str, ...]:
    while len(words) > 1:
        size = next((n for n in (2, 1) if " ".join(words[:n]) in titles("person")), 0)
        if not size or size == len(words):
            break
        words = words[size:]
    return words


def _pieces(name: Name, type_: str) -> Iterator[str]:
    """Words under which a longer name may be meant."""
    words = name.words
    if type_ == "medication" or not words:
        return
    if type_ in _PROPER:
        yield words[0]
        if len(words) > 1:
            yield without_article(words[-1])
        return
    yield from dict.fromkeys(word for word in words[:5] if len(word) > 1)


def _joined_sounds(words: tuple[str, ...]) -> Iterator[str]:
    ways = product(*(tuple(_sounds_of(word)) for word in words[:4]))
    return (" ".join(way) for way in islice(ways, _WAYS) if any(way))


def _sounds_of(word: str) -> Iterator[str]:
    """The coarse sounds of a word, and the numbers of the names that it is a spelling of."""
    yield from (f"={number}" for number in sorted(spellings().get(word, ())))
    yield from skeletons(word) or (word,)
