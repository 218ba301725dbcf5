"""A way to a server that can be cut, as a network is."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit

_PIECE_BYTES = 65_536


class Relay:
    """Passes every connection on to a server on loopback, until it is cut."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self._to = (parts.hostname or "127.0.0.1", parts.port or 80)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._open: set[socket.socket] = set()
        self.address = f"http://127.0.0.1:{self._listening.getsockname()[1]}"

    def cut(self) -> None:
        """End all connections that are open now; new ones are passed on."""
        for one in list(self._open):
            _shut(one)

    def serve(self) -> None:
        """Pass connections on until `close`."""
        passing = []
        with suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                passing.append(threading.Thread(target=self._pass_on, args=(near,)))
                passing[-1].start()
        self.cut()
        for each in passing:
            each.join()

    def close(self) -> None:
        """Take no more connections, and end those that are open."""
        _shut(self._listening)
        self._listening.close()

    def _pass_on(self, near: socket.socket) -> None:
        with near, socket.create_connection(self._to) as far:
            self._open |= {near, far}
            back = threading.Thread(target=_pump, args=(far, near))
            back.start()
            _pump(near, far)
            back.join()
            self._open -= {near, far}


def _pump(source: socket.socket, sink: socket.socket) -> None:
    with suppress(OSError):
        while piece := source.recv(_PIECE_BYTES):
            sink.sendall(piece)
    _shut(source)
    _shut(sink)


def _shut(one: socket.socket) -> None:
    with suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)


@contextmanager
def relayed(address: str) -> Iterator[Relay]:
    """Give a way to the server at the address while the block lasts."""
    relay = Relay(address)
    serving = threading.Thread(target=relay.serve, daemon=True)
    serving.start()
    try:
        yield relay
    finally:
        relay.close()
        serving.join()
