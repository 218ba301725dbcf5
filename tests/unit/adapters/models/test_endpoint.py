import pytest

from kesher.adapters.models.endpoint import Endpoint
from kesher.errors import ConfigurationError


def test_a_key_is_in_no_printed_form_of_its_endpoint() -> None:
    endpoint = Endpoint("m", "https://host.example/v1", "sk-very-secret")
    assert "secret" not in repr(endpoint) + str(endpoint) + endpoint.described()


def test_a_key_is_cut_out_of_what_an_endpoint_says() -> None:
    endpoint = Endpoint("m", key="sk-very-secret")
    assert endpoint.redact("המפתח sk-very-secret שגוי") == "המפתח [key] שגוי"


def test_without_a_key_nothing_is_cut_out() -> None:
    assert Endpoint("m").redact("как есть") == "как есть"


@pytest.mark.parametrize(
    "url", ["host.example/v1", "ftp://host.example", "https://", "http://[::1", "http://h:0/v1"]
)
def test_an_address_that_is_not_of_http_is_refused_with_its_settings_name(url: str) -> None:
    with pytest.raises(ConfigurationError, match="embedding_url"):
        Endpoint("m", url, settings="embedding")


@pytest.mark.parametrize("key", ["sk-abc\n", "מפתח", "sk\x00"])
def test_a_key_that_no_header_can_carry_is_refused_without_showing_it(key: str) -> None:
    with pytest.raises(ConfigurationError, match="chat_key") as refused:
        Endpoint("m", key=key)
    assert key not in str(refused.value)


def test_an_unnamed_model_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="chat_model"):
        Endpoint("  ")
