"""A model's wish to remember something, taken in by what it was made from."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from kesher.app.memory.conversing import ASSISTANT_SPEAKER
from kesher.app.memory.remembering import Remember
from kesher.context.guard.quarantine import Quarantined, classify_write
from kesher.domain.log import LogMessage, Speaking
from kesher.domain.scope import Scope
from kesher.domain.trajectory import Entry
from kesher.memory.hearing import Hearing
from kesher.memory.noting import Kept, noted, quarantined
from kesher.ports.memory import MemoryChange, MemoryView

HELD_TEXT = "A note of the assistant waits for a person's decision."
"""Stands in the log for a note that nothing may read yet."""

_Change: TypeAlias = tuple[MemoryChange, Kept]


@dataclass(frozen=True, slots=True)
class Note:
    """Stores notes of a model.

    Attributes:
        remember: Whose log and rules take them in.
    """

    remember: Remember

    async def add(
        self, scope: Scope, thread_id: str, text: str, seen: Sequence[Entry]
    ) -> Quarantined | None:
        """Store a note; return why it waits for a person, None where it does not.

        Args:
            seen: All messages that the model has seen: a note from content by others that gives
                orders, or stands only there, is held until a person accepts it.
        """
        verdict = classify_write(text, seen)
        held = verdict if isinstance(verdict, Quarantined) else None
        message = self._message(thread_id, HELD_TEXT if held else text, is_held=held is not None)
        hearing = Hearing(self.remember.schema, self.remember.new_id, self.remember.clock())

        def deciding(view: MemoryView) -> _Change:
            if held is None:
                return noted(message, view, hearing)
            return quarantined(message, text, held.reason, view, hearing)

        await self.remember.store.add_message(scope, message, deciding)
        self.remember.wake()
        return held

    def _message(self, thread_id: str, text: str, *, is_held: bool) -> LogMessage:
        message = LogMessage(
            id=self.remember.new_id("msg"),
            thread_id=thread_id,
            role=Speaking.ASSISTANT,
            at=self.remember.clock(),
            text=text,
            speaker=ASSISTANT_SPEAKER,
            time_zone=self.remember.zone,
        )
        return replace(message, injected=((0, len(text)),)) if is_held else message
