"""What a question asks for, by its words: keys of facts, and whether it asks for the past."""

import tomllib
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from kesher.text.terms import index_terms, query_terms

_FILE = "question_cues.toml"
_PAST = "past"
_VITAL = "vital"

Cue = tuple[str, ...]
_LONGEST_CUE = 3
"""Terms of the longest phrase in the file."""


@dataclass(frozen=True, slots=True)
class _Cues:
    """Keys by cue, the cue terms of the past, and the keys that none may overlook."""

    keys: Mapping[Cue, frozenset[str]]
    past: frozenset[str]
    surely_past: frozenset[str]
    vital: frozenset[str]


@cache
def _cues() -> _Cues:
    text = files("kesher.text").joinpath(_FILE).read_text(encoding="utf-8")
    tables = tomllib.loads(text)
    of_past = tables.pop(_PAST)
    past, surely = (frozenset(index_terms(of_past[name])) for name in ("words", "surely"))
    vital = frozenset(tables.pop(_VITAL)["keys"])
    keys: defaultdict[Cue, set[str]] = defaultdict(set)
    for table in tables.values():
        for written in table["words"].split():
            keys[tuple(index_terms(written.replace("_", " ")))].update(table["keys"])
    return _Cues({cue: frozenset(found) for cue, found in keys.items() if cue}, past, surely, vital)


def asked_keys(question: str) -> Counter[str]:
    """Return the keys that the question's words point at, with the number of words that do."""
    return Counter(key for cue in _found(question) for key in _cues().keys[cue])


def content_terms(question: str) -> list[str]:
    """Return the search terms that say about what is asked, rather than what for."""
    cues = _cues()
    used = {term for cue in _found(question) for term in cue} | cues.past
    return [term for term in query_terms(question) if term not in used]


def _found(question: str) -> list[Cue]:
    """Return the cues in the question. A word inside a phrase ("how old") is none by itself."""
    terms = tuple(index_terms(question))
    cues, found, place = _cues().keys, dict[Cue, None](), 0
    while place < len(terms):
        lengths = range(_LONGEST_CUE, 0, -1)
        cue = next(
            (terms[place : place + n] for n in lengths if terms[place : place + n] in cues), ()
        )
        if cue:
            found[cue] = None
        place += max(len(cue), 1)
    return list(found)


def asks_for_the_past(question: str) -> bool:
    """Tell whether the question wants what held before ("where did I live before I moved")."""
    return not _cues().past.isdisjoint(index_terms(question))


def wants_the_past(question: str) -> bool:
    """Tell whether the question wants it in so many words ("before"); "was" alone may mean now."""
    return not _cues().surely_past.isdisjoint(index_terms(question))


def vital_keys() -> frozenset[str]:
    """Return the keys whose facts no answer may overlook: allergies and the like."""
    return _cues().vital
