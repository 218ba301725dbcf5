"""A clause of a message with the phrases found in it, and how it is meant."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import cached_property

from kesher.domain.entity import Reference
from kesher.domain.fact import Statement
from kesher.domain.log import LogMessage
from kesher.memory.schema import Schema
from kesher.text.patterns import Line, Match
from kesher.text.time_span import TimeSpan
from kesher.text.words import Word


class Framing(StrEnum):
    """Why words do not state something about the world now."""

    QUESTION = "question"
    HYPOTHETICAL = "hypothetical"
    CONDITION = "condition"  # "if it rains": the clause of the condition only
    QUOTED = "quoted"
    REPORTED = "reported"  # what somebody else says or thinks
    SARCASM = "sarcasm"
    REQUEST = "request"  # translate, write, summarise, play a part
    THIRD_PARTY = "third_party"  # a film, a story, people in general
    VAGUE = "vague"  # "maybe some day"
    PAST = "past"  # "when I was a child"
    MOMENTARY = "momentary"
    NEGATED = "negated"


@dataclass(frozen=True, slots=True)
class Frame:
    """A half-open span of the message that is meant otherwise than stated."""

    framing: Framing
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause: words between commas, stops and conjunctions.

    Attributes:
        index: Its place among the message's clauses.
        sentence: The number of its sentence, from 0.
        line: Its words, numbered from 0 within the clause.
        matches: All phrases found in it, by list; use `found`.
        frames: Those of the message that reach into it.
        inherited: Whom it is about if it does not say; None: somebody else.
        places: The words that belong to the name of a town or street.
    """

    index: int
    sentence: int
    line: Line
    matches: Mapping[str, tuple[Match, ...]]
    frames: tuple[Frame, ...]
    inherited: Reference | None
    places: frozenset[int] = frozenset()

    @property
    def words(self) -> Sequence[Word]:
        """Return the clause's words."""
        return self.line.words

    @property
    def start(self) -> int:
        """Return where its first word begins in the message."""
        return self.line.words[0].start

    @property
    def end(self) -> int:
        """Return where its last word ends in the message."""
        return self.line.words[-1].end

    def found(self, name: str, through: Collection[Framing] = ()) -> tuple[Match, ...]:
        """Return the asserted matches of a phrase list, in the order of their words.

        Args:
            name: Table and list of a phrase file: `city.live`.
            through: Framings that do not count here.
        """
        matches = self.matches.get(name)
        if not matches:
            return ()
        return tuple(match for match in matches if self.framing(match) <= frozenset(through))

    def framing(self, match: Match) -> frozenset[Framing]:
        """Return how the words of a match are meant; empty: as stated."""
        start, end = self.words[match.first].start, self.words[match.last - 1].end
        framing = self.framing_at(start, end)
        return framing | {Framing.NEGATED} if self.denied(match.first) else framing

    def denied(self, first: int) -> bool:
        """Tell whether a negator stands before word `first`, with none but light words between."""
        for word in reversed(self.words[:first]):
            if word.fold in self.line.negators:
                return True
            if word.fold not in self.line.light and word.fold not in self.line.sets["dative_me"]:
                return False
        return False

    def framing_at(self, start: int, end: int) -> frozenset[Framing]:
        """Return how a span of the message is meant; empty: as stated."""
        return frozenset(f.framing for f in self.frames if f.start < end and start < f.end)


@dataclass(frozen=True)
class Context:
    """What rules see besides their clause.

    Attributes:
        before: The last few messages before, oldest first.
        clauses: All clauses of the message.
        times: All expressions of time in the message, in text order.
        asked: Keys that the message before asked for ("מה הטלפון?"), and `yes_no`.
        known: Gives what is known of whom the thread speaks, the newest first; it reads a store.
    """

    message: LogMessage
    before: Sequence[LogMessage]
    schema: Schema
    clauses: tuple[Clause, ...]
    times: tuple[TimeSpan, ...]
    asked: frozenset[str]
    known: Callable[[], Sequence[Statement]] = tuple

    @property
    def at(self) -> datetime:
        """Return when the message was said, in the speaker's zone."""
        return self.message.at

    @cached_property
    def _sentences(self) -> Mapping[int, tuple[Clause, ...]]:
        sentences: dict[int, list[Clause]] = defaultdict(list)
        for clause in self.clauses:
            sentences[clause.sentence].append(clause)
        return {number: tuple(found) for number, found in sentences.items()}

    @cached_property
    def lists(self) -> Mapping[str, tuple[Clause, ...]]:
        """Return per phrase list the clauses that have a match of it, however it is meant."""
        having: dict[str, list[Clause]] = defaultdict(list)
        for clause in self.clauses:
            for name in clause.matches:
                having[name].append(clause)
        return {name: tuple(found) for name, found in having.items()}

    def sentence(self, number: int) -> tuple[Clause, ...]:
        """Return the clauses of a sentence by its number; none where it is not in the message."""
        return self._sentences.get(number, ())

    @cached_property
    def kinds(self) -> frozenset[str]:
        """Return the classes of all entries of the lexicon in the message."""
        tags = (tag for clause in self.clauses for at in clause.line.tags for tag in at)
        return frozenset(tag.entry.kind for tag in tags)

    def clause_at(self, place: int) -> Clause | None:
        """Return the clause in which a place of the message lies."""
        at = bisect_right(self._starts, place) - 1
        return self.clauses[at] if at >= 0 and place < self.clauses[at].end else None

    @cached_property
    def _starts(self) -> Sequence[int]:
        return [clause.start for clause in self.clauses]

    def anywhere(self, name: str, through: Collection[Framing] = ()) -> bool:
        """Tell whether a phrase list is asserted in any clause of the message."""
        return any(clause.found(name, through) for clause in self.lists.get(name, ()))

    def time_at(self, start: int, end: int) -> TimeSpan | None:
        """Return the first expression of time that touches a span of the message."""
        touching = (time for time in self.times if time.start < end and start < time.end)
        return next(touching, None)

    def following(self, clause: Clause) -> Clause | None:
        """Return the next clause of the same sentence."""
        index = clause.index + 1
        if index < len(self.clauses) and self.clauses[index].sentence == clause.sentence:
            return self.clauses[index]
        return None
