"""Who pays for texts that an endpoint makes vectors of, and for what memory reads."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime

import numpy as np
import pytest
from numpy.typing import NDArray

from kesher.app.billing import CountedChat, CountedEmbedder, Meter, bill_to, billed_to, memory_of
from kesher.context.profiles import profile
from kesher.domain.message import Message, Role
from kesher.domain.scope import RoomScope, Scope
from kesher.domain.usage import Sums, UsageBy, UsageFilter, UsageKey, UsageRow
from kesher.ports.models import ChatDelta, ChatRequest, FinishReason

pytestmark = pytest.mark.anyio

NOW = datetime(2026, 11, 30, 23, 59, tzinfo=UTC)
HERS = RoomScope(room_id="room_hr", user_id="usr_dana")


@pytest.fixture(autouse=True)
def _nobody() -> None:
    """Begin with nobody to bill: tests before may have left their caller in this context."""
    bill_to(Scope())


@dataclass
class Counted:
    """A usage store that keeps what it is told."""

    told: list[tuple[UsageKey, Sums]] = field(default_factory=list)

    async def count(self, scope: Scope, key: UsageKey, sums: Sums) -> None:
        assert scope == Scope()
        self.told.append((key, sums))

    async def usage(self, scope: Scope, wanted: UsageFilter, by: UsageBy) -> Sequence[UsageRow]:
        raise AssertionError((scope, wanted, by))


class Words:
    """Counts a word as a token."""

    def count(self, text: str) -> int:
        return len(text.split())


class Vectors:
    name = "vectors@2"
    dimensions = 2

    async def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return np.ones((len(texts), 2), np.float32)

    async def embed_query(self, text: str) -> NDArray[np.float32]:
        return np.ones(2, np.float32)


class Reader:
    name = "model-א"

    async def stream(self, request: ChatRequest) -> AsyncIterator[ChatDelta]:
        yield ChatDelta("[]")
        yield ChatDelta(finish=FinishReason.STOP, input_tokens=100, output_tokens=7)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def _meter(store: Counted) -> Meter:
    return Meter(store, lambda: NOW)


async def test_texts_are_counted_for_the_room_and_person_of_the_work() -> None:
    store = Counted()
    embedder = CountedEmbedder(Vectors(), Words(), _meter(store))
    with billed_to(HERS):
        await embedder.embed_passages(["שלום לך", "كم يوما هنا"])
    await embedder.embed_query("Сколько дней?")
    key = UsageKey(date(2026, 11, 30), "usr_dana", "room_hr", "vectors@2", "embedding")
    assert store.told[0] == (key, Sums(requests=1, input_tokens=5))
    assert (store.told[1][0].user_id, store.told[1][1].input_tokens) == ("", 2)


async def test_tasks_that_work_begins_are_counted_for_it_too_and_others_are_not() -> None:
    store = Counted()
    embedder = CountedEmbedder(Vectors(), Words(), _meter(store))

    async def ask(scope: Scope) -> None:
        bill_to(scope)
        await asyncio.create_task(embedder.embed_query("שאלה"))

    await asyncio.gather(
        asyncio.create_task(ask(HERS)), asyncio.create_task(ask(Scope(user_id="usr_sami")))
    )
    assert sorted((key.user_id, key.room_id) for key, _ in store.told) == [
        ("usr_dana", "room_hr"),
        ("usr_sami", ""),
    ]


async def test_what_memory_reads_is_counted_for_whose_memory_it_is() -> None:
    store = Counted()
    chat = CountedChat(Reader(), profile("generic"), _meter(store))
    request = ChatRequest((Message(Role.USER, "אני גרה בחיפה"),), 100)
    with billed_to(memory_of("usr_dana")):
        assert [delta.text async for delta in chat.stream(request)] == ["[]", ""]
    ((key, sums),) = store.told
    assert (key.user_id, key.model, key.purpose) == ("usr_dana", "model-א", "memory")
    assert sums == Sums(requests=1, input_tokens=100, output_tokens=7)
    assert memory_of("local").user_id is None
