"""Server-sent events to the data that they carry, as models stream it.

Source: HTML standard, 9.2.6, "Interpreting an event stream".
"""


class EventData:
    """Reads one stream, cut anywhere. An event that the stream's end cuts off is none."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, piece: bytes) -> list[str]:
        """Take more of the stream, and return the data of the events that are whole by now.

        Raises:
            ValueError: data is no UTF-8.
        """
        held = self._rest + piece
        # The other half of a line break may still come.
        half = b"\r" if held.endswith(b"\r") else b""
        if b"\r" in held:
            whole = held[: len(held) - len(half)]
            held = whole.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        *events, rest = held.split(b"\n\n")
        self._rest = rest + half
        return [data for data in map(_data, events) if data]


def _data(event: bytes) -> str:
    lines = [line[5:] for line in event.split(b"\n") if line.startswith(b"data:")]
    return b"\n".join([line.removeprefix(b" ") for line in lines]).decode()
