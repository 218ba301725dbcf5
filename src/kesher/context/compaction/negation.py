"""Negations in Hebrew, English, Arabic and Russian, and the words that each of them denies."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kesher.text.sentences import sentence_spans
from kesher.text.terms import query_terms

_SCOPE_TERMS = 3
_NOTED_CHARS = 90

# The Hebrew `אל` is a negation before a verb in the future, and a preposition before all else.
_NEGATION = re.compile(
    r"""
    (?<![\w"'])(?:
      [ושכה]{0,2}(?P<no>לא|אינ(?:ו|ה|ם|ן|ני)|איני|אין|טרם|לעולם)
    | [וש]?(?P<lack>בלי|ללא|מבלי|בלא|חסר(?:ה|ים|ות)?)
    | [וש]{0,2}(?P<ban>אסור(?:ה|ים|ות)?|נאסר(?:ה|ו)?|אל(?=\s+[תינא][א-ת]{2,})|למנוע)
    | (?P<no_en>not|never|no|none|neither|nor|cannot|nothing|nobody|[a-z]+n't)
    | (?P<lack_en>without|lacks?|lacking)
    | (?P<ban_en>forbidden|prohibited|banned|disallowed)
    | (?P<no_ru>не|нет|никогда|никто|ничего|ни)
    | (?P<lack_ru>без)
    | (?P<ban_ru>нельзя|запрещен[оаы]?|запрещён|запрещается)
    | و?(?P<no_ar>لا|لم|لن|ليس(?:ت|وا)?|ما(?=\s+\w{3,}))
    | و?(?P<lack_ar>بدون|دون|بلا)
    | و?(?P<ban_ar>ممنوع|محظور|يحظر|يُحظر)
    )(?![\w"'])
    """,
    re.VERBOSE | re.IGNORECASE,
)
_CLAUSE_END = re.compile(r"[,:.](?!\d)|[;!?؟،؛()\n]|\s[-–—]\s")


@dataclass(frozen=True, slots=True)
class Negation:
    """One denied thing.

    Attributes:
        family: `no`, `lack` or `ban`; a summary may say it with another word of any family.
        scope: Up to three telling terms of what is denied; empty where it stands alone.
        text: The clause, for a person.
    """

    family: str
    scope: tuple[str, ...]
    text: str


def negations(text: str) -> Iterator[Negation]:
    """Yield the negations of a text without niqqud, in order."""
    for start, end in sentence_spans(text):
        sentence = text[start:end]
        for match in _NEGATION.finditer(sentence):
            family = (match.lastgroup or "no").partition("_")[0]
            yield Negation(family, _scope(sentence, match), _clause(sentence, match))


def negated_terms(text: str) -> list[frozenset[str]]:
    """Return the terms of each sentence that holds a negation."""
    spans = [text[start:end] for start, end in sentence_spans(text)]
    return [frozenset(query_terms(s)) for s in spans if _NEGATION.search(s)]


def plain_terms(text: str) -> list[frozenset[str]]:
    """Return the terms of each sentence that holds no negation."""
    spans = [text[start:end] for start, end in sentence_spans(text)]
    return [frozenset(query_terms(s)) for s in spans if not _NEGATION.search(s)]


def is_denied(scope: Iterable[str], denied: Iterable[frozenset[str]]) -> bool:
    """Tell whether one of the negated sentences holds at least half of the scope."""
    wanted = frozenset(scope)
    return any(2 * len(wanted & terms) >= len(wanted) for terms in denied)


def _scope(sentence: str, match: re.Match[str]) -> tuple[str, ...]:
    """Return the telling terms after the negation, or those before it where none follow."""
    after = _CLAUSE_END.split(sentence[match.end() :], maxsplit=1)[0]
    before = _CLAUSE_END.split(sentence[: match.start()])[-1]
    telling = _telling(after)
    return tuple(telling[:_SCOPE_TERMS] or _telling(before)[-_SCOPE_TERMS:])


def _telling(clause: str) -> list[str]:
    without = _NEGATION.sub(" ", clause)
    return [term for term in query_terms(without) if len(term) > 1] if without.strip() else []


def _clause(sentence: str, match: re.Match[str]) -> str:
    before = _CLAUSE_END.split(sentence[: match.start()])[-1]
    after = _CLAUSE_END.split(sentence[match.start() :], maxsplit=1)[0]
    return f"{before}{after}".strip()[:_NOTED_CHARS]
