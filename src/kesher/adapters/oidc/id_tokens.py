"""Verifies the token by which a provider vouches for a person.

Source: OpenID Connect Core 1.0, section 3.1.3.7; RFC 8725 (JSON Web Token Best Current Practices).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from authlib.oidc.core import CodeIDToken
from joserfc import jws, jwt
from joserfc.errors import BadSignatureError, JoseError
from joserfc.jwk import JWKRegistry, Key

from kesher.domain.json_value import Json, JsonObject
from kesher.errors import IdentityInvalidError
from kesher.text.storable import visible

# Signed with a key of two halves, so that nobody who can read the keys can sign. Neither `none`
# nor HS256, whose key would be whatever the token is checked with.
ALGORITHMS = (
    *("RS256", "RS384", "RS512", "PS256", "PS384", "PS512"),
    *("ES256", "ES384", "ES512", "EdDSA", "Ed25519"),
)
LEEWAY_SECONDS = 60
"""By how much the two clocks may differ."""
_MOST_KEYS = 50


class UnknownKeyError(IdentityInvalidError):
    """None of the keys signed the token: the provider may have new ones by now."""


@dataclass(frozen=True, slots=True)
class Expected:
    """What a token must say.

    Attributes:
        now: Seconds since 1970.
        access_token: What came with it; its hash must be the token's, where that has one.
    """

    issuer: str
    client_id: str
    nonce: str
    now: int
    access_token: str = ""


def verified(token: str, keys: Mapping[str, Json], expected: Expected) -> JsonObject:
    """Return what a token says, having checked its signature and everything in `expected`.

    Args:
        keys: The provider's key set (RFC 7517).

    Raises:
        UnknownKeyError: it is signed with none of the keys.
        IdentityInvalidError: anything else of it does not hold.
    """
    try:
        decoded = _decoded(token, keys)
        claims = CodeIDToken(
            decoded.claims,
            decoded.header,
            options={
                "iss": {"essential": True, "value": expected.issuer},
                "aud": {"essential": True, "value": expected.client_id},
                "sub": {"essential": True},
            },
            params={
                "nonce": expected.nonce,
                "client_id": expected.client_id,
                "access_token": expected.access_token,
            },
        )
        claims.validate(now=expected.now, leeway=LEEWAY_SECONDS)
    except (JoseError, ValueError, TypeError, KeyError) as error:
        raise IdentityInvalidError(
            f"`{expected.issuer}` vouched for somebody in a way that does not hold "
            f"({visible(str(error))[:200]}). Sign in again; if it comes back, tell an "
            f"administrator."
        ) from error
    return cast("JsonObject", dict(claims))


def _decoded(token: str, keys: Mapping[str, Json]) -> jwt.Token:
    header = jws.extract_compact(token.encode("ascii")).headers()
    registry = jws.JWSRegistry(algorithms=ALGORITHMS, strict_check_header=False)
    # What is not allowed is told before a key is looked for.
    registry.get_alg(str(header.get("alg")))
    for key in _candidates(keys, header.get("kid")):
        try:
            return jwt.decode(token, key, registry=registry)
        except BadSignatureError:
            continue
    raise UnknownKeyError(
        f"No key of the provider signed its token (key `{visible(str(header.get('kid')))[:80]}`). "
        f"Sign in again; if it comes back, tell an administrator."
    )


def _candidates(keys: Mapping[str, Json], kid: object) -> Sequence[Key]:
    """Return the keys that may have signed; those of the header's name, where it has one."""
    listed = keys.get("keys")
    named = [
        cast("dict[str, str | list[str]]", each)
        for each in (listed[:_MOST_KEYS] if isinstance(listed, list) else ())
        if isinstance(each, dict) and _may_sign(each) and kid in (None, each.get("kid"))
    ]
    return [JWKRegistry.import_key(each) for each in named]


def _may_sign(key: Mapping[str, Json]) -> bool:
    # A secret key in a published set is nobody's secret.
    return key.get("kty") in ("RSA", "EC", "OKP") and key.get("use") in (None, "sig")
