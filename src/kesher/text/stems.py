"""Light stems of Arabic, Russian and English words: endings and clitics that say little, as data.

All words are expected in lower case, without accents and vowel signs.
"""

import re
from collections.abc import Iterator, Sequence

_ARABIC = re.compile("[\u0621-\u064a]+")
_CYRILLIC = re.compile("[\u0400-\u04ff]+")
_LATIN = re.compile("[a-z]+")


def _listed(words: str) -> tuple[str, ...]:
    return tuple(words.split())


# Alef maqsura is written for ya and ta marbuta for ha, and the other way round.
_ARABIC_LETTERS = str.maketrans({"\u0649": "\u064a", "\u0629": "\u0647", "\u0671": "\u0627"})

# Longest first. The article, alone or after a preposition or "and".
_ARABIC_PREFIXES = ("وال", "بال", "كال", "فال", "ولل", "ال", "لل", "و")
# And, in or by, to or for, as, so, will: each may as well be the first letter of the word itself.
_ARABIC_CLITICS = frozenset("وبلكفس")
_ARABIC_SUFFIXES = ("ها", "ان", "ات", "ون", "ين", "يه", "ه", "ي")
# Short i without its breve: marks are off by now.
_RUSSIAN_SUFFIXES = _listed(
    "иями ями ами ого его ому ему ыми ими ется ится ться ания ение ении ения "
    "ах ях ов ев еи ои ыи ии ая яя ое ее ые ие ую юю ом ем ам ям ым им ых их "
    "ть ла ло ли ет ит ут ют ат ят ия ию "
    "а я о е ы и у ю ь"
)
_ENGLISH_SUFFIXES = (("sses", "ss"), ("ies", "y"), ("ing", ""), ("ed", ""), ("s", ""))
_ENGLISH_WHOLE = ("ss", "us", "is")  # "class", "status", "basis" are no plurals

# Fewer letters than this cannot tell words apart.
_LETTERS_LEFT = 3

QUESTION_WORDS = frozenset(
    _listed(
        "what which who whom whose when where why how many much is are was were do does did has "
        "have had the a an of to in on for and or by with from at as it its this that be can "
        "что кто где когда почему зачем как какои какая какое какие каком какую сколько чем чего "
        "кого кому куда откуда ли и в на с по о из для к у от до за не это был была было были "
        "ما ماذا من متى اين لماذا كيف كم هل اي في علي الي عن هو هي كان كانت التي الذي هذا هذه"
    )
)
"""Question and function words of the three languages, without accents and before stemming."""


def stem(word: str) -> str:
    """Return the word without its light endings; a word of another script as it is."""
    if _LATIN.fullmatch(word):
        return _english(word)
    if _CYRILLIC.fullmatch(word):
        return _without_suffix(word, _RUSSIAN_SUFFIXES)
    if _ARABIC.fullmatch(word):
        return _arabic(word)
    return word


def arabic_kin(word: str) -> Iterator[str]:
    """Yield what an Arabic word may be without one or two letters written onto it.

    What is yielded need not be a word: let a vocabulary decide. Nothing of another script.
    """
    for at in range(1, min(3, len(word) - _LETTERS_LEFT + 1)):
        if word[at - 1] not in _ARABIC_CLITICS:
            return
        yield word[at:]


def _english(word: str) -> str:
    if word.endswith(_ENGLISH_WHOLE):
        return word
    for suffix, put in _ENGLISH_SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= _LETTERS_LEFT:
            return word[: -len(suffix)] + put
    return word


def _arabic(word: str) -> str:
    word = word.translate(_ARABIC_LETTERS)
    for prefix in _ARABIC_PREFIXES:
        if word.startswith(prefix) and len(word) - len(prefix) >= _LETTERS_LEFT:
            word = word[len(prefix) :]
            break
    return _without_suffix(word, _ARABIC_SUFFIXES)


def _without_suffix(word: str, suffixes: Sequence[str]) -> str:
    for suffix in suffixes:
        if word.endswith(suffix) and len(word) - len(suffix) >= _LETTERS_LEFT:
            return word[: -len(suffix)]
    return word
