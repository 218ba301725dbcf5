"""What a question wants to know: the keys whose facts have it, and whether of a person."""

import re
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from kesher.text.naming.folding import fold_name
from kesher.text.naming.lists import relations
from kesher.text.terms import index_terms

_FILE = "question_aims.toml"
_LONGEST_CUE = 4
"""Terms of the longest phrase in the file."""

_AND = re.compile(
    r"\band (?=(?:as what|what|where|when|who|how|which|why)\b)"
    r"|(?<![א-ת])ו(?=[לבמ]?(?:מה|מתי|איפה|היכן|כמה|מי|איך|איזה|איזו|למה|אילו)(?![א-ת]))",
    re.IGNORECASE,
)
"""Where a question goes on to ask for something else."""

_BESIDE = re.compile(
    r"(?<=\w)\s+(?:when|before|after|while|since|because|if)\s+(?:i|we|you|he|she|they|the|my|it)\b.*"
    r"|(?<=\w),?\s+(?:כש|לפני ש|אחרי ש|כי |אם )[א-ת].*",
    re.IGNORECASE | re.DOTALL,
)
"""A clause that says when or why, not what is asked: "... before I moved"."""

_WORD = re.compile(r"\w+(?:['’׳]\w+)*")

_PREFIXES = ("ה", "ב", "ל", "מה", "וה")

Cue = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Aim:
    """What a question wants.

    Attributes:
        keys: Facts of these keys have it; empty: its words do not tell.
        is_personal: All of them are about a person.
        is_whether: It asks whether something holds still, which one that ended answers, too.
        of_someone: Words of it mean the asker, or the one spoken of.
        roles: Keys whose values it means by their part in things: "the technician".
    """

    keys: frozenset[str]
    is_personal: bool
    is_whether: bool
    of_someone: bool
    roles: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class _Attribute:
    keys: frozenset[str]
    by_ask: Mapping[str, frozenset[str]]
    setting: bool


@dataclass(frozen=True, slots=True)
class _Aims:
    attributes: Mapping[Cue, tuple[_Attribute, ...]]
    asks: Mapping[Cue, tuple[str, ...]]
    asked: Mapping[str, frozenset[str]]
    personal: frozenset[str]
    still: frozenset[Cue]
    nobody: frozenset[str]
    empty: frozenset[str]
    roles: Mapping[Cue, tuple[str, ...]]
    courtesy: frozenset[str]
    greetings: frozenset[str]
    little: frozenset[str]


def aim(question: str) -> Aim:
    """Return what a question wants to know.

    An attribute ("phone") outweighs a setting ("the repair"); a question word narrows either
    ("when" of a refund) and alone says what kind of fact is wanted.
    """
    terms, aims = _telling(question), _aims()
    keys = frozenset[str]().union(*map(_wanted, _AND.split(_BESIDE.sub("", question))))
    return Aim(
        keys=keys,
        is_personal=bool(keys) and keys <= aims.personal,
        is_whether=bool(_found(terms, aims.still)),
        of_someone=not aims.nobody.isdisjoint(terms) or any(map(_is_first_person, terms)),
        roles=frozenset(key for cue in _found(terms, aims.roles) for key in aims.roles[cue]),
    )


def _wanted(part: str) -> frozenset[str]:
    """Return the keys that have what a part of a question asks for."""
    terms, aims = _telling(part), _aims()
    asks = [ask for cue in _found(terms, aims.asks) for ask in aims.asks[cue]]
    told = [one for cue in _found(terms, aims.attributes) for one in aims.attributes[cue]]
    chosen = [one for one in told if not one.setting] or told
    if chosen:
        return frozenset[str]().union(*(_narrowed(one, asks) for one in chosen))
    return frozenset[str]().union(*(aims.asked[ask] for ask in asks))


def says_nothing_of_its_own(term: str) -> bool:
    """Tell whether a search term only asks, points at somebody, or says when."""
    aims = _aims()
    return (
        term in aims.nobody
        or term in aims.empty
        or (term,) in aims.asks
        or (term,) in aims.still
        or _is_first_person(term)
    )


def is_courtesy(text: str) -> bool:
    """Tell a greeting or thanks and no more ("בוקר טוב", "thanks!") from what asks or tells."""
    said, aims = _plain_words(text), _aims()
    return bool(said & aims.greetings) and said <= aims.courtesy


