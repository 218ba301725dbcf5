"""Noun phrases: what is named behind "I ordered", as far as it goes."""

from kesher.memory.rules.clause import Clause
from kesher.text.phrasebook import word_set
from kesher.text.words import WordKind, readings

_LONGEST = 6


def noun_phrase(clause: Clause, at: int) -> tuple[int, int] | None:
    """Return the words of what is named from word `at` on: (first, behind); None: nothing is.

    Filler ("אצלכם", "today", "also") is passed over; it ends at a preposition, a conjunction, an
    expression of time, or after six words.
    """
    colons = [i for i in range(at, len(clause.words)) if ":" in clause.words[i].gap]
    first = colons[-1] if colons else at
    while first < len(clause.words):
        if first in clause.line.dates:
            first = clause.line.dates[first]
        elif clause.words[first].fold in word_set("filler") | clause.line.light:
            first += 1
        else:
            break
    end = first
    while end < min(len(clause.words), first + _LONGEST) and not _ends_phrase(clause, end, first):
        end += 1
    return (first, end) if end > first else None


def _ends_phrase(clause: Clause, at: int, first: int) -> bool:
    word = clause.words[at]
    if at in clause.line.dates or word.fold in word_set("phrase_end"):
        return True
    if at == first:
        return word.kind not in (WordKind.WORD, WordKind.NUMBER)
    if word.kind in (WordKind.PHONE, WordKind.EMAIL, WordKind.LINK):
        return True
    if any(tag.entry.kind == "kin" for tag in clause.line.tags[at]):
        return True
    return _joined_on(clause, at)


def _joined_on(clause: Clause, at: int) -> bool:
    """Tell a word that a conjunction or "in" joins to the phrase: "באתר", "ולא", "שלא"."""
    for clitics, rest in readings(clause.words[at].fold):
        if clitics[:1] == "ו" and len(rest) > 2:
            return True
        if clitics[:1] == "ש" and rest in word_set("after_that"):
            return True
        if clitics[:1] == "ב" and rest.removeprefix("ה") in word_set("in_place"):
            return True
    return any(tag.clitics[:1] == "ב" for tag in clause.line.tags[at])


def text_of(clause: Clause, first: int, behind: int) -> tuple[str, int, int]:
    """Return the text of words of the clause and its span; a leading "את" or article is left."""
    start, end = clause.words[first].start, clause.words[behind - 1].end
    return clause.line.text[start:end], start, end
