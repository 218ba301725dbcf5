"""Whether a question leans on what was said before: "And for part-timers?", "yes", "how soon?"."""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import takewhile

from kesher.text import hebrew, stems
from kesher.text.normalize import strip_niqqud
from kesher.text.terms import index_terms, query_terms
from kesher.text.words import words

_FILE = "leaning.toml"

# With this many words of its own to search by, a question names its subject, whatever else points
# back in it; with no more than so few and no question word it is a fragment of one.
_ENOUGH = 4
_ASKED_ANEW = 3
_FRAGMENT = 2


@dataclass(frozen=True, slots=True)
class _Signs:
    """The file's words; `opens` and `varies` as sequences of words."""

    acknowledges: frozenset[str]
    opens: frozenset[tuple[str, ...]]
    varies: frozenset[tuple[str, ...]]
    joined: tuple[str, ...]
    not_joined: frozenset[str]
    points: frozenset[str]
    asks: frozenset[str]
    generic: frozenset[str]


def leans(text: str) -> bool:
    """Tell whether a question cannot be searched for by its own words alone.

    It leans where its words name no subject ("למי?", "go on"), where one of few words stands for
    something said before ("כמה זמן זה לוקח?"), where it goes on from a sentence ("ובדרום?", "what
    about Fridays?") and asks nothing whole, and where it is a mere fragment ("part-timers?").
    """
    telling = len(_telling(text))
    if telling == 0 or telling > _ENOUGH:
        return telling == 0
    written = _past_thanks(_written(text))
    if _begins(written, _signs().varies):
        return True
    if _opens(written) and (telling < _ASKED_ANEW or not _asks(written)):
        return True
    return _points(written) or (telling <= _FRAGMENT and not _asks(written))


def _telling(text: str) -> list[str]:
    return [term for term in query_terms(text) if term not in _signs().generic]


def _written(text: str) -> list[str]:
    return [word.fold for word in words(strip_niqqud(text))]


def _past_thanks(written: list[str]) -> list[str]:
    """Return the words behind "thanks" and "I see" at the front; all of them if none is behind."""
    said = takewhile(_signs().acknowledges.__contains__, written)
    return written[sum(1 for _ in said) :] or written


def _opens(written: Sequence[str]) -> bool:
    signs = _signs()
    if not written:
        return False
    first = written[0]
    joined = first.startswith(signs.joined) and len(first) > 1 and first not in signs.not_joined
    return joined or _begins(written, signs.opens)


def _begins(written: Sequence[str], openings: frozenset[tuple[str, ...]]) -> bool:
    return any(tuple(written[: len(opening)]) == opening for opening in openings)


def _asks(written: Sequence[str]) -> bool:
    return any(map(_is_question_word, written))


def _is_question_word(word: str) -> bool:
    asks = _signs().asks
    return word in asks or word[1:] in asks


def _points(written: Sequence[str]) -> bool:
    """Tell whether a word stands for something said before; a copula ("מי הוא") does not."""
    points = _signs().points
    before = ("", *written)
    return any(
        word in points and not _is_question_word(last)
        for last, word in zip(before, written, strict=False)
    )


@cache
def _signs() -> _Signs:
    tables = tomllib.loads(files("kesher.text").joinpath(_FILE).read_text(encoding="utf-8"))
    listed = {name: _fold(table["words"]).split() for name, table in tables.items()}
    function = {*hebrew.QUESTION_WORDS, *stems.QUESTION_WORDS}
    return _Signs(
        acknowledges=frozenset(listed["acknowledges"]),
        opens=frozenset(tuple(phrase.split("_")) for phrase in listed["opens"]),
        varies=frozenset(tuple(phrase.split("_")) for phrase in listed["varies"]),
        joined=tuple(tables["joined"]["letters"].split()),
        not_joined=frozenset(listed["joined"]),
        points=frozenset(listed["points"]),
        asks=frozenset(listed["asks"]),
        generic=frozenset(index_terms(tables["generic"]["words"])) | function,
    )


def _fold(text: str) -> str:
    return " ".join(word.replace(" ", "_") for word in text.translate(hebrew.FOLDS).split())
