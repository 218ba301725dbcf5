"""Messages, entities and facts to store, and short ways to store them."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from datetime import datetime, timedelta, timezone

from sqlalchemy import func, select

from contract.samples import NOW
from kesher.adapters.sql.database import Database
from kesher.adapters.sql.memory import tables
from kesher.adapters.sql.row_security import EVERYTHING
from kesher.domain.entity import Entity, Gender, Mention
from kesher.domain.fact import Fact, FactKind
from kesher.domain.log import LogMessage, Speaking
from kesher.domain.scope import Scope
from kesher.ports.memory import MemoryChange, MemoryStore, MemoryView

TENANT = Scope("דייר")
THREAD = "שיחה א"
TABLES = {
    "messages": tables.log_messages,
    "mentions": tables.mentions,
    "facts": tables.facts,
    "entities": tables.entities,
    "names": tables.entity_names,
    "reviews": tables.reviews,
    "merges": tables.merges,
}
"""Those that a receipt counts, by the name that it gives them."""

IN_ISRAEL = timezone(timedelta(hours=2))
TEXT = 'דנה עברה לחיפה, "Haifa". انتقلت دانا. Дана переехала.'


def instant(minutes: int = 0) -> datetime:
    return NOW + timedelta(minutes=minutes)


def message(
    identifier: str = "msg_1",
    text: str = TEXT,
    *,
    thread: str = THREAD,
    speaker: str = "user",
    minutes: int = 0,
) -> LogMessage:
    at = instant(minutes).astimezone(IN_ISRAEL)
    return LogMessage(identifier, thread, Speaking.USER, at, text, speaker)


def entity(identifier: str = "ent_dana", name: str = "דנה", *, speaker: str = "") -> Entity:
    return Entity(identifier, "person", name, NOW, Gender.FEMININE, speaker=speaker)


def fact(
    identifier: str = "fct_1", value: str = "חיפה", *, minutes: int = 0, **changes: object
) -> Fact:
    """A fact of דנה that message `msg_1` states, but for the changes."""
    usual = Fact(
        id=identifier,
        subject_id="ent_dana",
        key="city",
        value=value,
        kind=FactKind.STABLE,
        confidence=0.9,
        thread_id=THREAD,
        source_message_id="msg_1",
        quote=(9, 13),
        said_by=Speaking.USER,
        valid_from=instant(minutes),
        recorded_from=instant(minutes),
        single=True,
    )
    return replace(usual, **changes)  # type: ignore[arg-type]  # fields of several types


def mention(
    entity_id: str = "ent_dana", source: str = "msg_1", *, start: int = 0, thread: str = THREAD
) -> Mention:
    return Mention(entity_id, thread, source, start, start + 3, "דנה", indirect=False)


def changing(change: MemoryChange) -> Callable[[MemoryView], tuple[MemoryChange, None]]:
    return lambda _: (change, None)


async def add(
    memory: MemoryStore,
    identifier: str = "msg_1",
    *,
    scope: Scope = TENANT,
    thread: str = THREAD,
    speaker: str = "user",
    **records: Sequence[object],
) -> None:
    """Add a message with what it changes."""
    given = {name: tuple(held) for name, held in records.items()}
    change = MemoryChange(**given)  # type: ignore[arg-type]  # each name has its own records
    said = message(identifier, thread=thread, speaker=speaker)
    added, _ = await memory.add_message(scope, said, changing(change))
    assert added


async def apply(memory: MemoryStore, change: MemoryChange, *, scope: Scope = TENANT) -> None:
    await memory.decide(scope, changing(change))


async def facts_of(
    memory: MemoryStore,
    scope: Scope = TENANT,
    *,
    subjects: Collection[str] | None = None,
    history: bool = True,
) -> Sequence[Fact]:
    return await memory.look(scope, lambda view: view.facts(subjects=subjects, history=history))


def row_counts(database: Database, scope: Scope = TENANT) -> dict[str, int]:
    """Count the tenant's rows of each table."""
    with database.reading(EVERYTHING) as connection:
        return {
            name: connection.scalar(
                select(func.count()).where(table.c.tenant_id == scope.tenant_id)
            )
            or 0
            for name, table in TABLES.items()
        }
