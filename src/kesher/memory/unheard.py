"""What a question asks about that memory never heard of: "the kettle", "Noam", "my brother"."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import takewhile

from kesher.memory.fact_ranking import FactIndex
from kesher.memory.names import meanings, without_article
from kesher.text.language import language
from kesher.text.naming.folding import fold_name
from kesher.text.naming.lists import describing, notions
from kesher.text.question_aims import aim_terms, says_nothing_of_its_own
from kesher.text.question_cues import content_terms
from kesher.text.terms import index_terms

_POINTING = frozenset(
    ("the", "my", "our", "his", "her", "their", "this", "that", "these", "those", "your")
)
_NOUNS = 2
"""Words behind "the" of which one must be known: "the sleeping bag money"."""

_WORD = re.compile(r"[^\W_]+(?:['\"׳״][^\W_]+)*")
_ARTICLE = re.compile(r"[ושכמ]?ה[א-ת]{2,}")
_VERB = re.compile(r"הת[א-ת]{3,}|הי[הי][א-ת]*|.+(?:תי|תם|תן|נו)")


def known_words(
    facts: FactIndex, values: Iterable[str], is_named: Callable[[str], bool]
) -> Callable[[str], bool]:
    """Return whether facts have a word or what it means, or something is called like it.

    A word of another language than the facts', whose meaning no list tells, counts as heard:
    words cannot show that it is not.

    Args:
        values: Of facts near the question, for their language.
        is_named: Whether a name in memory is like a word.
    """
    spoken = language(" ".join(values))

    def is_heard(word: str) -> bool:
        others = forms(word)
        foreign = language(word, default=spoken) != spoken
        return (
            (foreign and not others and not word[:1].isupper())
            or facts.has_word(word)
            or any(map(facts.has_word, others))
            or is_named(word)
        )

    return is_heard


def unheard(question: str, is_heard: Callable[[str], bool]) -> tuple[str, ...]:
    """Return the nouns of a question that mean something which memory never heard of.

    Only where the words show a noun: behind "the", "my" or a name's "'s", or with Hebrew's ה.

    Args:
        is_heard: Whether facts have a word (as written), or names in memory sound like it.
    """
    left = set(left_over(question))
    words = _WORD.findall(question)
    groups = (*_pointed_at(words), *_with_article(words))
    named = ([*takewhile(lambda word: _is_left(word, left), group)] for group in groups)
    return tuple(group[0] for group in named if group and not any(map(is_heard, group)))


def left_over(question: str) -> tuple[str, ...]:
    """Return the search terms that name what is asked about, rather than what of it."""
    aimed = aim_terms(question)
    return tuple(
        term
        for term in content_terms(question)
        if term not in aimed and not says_nothing_of_its_own(term)
    )


def strangers(question: str, is_heard: Callable[[str], bool]) -> tuple[str, ...]:
    """Return the words that name what is asked about and were never heard, nouns or not."""
    left = set(left_over(question))
    return tuple(
        word for word in _WORD.findall(question) if _is_left(word, left) and not is_heard(word)
    )


def forms(word: str) -> tuple[str, ...]:
    """Return a noun's other forms in all languages: of "kettle" also "קומקום"; empty: unknown."""
    meant = set(meanings((without_article(fold_name(word)),)))
    return tuple(
        form for form, known in notions().items() if meant & {notion.id for notion in known}
    )


def _is_left(word: str, left: set[str]) -> bool:
    return bool(left.intersection(index_terms(word)))


def _pointed_at(words: Sequence[str]) -> Iterator[list[str]]:
    for place, word in enumerate(words):
        low = word.casefold()
        if low.endswith(("'s", "’s")) and low not in ("what's", "who's", "where's", "it's"):
            yield [word[:-2]]
        if low in _POINTING or low.endswith("'s"):
            following = words[place + 1 : place + 1 + _NOUNS]
            yield [each for each in following if not says_nothing_of_its_own(each.casefold())]


def _with_article(words: Sequence[str]) -> Iterator[list[str]]:
    """Hebrew nouns with ה; of a row ("ההחזר הכספי") the first, the others describe it."""
    before = False
    for word in words:
        folded = fold_name(word)
        describes = without_article(folded) in describing()
        plain = folded in notions() or describes or _VERB.fullmatch(word)
        has_article = bool(_ARTICLE.fullmatch(word))
        if has_article and not plain and not before:
            yield [word]
        before = has_article
