"""The dense index of a room in several languages: each gives its best and keeps up with changes."""

import numpy as np
import pytest

from kesher.adapters.indexes.matrix import MatrixIndex
from kesher.domain.scope import RoomScope
from kesher.ports.indexes import IndexedChunk
from kesher.testing.change_feed import MemoryFeed

ROOM = RoomScope("דייר", "חדר")
ASKED = np.array([1.0, 0.0], np.float32)
HEBREW = "החזר נסיעות משולם מדי חודש."
ARABIC = "تُدفع مصاريف السفر كل شهر."
RUSSIAN = "Проезд оплачивается ежемесячно."
MIXED = "Travel refunds are paid monthly (החזר)."


def chunk(id_: str, text: str, cosine: float, *, document_id: str = "doc") -> IndexedChunk:
    vector = np.array([cosine, (1 - cosine**2) ** 0.5], np.float32)
    return IndexedChunk(id_, document_id, text, vector)


async def found(feed: MemoryFeed, *, top: int) -> list[tuple[str, str]]:
    ranked = await MatrixIndex(feed, "model").search(ROOM, ASKED, top=top)
    return [(each.chunk_id, each.language) for each in ranked]


@pytest.mark.anyio
async def test_each_language_gives_its_best_however_many_lie_nearer_in_another() -> None:
    feed = MemoryFeed()
    near = [chunk(f"he{at}", HEBREW, 0.95 - 0.01 * at) for at in range(5)]
    far = [chunk("ar", ARABIC, 0.5), chunk("ru", RUSSIAN, 0.6), chunk("en", MIXED, 0.4)]
    feed.put(ROOM, "doc", [*near, *far])
    assert await found(feed, top=2) == [
        ("he0", "he"),
        ("he1", "he"),
        ("ru", "ru"),
        ("ar", "ar"),
        ("en", "en"),
    ]


@pytest.mark.anyio
async def test_a_document_that_comes_back_in_another_language_is_gone_from_the_first() -> None:
    feed = MemoryFeed()
    index = MatrixIndex(feed, "model")
    feed.put(ROOM, "doc", [chunk("old", HEBREW, 0.9)])
    assert [each.chunk_id for each in await index.search(ROOM, ASKED, top=5)] == ["old"]
    feed.put(ROOM, "doc", [chunk("new", ARABIC, 0.9)])
    assert [each.chunk_id for each in await index.search(ROOM, ASKED, top=5)] == ["new"]
    feed.remove(ROOM, "doc")
    assert await index.search(ROOM, ASKED, top=5) == []
