"""What we ask of the outside about people: where accounts, sessions and links lie, and passwords.

Every store call is one transaction. `secret_hash` is `kesher.domain.secret_texts.hashed(secret)`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Protocol

from kesher.domain.access import User
from kesher.domain.accounts import (
    AccountChange,
    Credentials,
    Identity,
    KeysAfter,
    LinkKind,
    OneTimeLink,
    Session,
    Tries,
)
from kesher.domain.scope import Scope


class AccountStore(Protocol):
    """The accounts of a server."""

    async def any_account(self, scope: Scope) -> bool:
        """Tell whether there is one: then everybody signs in."""
        ...

    async def account(self, scope: Scope, user_id: str) -> User:
        """Return an account, a disabled one too.

        Raises:
            NotFoundError: there is none.
        """
        ...

    async def accounts(self, scope: Scope) -> Sequence[User]:
        """Return every account, by name and e-mail."""
        ...

    async def credentials(self, scope: Scope, email: str) -> Credentials | None:
        """Return whoever signs in with this e-mail (lower case); None: nobody."""
        ...

    async def identified(self, scope: Scope, identity: Identity) -> User | None:
        """Return whose identity it is, by issuer and subject; None: nobody's yet."""
        ...

    async def create_account(self, scope: Scope, user: User, password_hash: str = "") -> User:
        """Store an account.

        The very first one owns whatever belongs to nobody: rooms without an owner, threads,
        trajectories.

        Raises:
            ConflictError: the e-mail is taken, or the first one is no administrator.
        """
        ...

    async def update_account(self, scope: Scope, user_id: str, change: AccountChange) -> User:
        """Change an account. Disabling it ends its sessions.

        Raises:
            NotFoundError: there is none.
            ConflictError: nobody who may sign in would be an administrator any more.
        """
        ...

    async def set_password(
        self,
        scope: Scope,
        user_id: str,
        password_hash: str,
        *,
        kept_session: str = "",
        revoke_keys: bool = False,
    ) -> KeysAfter:
        """Set a password, end every session but `kept_session` (an id), and every link to set one.

        Args:
            revoke_keys: Let the person's API keys open nothing any more.

        Raises:
            NotFoundError: there is no such account.
        """
        ...

    async def replace_hash(self, scope: Scope, user_id: str, *, old: str, new: str) -> None:
        """Store the same password's newer hash, unless the password has changed meanwhile."""
        ...

    async def bind_identity(self, scope: Scope, user_id: str, identity: Identity) -> None:
        """Let a person come in by that identity from now on.

        The first time ends the password, the sessions and the links of before: whoever made the
        account may have claimed an e-mail that was never theirs.

        Raises:
            NotFoundError: there is no such account.
            ConflictError: it is somebody else's.
        """
        ...


class SessionStore(Protocol):
    """Who is signed in, and how often somebody tried to be."""

    async def open_session(self, scope: Scope, session: Session, secret_hash: str) -> None:
        """Store a session; those of the same person that are over go away."""
        ...

    async def session(
        self, scope: Scope, secret_hash: str, *, idle: timedelta
    ) -> tuple[User, Session] | None:
        """Return the open session of that secret and whose it is, and note that it was used.

        None: there is none, it is over, or its account is disabled.
        """
        ...

    async def sessions(self, scope: Scope, user_id: str, *, idle: timedelta) -> Sequence[Session]:
        """Return a person's open sessions, last used first."""
        ...

    async def end_session(self, scope: Scope, user_id: str, session_id: str) -> None:
        """End one of a person's sessions.

        Raises:
            NotFoundError: the person has none of that id.
        """
        ...

    async def end_sessions(self, scope: Scope, user_id: str, *, kept: str = "") -> None:
        """End all of a person's sessions but the one of id `kept`."""
        ...

    async def count_try(self, scope: Scope, subject: str, *, stretch: timedelta) -> Tries:
        """Count a try of `subject` (any words) and return how many there were.

        The first one begins a stretch of time; a try after its end begins a new one.
        """
        ...

    async def forgive_try(self, scope: Scope, subject: str) -> None:
        """Take one try back: it was none of those that are counted."""
        ...

    async def forget_tries(self, scope: Scope, subject: str) -> None:
        """Begin to count from nothing again."""
        ...


class LinkStore(Protocol):
    """Links that do one thing once."""

    async def put_link(self, scope: Scope, link: OneTimeLink, secret_hash: str) -> None:
        """Store a link in place of those of the same kind for the same person.

        Raises:
            ConflictError: the first administrator is there already, or its person is gone.
        """
        ...

    async def link(self, scope: Scope, kind: LinkKind, secret_hash: str) -> OneTimeLink | None:
        """Return the link of that secret; None: it was used, is over, or never was."""
        ...

    async def use_link_for_first(
        self, scope: Scope, secret_hash: str, user: User, password_hash: str
    ) -> User:
        """Make the first administrator by a link, as `create_account`.

        Raises:
            NotFoundError: the link was used, is over, or never was.
            ConflictError: there is an account already.
        """
        ...

    async def use_link_for_password(
        self, scope: Scope, secret_hash: str, password_hash: str, *, revoke_keys: bool = False
    ) -> KeysAfter:
        """Set a person's password by a link, as `set_password`.

        Raises:
            NotFoundError: the link was used, is over, or never was, or its account is disabled.
        """
        ...


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a password is the right one, and whether its hash should be made anew."""

    right: bool
    outdated: bool = False


class Passwords(Protocol):
    """What makes and checks the hashes of passwords. Both take long on purpose."""

    async def hashed(self, password: str) -> str:
        """Return a hash with a salt of its own."""
        ...

    async def check(self, password: str, password_hash: str) -> Verdict:
        """Check a password. Against an empty hash it is wrong, after the same time."""
        ...


@dataclass(frozen=True, slots=True)
class Mail:
    """One message in plain text and in HTML."""

    to: str
    subject: str
    text: str
    html: str
    language: str = "en"


class Mailer(Protocol):
    """What sends mail."""

    async def send(self, mail: Mail) -> None:
        """Hand a message to the mail server.

        Raises:
            MailError: it was not taken.
        """
        ...
