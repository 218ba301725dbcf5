"""Facts as lines for a model: one line an entity, what no longer holds apart and marked so."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from zoneinfo import ZoneInfo

from kesher.domain.entity import Entity
from kesher.domain.fact import Fact, FactState
from kesher.memory.schema import Schema

Words = Literal["he", "en"]

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
    "he": _Phrases("המשתמש", "[עבר]", "עד", "החל מ־", "בבדיקה", "בתאריך"),
    "en": _Phrases("user", "[past]", "until", "from", "in review", "on"),
}


_KINDS: dict[Words, dict[str, str]] = {
    "he": {"order": "הזמנה", "ticket": "פנייה", "appointment": "תור", "task": "משימה"},
    "en": {"order": "order", "ticket": "case", "appointment": "appointment", "task": "task"},
}


_JOINED_TOKENS = 2
"""So many tokens at most go where two texts are joined and counted as one."""


@dataclass(frozen=True, slots=True)
class Page:
    """How and within what facts are written.

    Attributes:
        words: The language of labels; values stay in their source's language.
        zone: IANA name of the zone in which days are said.
        count: Tokens of a text.
    """

    schema: Schema
    words: Words
    zone: str
    budget_tokens: int
    count: Callable[[str], int]


def rendered(chosen: Sequence[Known], page: Page) -> str:
    """Return the facts as lines, in the order in which their entities first stand in `chosen`."""
    lines: dict[tuple[str, bool], list[str]] = {}
    heads: dict[tuple[str, bool], str] = {}
    for known in chosen:
        line = (known.subject.id, known.is_past)
        heads.setdefault(line, _head(known, page.words))
        lines.setdefault(line, []).append(_statement(known, page))
    return "\n".join(_line(f"{heads[line]}: {'; '.join(parts)}") for line, parts in lines.items())


def _line(text: str) -> str:
    """Keep a name or value with line breaks in it from passing as lines of its own."""
    return " ".join(text.split())


def fitting(ranked: Sequence[Known], page: Page) -> tuple[tuple[Known, ...], str]:
    """Return those of the facts, best first, whose lines fit the budget, and the lines.

    A fact that does not fit is passed over for a shorter one after it.
    """
    chosen: list[Known] = []
    text, tokens = "", 0
    for known in ranked:
        # What cannot fit by its statement alone is not rendered with all the others.
        if tokens + page.count(_statement(known, page)) - _JOINED_TOKENS > page.budget_tokens:
            continue
        longer = rendered([*chosen, known], page)
        needed = page.count(longer)
        if needed <= page.budget_tokens:
            chosen.append(known)
            text, tokens = longer, needed
    return tuple(chosen), text


def _head(known: Known, words: Words) -> str:
    phrases = _PHRASES[words]
    speaks = known.subject.speaker == "user"
    named = phrases.speaker if speaks or not known.subject.name else _named(known.subject, words)
    return f"{phrases.past} {named}" if known.is_past else named


def _named(entity: Entity, words: Words) -> str:
    """Return the name; a bare number says of what kind it is."""
    if any(char.isalpha() for char in entity.name):
        return entity.name
    kind = _KINDS[words].get(entity.type)
    return f"{kind} {entity.name}" if kind else entity.name


def _statement(known: Known, page: Page) -> str:
    key, phrases = page.schema.key(known.fact.key), _PHRASES[page.words]
    text = f"{key.he if page.words == 'he' else key.en} {known.fact.value}"
    notes = [note for note in (_time_note(known, phrases, ZoneInfo(page.zone)),) if note]
    if known.in_review:
        notes.append(phrases.review)
    return f"{text} ({', '.join(notes)})" if notes else text


def _time_note(known: Known, phrases: _Phrases, zone: ZoneInfo) -> str:
    """Say when, where the value alone would mislead: of the past, the future and events."""
    fact = known.fact
    if known.is_past:
        end = fact.valid_until or (fact.expires.at if fact.expires else None)
        return f"{phrases.until} {_day(end, zone)}" if end else ""
    if known.state is FactState.FUTURE:
        return f"{phrases.starts} {_day(fact.valid_from, zone)}"
    if known.state is FactState.EVENT:
        day = _day(fact.valid_from, zone)
        return "" if day in fact.value else f"{phrases.said} {day}"
    return ""


def _day(instant: datetime, zone: ZoneInfo) -> str:
    return instant.astimezone(zone).date().isoformat()
