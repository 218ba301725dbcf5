"""Joins the halves of a surrogate pair that a stream sends in two pieces."""

from kesher.text.storable import storable


class PairJoiner:
    """Makes every piece of a stream encodable; one joiner for one stream.

    Some endpoints cut an emoji between two JSON strings, each then ending or beginning with half
    of a pair. A half whose other half never comes becomes U+FFFD.
    """

    def __init__(self) -> None:
        self._half = ""

    def feed(self, piece: str) -> str:
        """Return the piece with the kept half before it, and keep a half at its end."""
        if not self._half and storable(piece) == piece:
            return piece
        text = self._half + piece
        self._half = text[-1] if text and "\ud800" <= text[-1] <= "\udbff" else ""
        whole = text[:-1] if self._half else text
        return storable(_joined(whole))

    def rest(self) -> str:
        """Return U+FFFD for a half that is still kept, else nothing."""
        return storable(self._half)


def _joined(text: str) -> str:
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
