"""The question side alone: gold facts stand in memory, so that only recall can err."""

from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.memory.opened import Opened, opened

from kesher.app.memory.recalling import RecallQuery
from kesher.domain.entity import Entity, EntityName, Mention
from kesher.domain.fact import Expiry, Fact, FactKind, FactState
from kesher.domain.log import USER_SPEAKER, LogMessage, Speaking
from kesher.domain.scope import Scope
from kesher.memory.durations import iso_duration
from kesher.memory.names import name_keys
from kesher.memory.schema import shipped_schema
from kesher.ports.memory import MemoryChange, MemoryView

Json = dict[str, Any]
SHOWN_AS = {FactState.EVENT: "event", FactState.CURRENT: "current", FactState.FUTURE: "current"}
NEAREST = 6
"""As in `kesher evaluate memory`: the entities of so many facts are those a question is about."""


@dataclass(frozen=True)
class Tale:
    """One gold conversation, told message by message."""

    given: Json

    def at(self, message_id: str) -> datetime:
        """Return when a message was said."""
        (found,) = (m["at"] for m in self.given["messages"] if m["id"] == message_id)
        return datetime.fromisoformat(found)

    def messages(self) -> Iterator[LogMessage]:
        """Yield the messages in their order."""
        for each in self.given["messages"]:
            yield LogMessage(
                id=each["id"],
                thread_id=self.given["id"],
                role=Speaking(each["role"]),
                at=datetime.fromisoformat(each["at"]),
                text=each["text"],
                time_zone=self.given["timezone"],
            )

    def beginning(self) -> MemoryChange:
        """Return the entities with all their names."""
        began = datetime.fromisoformat(self.given["messages"][0]["at"])
        entities = [
            Entity(
                each["id"],
                each["type"],
                each["name"],
                began,
                speaker=USER_SPEAKER if each["id"] == "user" else "",
            )
            for each in self.given["entities"]
        ]
        names = {
            (each["id"], key): EntityName(each["id"], key, text)
            for each in self.given["entities"]
            for text in (each["name"], *each["aliases"])
            for key in name_keys(text, each["type"])
        }
        return MemoryChange(entities=tuple(entities), names=tuple(names.values()))

    def told_by(self, message_id: str) -> MemoryChange:
        """Return what one message adds or ends, and whom it mentions."""
        facts = [
            self._fact(row, message_id)
            for row in self.given["facts"]
            if message_id in (row["source_message"], self._ender(row))
        ]
        mentions = [
            Mention(
                entity["id"],
                self.given["id"],
                message_id,
                each["start"],
                each["end"],
                each["text"],
                indirect=each["indirect"],
            )
            for entity in self.given["entities"]
            for each in entity["mentions"]
            if each["message"] == message_id
        ]
        return MemoryChange(facts=tuple(facts), mentions=tuple(mentions))

    def _ender(self, row: Json) -> str | None:
        """Return the message by which a fact's end was known; None: it was known from the start."""
        if row["superseded_by"]:
            rows = {each["id"]: each for each in self.given["facts"]}
            ender: str = rows[row["superseded_by"]]["source_message"]
            return ender
        ended_by: str | None = row.get("ended_by_message")
        return ended_by

    def _fact(self, row: Json, told_by: str) -> Fact:
        ends_now = self._ender(row) == told_by
        until = datetime.fromisoformat(row["valid_until"]) if row["valid_until"] else None
        is_entity = row["value_type"] == "entity"
        names = {each["id"]: each["name"] for each in self.given["entities"]}
        return Fact(
            id=row["id"],
            subject_id=row["subject"],
            key=shipped_schema().fold(row["key"]),
            value=names[row["value"]] if is_entity else row["value"],
            object_id=row["value"] if is_entity else None,
            kind=FactKind(row["kind"]),
            confidence=0.6 if row["certainty"] == "hedged" else 0.95,
            thread_id=self.given["id"],
            source_message_id=row["source_message"],
            quote=(0, 0),
            said_by=Speaking.USER,
            valid_from=datetime.fromisoformat(row["valid_from"]),
            recorded_from=self.at(row["source_message"]),
            valid_until=until if ends_now else None,
            superseded_by=row["superseded_by"] if ends_now else None,
            expires=_expiry(row, None if self._ender(row) else until),
        )


def _expiry(row: Json, lapses: datetime | None) -> Expiry | None:
    if not row["expires"]:
        return Expiry(at=lapses) if lapses else None
    kind, _, rest = row["expires"].partition(": ")
    if kind == "condition":
        return Expiry(at=lapses, condition=rest)
    if kind == "at":
        return Expiry(at=datetime.fromisoformat(rest))
    length = iso_duration(row["expires"])
    return Expiry(at=datetime.fromisoformat(row["valid_from"]) + length, duration=length)


async def predicted(conversation: Json, budgets_tokens: tuple[int, ...]) -> dict[int, Json]:
    """Return by budget a prediction with the gold facts, and what recall chose of them."""
    tale = Tale(conversation)
    gold = {name: conversation[name] for name in ("id", "entities", "facts")}
    answers: defaultdict[int, list[Json]] = defaultdict(list)
    with TemporaryDirectory() as folder:
        async with opened(Path(folder)) as held:
            async for tokens, answer in _answers(held, tale, budgets_tokens):
                answers[tokens].append(answer)
    return {tokens: {**gold, "queries": answers[tokens]} for tokens in budgets_tokens}


async def _answers(
    held: Opened, tale: Tale, budgets_tokens: tuple[int, ...]
) -> AsyncIterator[tuple[int, Json]]:
    scope, store = Scope(tale.given["id"]), held.store.parts.memory
    await store.decide(scope, _changing(tale.beginning()))
    for message in tale.messages():
        await store.add_message(scope, message, _changing(tale.told_by(message.id)))
        for query in tale.given["queries"]:
            if query["at_message"] == message.id:
                while await held.memory.tending.step():
                    continue
                for tokens in budgets_tokens:
                    yield tokens, await _answer(held, message, query, tokens)


async def _answer(held: Opened, message: LogMessage, query: Json, tokens: int) -> Json:
    asked = RecallQuery(
        text=query["question"],
        as_of=message.at,
        budget_tokens=tokens,
        zone=message.time_zone,
        thread_id=message.thread_id,
        turns=False,
    )
    context = await held.memory.recall.recall(Scope(message.thread_id), asked)
    subjects = [known.subject.id for known in context.facts[:NEAREST]]
    return {
        "query": query["id"],
        "entities": list(dict.fromkeys(subjects)),
        "unknown": not context.is_known,
        "context": context.text,
        "facts": [
            {"fact": known.id, "as": SHOWN_AS.get(known.state, "past")} for known in context.facts
        ],
    }


def _changing(change: MemoryChange) -> Callable[[MemoryView], tuple[MemoryChange, None]]:
    return lambda _: (change, None)
