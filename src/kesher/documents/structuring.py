"""What pages tell of each other once all are read: running heads and feet, page numbers."""

from collections.abc import Sequence

from kesher.documents.running import mark_running
from kesher.domain.document import Page


def structured(pages: Sequence[Page]) -> list[Page]:
    """Give the lines of a document's pages the roles that only the whole document shows.

    Args:
        pages: In order; pages that could not be read are missing.

    Returns:
        As many pages; their texts and boxes are unchanged.
    """
    return mark_running(pages)
