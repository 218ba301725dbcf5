"""The sample room: an invented company's handbook, loaded with one click or one command."""

from dataclasses import dataclass

from kesher.app.ingest import Ingest
from kesher.app.rooms import Rooms
from kesher.domain.document import Room
from kesher.domain.scope import RoomScope, Scope
from kesher.errors import ConflictError
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
        own = [room for room in await self.rooms.store.rooms(scope) if _is_sample(room)]
        room = own[0] if own else await self._made(scope)
        for sample in sample_files():
            with sample.path.open("rb") as file:
                await self.ingest.add(RoomScope(scope.tenant_id, room.id), sample.name, file)
        return room

    async def _made(self, scope: Scope) -> Room:
        """Make the room under the first name that nobody else's has: names are a server's."""
        name, number = ROOM_NAME, 1
        while True:
            try:
                return await self.rooms.create(scope, name)
            except ConflictError:
                number += 1
                name = f"{ROOM_NAME} {number}"


def _is_sample(room: Room) -> bool:
    return f"{room.name} ".startswith(f"{ROOM_NAME} ")
