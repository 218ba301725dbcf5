"""Shortening by quoting: the sentences that say most, as they stand. It needs no model.

Nothing is invented, since nothing is written; what must be kept is put back where it was left out.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from kesher.context.compaction.essentials import essentials
from kesher.context.compaction.situation import Count
from kesher.ranking.sentences import Sentence, best_sentences
from kesher.text.language import Language, language
from kesher.text.sentences import sentence_spans
from kesher.text.terms import index_terms, query_terms

_OWN_TERMS = 24
"""Of a text that no task asks about, its most frequent terms stand for what it is about."""
_ESSENTIAL_BONUS = 0.25
_SAID_FRACTION = 0.85
_LONG_CHARS = 600
"""A sentence longer than this (a table, a list in one line) is taken by its lines."""
_REPEATED = 3
_MENU_WORDS = 4
_MENU_LINES = 4
_SOURCE_LINE = re.compile(
    r"\s*(?:(?:source|url|link|address|מקור|כתובת|קישור|источник|المصدر)\s*:\s*)?(https?://\S+)\s*",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Source:
    """A text to shorten.

    Attributes:
        name: Where it comes from (an address, a tool's name), for citations.
    """

    text: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Quote:
    """A sentence that was chosen.

    Attributes:
        source: Index into the sources.
        address: The address in the text that it stands under; else the source's name.
    """

    text: str
    source: int
    address: str


@dataclass(frozen=True, slots=True)
class Extract:
    """What was chosen of one or several texts, in their order.

    Attributes:
        total: How many sentences there were.
    """

    quotes: tuple[Quote, ...]
    total: int


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be chosen.

    Attributes:
        wanted: Request, plan and query; empty: each text is asked for what it is itself about.
        limit_tokens: Of the chosen sentences together; `put_back` may go beyond it.
        put_back: Sentences that stay, whatever their rank.
        known: Texts that stand elsewhere in the context.
        spoken: Languages in which most of the whole must be; a quotation in another is given
            beside sentences in one of these. Empty: any.
    """

    wanted: str
    limit_tokens: int
    put_back: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    spoken: frozenset[Language] = frozenset()


def extract(sources: Sequence[Source], wish: Wish, count: Count) -> Extract:
    """Choose the sentences that say most about what is wanted, until the limit is reached.

    A sentence counts by the wanted terms in it, more where it holds a name, number or date. One
    that says what another, or a text in `known`, says already is left out.
    """
    units = [unit for at, source in enumerate(sources) for unit in _units(at, source)]
    terms = [tuple(index_terms(unit.text)) for unit in units]
    order = _ranked(wish.wanted, units, terms)
    kept = {" ".join(sentence.split()) for sentence in wish.put_back}
    forced = [at for at, unit in enumerate(units) if _is_kept(unit.text, kept)]
    room = _Room(wish.limit_tokens, count, wish.known, forced)
    chosen = _chosen([*forced, *order], units, terms, room)
    chosen |= _beside(chosen, order, units, wish.spoken)
    return Extract(tuple(units[at] for at in sorted(chosen)), len(units))


def without_noise(text: str, boilerplate: Collection[str] = ()) -> str:
    """Return the text without lines that say nothing: menus, rulers, and what pages repeat.

    A line with a name, a number, a date or a negation is always kept.
    """
    lines = text.split("\n")
    menu = _menu_lines(lines)
    kept = [
        line
        for at, line in enumerate(lines)
        if at not in menu and (line.strip() not in boilerplate or essentials(line))
    ]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(kept)).strip()


def boilerplate(texts: Sequence[str]) -> frozenset[str]:
    """Return the lines that three or more of the texts repeat: headers, menus, footers."""
    seen: Counter[str] = Counter()
    for text in texts:
        seen.update({line.strip() for line in text.split("\n") if line.strip()})
    return frozenset(line for line, times in seen.items() if times >= _REPEATED)


def _menu_lines(lines: Sequence[str]) -> frozenset[int]:
    """Return the places of runs of short lines without a stop or a number: navigation bars."""
    found: set[int] = set()
    run: list[int] = []
    for at, line in enumerate([*lines, "."]):
        if line.strip() and _is_menu(line):
            run.append(at)
            continue
        if not line.strip() and at < len(lines):
            continue
        if len(run) >= _MENU_LINES:
            found.update(run)
        run = []
    return frozenset(found)