def says_little(text: str) -> bool:
    """Tell whether a message tells nothing to somebody who reads it alone: "yes", "what time?"."""
    aims = _aims()
    return _plain_words(text) <= aims.courtesy | aims.little


def _plain_words(text: str) -> frozenset[str]:
    return frozenset(fold_name(word) for word in _WORD.findall(text))


def is_personal(key: str) -> bool:
    """Tell whether facts of a key are about a person."""
    return key in _aims().personal


def aim_terms(question: str) -> frozenset[str]:
    """Return the search terms of a question that say what attribute it is about."""
    terms = _telling(question)
    aims = _aims()
    found = [*_found(terms, aims.attributes), *_found(terms, aims.asks)]
    return frozenset(term for cue in found for term in cue)


def _telling(question: str) -> Cue:
    """The terms without words for one's own people: "בעלה" is nobody's price ("עלה")."""
    own = {word for one in relations() for word in one.mine}
    told = " ".join(word for word in question.split() if fold_name(word) not in own)
    return tuple(index_terms(told))


def _narrowed(one: _Attribute, asks: Sequence[str]) -> frozenset[str]:
    narrower = [one.by_ask[ask] for ask in asks if ask in one.by_ask]
    return frozenset[str]().union(*narrower) if narrower else one.keys


def _is_first_person(term: str) -> bool:
    """Tell of a Hebrew verb in the past that its speaker is the one who did it: "גרתי"."""
    return len(term) > 3 and term.endswith("תי") and "א" <= term[0] <= "ת"


def _found(terms: Cue, cues: Collection[Cue]) -> list[Cue]:
    """Return the cues in order, the longest at each place; its words are none by themselves."""
    found: dict[Cue, None] = {}
    place = 0
    while place < len(terms):
        lengths = range(_LONGEST_CUE, 0, -1)
        cue = next(
            (terms[place : place + n] for n in lengths if terms[place : place + n] in cues), ()
        )
        if cue:
            found[cue] = None
        place += max(len(cue), 1)
    return list(found)


@cache
def _aims() -> _Aims:
    text = files("kesher.text").joinpath(_FILE).read_text(encoding="utf-8")
    tables: dict[str, Any] = tomllib.loads(text)
    asks = tables.pop("asks")
    words = {name: tables.pop(name)["words"] for name in ("still", "nobody", "empty")}
    roles = tables.pop("roles")
    courtesy = {
        name: frozenset(map(fold_name, words.split()))
        for name, words in tables.pop("courtesy").items()
    }
    personal = frozenset(tables.pop("personal")["keys"])
    return _Aims(
        attributes=_by_cue((table["words"], _attribute(table)) for table in tables.values()),
        asks=_by_cue((table["words"], name) for name, table in asks.items()),
        asked={name: frozenset(table["keys"]) for name, table in asks.items()},
        personal=personal,
        still=frozenset(_cues(words["still"])),
        nobody=_terms(words["nobody"]),
        empty=_terms(words["empty"]),
        roles=_by_cue((named, key) for key, named in roles.items()),
        courtesy=courtesy["words"],
        greetings=courtesy["needs"],
        little=courtesy["little"],
    )


def _attribute(table: Mapping[str, Any]) -> _Attribute:
    by_ask = {name: frozenset(keys) for name, keys in table.items() if isinstance(keys, list)}
    return _Attribute(by_ask.pop("keys"), by_ask, bool(table.get("setting")))


def _by_cue(rows: Iterator[tuple[str, Any]]) -> dict[Cue, tuple[Any, ...]]:
    found: dict[Cue, tuple[Any, ...]] = {}
    for words, meant in rows:
        for cue in _cues(words):
            found[cue] = (*found.get(cue, ()), meant)
    return found


def _cues(words: str) -> Iterator[Cue]:
    for written in words.split():
        for way in _ways(written):
            cue = tuple(index_terms(way.replace("_", " ")))
            if cue:
                yield cue


def _ways(written: str) -> Iterator[str]:
    """A Hebrew word with the prefix letters that questions put before it.

    A term loses up to three letters that may be prefixes, so "המשכורת" and "משכורת" give two.
    """
    yield written
    if "א" <= written[0] <= "ת":
        yield from (prefix + written for prefix in _PREFIXES)


def _terms(words: str) -> frozenset[str]:
    return frozenset(term for cue in _cues(words) for term in cue)
