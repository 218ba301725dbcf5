"""Erasures as a person asks for them: seen first, then made, with a receipt."""

from dataclasses import dataclass

from kesher.app.memory.looking import Looking
from kesher.domain.log import LogMessage, MessageRef
from kesher.domain.scope import Scope
from kesher.memory.rendering import Known
from kesher.ports.memory import Erased, Erasing, Erasure, MemoryStore, MemoryView

SHOWN_AT_ONCE = 200
"""Of messages and of facts; the receipt counts all."""


@dataclass(frozen=True, slots=True)
class WhatGoes:
    """What an erasure would remove, for whoever is to confirm it.

    Attributes:
        receipt: As it would be, all counted; it is not kept.
        messages, facts: The first of them, oldest first.
    """

    receipt: Erased
    messages: tuple[LogMessage, ...]
    facts: tuple[Known, ...]


@dataclass(frozen=True, slots=True)
class Erase:
    """Removes messages, conversations, people and whole memories."""

    store: MemoryStore
    looking: Looking

    async def look(self, scope: Scope, erasure: Erasure) -> WhatGoes:
        """Tell what an erasure would remove, and remove nothing. Raises as `erase`."""
        foreseen = await self.store.foresee(scope, await self._found(scope, erasure))
        refs = foreseen.messages[:SHOWN_AT_ONCE]
        return WhatGoes(
            foreseen.receipt,
            await self.store.look(scope, lambda view: _messages(view, refs)),
            await self.looking.facts_by_id(scope, foreseen.facts[:SHOWN_AT_ONCE]),
        )

    async def erase(self, scope: Scope, erasure: Erasure) -> Erased:
        """Remove it, and return the receipt.

        Args:
            erasure: Of an entity the id or a name.

        Raises:
            NotFoundError: there is no such message, thread or entity.
            InputError: several entities have that name.
        """
        found = await self._found(scope, erasure)
        match found.kind:
            case Erasing.MESSAGE:
                return await self.store.erase_message(scope, *found.ids)
            case Erasing.THREAD:
                return await self.store.erase_thread(scope, *found.ids)
            case Erasing.ENTITY:
                return await self.store.erase_entity(scope, *found.ids)
            case Erasing.TENANT:
                return await self.store.erase_tenant(scope)

    async def _found(self, scope: Scope, erasure: Erasure) -> Erasure:
        if erasure.kind is not Erasing.ENTITY:
            return erasure
        entity = await self.looking.entity(scope, *erasure.ids)
        return Erasure(Erasing.ENTITY, (entity.id,))


def _messages(view: MemoryView, refs: tuple[MessageRef, ...]) -> tuple[LogMessage, ...]:
    found = (view.message(ref.thread_id, ref.message_id) for ref in refs)
    return tuple(message for message in found if message is not None)
