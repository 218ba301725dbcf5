"""Files by content: the originals, and what can be made from them again."""

from pathlib import Path
from typing import BinaryIO, Protocol


class BlobStore(Protocol):
    """Originals by the SHA-256 of their bytes; shared by documents, counted by the store."""

    async def put(self, source: BinaryIO, *, limit_bytes: int) -> tuple[str, int]:
        """Store a stream whole or not at all; return (sha256 hex digest, size in bytes).

        Raises:
            DocumentTooLargeError: more than `limit_bytes`.
            StorageFullError: the disk has no room.
        """
        ...

    def holds(self, sha256: str) -> bool:
        """Tell whether the bytes are there."""
        ...

    def total_bytes(self) -> int:
        """Return how many bytes all originals have together; it looks at each of them."""
        ...

    def path(self, sha256: str) -> Path:
        """Return where the bytes lie, to read only.

        Raises:
            NotFoundError: no such blob.
        """
        ...

    def derived(self, sha256: str, name: str) -> Path:
        """Return where a derived file (a rendition, a page image) lies or may be put."""
        ...

    async def delete(self, sha256: str) -> None:
        """Remove a blob and all that was derived from it; nothing happens if it is gone."""
        ...

    def delete_now(self, sha256: str) -> None:
        """Do what `delete` does, in the calling thread."""
        ...
