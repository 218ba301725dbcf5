"""What a provider says of itself, taken only where it holds.

Source: OpenID Connect Discovery 1.0, sections 3 and 4.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

from kesher.domain.json_value import Json, JsonObject
from kesher.errors import IdentityInvalidError

WELL_KNOWN = "/.well-known/openid-configuration"
_BASIC, _POST = "client_secret_basic", "client_secret_post"


@dataclass(frozen=True, slots=True)
class Description:
    """A provider's addresses and habits.

    Attributes:
        authorize_url: Where people sign in.
        token_url: Where codes are exchanged.
        keys_url: Where the keys are that tokens are signed with.
        userinfo_url: Where more is said of a person; None: nowhere.
        farewell_url: Where people sign out; None: nowhere.
        proves_by: How the client sends its secret.
        names_itself: Whether it says who it is when it sends people back (RFC 9207).
    """

    authorize_url: str
    token_url: str
    keys_url: str
    userinfo_url: str | None
    farewell_url: str | None
    proves_by: str
    names_itself: bool


def is_safe(url: str, *, plain: bool) -> bool:
    """Tell whether an address may be asked: https, or where `plain` http on this machine."""
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
        _ = parts.port  # refused where it is no number
    except ValueError:
        return False
    if parts.scheme == "https":
        return bool(host)
    return plain and parts.scheme == "http" and is_loopback(host)


def is_loopback(host: str) -> bool:
    """Tell whether a name or an address is this machine's own."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def described(document: JsonObject, issuer: str) -> Description:
    """Read a provider's description.

    Raises:
        IdentityInvalidError: it is another's, lacks an address, or names one that is not safe.
    """
    if document.get("issuer") != issuer:
        raise IdentityInvalidError(
            f"What is at `{issuer}` calls itself `{str(document.get('issuer'))[:200]}`. Set "
            f"`oidc_issuer` to exactly that name, if it is who you mean."
        )
    wanted = {
        name: _address(document, name, issuer)
        for name in ("authorization_endpoint", "token_endpoint", "jwks_uri")
    }
    missing = sorted(name for name, url in wanted.items() if url is None)
    if missing:
        raise IdentityInvalidError(
            f"`{issuer}` describes itself without `{missing[0]}`. It is no OpenID Connect provider "
            f"for signing in by a browser; set `oidc_issuer` to one."
        )
    return Description(
        authorize_url=wanted["authorization_endpoint"] or "",
        token_url=wanted["token_endpoint"] or "",
        keys_url=wanted["jwks_uri"] or "",
        userinfo_url=_address(document, "userinfo_endpoint", issuer),
        farewell_url=_address(document, "end_session_endpoint", issuer),
        proves_by=_proves_by(document),
        names_itself=document.get("authorization_response_iss_parameter_supported") is True,
    )


def _address(document: Mapping[str, Json], name: str, issuer: str) -> str | None:
    url = document.get(name)
    if url is None:
        return None
    plain = urlsplit(issuer).scheme == "http"
    if not isinstance(url, str) or not is_safe(url, plain=plain):
        raise IdentityInvalidError(
            f"`{issuer}` names `{str(url)[:200]}` as its `{name}`, which is no https address. "
            f"Ask whoever runs it to mend its description."
        )
    return url


def _proves_by(document: Mapping[str, Json]) -> str:
    """Prefer the form: in a header some providers unescape a secret once more than others."""
    methods = document.get("token_endpoint_auth_methods_supported")
    return _POST if isinstance(methods, list) and _POST in methods else _BASIC
