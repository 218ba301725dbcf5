"""An agent's memory: it hears the person, and gives each request what is known of them."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from kesher.app.agent.log import Log
from kesher.app.memory.conversing import Asking, Conversing, Opening
from kesher.app.memory.recalling import words_for
from kesher.context.assembly import MEMORY_SOURCE, NOTHING, Recollection
from kesher.context.status.times import STAMP
from kesher.domain.canonical import canonical
from kesher.domain.json_value import JsonObject
from kesher.domain.trajectory import (
    Edit,
    Edited,
    EditKind,
    Entry,
    Event,
    Noted,
    Origin,
    Said,
)
from kesher.errors import InputError

OPENED = "memory"
"""Topic of the note that keeps the ids of the facts that a trajectory began with."""

ERASED = "What stood here was erased from memory."


@dataclass(frozen=True, slots=True)
class AgentMemory:
    """The memory of one tenant beside an agent's trajectories."""

    conversing: Conversing
    tenant: str

    async def hear(self, log: Log, text: str) -> None:
        """Take in what a person says to the agent; what is known of them is frozen before that.

        Raises:
            InputError: the text is too long for memory, or the trajectory began with another
                tenant's memory.
        """
        opening = self._opening(log.events)
        if opening is None:
            opening = await self.conversing.opened(self.tenant, words_for(text))
            await log.append(_note(opening))
        await self.conversing.hear(opening, log.id, text)

    async def recollect(self, log: Log) -> Recollection:
        """Return what memory gives the next request.

        What the tool of memory had told and was erased since is shown no more, by a logged edit.

        Raises:
            InputError: the trajectory began with another tenant's memory.
        """
        opening = self._opening(log.events)
        await self._hide_erased(log)
        if opening is None:
            return NOTHING
        asking = Asking(log.scope.tenant_id, log.id, _latest_words(log.events))
        return await self.conversing.recollect(opening, asking)

    async def _hide_erased(self, log: Log) -> None:
        told = [entry for entry in log.entries if _is_recalled(entry)]
        refs = {ref for entry in told for ref in entry.refs}
        if not refs:
            return
        gone = await self.conversing.erased(self.tenant, refs)
        hidden = tuple(entry.sequence for entry in told if not gone.isdisjoint(entry.refs))
        if hidden:
            edit = Edit(
                id=f"erased_{len(log.events)}",
                kind=EditKind.REPLACE,
                targets=hidden,
                replacements=(ERASED,) * len(hidden),
                reason="What memory had told was erased from it.",
                layer=OPENED,
            )
            await log.append(Edited(edit))

    def _opening(self, events: Sequence[Event]) -> Opening | None:
        note = _opened(events)
        return None if note is None else self._read(note)

    def _read(self, note: Noted) -> Opening:
        body = json.loads(note.body)
        if body["tenant"] != self.tenant:
            raise InputError(
                f"The trajectory began with the memory of `{body['tenant']}`, not of "
                f"`{self.tenant}`. Go on with that one, or begin a new trajectory."
            )
        return Opening(
            self.tenant, tuple(body["facts"]), datetime.fromisoformat(body["at"]), body["words"]
        )


def remembered_by(events: Sequence[Event]) -> str | None:
    """Return the tenant whose memory a trajectory began with; None: it has none."""
    note = _opened(events)
    return None if note is None else str(json.loads(note.body)["tenant"])


def _opened(events: Sequence[Event]) -> Noted | None:
    for event in events:
        if isinstance(event.payload, Noted) and event.payload.topic == OPENED:
            return event.payload
    return None


def _is_recalled(entry: Entry) -> bool:
    return entry.source == MEMORY_SOURCE and entry.message.text != ERASED


def _note(opening: Opening) -> Noted:
    body: JsonObject = {
        "tenant": opening.tenant,
        "facts": list(opening.facts),
        "at": opening.at.isoformat(),
        "words": opening.words,
    }
    return Noted(OPENED, canonical(body))


def _latest_words(events: Sequence[Event]) -> str:
    """Return what the person said last, without the time that was put before it."""
    for event in reversed(events):
        said = event.payload
        if isinstance(said, Said) and said.origin is Origin.USER and said.message.text:
            return STAMP.sub("", said.message.text, count=1)
    return ""
