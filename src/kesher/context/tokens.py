"""An estimate of tokens for models whose tokenizer we do not have."""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import repeat
from operator import add

from kesher.context.token_weights import LENGTHS, LETTERS, LEVELS, PAIRS, STEP, WEIGHTS, ZERO

# A space before a word goes into the word's own token; before a digit it is one by itself.
_RUNS = re.compile(
    r"(?P<escape>\\u[0-9a-fA-F]{4})|(?P<niqqud>[\u0591-\u05bd\u05bf\u05c1-\u05c7\u064b-\u0652])"
    r"|[ ]?(?P<hebrew>[\u05d0-\u05f2]+)|[ ]?(?P<arabic>[\u0620-\u064a\u0653-\u06d3]+)"
    r"|[ ]?(?P<russian>[\u0400-\u052f]+)|(?P<capital>[A-Z]+(?![a-z]))"
    r"|(?P<inner>(?<=[A-Za-z0-9_])[A-Z]?[a-z]+)|[ ]?(?P<latin>[A-Z]?[a-z]+)"
    r"|(?P<european>[\u00c0-\u024f\u0370-\u03ff]+)|(?P<digit>[0-9]{1,3})|(?P<blank>[ ]{2,}|\t+)"
    r"|(?P<line>[\n\r]+)|(?P<gap>[ ](?=[0-9]))|(?P<space>[ ])|(?P<ascii>[!-/:-@\[-`{-~]+)"
    r"|(?P<other>.)",
    re.DOTALL,
)
# Leaders of a table of contents, rules drawn with one sign: vocabularies join up to 64 of them.
_DRAWN = re.compile(r"([^\w\s])\1{7,}")
_DRAWN_CHARS = 16
_STEPS = (3, 5, 8)
_BY_LENGTH = ("capital", "european", "ascii")
# A word within an identifier is counted by the letters of its script, and weighs otherwise.
_SCRIPT_OF = {**{script: script for script in LETTERS}, "inner": "latin"}


@dataclass(frozen=True, slots=True)
class WordTable:
    """What the words of one script take.

    Attributes:
        lengths: Tokens of words of 1, 2 ... letters; the last for all longer ones.
        pairs: Tokens of two neighbouring letters; a space is the word's edge.
    """

    lengths: tuple[float, ...]
    pairs: Mapping[str, float]


def estimate(text: str) -> int:
    """Return about as many tokens as today's large multilingual vocabularies make of the text.

    Calibrated on o200k: from 50 tokens up the median error is 1-4% in each kind of text fitted, and
    95% of the texts are within 10%; other kinds are farther off (`benchmarks/tokens`). An older
    vocabulary such as cl100k makes up to 2.4 times as many tokens of Hebrew.
    0 for an empty text, else at least 1. Time is linear in the length.
    """
    if not text:
        return 0
    short = _DRAWN.sub(_shortened, text)
    total = sum(WEIGHTS.get(name, 0.0) * amount for name, amount in features(short).items())
    return max(1, round(total))


def _shortened(drawn: re.Match[str]) -> str:
    return drawn[1] * (3 + len(drawn[0]) // _DRAWN_CHARS)


def features(text: str, tables: Mapping[str, WordTable] | None = None) -> Mapping[str, float]:
    """Return what the estimate rests on, by name.

    Words of four scripts add the tokens that their letters suggest, and are counted once more
    where they begin with a capital (`russian^`). Of other runs the number counts, and the
    characters past 3, 5 and 8 (`ascii>3`). Points and escapes are counted one by one, digits by
    threes, as tokenizers cut them.

    Args:
        tables: By script; None: those that are shipped.
    """
    tables = tables or _shipped()
    found: dict[str, float] = defaultdict(float)
    for (kind, run), times in runs(text).items():
        script = _SCRIPT_OF.get(kind)
        found[kind] += times * (word_tokens(run, tables[script]) if script else 1.0)
        if script and run[0].isupper():
            found[f"{kind}^"] += times
        if kind in _BY_LENGTH:
            for step in _STEPS:
                if len(run) > step:
                    found[f"{kind}>{step}"] += times * (len(run) - step)
    return found


def word_tokens(word: str, table: WordTable) -> float:
    """Return about how many tokens a word takes, 1.0 and up, by its length and pairs of letters.

    A tokenizer cuts seldom where letters often stand together, so each pair tells something of
    whether a cut falls near it.
    """
    edged = f" {word.lower()} "
    cuts = sum(map(table.pairs.get, map(add, edged, edged[1:]), repeat(0.0)))
    return max(1.0, table.lengths[min(len(word), len(table.lengths)) - 1] + cuts)


def runs(text: str) -> Counter[tuple[str, str]]:
    """Count the runs of each kind: (kind, characters)."""
    return Counter(
        (match.lastgroup or "other", match[match.lastgroup or 0]) for match in _RUNS.finditer(text)
    )


def read_table(letters: str, lengths: str, pairs: Sequence[str]) -> WordTable:
    """Return a table that is written in levels, a row of pairs for each of the letters."""
    by_pair = {
        first + second: _tokens(level)
        for first, row in zip(letters, pairs, strict=True)
        for second, level in zip(letters, row, strict=True)
    }
    return WordTable(tuple(map(_tokens, lengths)), by_pair)


@cache
def _shipped() -> Mapping[str, WordTable]:
    return {
        script: read_table(letters, LENGTHS[script], PAIRS[script])
        for script, letters in LETTERS.items()
    }


def _tokens(level: str) -> float:
    return (LEVELS.index(level) - ZERO) * STEP
