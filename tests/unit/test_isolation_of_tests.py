"""The fixtures that keep tests on this machine and free of a person's own settings."""

import os
import socket

import pytest

from surroundings import OutsideNetworkError


@pytest.mark.parametrize("address", ["192.0.2.1", "2001:db8::1"])
def test_a_connection_to_another_machine_is_refused(address: str) -> None:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.socket(family) as opened, pytest.raises(OutsideNetworkError, match="tried to"):
        opened.connect((address, 80))


def test_a_connection_to_this_machine_is_made() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        socket.create_connection(listening.getsockname()).close()


def test_no_setting_of_the_environment_is_left() -> None:
    kept = {"KESHER_SHARED", "KESHER_CACHE_FOLDER"}
    assert {name for name in os.environ if name.startswith("KESHER_")} <= kept
