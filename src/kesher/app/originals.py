"""Originals that come in while others are removed: the same bytes may be both at once.

Within this process a lock keeps the two apart. Another process on the same files may remove them
between their arrival and the document that refers to them; whoever stored that looks once more.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from functools import partial
from typing import BinaryIO

from kesher.ports.blobs import BlobStore
from kesher.ports.stores import DocumentStore


class Originals:
    """Stores and removes originals, so that none is removed while it is arriving."""

    def __init__(self, blobs: BlobStore, store: DocumentStore) -> None:
        self._blobs = blobs
        self._store = store
        self._arriving: Counter[str] = Counter()
        self._lock = asyncio.Lock()

    @asynccontextmanager
    async def arriving(
        self, source: BinaryIO, *, limit_bytes: int
    ) -> AsyncIterator[tuple[str, int]]:
        """Store a stream and hold it for as long as the context lasts; gives (sha256, bytes).

        If no document refers to it at the end, it is removed.

        Raises:
            DocumentTooLargeError, StorageFullError: as `BlobStore.put`.
        """
        sha256, size_bytes = await self._blobs.put(source, limit_bytes=limit_bytes)
        async with self._lock:
            self._arriving[sha256] += 1
            if not self._blobs.holds(sha256):  # removed in between
                source.seek(0)
                await self._blobs.put(source, limit_bytes=limit_bytes)
        try:
            yield sha256, size_bytes
            if not self._blobs.holds(sha256):
                source.seek(0)
                await self._blobs.put(source, limit_bytes=limit_bytes)
        finally:
            self._arriving[sha256] -= 1
            await self.drop([sha256])

    async def drop(self, digests: Iterable[str]) -> None:
        """Remove those that no document refers to and that are not arriving."""
        for sha256 in digests:
            async with self._lock:
                if not self._arriving[sha256]:
                    del self._arriving[sha256]
                    drop = partial(self._blobs.delete_now, sha256)
                    await self._store.unless_referred_to(sha256, drop)
