"""What a room's documents are about, by their own headings."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from kesher.domain.scope import RoomScope


class Headed(NamedTuple):
    """What stands under one heading of a document.

    Attributes:
        section: The headings, the highest first; at least one.
        chunks: How many chunks stand under them.
    """

    document_id: str
    section: tuple[str, ...]
    chunks: int


class HeadingStore(Protocol):
    """The headings of the documents that are searched."""

    async def headings(self, scope: RoomScope) -> Sequence[Headed]:
        """Return what stands under headings, document by document, in the order of reading."""
        ...
