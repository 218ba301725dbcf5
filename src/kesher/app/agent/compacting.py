"""Compaction as the loop asks for it: large results at once, the rest when it is due."""

from dataclasses import dataclass, replace

from kesher.app.agent.hooks import Emit, Room
from kesher.app.agent.log import Log
from kesher.app.agent.recorded import Recording
from kesher.app.compact import Compact, Outcome, Session
from kesher.domain.agent import Compacted
from kesher.domain.request import Purpose
from kesher.errors import CompactionError

STOPPED = "stopped"
"""The layer of a `Compacted` that says why nothing was made shorter."""


@dataclass(frozen=True, slots=True)
class Compacting:
    """Shortens what is shown of an agent's trajectory.

    Attributes:
        message_tokens: As `Profile.message_tokens`.
        recording: Records what a summarising model is sent; None: nothing does.
    """

    compact: Compact
    message_tokens: int = 4
    recording: Recording | None = None

    async def make_room(self, log: Log, room: Room, emit: Emit) -> int:
        """Take large results out, and compact where that is due; say each to `emit`.

        A compaction that cannot help is said and let be while the request fits all the same.

        Returns:
            Tokens that a summarising model was sent and wrote.

        Raises:
            CompactionError: nothing more can be made shorter, and the request is too long.
        """
        session = Session(
            trajectory=log.trajectory,
            record=log.append,
            budget_tokens=room.budget_tokens,
            count=room.count,
            reads=room.reads,
            message_tokens=self.message_tokens,
            stop=room.stop,
        )
        compact = self._recorded(log, room)
        cost = _told(await compact.offload(session), emit)
        if not compact.is_due(session):
            return cost
        try:
            return cost + _told(await compact.compact(session), emit)
        except CompactionError as error:
            if room.tokens > room.budget_tokens:
                raise
            emit(Compacted(STOPPED, room.tokens, room.tokens, str(error)))
            return cost

    def _recorded(self, log: Log, room: Room) -> Compact:
        chat = self.compact.chat
        if chat is None or self.recording is None:
            return self.compact
        recorded = self.recording.of(chat, log, room.stop, Purpose.SUMMARY)
        return replace(self.compact, chat=recorded)


def _told(outcome: Outcome, emit: Emit) -> int:
    for compacted in outcome.compacted:
        emit(compacted)
    return outcome.input_tokens + outcome.output_tokens
