"""A change of the embedding model: the new vectors grow beside the old and are swapped in whole."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

import structlog

from kesher.app.billing import billed_to
from kesher.app.progress import RoomChanges
from kesher.domain.renewal import RoomVectors
from kesher.domain.scope import RoomScope
from kesher.errors import KesherError, NotFoundError
from kesher.ports.clock import Clock
from kesher.ports.indexes import DenseIndex
from kesher.ports.models import Embedder
from kesher.ports.renewals import RenewalStore
from kesher.ports.stores import Store
from kesher.telemetry import raised

_log = structlog.get_logger("kesher.renewing")

IDLE_SECONDS = 5.0
"""How long a change may wait unseen."""

LEASE_SECONDS = 60.0
"""After so long without a batch another process may go on with a room; one batch takes less."""


@dataclass(frozen=True, slots=True)
class RoomModels:
    """Which model a room is searched by.

    Attributes:
        configured: The model of the settings, which all rooms come to.
        named: Gives another model by its name, as far as the settings can still reach it.
    """

    store: RenewalStore
    configured: Embedder
    named: Callable[[str], Embedder | None]

    async def of(self, scope: RoomScope) -> Embedder | None:
        """Return the model by whose vectors a room is searched; None: it can be reached no more."""
        name = await self.store.room_embedder(scope)
        if name is None or name == self.configured.name:
            return self.configured
        return self.named(name)


@dataclass(slots=True)
class Renewing:
    """Runs until it is cancelled. Each batch is stored as it is made, so that nothing is lost.

    Attributes:
        batch: Chunks that get their vectors in one step, after which a stop is heard.
    """

    store: Store
    renewals: RenewalStore
    embedder: Embedder
    dense: DenseIndex
    changes: RoomChanges
    clock: Clock
    batch: int = 32
    _wake: asyncio.Event = field(default_factory=asyncio.Event)

    async def vectors(self, scope: RoomScope) -> RoomVectors:
        """Tell how far a room's vectors of the model that is set are. Raises NotFoundError."""
        return await self.renewals.room_vectors(scope, embedder=self.embedder.name)

    async def stop(self, scope: RoomScope) -> None:
        """Let a room's new vectors grow no further; what has grown is kept."""
        await self.renewals.stop_renewal(scope, stopped=True)

    async def resume(self, scope: RoomScope) -> None:
        """Let a room's new vectors grow on."""
        await self.renewals.stop_renewal(scope, stopped=False)
        self._wake.set()

    async def run(self) -> None:
        """Renew room after room, for ever."""
        while True:
            self._wake.clear()
            if not await self._safely():
                await self._pause()

    async def step(self) -> bool:
        """Renew one room as far as it goes; False where none waits for it.

        Raises:
            KesherError: the model or the store did not serve. What was made is kept.
        """
        scope = await self.renewals.take_renewal(
            embedder=self.embedder.name, now=self.clock(), lease_seconds=LEASE_SECONDS
        )
        if scope is None:
            return False
        try:
            with billed_to(scope):
                await self._grow(scope)
        except NotFoundError as error:
            _log.info("renewing.gone", room=scope.room_id, code=error.code)
        self.changes.announce(scope)
        return True

    async def _grow(self, scope: RoomScope) -> None:
        """Embed what lacks a vector, then swap; documents may come and go meanwhile."""
        name = self.embedder.name
        while True:
            for document_id in await self.renewals.outdated(scope, embedder=name):
                if not await self._document(scope, document_id):
                    return
            if await self.renewals.swap_vectors(scope, embedder=name):
                await self.dense.forget(scope)
                return

    async def _document(self, scope: RoomScope, document_id: str) -> bool:
        """Embed a document's chunks; False where the room was stopped."""
        name = self.embedder.name
        waiting = await self.store.chunks_without_vector(scope, document_id, embedder=name)
        for first in range(0, len(waiting), self.batch):
            batch = waiting[first : first + self.batch]
            made = await self.embedder.embed_passages([each.lead + each.text for each in batch])
            vectors = {each.id: vector for each, vector in zip(batch, made, strict=True)}
            try:
                await self.store.save_vectors(scope, document_id, vectors, embedder=name)
            except NotFoundError:  # the document was deleted, or read anew
                return True
            self.changes.announce(scope)
            if not await self.renewals.hold_renewal(
                scope, now=self.clock(), lease_seconds=LEASE_SECONDS
            ):
                return False
        return True

    async def _safely(self) -> bool:
        try:
            return await self.step()
        except KesherError as error:
            _log.warning("renewing.failed", code=error.code)
        except Exception as error:  # noqa: BLE001 - the loop goes on whatever befalls one room
            _log.error("renewing.failed", exception=raised(error))
        return False

    async def _pause(self) -> None:
        try:
            async with asyncio.timeout(IDLE_SECONDS):
                await self._wake.wait()
        except TimeoutError:
            return
