"""Programs that fill the memories of many tenants at once, and what must then be there."""

import asyncio
import random
import threading
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import Connection

from contract.remembered import THREAD, entity, fact, mention, message
from kesher.adapters.sql.store import SqlStore
from kesher.domain.entity import EntityName
from kesher.domain.log import LogMessage
from kesher.domain.scope import Scope
from kesher.ports.memory import Deciding, MemoryChange, MemoryStore, MemoryView

PROCESSES = 2
THREADS = 8
TENANTS = 50
WAIT_SECONDS = 600

_SCRIPTS = ("דייר", "דייר\u200f", "tenant", "\U0001f9d1\u200d\U0001f4bb", "مستأجر", "жилец")


def tenants() -> list[Scope]:
    """Names that differ in script, in marks that nobody sees, and in numbers."""
    return [Scope(f"{_SCRIPTS[n % len(_SCRIPTS)]} {n // len(_SCRIPTS)}") for n in range(TENANTS)]


def fill_together(database_url: str, *, rounds: int) -> None:
    """Let every thread of every process add `rounds` messages to every tenant, all at once."""
    with ProcessPoolExecutor(PROCESSES, get_context("spawn")) as pool:
        running = [pool.submit(_fill_in_threads, database_url, n, rounds) for n in range(PROCESSES)]
        for one in running:
            one.result(timeout=WAIT_SECONDS)


def _fill_in_threads(database_url: str, process: int, rounds: int) -> None:
    """Fill from eight threads that share one loop, as the threads of a program share an engine."""
    store = SqlStore.open(database_url, busy_seconds=WAIT_SECONDS)
    loop = asyncio.new_event_loop()
    running = threading.Thread(target=loop.run_forever)
    running.start()

    def one(thread: int) -> None:
        filling = _fill(store.parts.memory, process * THREADS + thread, rounds)
        asyncio.run_coroutine_threadsafe(filling, loop).result(WAIT_SECONDS)

    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(one, range(THREADS)))
    asyncio.run_coroutine_threadsafe(store.close(), loop).result(WAIT_SECONDS)
    loop.call_soon_threadsafe(loop.stop)
    running.join()
    loop.close()


async def _fill(memory: MemoryStore, worker: int, rounds: int) -> None:
    for number in range(rounds):
        order = tenants()
        random.Random(f"{worker} {number}").shuffle(order)  # noqa: S311 - an order, not a secret
        for scope in order:
            await memory.add_message(scope, *said(scope, f"{worker}-{number}"))


def said(scope: Scope, identifier: str) -> tuple[LogMessage, Deciding[int]]:
    """A message with its fact, whose value is how many messages there were when it was decided."""

    def deciding(view: MemoryView) -> tuple[MemoryChange, int]:
        place = len(view.messages_before(THREAD, None, limit=100_000))
        change = MemoryChange(
            entities=(entity("ent_dana", scope.tenant_id),),
            names=(EntityName("ent_dana", "שם", scope.tenant_id),),
            mentions=(mention("ent_dana", identifier),),
            facts=(fact(identifier, str(place), source_message_id=identifier, single=False),),
        )
        return change, place

    return message(identifier, f"{scope.tenant_id}: {identifier}"), deciding


async def check_tenant(memory: MemoryStore, scope: Scope, *, messages: int | None = None) -> None:
    """Assert that no row of the tenant is another's, that none is lost, none doubled.

    Args:
        messages: How many there must be; None: not known.
    """
    log = await memory.log(scope, THREAD)
    facts = await memory.look(scope, lambda view: view.facts(history=True))
    mentions = await memory.look(
        scope, lambda view: view.recent_mentions(THREAD, None, limit=len(log) + 1)
    )
    ids = [each.id for each in log]
    assert messages in (None, len(ids))
    assert [each.text for each in log] == [f"{scope.tenant_id}: {each}" for each in ids]
    # Each was decided when all before it were stored, and none besides.
    assert [(each.id, each.value) for each in facts] == [
        (each, str(place)) for place, each in enumerate(ids, start=1)
    ]
    assert [each.message_id for each in mentions] == ids[::-1]
    people = await memory.entity_list(scope)
    assert [each.name for each in people] == [scope.tenant_id] * bool(ids)


class Killed:
    """A program that adds messages until it is killed, and says which the store took."""

    def __init__(self, database_url: str, scope: Scope, *, prefix: str) -> None:
        spawn = get_context("spawn")
        self._heard, said_by = spawn.Pipe(duplex=False)
        self._process = spawn.Process(
            target=_add_until_killed, args=(database_url, scope, prefix, said_by)
        )
        self._process.start()
        said_by.close()

    def after(self, count: int) -> Sequence[str]:
        """Kill it, with no warning, once it has said `count` ids; return all that it said."""
        heard = [self._heard.recv() for _ in range(count)]
        self._process.kill()
        self._process.join(WAIT_SECONDS)
        try:
            while True:
                heard.append(self._heard.recv())
        except EOFError:
            return heard


def _add_until_killed(database_url: str, scope: Scope, prefix: str, heard: Connection) -> None:
    store = SqlStore.open(database_url, busy_seconds=WAIT_SECONDS)

    async def add() -> None:
        number = 0
        while True:
            identifier = f"{prefix}-{number}"
            await store.parts.memory.add_message(scope, *said(scope, identifier))
            heard.send(identifier)
            number += 1

    asyncio.run(add())
