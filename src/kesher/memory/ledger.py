"""What one message changes in memory, before it is written: facts as they become, and reviews."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from kesher.domain.fact import Fact, FactKind, Held, Review, ReviewKind
from kesher.domain.log import LogMessage
from kesher.memory.schema import Schema
from kesher.memory.states import believed
from kesher.ports.memory import MemoryView


@dataclass(frozen=True, slots=True)
class Setting:
    """What a change of memory is made with.

    Attributes:
        message: What was said: the source of what changes.
        now: When we learn of it; UTC.
        new_id: Makes a fresh id for a kind of thing: `fact`, `review`.
    """

    message: LogMessage
    view: MemoryView
    schema: Schema
    now: datetime
    new_id: Callable[[str], str]

    @property
    def said_at(self) -> datetime:
        """When the message was said, in UTC."""
        return self.message.at.astimezone(UTC)


class Ledger:
    """Facts as a change leaves them; what is stored stays as it is until `settled` says what to do.

    A fact may be put as often as wanted. In the end, an open fact that gets an end is written in
    place, since its end has a time of learning of its own. Any other change of its interval would
    falsify what we answered before: then the old row's belief ends and a new row takes its place.
    """

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.reviews: list[Review] = []
        self._before: dict[str, Fact] = {}
        self._after: dict[str, Fact] = {}
        self._loaded: set[tuple[str, str]] = set()

    def of(self, subject_id: str, key: str) -> list[Fact]:
        """Return what is believed of one key of one subject, held ones too, by start."""
        if (subject_id, key) not in self._loaded:
            self._loaded.add((subject_id, key))
            self._load(self.setting.view.facts(subjects=[subject_id], keys=[key]))
        return self._that(lambda fact: (fact.subject_id, fact.key) == (subject_id, key))

    def about(self, entity_id: str) -> list[Fact]:
        """Return what is believed with this entity as subject or value, held ones too, by start."""
        view = self.setting.view
        self._load(view.facts(subjects=[entity_id]))
        self._load(view.facts(objects=[entity_id]))
        return self._that(lambda fact: entity_id in (fact.subject_id, fact.object_id))

    def fact(self, fact_id: str) -> Fact | None:
        """Return one fact as it now is, in any state."""
        if fact_id not in self._after:
            self._load(self.setting.view.facts_by_id([fact_id]))
        return self._after.get(fact_id)

    def put(self, fact: Fact) -> None:
        """Take a fact as it becomes: a new one, or one that was given out."""
        self._after[fact.id] = fact

    def ask(
        self, kind: ReviewKind, reason: str, *, old: Fact | None = None, new: Fact | None = None
    ) -> None:
        """Put a decision to a person."""
        setting = self.setting
        review = Review(
            id=setting.new_id("review"),
            kind=kind,
            reason=reason,
            thread_id=setting.message.thread_id,
            message_id=setting.message.id,
            created_at=setting.now,
            old_fact_id=old.id if old else None,
            new_fact_id=new.id if new else None,
        )
        self.reviews.append(review)

    def said(self, fact: Fact) -> datetime:
        """Return when the fact was said; of an erased message: when we learned of it."""
        return self._said_in(fact.thread_id, fact.source_message_id) or fact.recorded_from

    def end_said(self, fact: Fact) -> datetime | None:
        """Return when its end was said; None: no message ended it, or it is open."""
        if fact.ended_by is None or fact.valid_until is None:
            return None
        return self._said_in(fact.thread_id, fact.ended_by) or fact.end_recorded_at

    def ended_now(self) -> list[Fact]:
        """Return the believed facts that the message ended without a successor."""
        own = self.setting.message.id
        return self._that(lambda fact: fact.ended_by == own and fact.superseded_by is None)

    def settled(self) -> tuple[Fact, ...]:
        """Return the rows to write: new ones, and stored ones as they become; open ones last.

        So at no moment of the writing has a single-valued key two open values.
        """
        changed = {id_ for id_, fact in self._after.items() if self._before.get(id_) != fact}
        copies = {
            id_: self.setting.new_id("fact")
            for id_ in changed
            if id_ in self._before
            and self._after[id_].recorded_until is None
            and not _grows(self._before[id_], self._after[id_])
        }
        for fact in list(self._after.values()):
            if fact.superseded_by in copies:
                self._after[fact.id] = replace(fact, superseded_by=copies[fact.superseded_by])
        return tuple(sorted(self._rows(copies), key=_is_open))

    def ended(self) -> tuple[str, ...]:
        """Return the ids of stored facts that were open and now have an end."""
        return tuple(
            id_
            for id_, before in self._before.items()
            if before.valid_until is None and self._after[id_].valid_until is not None
        )

    def _rows(self, copies: dict[str, str]) -> Iterable[Fact]:
        now = self.setting.now
        for id_, after in self._after.items():
            before = self._before.get(id_)
            learned = now if after.valid_until is not None else None
            if before == after:
                continue
            if before is None:
                yield replace(after, end_recorded_at=learned)
            elif id_ in copies:
                yield disbelieved(before, now, instead=copies[id_])
                yield replace(after, id=copies[id_], recorded_from=now, end_recorded_at=learned)
            elif after.recorded_until is not None:
                yield disbelieved(before, now, instead=after.superseded_by)
            else:
                yield after if before.valid_until else replace(after, end_recorded_at=learned)

    def _load(self, facts: Iterable[Fact]) -> None:
        for fact in facts:
            if fact.id not in self._after:
                self._before[fact.id] = self._after[fact.id] = fact

    def _that(self, fits: Callable[[Fact], bool]) -> list[Fact]:
        found = [f for f in self._after.values() if f.recorded_until is None and fits(f)]
        return sorted(found, key=lambda fact: (fact.valid_from, fact.recorded_from))

    def _said_in(self, thread_id: str, message_id: str) -> datetime | None:
        own = self.setting.message
        if message_id == own.id:
            return self.setting.said_at
        found = self.setting.view.message(thread_id, message_id)
        if found is None and thread_id != own.thread_id:
            found = self.setting.view.message(own.thread_id, message_id)
        return found.at.astimezone(UTC) if found else None


def usable(facts: Iterable[Fact]) -> list[Fact]:
    """Return the believed facts that are neither held nor events."""
    return [fact for fact in facts if believed(fact) and fact.kind is not FactKind.EVENT]


def _is_open(fact: Fact) -> bool:
    return believed(fact) and fact.valid_until is None


def disbelieved(fact: Fact, now: datetime, *, instead: str | None) -> Fact:
    """Return the fact with its belief ended; an end without a successor stays one in history."""
    ended = fact.valid_until is not None and fact.superseded_by is None
    return replace(fact, recorded_until=now, superseded_by=None if ended else instead)


def _grows(before: Fact, after: Fact) -> bool:
    """Tell whether no answer given before is changed by writing `after` in place."""
    if before.valid_until is not None and before.valid_until != after.valid_until:
        return False
    held = before.held == after.held or (before.held, after.held) == (
        Held.REVIEW,
        Held.RETRACTED,
    )
    told = (before.valid_from, before.value, before.object_id, before.expires, before.kind)
    return held and told == (
        after.valid_from,
        after.value,
        after.object_id,
        after.expires,
        after.kind,
    )
