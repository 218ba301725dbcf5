"""A conversation in tests, heard message by message, and what it leaves behind."""

from datetime import UTC, datetime, timedelta
from itertools import count

from kesher.domain.fact import FactState, Review
from kesher.domain.log import LogMessage, Speaking
from kesher.memory.hearing import Hearing, hear
from kesher.memory.schema import shipped_schema
from kesher.memory.states import state
from kesher.testing.memory_view import MemoryLists

SCHEMA = shipped_schema()
START = datetime(2026, 2, 8, 9, tzinfo=UTC)
LATER = START + timedelta(hours=2)


def heard(*turns: str) -> MemoryLists:
    """Return the memory after a talk; what the assistant says begins with "A: "."""
    memory, ids = MemoryLists(), count(1)
    for number, turn in enumerate(turns):
        role = Speaking.ASSISTANT if turn.startswith("A: ") else Speaking.USER
        at = START + timedelta(minutes=number)
        message = LogMessage(f"m{next(ids)}", "t", role, at, turn.removeprefix("A: "))
        memory.add(message)
        hearing = Hearing(SCHEMA, lambda kind: f"{kind}_{next(ids)}", at)
        memory.apply(hear(message, memory, hearing)[0])
    return memory


def known(*turns: str) -> set[str]:
    """Return what is current two hours after a talk began, as `whose.key=value`."""
    return _told(heard(*turns), FactState.CURRENT)


def over(*turns: str) -> set[str]:
    """Return what has ended or was superseded after a talk, as `whose.key=value`."""
    memory = heard(*turns)
    return _told(memory, FactState.ENDED) | _told(memory, FactState.SUPERSEDED)


def waiting(*turns: str) -> list[Review]:
    """Return the reviews that wait for a person after a talk."""
    return list(heard(*turns).waiting_reviews("t"))


def _told(memory: MemoryLists, wanted: FactState) -> set[str]:
    facts = [fact for fact in memory.facts(history=True) if state(fact, as_of=LATER) is wanted]
    who = {one.id: one for one in memory.entities([fact.subject_id for fact in facts])}
    return {
        f"{'user' if who[fact.subject_id].speaker else who[fact.subject_id].name}"
        f".{fact.key}={fact.value}"
        for fact in facts
    }
