"""The vectors of single chunks, on both databases."""

import numpy as np
import pytest

from contract.samples import EMBEDDER, ROOM, SCOPE, chunks, publish
from kesher.adapters.sql.store import SqlStore
from kesher.domain.scope import RoomScope
from kesher.ports.stores import Store

pytestmark = pytest.mark.anyio


async def test_chunks_give_the_vectors_that_one_model_made_of_them(store: Store) -> None:
    assert isinstance(store, SqlStore)
    await publish(store)
    vectors = store.parts.chunk_vectors
    ids = [chunk.id for chunk in chunks("doc_a")]
    found = await vectors.vectors_of(SCOPE, [*ids[:2], "chk_gone"], embedder=EMBEDDER)
    assert set(found) == set(ids[:2])
    for made in found.values():
        assert made.dtype == np.float32
        assert float(np.linalg.norm(made)) == pytest.approx(1, abs=1e-5)
    assert await vectors.vectors_of(SCOPE, ids, embedder="another@2") == {}
    elsewhere = RoomScope(SCOPE.tenant_id, f"{ROOM.id}_not")
    assert await vectors.vectors_of(elsewhere, ids, embedder=EMBEDDER) == {}
    assert await vectors.vectors_of(SCOPE, [], embedder=EMBEDDER) == {}
