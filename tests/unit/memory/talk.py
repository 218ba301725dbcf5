"""A conversation in tests of revision: each saying is one message, resolved and written at once."""

from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from kesher.domain.entity import Entity, Reference, ReferenceKind
from kesher.domain.fact import Fact, FactState, Review, Statement, StatementAction, Verdict
from kesher.domain.log import USER_SPEAKER, LogMessage, Speaking
from kesher.memory.reviewing import Deciding, decide_all
from kesher.memory.revision import Heard, Resolved, Revision, revise_heard
from kesher.memory.schema import Schema, shipped_schema
from kesher.memory.states import current, state
from kesher.ports.memory import MemoryChange
from kesher.testing.memory_view import MemoryLists

START = datetime(2026, 3, 1, 8, tzinfo=UTC)
DAY = timedelta(days=1)
ME = "me"
_ANY = Reference(ReferenceKind.SPEAKER)


def day(number: float) -> datetime:
    """Return an instant so many days after the conversation's start."""
    return START + number * DAY


def says(key: str, value: str, **rest: Any) -> Statement:
    """Return a statement."""
    return Statement(_ANY, key, value, quote=(0, len(value)), **rest)


def corrects(key: str, value: str, replaces: str = "", **rest: Any) -> Statement:
    """Return a statement that puts an earlier one right."""
    return says(key, value, action=StatementAction.CORRECT, replaces=replaces, **rest)


def ends(key: str, value: str = "", **rest: Any) -> Statement:
    """Return a statement that something holds no more."""
    return says(key, value, action=StatementAction.END, **rest)


class Talk:
    """A thread with the user `me`, whose messages change memory as they are told."""

    def __init__(self, schema: Schema | None = None) -> None:
        self.schema = schema or shipped_schema()
        self.view = MemoryLists()
        self.view.apply(
            MemoryChange(entities=(Entity(ME, "person", "", START, speaker=USER_SPEAKER),))
        )
        self._number = count(1)

    def tell(  # noqa: PLR0913 - what a message may differ in
        self,
        at: float,
        *statements: Statement,
        about: str = ME,
        role: Speaking = Speaking.USER,
        learned: float | None = None,
        objects: tuple[str, ...] = (),
        text: str = "",
        triggers: tuple[tuple[str, str], ...] = (),
        doubts: tuple[tuple[str, str, str], ...] = (),
    ) -> Revision:
        """Say something on a day of the talk; `learned`: the later day on which it arrived."""
        message = LogMessage(
            id=f"m{next(self._number)}",
            thread_id="t",
            role=role,
            at=day(at),
            text=text or " ".join(s.value for s in statements),
            speaker=USER_SPEAKER if role is Speaking.USER else "assistant",
        )
        self.view.add(message)
        named = [*objects, *[None] * len(statements)]
        said = tuple(
            Resolved(statement, about, object_id)
            for statement, object_id in zip(statements, named, strict=False)
        )
        revision = revise_heard(
            Heard(said, triggers, doubts),
            message,
            self.view,
            self.schema,
            new_id=self.new_id,
            now=day(at if learned is None else learned),
        )
        self.view.apply(MemoryChange(facts=revision.facts, reviews=revision.reviews))
        return revision

    def decide(self, verdict: Verdict, at: float, *reviews: Review) -> None:
        """Give a person's verdict."""
        deciding = Deciding("רות", day(at), self.new_id, self.schema)
        self.view.apply(decide_all(self.view, reviews, verdict, deciding))

    def new_id(self, kind: str) -> str:
        """Return the next id."""
        return f"{kind}{next(self._number)}"

    def facts(self, key: str, about: str = ME, *, history: bool = True) -> list[Fact]:
        """Return the rows of a key."""
        return list(self.view.facts(subjects=[about], keys=[key], history=history))

    def now(
        self, key: str, at: float, about: str = ME, *, believed: float | None = None
    ) -> list[str]:
        """Return the values that are current on a day."""
        then = None if believed is None else day(believed)
        found = current(self.facts(key, about), as_of=day(at), believed_at=then)
        return [fact.value for fact in found]

    def states(self, key: str, at: float, about: str = ME) -> dict[str, FactState]:
        """Return the state of each value that we believe, on a day."""
        rows = self.facts(key, about, history=False)
        return {fact.value: state(fact, as_of=day(at)) for fact in rows}

    def pending(self) -> list[Review]:
        """Return the reviews that wait."""
        return [review for review in self.view.reviews.values() if review.verdict is None]
