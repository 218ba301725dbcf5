"""Memory out of the store: the log as JSON lines, entities and facts as Cypher."""

from collections.abc import AsyncIterator, Sequence

from kesher.domain.scope import Scope
from kesher.memory.cypher import statements
from kesher.memory.log_lines import log_line
from kesher.ports.memory import MemoryStore, MemoryView

_AT_ONCE = 1_000


async def log_lines(store: MemoryStore, scope: Scope) -> AsyncIterator[str]:
    """Yield the log's messages as JSON lines, conversation by conversation, oldest first."""
    for head in await store.log_threads(scope):
        after: str | None = None
        while True:
            messages = await store.log(scope, head.id, after=after, limit=_AT_ONCE)
            for message in messages:
                yield log_line(message)
            if len(messages) < _AT_ONCE:
                break
            after = messages[-1].id


async def cypher_lines(store: MemoryStore, scope: Scope) -> Sequence[str]:
    """Return the statements that make the tenant's graph in a graph database."""
    entities = await store.entity_list(scope)

    def read(view: MemoryView) -> list[str]:
        facts = view.facts(subjects=[each.id for each in entities], history=True)
        return list(statements(entities, facts))

    return await store.look(scope, read)
