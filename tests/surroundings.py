"""What keeps a test to this machine, and the settings that it runs with."""

import socket
from collections.abc import Callable

from kesher.config.settings import Settings
from kesher.server.gate import is_loopback

MakeSettings = Callable[..., Settings]
"""Makes settings over an empty data folder; any setting may be given by its name."""


class OutsideNetworkError(AssertionError):
    """A test wanted to reach another machine."""


def refuse_outside(opened: socket.socket, address: object) -> None:
    """Raise OutsideNetworkError if a socket is about to leave this machine."""
    if opened.family not in (socket.AF_INET, socket.AF_INET6):
        return
    host = str(address[0]) if isinstance(address, tuple) else str(address)
    if not is_loopback(host):
        raise OutsideNetworkError(f"A test tried to reach {address}. Serve it on 127.0.0.1.")
