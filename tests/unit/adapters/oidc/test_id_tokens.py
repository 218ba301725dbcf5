"""Tokens made by hand, by whoever would like to be somebody else."""

import base64
import hmac
import json
from typing import Any

import pytest
from joserfc import jwt
from joserfc.jwk import ECKey, RSAKey

from kesher.adapters.oidc.id_tokens import Expected, UnknownKeyError, verified
from kesher.domain.json_value import Json, JsonObject
from kesher.errors import IdentityInvalidError

NOW = 1_800_000_000
ISSUER = "https://ids.example.org"
EXPECTED = Expected(ISSUER, "kesher", "nonce", NOW)
CLAIMS: dict[str, Any] = {
    "iss": ISSUER,
    "aud": "kesher",
    "sub": "s-1",
    "nonce": "nonce",
    "iat": NOW - 5,
    "exp": NOW + 600,
    "name": "דנה לוי",
}
RSA = RSAKey.generate_key(2048, {"kid": "one"})
OTHER = RSAKey.generate_key(2048, {"kid": "one"})


def key_set(*keys: RSAKey | ECKey) -> JsonObject:
    listed: list[Json] = [json.loads(json.dumps(key.as_dict(private=False))) for key in keys]
    return {"keys": listed}


KEYS = key_set(RSA)


def signed(claims: dict[str, Any], *, key: RSAKey | ECKey = RSA, **header: str) -> str:
    return jwt.encode({"alg": "RS256", "kid": "one", **header}, claims, key)


def test_a_token_that_says_what_it_must_is_taken() -> None:
    assert verified(signed(CLAIMS), KEYS, EXPECTED)["name"] == "דנה לוי"


@pytest.mark.parametrize(
    "wrong",
    [
        {"iss": "https://ids.example.org/"},
        {"iss": None},
        {"aud": "another"},
        {"aud": ["another"]},
        {"aud": []},
        {"aud": ["kesher", "another"]},
        {"azp": "another"},
        {"sub": ""},
        {"sub": 7},
        {"sub": None},
        {"nonce": "another"},
        {"nonce": None},
        {"exp": NOW - 61},
        {"exp": "later"},
        {"exp": None},
        {"iat": NOW + 61},
        {"nbf": NOW + 61},
        {"at_hash": "another"},
    ],
)
def test_a_token_that_says_anything_else_is_refused(wrong: dict[str, Any]) -> None:
    claims = {name: value for name, value in (CLAIMS | wrong).items() if value is not None}
    expected = Expected(ISSUER, "kesher", "nonce", NOW, access_token="access")  # noqa: S106
    with pytest.raises(IdentityInvalidError):
        verified(signed(claims), KEYS, expected)


@pytest.mark.parametrize("late", [{"exp": NOW - 59}, {"iat": NOW + 59}])
def test_clocks_may_differ_by_a_minute(late: dict[str, int]) -> None:
    assert verified(signed(CLAIMS | late), KEYS, EXPECTED)


def test_a_token_that_nobody_signed_is_refused() -> None:
    head = _packed(b'{"alg":"none","kid":"one"}')
    body = _packed(json.dumps(CLAIMS).encode())
    for unsigned in (f"{head}.{body}.", f"{head}.{body}"):
        with pytest.raises(IdentityInvalidError):
            verified(unsigned, KEYS, EXPECTED)


def test_a_token_signed_with_what_everybody_can_read_is_refused() -> None:
    published = RSA.as_pem(private=False)
    head = _packed(b'{"alg":"HS256","kid":"one"}')
    content = f"{head}.{_packed(json.dumps(CLAIMS).encode())}"
    forged = f"{content}.{_packed(hmac.digest(published, content.encode(), 'sha256'))}"
    shared: JsonObject = {"keys": [{"kty": "oct", "kid": "one", "k": _packed(published)}]}
    for keys in (KEYS, shared):
        with pytest.raises(IdentityInvalidError):
            verified(forged, keys, EXPECTED)


def test_another_key_of_the_same_name_is_an_unknown_one() -> None:
    with pytest.raises(UnknownKeyError):
        verified(signed(CLAIMS, key=OTHER), KEYS, EXPECTED)


def test_a_token_without_a_keys_name_is_tried_with_each() -> None:
    unnamed = jwt.encode({"alg": "RS256"}, CLAIMS, RSA)
    assert verified(unnamed, key_set(OTHER, RSA), EXPECTED)
    with pytest.raises(UnknownKeyError):
        verified(unnamed, key_set(OTHER), EXPECTED)


def test_keys_of_other_kinds_stand_beside_the_right_one() -> None:
    curve = ECKey.generate_key("P-256", {"kid": "two"})
    keys: JsonObject = {"keys": [{"kty": "future", "kid": "one"}, *_listed(RSA, curve), "?"]}
    assert verified(signed(CLAIMS), keys, EXPECTED)
    assert verified(signed(CLAIMS, key=curve, alg="ES256", kid="two"), keys, EXPECTED)


def test_a_key_that_is_not_for_signing_signs_nothing() -> None:
    (listed,) = _listed(RSA)
    assert isinstance(listed, dict)
    with pytest.raises(UnknownKeyError):
        verified(signed(CLAIMS), {"keys": [{**listed, "use": "enc"}]}, EXPECTED)


@pytest.mark.parametrize("token", ["", ".", "..", "a.b.c", "טוקן", "e30.e30.e30"])
@pytest.mark.parametrize("keys", [KEYS, {}, {"keys": None}])
def test_what_is_no_token_is_refused(token: str, keys: JsonObject) -> None:
    with pytest.raises(IdentityInvalidError):
        verified(token, keys, EXPECTED)


def _listed(*keys: RSAKey | ECKey) -> list[Json]:
    listed = key_set(*keys)["keys"]
    assert isinstance(listed, list)
    return listed


def _packed(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()
