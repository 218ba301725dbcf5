"""Versions: the files that one document was, and the one that it is."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Version:
    """Which version of its document a file is.

    A version is current, or superseded, or neither: then it is newer than the current one and is
    not whole yet, or could not be read.

    Attributes:
        number: From 1, rising; that of the current one is the highest of all that were current.
        of: How many versions the document has, this one among them.
        is_current: It is listed, and searched once it is whole.
        superseded_at: Since when another is current in its place; None: it is not superseded.
        superseded_by: Id of the version that is current now; None: it is not superseded.
        reread: Pages whose pictures a person had read in place of their text, in the order of
            asking; a version with some has the bytes of the one that it was made of.
    """

    number: int = 1
    of: int = 1
    is_current: bool = True
    superseded_at: datetime | None = None
    superseded_by: str | None = None
    reread: tuple[int, ...] = ()


ONLY = Version()
"""The version of a document that never had a second one."""
