"""Facts as lines for a model: one line an entity, what no longer holds apart and marked so."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from kesher.domain.entity import Entity
from kesher.domain.fact import Fact, FactState
from kesher.memory.schema import Schema
from kesher.memory.wording import Manner, Words, day, matter, named, statement

PAST_STATES = frozenset({FactState.SUPERSEDED, FactState.ENDED, FactState.EXPIRED})


@dataclass(frozen=True, slots=True)
class Known:
    """A fact with whom it is about, and what it is as of the instant asked.

    Attributes:
        in_review: A change of it waits for a person; it serves meanwhile.
    """

    fact: Fact
    subject: Entity
    state: FactState
    in_review: bool = False

    @property
    def id(self) -> str:
        """The fact's id."""
        return self.fact.id

    @property
    def key(self) -> str:
        """What is stated: `city`, `order_status`."""
        return self.fact.key

    @property
    def value(self) -> str:
        """The value, in its source's language."""
        return self.fact.value

    @property
    def is_past(self) -> bool:
        """It held and holds no more."""
        return self.state in PAST_STATES


@dataclass(frozen=True, slots=True)
class _Phrases:
    speaker: str
    past: str
    until: str
    starts: str
    review: str
    said: str


_PHRASES: dict[Words, _Phrases] = {
    "he": _Phrases("המשתמש", "[עבר]", "עד ", "מ־", "בבדיקה", "ב־"),
    "en": _Phrases("user", "[past]", "until ", "from ", "in review", "on "),
}


_NOTHING = frozenset[str]()

_MOST_MISSES = 8
"""Facts that nearly fit, after which the lines are taken to be full: each costs a rendering."""

_LEAST_TOKENS = 3
"""Where fewer are left, no statement is looked for that fits."""

_JOINED_TOKENS = 2
"""So many tokens at most go where two texts are joined and counted as one."""


@dataclass(frozen=True, slots=True)
class Page:
    """How and within what facts are written.

    Attributes:
        words: The language of labels; values stay in their source's language.
        zone: IANA name of the zone in which days are said.
        count: Tokens of a text.
        year: Days in it are told without it; None: every day with its year.
    """

    schema: Schema
    words: Words
    zone: str
    budget_tokens: int
    count: Callable[[str], int]
    year: int | None = None


def rendered(chosen: Sequence[Known], page: Page) -> str:
    """Return the facts as lines, in the order in which their entities first stand in `chosen`."""
    lines: dict[tuple[str, bool], list[str]] = {}
    heads: dict[tuple[str, bool], str] = {}
    said: dict[tuple[str, bool], frozenset[str]] = {}
    for known in chosen:
        line = (known.subject.id, known.is_past)
        heads.setdefault(line, _head(known, page.words))
        before = said.get(line) or _said_by_head(known, page)
        lines.setdefault(line, []).append(_statement(known, page, before))
        # "Refund amount 70 ILS; way Visa; status paid": a matter is named once, until another is.
        said[line] = _matter(known, page)
    return "\n".join(_line(f"{heads[line]}: {'; '.join(parts)}") for line, parts in lines.items())


def _said_by_head(known: Known, page: Page) -> frozenset[str]:
    """The word for the kind of what a line is about: "status" of "order 7" is the order's."""
    status = page.schema.key(f"{known.subject.type}_status")
    return matter(status, known.subject.type, page.words)


def _matter(known: Known, page: Page) -> frozenset[str]:
    return matter(page.schema.key(known.fact.key), known.subject.type, page.words)


def _line(text: str) -> str:
    """Keep a name or value with line breaks in it from passing as lines of its own."""
    return " ".join(text.split())


def fitting(ranked: Sequence[Known], page: Page) -> tuple[tuple[Known, ...], str]:
    """Return those of the facts, best first, whose lines fit the budget, and the lines.

    A fact that does not fit is passed over for a shorter one after it, a few times.
    """
    chosen: list[Known] = []
    tokens, is_exact = 0, True  # of the lines, or at most so many
    misses = 0
    for known in ranked:
        longest = page.count(f"\n{_head(known, page.words)}: {_statement(known, page, _NOTHING)};")
        if tokens + longest <= page.budget_tokens:
            chosen.append(known)
            tokens, is_exact = tokens + longest, False
            continue
        if not is_exact:
            tokens, is_exact = page.count(rendered(chosen, page)), True
        if page.budget_tokens - tokens < _LEAST_TOKENS or misses == _MOST_MISSES:
            break
        # What cannot fit by its statement alone is not rendered with all the others.
        shortest = page.count(_statement(known, page, _matter(known, page)))
        if tokens + shortest - _JOINED_TOKENS > page.budget_tokens:
            continue
        needed = page.count(rendered([*chosen, known], page))
        if needed <= page.budget_tokens:
            chosen.append(known)
            tokens = needed
        else:
            misses += 1
    return tuple(chosen), rendered(chosen, page)


def _head(known: Known, words: Words) -> str:
    phrases = _PHRASES[words]
    speaks = known.subject.speaker == "user"
    whose = phrases.speaker if speaks or not known.subject.name else named(known.subject, words)
    return f"{phrases.past} {whose}" if known.is_past else whose


def _statement(known: Known, page: Page, said: frozenset[str]) -> str:
    key, phrases = page.schema.key(known.fact.key), _PHRASES[page.words]
    text = statement(known.fact, key, Manner(page.words, page.year, said))
    notes = [note for note in (_time_note(known, phrases, page),) if note]
    if known.in_review:
        notes.append(phrases.review)
    return f"{text} ({', '.join(notes)})" if notes else text


def _time_note(known: Known, phrases: _Phrases, page: Page) -> str:
    """Say when, where the value alone would mislead: of the past, the future and events."""
    fact = known.fact
    if known.is_past:
        end = fact.valid_until or (fact.expires.at if fact.expires else None)
        return f"{phrases.until}{_day(end, page)}" if end else ""
    if known.state is FactState.FUTURE:
        return f"{phrases.starts}{_day(fact.valid_from, page)}"
    if known.state is FactState.EVENT:
        iso = fact.valid_from.astimezone(ZoneInfo(page.zone)).date().isoformat()
        return "" if iso in fact.value else f"{phrases.said}{_day(fact.valid_from, page)}"
    return ""


def _day(instant: datetime, page: Page) -> str:
    return day(instant, ZoneInfo(page.zone), page.words, year=page.year)
