"""What search over memory asks of the database: what was written since, and vectors by it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from kesher.domain.fact import Fact
from kesher.domain.log import LogMessage, MessageRef
from kesher.domain.scope import Scope


@dataclass(frozen=True, slots=True)
class Written:
    """What a tenant's memory grew by since a number, in the order of writing.

    Attributes:
        sequence: The newest number that is in it; the next look begins after it.
        turn_vectors, fact_vectors: Vectors saved since, of messages and facts new or old.
        erasures: How many receipts the tenant has: one more, and what was held in memory of it
            must be made anew.
        more: There is more; look again.
    """

    sequence: int
    messages: Sequence[LogMessage]
    facts: Sequence[Fact]
    turn_vectors: Sequence[tuple[MessageRef, NDArray[np.float32]]]
    fact_vectors: Sequence[tuple[str, NDArray[np.float32]]]
    erasures: int
    more: bool


@dataclass(frozen=True, slots=True)
class Vectorless:
    """Messages and facts of one tenant that still lack a vector."""

    scope: Scope
    messages: Sequence[LogMessage]
    facts: Sequence[Fact]


class MemoryVectorStore(Protocol):
    """Vectors of messages and facts. They go with what they belong to."""

    async def written(self, scope: Scope, *, embedder: str, after: int, limit: int) -> Written:
        """Return up to `limit` rows of each kind written after a number, with their vectors."""
        ...

    async def vectorless(self, *, embedder: str, limit: int) -> Vectorless | None:
        """Return the oldest messages and facts of some tenant without a vector of `embedder`."""
        ...

    async def save_memory_vectors(
        self,
        scope: Scope,
        *,
        embedder: str,
        turns: Mapping[MessageRef, NDArray[np.float32]],
        facts: Mapping[str, NDArray[np.float32]],
    ) -> None:
        """Store vectors (float32, unit length); those of what was erased meanwhile are dropped."""
        ...

    async def vectorless_count(self, scope: Scope, *, embedder: str) -> int:
        """Return how many of the tenant's messages and facts still lack a vector."""
        ...
