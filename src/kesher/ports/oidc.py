"""What we ask of a service that people sign in through (OpenID Connect)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from kesher.domain.json_value import Json


@dataclass(frozen=True, slots=True)
class Asked:
    """What a sign-in is begun with, and must be ended with.

    Attributes:
        state: Comes back with the person, as it was sent.
        nonce: Stands in the token that vouches for the person.
        verifier: Shows that who fetches the token began the sign-in (RFC 7636).
        back: The whole address of ours to which the person comes back.
    """

    state: str
    nonce: str
    verifier: str
    back: str


@dataclass(frozen=True, slots=True)
class Returned:
    """What a person comes back with: a code, or an error.

    Attributes:
        issuer: Who says so, where it says who (RFC 9207).
    """

    state: str = ""
    code: str = ""
    error: str = ""
    issuer: str = ""


class IdentityProvider(Protocol):
    """A service that vouches for people."""

    @property
    def issuer(self) -> str:
        """The service's own name."""
        ...

    async def address(self, asked: Asked) -> str:
        """Return where to send a person to sign in.

        Raises:
            IdentityUnreachableError: the service does not answer.
            IdentityInvalidError: it does not describe itself as it should.
        """
        ...

    async def claims(self, returned: Returned, asked: Asked) -> Mapping[str, Json]:
        """Exchange a code for what the service says of the person; all of it was verified.

        `sub` is always there, a text that is not empty.

        Raises:
            SignInLostError: the code is used up or over.
            IdentityUnreachableError: the service does not answer.
            IdentityInvalidError: what it says does not hold.
        """
        ...

    async def farewell(self, back: str) -> str | None:
        """Return where a person signs out of the service too; None: it has no such place.

        Args:
            back: The whole address of ours to which they come back.

        Raises:
            IdentityUnreachableError, IdentityInvalidError: as `address`.
        """
        ...
