"""What pages tell of each other once all are read: running heads and feet, headings."""

from collections.abc import Sequence

from kesher.documents.headings import mark_headings
from kesher.documents.letter_foot import mark_feet
from kesher.documents.running import mark_running
from kesher.domain.document import OutlineEntry, Page


def structured(pages: Sequence[Page], outline: Sequence[OutlineEntry] = ()) -> list[Page]:
    """Give the lines of a document's pages the roles that only the whole document shows.

    Args:
        pages: In order; pages that could not be read are missing.
        outline: The file's bookmarks, if it has some.

    Returns:
        As many pages; their texts and boxes are unchanged.
    """
    return mark_headings(mark_feet(mark_running(pages)), outline)
