"""Originals held by a second name, so that a backup finds them even if they are deleted."""

import fcntl
import secrets
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from kesher.errors import StoreError
from kesher.ports.backup import PinningFiles, Pins

_LOCK = "lock"


class BlobPins(PinningFiles):
    """Hard links in `held/` beside the `originals/` of a folder of blobs: no bytes are copied."""

    def __init__(self, folder: Path) -> None:
        self._originals = folder / "originals"
        self._held = folder / "held"

    @contextmanager
    def pinned(self, digests: Sequence[str]) -> Iterator[Pins]:
        """Hold originals for as long as the context lasts; what a dead process held is let go."""
        self._let_go_of_abandoned()
        place = self._held / secrets.token_hex(8)
        place.mkdir(parents=True)
        try:
            with (place / _LOCK).open("wb") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX)
                missing = [digest for digest in digests if not self._hold(digest, place)]
                yield HeldFiles(place, tuple(missing))
        finally:
            shutil.rmtree(place, ignore_errors=True)

    def _hold(self, sha256: str, place: Path) -> bool:
        try:
            (place / sha256).hardlink_to(self._originals / sha256[:2] / sha256)
        except FileNotFoundError:
            return False
        except OSError as error:
            raise StoreError(
                f"The originals cannot be held while they are written to a backup ({error}). The "
                f"file system of `{self._originals}` has to allow hard links; stop the server and "
                f"copy the folder instead."
            ) from error
        return True

    def _let_go_of_abandoned(self) -> None:
        for place in self._held.glob("*"):
            with suppress(OSError), (place / _LOCK).open("rb") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(place)


class HeldFiles(Pins):
    """What is held, by digest."""

    def __init__(self, place: Path, missing: tuple[str, ...]) -> None:
        self._place = place
        self._missing = missing

    @property
    def missing(self) -> tuple[str, ...]:
        """Those that were not there."""
        return self._missing

    def open(self, sha256: str) -> BinaryIO:
        """Open one that was there."""
        return (self._place / sha256).open("rb")
