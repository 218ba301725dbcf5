"""What another service's words about a person mean here. Pure: claims in, an identity out."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kesher.app.people.emails import NAME_CHARS, checked_email
from kesher.domain.accounts import Identity
from kesher.domain.json_value import Json
from kesher.errors import InputError, NoAccountError
from kesher.text.storable import visible


@dataclass(frozen=True, slots=True)
class Held:
    """A claim with a value: `groups=kesher-admins`, `realm_access.roles=kesher`."""

    claim: str
    value: str

    def by(self, claims: Mapping[str, Json]) -> bool:
        """Tell whether claims hold it: as their value, or among their values."""
        return any(
            self.value in (each if isinstance(each, list) else [_text(each)])
            for each in _found(claims, self.claim)
        )

    @property
    def name(self) -> str:
        """The name of the claim in which it stands."""
        return self.claim if "://" in self.claim else self.claim.partition(".")[0]


@dataclass(frozen=True, slots=True)
class Terms:
    """On which terms people come in.

    Attributes:
        creates: Whether people without an account get one.
        domains: Of which e-mails, lower case; none: of any.
        requires: What they must hold; None: nothing.
        administrators: What makes an administrator; None: nothing that the service says.
        trusts_email: Whether e-mails count as checked of which the service does not say so.
    """

    creates: bool = False
    domains: frozenset[str] = frozenset()
    requires: Held | None = None
    administrators: Held | None = None
    trusts_email: bool = False


def held(text: str) -> Held | None:
    """Read a claim and its value; None: the text is empty.

    Raises:
        InputError: it has no `=`.
    """
    if not text.strip():
        return None
    claim, equals, value = (part.strip() for part in text.partition("="))
    if not (claim and equals and value):
        raise InputError(f"`{text}` is no claim with a value. Write it as `groups=name`.")
    return Held(claim, value)


def identity_of(issuer: str, claims: Mapping[str, Json], terms: Terms) -> Identity:
    """Return whom the claims are about.

    Raises:
        NoAccountError: whoever it is does not come in on these terms.
    """
    if terms.requires is not None and not terms.requires.by(claims):
        raise NoAccountError(
            f"Only who has `{terms.requires.value}` (`{terms.requires.claim}`) comes in here. Ask "
            f"whoever runs `{issuer}` for it."
        )
    email = _email(claims, trusted=terms.trusts_email)
    if terms.domains and email.rpartition("@")[2] not in terms.domains:
        raise NoAccountError(
            "Only people with a checked e-mail of this organisation come in here. Sign in with "
            "that one."
        )
    return Identity(issuer, str(claims["sub"]), email, _name(claims))


def is_administrator(claims: Mapping[str, Json], terms: Terms) -> bool | None:
    """Tell whether the claims make an administrator; None: they say nothing about it."""
    return terms.administrators.by(claims) if terms.administrators is not None else None


def _email(claims: Mapping[str, Json], *, trusted: bool) -> str:
    """Return the e-mail where it was checked, else nothing: anybody could have written it."""
    said = claims.get("email_verified", trusted)
    email = claims.get("email")
    # Some services write the word.
    if not (said is True or said == "true") or not isinstance(email, str):
        return ""
    try:
        return checked_email(email)
    except InputError:
        return ""


def _name(claims: Mapping[str, Json]) -> str:
    name = claims.get("name")
    return " ".join(visible(name).split())[:NAME_CHARS].strip() if isinstance(name, str) else ""


def _found(claims: Mapping[str, Json], path: str) -> Iterator[Json]:
    """Yield what stands under a name, and what under a path of names."""
    if path in claims:  # names may have dots, such as `https://example.org/roles`
        yield claims[path]
    value: Json = {**claims}
    for name in path.split("."):
        value = value.get(name) if isinstance(value, dict) else None
    if "." in path and value is not None:
        yield value


def _text(value: Json) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, str | int | float) else ""
