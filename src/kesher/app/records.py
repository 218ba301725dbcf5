"""The records behind answers: looked at, and shared by a link within their room."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from kesher.answer.record_viewing import Held, view
from kesher.app.looking import Looking
from kesher.domain.answer import Answer
from kesher.domain.answer_record import KEPT_RANKS, AnswerRecord, Share
from kesher.domain.record_view import RecordView
from kesher.domain.request import SentRequest
from kesher.domain.scope import RoomScope, Scope
from kesher.errors import InputError, NotFoundError, ShareEndedError
from kesher.ports.answer_records import AnswerRecordStore
from kesher.ports.clock import Clock, NewId
from kesher.ports.stores import Store

MOST_SHARE_HOURS = 24 * 366


@dataclass(frozen=True, slots=True)
class Records:
    """Shows records of answers, and shares them with people who may see their room.

    Attributes:
        looking: Shows the vectors behind them.
    """

    store: Store
    records: AnswerRecordStore
    looking: Looking
    clock: Clock
    new_id: NewId

    async def show(self, scope: Scope, answer_id: str, *, ranks: int = KEPT_RANKS) -> RecordView:
        """Return how an answer came about.

        Args:
            ranks: How deep into each ranking chunks are shown that were no hits; from 0.

        Raises:
            NotFoundError: no such answer, or it has no record.
        """
        record = await self.records.answer_record(scope, answer_id)
        return await self._view(record, scope, ranks, shared=False)

    async def share(self, scope: Scope, answer_id: str, *, hours: float | None = None) -> Share:
        """Return a new link to an answer's record.

        Args:
            hours: How long it opens the record; None: until it is revoked.

        Raises:
            NotFoundError: no such answer, or it has no record.
            InputError: `hours` is not above 0, or more than a year.
        """
        if hours is not None and not 0 < hours <= MOST_SHARE_HOURS:
            raise InputError(
                f"A link cannot end after {hours:g} hours. Give more than 0 and at most "
                f"{MOST_SHARE_HOURS:,}, or none for a link that stays until it is revoked."
            )
        record = await self.records.answer_record(scope, answer_id)
        now = self.clock()
        ends = None if hours is None else now + timedelta(hours=hours)
        share = Share(self.new_id("shr"), record.room_id, answer_id, now, ends)
        await self.records.add_share(scope, share)
        return share

    async def shares(self, scope: Scope, answer_id: str) -> Sequence[Share]:
        """Return the links to a record, oldest first, those that have ended included.

        Raises:
            NotFoundError: no such answer, or it has no record.
        """
        await self.records.answer_record(scope, answer_id)
        return await self.records.shares(scope, answer_id)

    async def open_share(
        self, scope: RoomScope, share_id: str, *, ranks: int = KEPT_RANKS
    ) -> RecordView:
        """Return the record that a link of this room opens, without what memory told.

        Raises:
            NotFoundError: the room has no such link.
            ShareEndedError: it was revoked, or its time is over.
        """
        share = await self.records.share(scope, share_id)
        if not share.is_open(self.clock()):
            raise ShareEndedError(share_id, revoked=share.revoked_at is not None)
        record = await self.records.answer_record(scope, share.answer_id)
        return await self._view(record, scope, ranks, shared=True)

    async def revoke(self, scope: RoomScope, share_id: str) -> None:
        """End a link of this room now. Raises NotFoundError."""
        await self.records.revoke_share(scope, share_id, at=self.clock())

    async def _view(
        self, record: AnswerRecord, scope: Scope, ranks: int, *, shared: bool
    ) -> RecordView:
        room = RoomScope(scope.tenant_id, record.room_id)
        answer = await self._answer(room, record)
        held = Held(
            chunks=await self.store.join(room, _named_chunks(record, ranks), superseded=True),
            documents={each.id: each for each in await self.store.documents(room, superseded=True)},
            requests=await self._requests(room, record),
        )
        return view(record, answer, held, ranks=ranks, shared=shared)

    async def _answer(self, room: RoomScope, record: AnswerRecord) -> Answer:
        answers = await self.store.answers(room, record.thread_id)
        for answer in answers:
            if answer.id == record.answer_id:
                return answer
        raise NotFoundError("answer", record.answer_id)

    async def _requests(self, room: RoomScope, record: AnswerRecord) -> dict[str, SentRequest]:
        wanted = [call.request_id for call in record.calls]
        return {each: await self.store.request(room, each) for each in wanted}


def _named_chunks(record: AnswerRecord, ranks: int) -> list[str]:
    """Return the ids of all chunks that a view of this depth shows, each once."""
    found: dict[str, None] = {}
    for search in record.retrievals:
        found.update((hit.chunk_id, None) for hit in search.hits)
        for ranking in search.rankings.values():
            found.update((each.chunk_id, None) for each in ranking[:ranks])
    return list(found)
