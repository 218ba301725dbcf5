"""What a provider may say of itself."""

import pytest

from kesher.adapters.oidc.description import described, is_safe
from kesher.domain.json_value import Json, JsonObject
from kesher.errors import IdentityInvalidError

ISSUER = "https://ids.example.org"
DOCUMENT: JsonObject = {
    "issuer": ISSUER,
    "authorization_endpoint": f"{ISSUER}/auth",
    "token_endpoint": f"{ISSUER}/token",
    "jwks_uri": f"{ISSUER}/keys",
}


def test_a_description_is_read_with_what_may_be_missing() -> None:
    found = described(DOCUMENT, ISSUER)
    assert (found.userinfo_url, found.farewell_url, found.names_itself) == (None, None, False)
    assert found.proves_by == "client_secret_basic"


def test_a_secret_goes_into_the_form_where_the_provider_takes_it_there() -> None:
    methods: Json = ["client_secret_basic", "client_secret_post"]
    more = {**DOCUMENT, "token_endpoint_auth_methods_supported": methods}
    assert described(more, ISSUER).proves_by == "client_secret_post"


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"issuer": f"{ISSUER}/"}, "calls itself"),
        ({"issuer": None}, "calls itself"),
        ({"token_endpoint": None}, "without `token_endpoint`"),
        ({"jwks_uri": 7}, "no https address"),
        ({"token_endpoint": "http://ids.example.org/token"}, "no https address"),
        ({"jwks_uri": "http://127.0.0.1/keys"}, "no https address"),
        ({"userinfo_endpoint": "file:///etc/passwd"}, "no https address"),
        ({"end_session_endpoint": "javascript:alert(1)"}, "no https address"),
    ],
)
def test_a_description_that_cannot_be_relied_on_is_refused(wrong: JsonObject, told: str) -> None:
    with pytest.raises(IdentityInvalidError, match=told):
        described({**DOCUMENT, **wrong}, ISSUER)


@pytest.mark.parametrize(
    ("url", "safe"),
    [
        ("https://ids.example.org", True),
        ("http://127.0.0.1:9000", True),
        ("http://[::1]:9000", True),
        ("http://localhost", True),
        ("http://localhost.example.org", False),
        ("http://127.0.0.1.example.org", False),
        ("http://ids.example.org", False),
        ("https://", False),
        ("https://ids.example.org:port", False),
        ("//ids.example.org", False),
        ("", False),
        ("https://[", False),
    ],
)
def test_only_https_or_this_machine_is_asked(url: str, safe: bool) -> None:
    assert is_safe(url, plain=True) is safe
