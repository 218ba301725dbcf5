"""How people come in: their sessions, one-time links, and identities that others vouch for."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from kesher.domain.access import User


@dataclass(frozen=True, slots=True)
class Session:
    """One browser that a person is signed in with. Only the hash of its secret is kept.

    Attributes:
        client: What the browser said it is; as it came, at most 200 characters.
        seen_at: When it was last used, to the minute.
        expires_at: When it ends at the latest, however much it is used.
    """

    id: str
    user_id: str
    client: str
    created_at: datetime
    seen_at: datetime
    expires_at: datetime

    def is_open(self, now: datetime, *, idle: timedelta) -> bool:
        """Tell whether it still lets its person in: not over, and used within `idle`."""
        return now < self.expires_at and now < self.seen_at + idle


class LinkKind(StrEnum):
    """What a one-time link is good for."""

    FIRST_ADMINISTRATOR = "first_administrator"
    PASSWORD = "password"  # noqa: S105 - a word, no secret


@dataclass(frozen=True, slots=True)
class OneTimeLink:
    """A link that does one thing once. Only the hash of its secret is kept.

    Attributes:
        user_id: Whose password it sets; None: it makes the first administrator.
        created_by: The administrator who made it; None: the server or the person.
    """

    kind: LinkKind
    created_at: datetime
    expires_at: datetime
    user_id: str | None = None
    created_by: str | None = None


@dataclass(frozen=True, slots=True)
class KeysAfter:
    """What became of a person's API keys as a password was set.

    Attributes:
        valid: So many let programs in still.
        revoked: So many did until then.
    """

    valid: int
    revoked: int = 0


@dataclass(frozen=True, slots=True)
class AccountChange:
    """What to change of an account; None: leave it."""

    name: str | None = None
    administrator: bool | None = None
    disabled: bool | None = None


@dataclass(frozen=True, slots=True)
class Credentials:
    """A person with the hash of the password; an empty one: none was set yet."""

    user: User
    password_hash: str


@dataclass(frozen=True, slots=True)
class Identity:
    """Somebody for whom another service vouches.

    Attributes:
        issuer: That service's own name (an OIDC issuer's URL).
        subject: The person's lasting name there.
        email: Only where the service says that it checked it; else empty.
    """

    issuer: str
    subject: str
    email: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Tries:
    """How often something was tried in the present stretch of time, this try included."""

    count: int
    ends_at: datetime
