"""An estimate of tokens for models whose tokenizer we do not have."""

import re
from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType

_RUNS = re.compile(
    r"(?P<escape>\\u[0-9a-fA-F]{4})|(?P<niqqud>[\u0591-\u05bd\u05bf\u05c1-\u05c7\u064b-\u0652])"
    r"|(?P<hebrew>[\u05d0-\u05f2]+)|(?P<arabic>[\u0620-\u064a\u0653-\u06d3]+)"
    r"|(?P<russian>[\u0400-\u052f]+)|(?P<capital>[A-Z]+(?![a-z]))|(?P<latin>[A-Z]?[a-z]+)"
    r"|(?P<european>[\u00c0-\u024f\u0370-\u03ff]+)|(?P<digit>[0-9]{1,3})|(?P<blank>[ ]{2,}|\t+)"
    r"|(?P<line>[\n\r]+)|(?P<space>[ ])|(?P<ascii>[!-/:-@\[-`{-~]+)|(?P<other>.)",
    re.DOTALL,
)
_STEPS = (3, 5, 8)
_WORDS = ("hebrew", "arabic", "russian", "capital", "latin", "european", "ascii")

WEIGHTS: Mapping[str, float] = MappingProxyType(
    {
        "escape": 3.848,
        "niqqud": 0.892,
        "hebrew": 1.056,
        "arabic": 0.96,
        "russian": 1.397,
        "capital": 0.443,
        "latin": 0.591,
        "european": 2.158,
        "digit": 1.446,
        "blank": 0.721,
        "line": 0.706,
        "space": 0.349,
        "ascii": 0.787,
        "other": 1.505,
        "hebrew>3": 0.362,
        "hebrew>5": 0.0,
        "hebrew>8": 0.602,
        "arabic>3": 0.181,
        "arabic>5": 0.0,
        "arabic>8": 0.0,
        "russian>3": 0.0,
        "russian>5": 0.054,
        "russian>8": 0.0,
        "capital>3": 0.377,
        "capital>5": 0.0,
        "capital>8": 0.0,
        "latin>3": 0.072,
        "latin>5": 0.0,
        "latin>8": 0.0,
        "european>3": 1.546,
        "european>5": 0.031,
        "european>8": 0.016,
        "ascii>3": 1.322,
        "ascii>5": 0.0,
        "ascii>8": 0.0,
    }
)
"""Tokens a feature, as `benchmarks/tokens/run.py --fit` finds them."""


def features(text: str) -> Counter[str]:
    """Count what the estimate rests on: runs of each script, and their letters past 3, 5 and 8.

    A long word takes more tokens than a short one, but not in proportion. Points and escapes are
    counted one by one, digits by threes, as tokenizers cut them.
    """
    found: Counter[str] = Counter()
    for (kind, length), times in _lengths(text).items():
        found[kind] += times
        if kind in _WORDS:
            for step in _STEPS:
                if length > step:
                    found[f"{kind}>{step}"] += times * (length - step)
    return found


def estimate(text: str) -> int:
    """Return about as many tokens as today's large multilingual vocabularies make of the text.

    Calibrated on o200k: from 50 tokens up the median error is 1-6% in each kind of text tried, and
    a few short texts are off by up to 16% (`benchmarks/tokens` has the figures). An older
    vocabulary such as cl100k makes up to 2.4 times as many tokens of Hebrew.
    0 for an empty text, else at least 1. Time is linear in the length.
    """
    if not text:
        return 0
    total = sum(WEIGHTS[name] * times for name, times in features(text).items())
    return max(1, round(total))


def _lengths(text: str) -> Counter[tuple[str, int]]:
    return Counter(
        (match.lastgroup or "other", match.end() - match.start()) for match in _RUNS.finditer(text)
    )
