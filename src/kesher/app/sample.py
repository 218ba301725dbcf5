"""The sample room: an invented company's handbook, loaded with one click or one command."""

from dataclasses import dataclass

from kesher.app.ingest import Ingest
from kesher.app.rooms import Rooms
from kesher.domain.document import Room
from kesher.domain.scope import RoomScope, Scope
from kesher.sample.catalog import sample_files

ROOM_NAME = "מדריך העובד (דוגמה)"


@dataclass(frozen=True, slots=True)
class Sample:
    """Loads the sample."""

    rooms: Rooms
    ingest: Ingest

    async def load(self, scope: Scope) -> Room:
        """Return the sample room, made if there is none, its documents queued for reading.

        Documents that are there already stay as they are.
        """
        room = await self.rooms.find_or_create(scope, ROOM_NAME)
        for sample in sample_files():
            with sample.path.open("rb") as file:
                await self.ingest.add(RoomScope(scope.tenant_id, room.id), sample.name, file)
        return room
