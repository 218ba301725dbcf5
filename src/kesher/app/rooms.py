"""Making, renaming, archiving and deleting rooms."""

from dataclasses import dataclass, replace

from kesher.app.originals import Originals
from kesher.app.progress import RoomChanges
from kesher.domain.document import Room
from kesher.domain.scope import RoomScope, Scope
from kesher.errors import InputError
from kesher.ports.clock import Clock, NewId
from kesher.ports.indexes import DenseIndex, LexicalIndex
from kesher.ports.stores import Store
from kesher.text.storable import visible

DEFAULT_OCR_LANGUAGES = ("heb", "eng")
NAME_CHARS = 200


@dataclass(frozen=True, slots=True)
class Rooms:
    """Keeps the rooms of a tenant."""

    store: Store
    originals: Originals
    dense: DenseIndex
    lexical: LexicalIndex
    changes: RoomChanges
    clock: Clock
    new_id: NewId

    async def create(
        self, scope: Scope, name: str, *, ocr_languages: tuple[str, ...] = DEFAULT_OCR_LANGUAGES
    ) -> Room:
        """Make a room.

        Raises:
            InputError: the name is blank or too long, or a language is not of Tesseract's names.
            ConflictError: there is a room of that name.
        """
        room = Room(
            self.new_id("room"),
            _checked_name(name),
            self.clock(),
            _checked_languages(ocr_languages),
        )
        await self.store.create_room(scope, room)
        return room

    async def find_or_create(self, scope: Scope, name: str) -> Room:
        """Return the room of that name or id, made if there is none of that name."""
        found = await self.find(scope, name)
        return found or await self.create(scope, name)

    async def find(self, scope: Scope, name_or_id: str) -> Room | None:
        """Return the room whose id this is, else the one of that name, or None."""
        named = None
        for room in await self.store.rooms(scope):
            if name_or_id == room.id:  # before a room that somebody named like another's id
                return room
            named = room if name_or_id == room.name else named
        return named

    async def update(
        self,
        scope: RoomScope,
        *,
        name: str | None = None,
        ocr_languages: tuple[str, ...] | None = None,
        archived: bool | None = None,
    ) -> Room:
        """Change a room's name or languages, or archive it; None leaves what is there.

        Raises:
            InputError, ConflictError, NotFoundError: as for `create`; there is no such room.
        """
        room = await self.store.room(scope)
        if name is not None:
            room = replace(room, name=_checked_name(name))
        if ocr_languages is not None:
            room = replace(room, ocr_languages=_checked_languages(ocr_languages))
        if archived is not None and archived != (room.archived_at is not None):
            room = replace(room, archived_at=self.clock() if archived else None)
        await self.store.update_room(scope, room)
        return room

    async def delete(self, scope: RoomScope) -> None:
        """Delete a room with its documents, indexes, threads and answers."""
        await self.originals.drop(await self.store.delete_room(scope))
        await self.dense.forget(scope)
        await self.lexical.forget(scope)
        self.changes.announce(scope)


def _checked_name(name: str) -> str:
    clean = visible(" ".join(name.split()))
    if not clean or len(clean) > NAME_CHARS:
        raise InputError(f"A room's name has 1 to {NAME_CHARS} characters; this has {len(clean)}.")
    return clean


def _checked_languages(languages: tuple[str, ...]) -> tuple[str, ...]:
    for language in languages:
        if not (language.isascii() and language.replace("_", "").isalnum()):
            raise InputError(
                f"`{language}` is not a name of Tesseract's for a language. "
                f"Use names such as `heb`, `eng`, `ara` or `rus`."
            )
    return tuple(dict.fromkeys(languages))
