"""The clause that a question names by its number: "what does section 4.2(b) require?"."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kesher.answer.extractive import SENTENCE_CHARS, Candidate
from kesher.domain.retrieval import Hit
from kesher.ranking.sentences import Sentence
from kesher.text.terms import index_terms

# One to one, so that offsets stay: Arabic and Persian digits to ours.
_DIGITS = {first + digit: str(digit) for first in (0x0660, 0x06F0) for digit in range(10)}

_LETTER = r"[א-ת]{1,2}|[a-z]|[а-я]|[\u0621-\u064a]|\d{1,2}"
_WORD = (
    r"(?:[ובהלכמש]{0,3}(?:תת[- ]?)?(?:סעיף|תקנה)|sections?|clauses?|articles?|para(?:graph)?s?"
    r"|пункт\w{0,3}|п\.|стать\w{1,3}|[\u0621-\u064a]{0,3}(?:بند|مادة|فقرة))"
)
_NUMBER = r"\d{1,3}(?:\.\d{1,3})*"
_PARTS = rf"(?:\s?\((?:{_LETTER})\))*"
_ASKED = re.compile(
    rf"(?:(?<!\w){_WORD}\s*|§\s*)(?P<number>{_NUMBER})(?P<parts>{_PARTS})(?![\d.]*\d)"
    rf"|(?<![\d.])(?P<bare>\d{{1,3}}(?:\.\d{{1,3}})+)(?P<bare_parts>(?:\s?\((?:{_LETTER})\))+)",
    re.IGNORECASE,
)
# A number opens a clause at the beginning of a line only: elsewhere it refers to one. A letter in
# brackets does so also where the clauses of a list run on in one paragraph.
_OPENING = re.compile(
    rf"^[ \t]*(?:{_WORD}\s*|§\s*)?(?P<number>\d{{1,3}}(?:\.\d{{1,3}})+|\d{{1,3}}(?=[.):\s]))"
    rf"(?P<parts>{_PARTS})[.):]?(?=\s)"
    rf"|(?:^[ \t]*|(?<=[;:.,]\s))\((?P<letter>{_LETTER})\)(?=\s)"
    r"|^[ \t]*(?P<dotted>[א-ת]|[a-z]|[а-я]|[\u0621-\u064a])[.)](?=\s)",
    re.IGNORECASE | re.MULTILINE,
)
_PART = re.compile(_LETTER, re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause by its number and the letters below it: "4.2" and ("ב",)."""

    number: str
    parts: tuple[str, ...] = ()

    def holds(self, other: "Clause") -> bool:
        """Tell whether the other is this one, or stands below it."""
        if self.parts:
            return (self.number, self.parts) == (other.number, other.parts[: len(self.parts)])
        return self.number == other.number or other.number.startswith(f"{self.number}.")


def named_clauses(question: str) -> tuple[Clause, ...]:
    """Return the clauses that a question names, each once, in order."""
    found = _ASKED.finditer(question.translate(_DIGITS))
    return tuple(dict.fromkeys(_clause(each) for each in found))


def _clause(found: re.Match[str]) -> Clause:
    number, parts = found["number"], found["parts"]
    if number is None:
        number, parts = found["bare"], found["bare_parts"]
    return Clause(number, tuple(part.lower() for part in _PART.findall(parts)))


def clauses_in(hits: Sequence[Hit], asked: Sequence[Clause]) -> list[Candidate]:
    """Return the asked clauses as they stand in the passages, whole, best passage first.

    A clause that is longer than a quotation may be ends with a word.
    """
    found: list[Candidate] = []
    for passage, hit in enumerate(hits):
        for clause in asked:
            span = span_of(hit.chunk.text, clause)
            if span is not None:
                terms = tuple(index_terms(hit.chunk.text[slice(*span)]))
                found.append(Candidate(hit, Sentence(passage, *span, terms)))
    return found


def span_of(text: str, asked: Clause) -> tuple[int, int] | None:
    """Return where a clause with all below it stands in a text (half open), or None."""
    start: int | None = None
    for at, clause in (*_opened(text.translate(_DIGITS)), (len(text), Clause(""))):
        if start is None and asked.holds(clause):
            start = at
        elif start is not None and not asked.holds(clause):
            return _within(text, start, at)
    return None


def _opened(text: str) -> Iterator[tuple[int, Clause]]:
    """Yield where each clause begins, and which it is."""
    number, letters = "", tuple[str, ...]()
    for found in _OPENING.finditer(text):
        at = found.start() + len(found[0]) - len(found[0].lstrip())
        if found["number"]:
            number = found["number"]
            letters = tuple(part.lower() for part in _PART.findall(found["parts"]))
        else:
            letter = (found["letter"] or found["dotted"]).lower()
            kinds = [_kind(each) for each in letters]
            depth = kinds.index(_kind(letter)) if _kind(letter) in kinds else len(kinds)
            letters = (*letters[:depth], letter)
        yield at, Clause(number, letters)


def _kind(part: str) -> str:
    """Return the script of a part: parts of one script are beside each other, not below."""
    return "digit" if part.isdigit() else chr(ord(part[0]) & ~0x7F)


def _within(text: str, start: int, end: int) -> tuple[int, int]:
    end = start + len(text[start:end].rstrip())
    if end - start <= SENTENCE_CHARS:
        return start, end
    space = text.rfind(" ", start, start + SENTENCE_CHARS)
    return start, space if space > start else start + SENTENCE_CHARS
