"""Hebrew as data for search: letters, the prefixes written onto words, function words.

Words are expected without niqqud, their letters and quotes folded.
"""

from collections.abc import Mapping

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


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.translate(_FINALS).split())


QUESTION_WORDS = _words(
    "מה מהו מהי מהם מהן מי מיהו מיהי מיהם איפה היכן מאין לאן מתי למה מדוע איך כיצד כמה "
    "איזה איזו אילו אלו האם במה בכמה ממה למי של את על עם אל אצל הוא היא הם הן זה זו זאת "
    "היה הייתה היתה היו יש אין לפי אם כי או גם לא כל אני אנחנו"
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
