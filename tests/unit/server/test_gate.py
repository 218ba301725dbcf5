import pytest
from fastapi import FastAPI

from kesher.config.settings import Settings
from kesher.errors import ConfigurationError
from kesher.server.app import create_app
from kesher.server.gate import Gate, is_loopback


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST", "127.0.0.1", "127.8.9.1", "::1", "[::1]"]
)
def test_this_machines_own_names_are_loopback(host: str) -> None:
    assert is_loopback(host)


@pytest.mark.parametrize(
    "host",
    ["", "0.0.0.0", "192.0.2.1", "::", "localhost.evil.example", "127.1.evil"],  # noqa: S104
)
def test_other_names_are_not_loopback(host: str) -> None:
    assert not is_loopback(host)


def test_a_token_is_taken_only_as_it_is() -> None:
    gate = Gate(FastAPI(), token="אבג-4711")  # noqa: S106 - of no server
    assert gate.accepts("אבג-4711")
    assert not any(map(gate.accepts, ("", "אבג", "אבג-4711 ", "אבג-4712")))


def test_without_a_token_nothing_is_taken_for_one() -> None:
    assert not Gate(FastAPI(), token="").accepts("")


@pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.1", "::"])  # noqa: S104
def test_serving_others_without_a_token_is_refused_with_what_to_do(host: str) -> None:
    with pytest.raises(ConfigurationError, match="Set `KESHER_TOKEN` to a long secret"):
        create_app(Settings.model_validate({"host": host}))


def test_serving_others_with_a_token_is_taken() -> None:
    settings = Settings.model_validate({"host": "0.0.0.0", "token": "5f2c-4711"})  # noqa: S104
    assert create_app(settings).title == "Kesher"
