"""Hebrew as data for search: letters, what is written onto words, function words.

Words are expected without niqqud, their letters and quotes folded.
"""

import re
from collections.abc import Iterator, Mapping

LETTERS = "א-ת"
"""Range for a regular expression's brackets; final forms lie within it."""

PREFIXES = frozenset("והבכלמש")
"""Letters that are written onto the next word: and, the, in, as, to, from, that."""

_FINALS = str.maketrans("ךםןףץ", "כמנפצ")

FOLDS: Mapping[int, int | str] = {
    **_FINALS,
    **{ord(mark): '"' for mark in "״“”„‟"},
    **{ord(mark): "'" for mark in "׳‘’‚‛′`´"},
}
"""For `str.translate`: final letters to common ones, gershayim to `"`, geresh to `'`."""

# Two letters are too few to tell words apart: "של" would become "ל".
_LETTERS_LEFT = 3
_PEELED_AT_MOST = 3

_LETTERS_OF_A_SHORT_WORD = 2
_PREFIXES_OF_SHORT_WORDS = ("ה", "ב", "ל", "מ", "ו", "ש", "כ", "וה", "שה", "מה", "ול", "וב")

_MATRES = re.compile("[וי]")


def _listed(words: str) -> tuple[str, ...]:
    return tuple(words.translate(_FINALS).split())


# Longest first; final letters are folded.
_SUFFIXES = _listed(
    "ותיהם ותיהן ותינו ותיה ותיו ותיך יהם יהן ינו יות יים ים ות יו יה יך תו תה תי ית ין ה ת ו י"
)

QUESTION_WORDS = frozenset(
    _listed(
        "מה מהו מהי מהם מהן מי מיהו מיהי מיהם איפה היכן מאין לאן מתי למה מדוע איך כיצד כמה "
        "איזה איזו אילו אלו האם במה בכמה ממה למי של את על עם אל אצל הוא היא הם הן זה זו זאת "
        "היה הייתה היתה היו יש אין לפי אם כי או גם לא כל אני אנחנו"
    )
)
"""Words of a question that say what kind of answer is wanted, and function words,
final letters folded."""


def peel(word: str) -> str:
    """Take up to three prefix letters off, as long as three letters stay: "ולכשבבית" is "שבבית".

    A letter of the word itself may go with them ("מכתב" gives "כתב"). As a document's word and a
    question's word are treated alike, they still meet.
    """
    letters = len(word) - word.count('"') - word.count("'")
    at = 0
    while at < _PEELED_AT_MOST and letters - at > _LETTERS_LEFT and word[at] in PREFIXES:
        at += 1
    return word[at:]


def short_kin(word: str) -> Iterator[str]:
    """Yield what a word of two letters may be behind a prefix, or a longer one without its own.

    `peel` leaves three letters, as a word of two would often be none: "שלום" is no "לום", and
    "ביד" may be "יד". What is yielded need not be a word either: let a vocabulary decide.
    """
    prefix, rest = word[:-_LETTERS_OF_A_SHORT_WORD], word[-_LETTERS_OF_A_SHORT_WORD:]
    if not prefix:
        yield from (each + word for each in _PREFIXES_OF_SHORT_WORDS)
    elif len(prefix) <= _PEELED_AT_MOST and PREFIXES.issuperset(prefix):
        yield rest


def loosened(word: str) -> str:
    """Return what the forms and spellings of a word share: "תוכניות" and "תכנית" give "תכנ".

    Endings of number, gender and owner go while three letters stay, then the vav and yod between
    the first and the last letter, which are written or left out, and gershayim. Different words
    may meet here ("ספר" and "סיפור"), so this counts beside the word, never in its place.
    """
    bare = word.replace('"', "").replace("'", "")
    for suffix in _SUFFIXES:
        if bare.endswith(suffix) and len(bare) - len(suffix) >= _LETTERS_LEFT:
            bare = bare[: -len(suffix)]
            break
    if len(bare) <= _LETTERS_LEFT:
        return bare
    return bare[0] + _MATRES.sub("", bare[1:-1]) + bare[-1]
