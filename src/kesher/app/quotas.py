"""How much may be kept: the documents of a room, and the bytes of all originals."""

import asyncio
from dataclasses import dataclass

from kesher.domain.scope import RoomScope
from kesher.errors import QuotaError
from kesher.ports.blobs import BlobStore
from kesher.ports.stores import DocumentStore


@dataclass(frozen=True, slots=True)
class Quotas:
    """What the settings allow to be kept; 0 allows any number.

    Uploads that arrive at the same moment may together pass that of bytes by as many as they are;
    that of a room, where several servers take them, by as many as there are servers.
    """

    room_documents: int = 0
    store_bytes: int = 0

    async def check_room(self, store: DocumentStore, scope: RoomScope, sha256: str) -> None:
        """Let in one more document of these bytes; those that the room has count once.

        Raises:
            QuotaError: the room is full.
        """
        if not self.room_documents:
            return
        held = await store.documents(scope)
        if len(held) < self.room_documents or any(each.sha256 == sha256 for each in held):
            return
        raise QuotaError(
            f"The room has {len(held):,} documents, as many as one may have. Delete some, use "
            f"another room, or have `room_documents_limit` raised."
        )

    async def check_store(self, blobs: BlobStore, size_bytes: int) -> None:
        """Let in a file that is there already, if all originals with it are not too many bytes.

        Raises:
            QuotaError: they are.
        """
        if not self.store_bytes:
            return
        total = await asyncio.to_thread(blobs.total_bytes)
        if total > self.store_bytes:
            raise QuotaError(
                f"With this file of {size_bytes:,} bytes the originals would take {total:,}, and "
                f"{self.store_bytes:,} are allowed. Delete documents, or have `store_limit_bytes` "
                f"raised."
            )