def _is_menu(line: str) -> bool:
    items = [item for item in re.split(r"\s*[|•·›»>]\s*", line.strip()) if item]
    short = all(len(item.split()) <= _MENU_WORDS for item in items)
    ends = line.rstrip().endswith((".", "!", "?", ":", ";", ","))
    return short and not ends and not essentials(line)


def _units(at: int, source: Source) -> Iterator[Quote]:
    for address, block in _blocks(source):
        for start, end in sentence_spans(block):
            for part in _parts(block[start:end]):
                yield Quote(part, at, address)


def _blocks(source: Source) -> Iterator[tuple[str, str]]:
    """Yield the parts of a text with the address that stands on a line of its own above each."""
    address, lines = source.name, list[str]()
    for line in source.text.split("\n"):
        named = _SOURCE_LINE.fullmatch(line)
        if named is None:
            lines.append(line)
            continue
        yield address, "\n".join(lines)
        address, lines = named[1], []
    yield address, "\n".join(lines)


def _parts(sentence: str) -> Iterator[str]:
    if len(sentence) <= _LONG_CHARS:
        yield " ".join(sentence.split())
        return
    for line in sentence.split("\n"):
        if line.strip():
            yield " ".join(line.split())


def _ranked(wanted: str, units: Sequence[Quote], terms: Sequence[tuple[str, ...]]) -> list[int]:
    """Return the places of the units, best first."""
    sentences = [Sentence(0, at, at + 1, each) for at, each in enumerate(terms)]
    question = query_terms(wanted) if wanted.strip() else _own_terms(terms)
    scored = best_sentences(question, sentences, limit=len(sentences))
    value = {each.sentence.start: each.score for each in scored}
    for at, unit in enumerate(units):
        value[at] += _ESSENTIAL_BONUS * bool(essentials(unit.text))
    return sorted(value, key=lambda at: (-value[at], at))


def _own_terms(terms: Sequence[tuple[str, ...]]) -> list[str]:
    counts = Counter(term for each in terms for term in set(each) if len(term) > 2)
    return [term for term, _ in counts.most_common(_OWN_TERMS)]


def _is_kept(text: str, kept: Collection[str]) -> bool:
    return any(sentence in text or (len(text) > 20 and text in sentence) for sentence in kept)


class _Room:
    """How much more may be chosen, and what has been said."""

    def __init__(
        self, limit_tokens: int, count: Count, known: Iterable[str], forced: Sequence[int]
    ) -> None:
        self._left = limit_tokens
        self._count = count
        self._forced = set(forced)
        self._said = [terms for text in known for terms in _terms_of_sentences(text)]

    def takes(self, at: int, text: str, terms: frozenset[str]) -> bool:
        """Take the sentence if it is new and fits; what is forced is always taken."""
        cost = self._count(text) + 1
        is_said = any(_says(said, terms) for said in self._said)
        if at not in self._forced and (is_said or cost > self._left):
            return False
        self._left -= cost
        self._said.append(terms)
        return True


@lru_cache(maxsize=512)
def _terms_of_sentences(text: str) -> tuple[frozenset[str], ...]:
    """Kept, since each of many results is compared with the same rest of the context."""
    return tuple(frozenset(index_terms(text[start:end])) for start, end in sentence_spans(text))


def _says(said: frozenset[str], terms: frozenset[str]) -> bool:
    return len(said & terms) >= _SAID_FRACTION * max(len(terms), 1) and _same_figures(said, terms)


def _same_figures(said: frozenset[str], terms: frozenset[str]) -> bool:
    """A sentence with a number of its own says something new, however alike its words."""
    return all(term in said for term in terms if any(char.isdigit() for char in term))


def _beside(
    chosen: Collection[int], order: Iterable[int], units: Sequence[Quote], spoken: Collection[str]
) -> set[int]:
    """Return the best further sentences, until most is in a language that is spoken."""
    added: set[int] = set()
    for at in order:
        whole = " ".join(units[each].text for each in (*chosen, *added))
        if not spoken or not whole or language(whole) in spoken:
            break
        if at not in chosen and language(units[at].text) in spoken:
            added.add(at)
    return added


def _chosen(
    order: Iterable[int], units: Sequence[Quote], terms: Sequence[tuple[str, ...]], room: _Room
) -> set[int]:
    chosen: set[int] = set()
    for at in order:
        if at not in chosen and terms[at] and room.takes(at, units[at].text, frozenset(terms[at])):
            chosen.add(at)
    return chosen
