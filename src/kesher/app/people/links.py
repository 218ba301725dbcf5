"""One-time links: for the first administrator, and for setting a password."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from kesher.app.people.accounts import Accounts, NewPerson
from kesher.app.people.emails import sought_email
from kesher.app.people.mail_texts import Language, password_mail
from kesher.app.people.password_rules import checked_password
from kesher.domain.access import User
from kesher.domain.accounts import KeysAfter, LinkKind, OneTimeLink
from kesher.domain.scope import Scope
from kesher.domain.secret_texts import hashed, new_secret
from kesher.errors import ConfigurationError, ConflictError, NotFoundError
from kesher.ports.accounts import LinkStore, Mailer
from kesher.ports.clock import Clock

# After the `#`, so that no server and no proxy on the way writes the secret into its log.
_PATHS = {LinkKind.FIRST_ADMINISTRATOR: "/welcome#", LinkKind.PASSWORD: "/password#"}
_FIRST_LASTS = timedelta(hours=24)
_GIVEN_LASTS = timedelta(hours=72)
_MAILED_LASTS = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class ShownLink:
    """A link that is shown once.

    Attributes:
        path: Under the server's address, with the secret.
    """

    path: str
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class Post:
    """What sends mail, and the address that its links lead to (`https://kesher.example.org`)."""

    mailer: Mailer
    public_url: str


@dataclass(frozen=True, slots=True)
class Links:
    """Makes links that do one thing once, and does it.

    Attributes:
        post: None: no mail is sent, and administrators hand links on.
    """

    accounts: Accounts
    store: LinkStore
    clock: Clock
    post: Post | None = None

    async def first_administrator(self, scope: Scope) -> ShownLink:
        """Make the link by which the first administrator makes their account.

        Raises:
            ConflictError: there is an account already.
        """
        return await self._make(scope, LinkKind.FIRST_ADMINISTRATOR, _FIRST_LASTS)

    async def make_first(self, scope: Scope, secret: str, person: NewPerson) -> User:
        """Make the first administrator, who owns whatever belonged to nobody.

        Raises:
            InputError: the e-mail, the name or the password is not taken.
            NotFoundError: the link was used, is over, or never was.
            ConflictError: there is an account already.
        """
        if await self.store.link(scope, LinkKind.FIRST_ADMINISTRATOR, hashed(secret)) is None:
            await self._refuse(scope)
        chosen = replace(person, administrator=True)
        checked_password(chosen.password)
        user, password_hash = await self.accounts.prepare(chosen)
        return await self.store.use_link_for_first(scope, hashed(secret), user, password_hash)

    async def for_password(self, scope: Scope, user_id: str, *, by: str | None) -> ShownLink:
        """Make a link by which a person sets a password, to be handed on by an administrator.

        Args:
            by: The administrator; None: the local person.

        Raises:
            NotFoundError: there is no such account.
            ConflictError: it is disabled.
        """
        user = await self.accounts.person(scope, user_id)
        if user.disabled_at is not None:
            raise ConflictError(f"`{user.email}` is disabled. Enable the account first.")
        return await self._make(scope, LinkKind.PASSWORD, _GIVEN_LASTS, user_id=user.id, by=by)

    async def set_password(
        self, scope: Scope, secret: str, password: str, *, revoke_keys: bool = False
    ) -> KeysAfter:
        """Set a password by a link; all sessions of the person end.

        Args:
            revoke_keys: Let the person's API keys open nothing any more: whoever knew the old
                password may have made one.

        Raises:
            InputError: the password is not taken; the link stays good.
            NotFoundError: the link was used, is over, or never was.
        """
        link = await self.store.link(scope, LinkKind.PASSWORD, hashed(secret))
        if link is None or link.user_id is None:
            raise gone()
        user = await self.accounts.person(scope, link.user_id)
        chosen = checked_password(password, email=user.email)
        password_hash = await self.accounts.passwords.hashed(chosen)
        return await self.store.use_link_for_password(
            scope, hashed(secret), password_hash, revoke_keys=revoke_keys
        )

    def check_post(self) -> Post:
        """Return what sends mail.

        Raises:
            ConfigurationError: nothing does.
        """
        if self.post is None:
            raise ConfigurationError(
                "This server sends no mail. Ask an administrator for a link to set a password."
            )
        return self.post

    async def mail_password_link(self, scope: Scope, email: str, language: Language) -> None:
        """Send a link to set a password to whoever has this e-mail; nobody else hears of it.

        Raises:
            ConfigurationError: nothing sends mail.
            MailError: the mail server did not take it.
        """
        post = self.check_post()
        found = await self.accounts.store.credentials(scope, sought_email(email))
        if found is None or found.user.disabled_at is not None:
            return
        user = found.user
        link = await self._make(scope, LinkKind.PASSWORD, _MAILED_LASTS, user_id=user.id)
        url = post.public_url.rstrip("/") + link.path
        await post.mailer.send(password_mail(user, url, language))

    async def _make(
        self,
        scope: Scope,
        kind: LinkKind,
        lasting: timedelta,
        *,
        user_id: str | None = None,
        by: str | None = None,
    ) -> ShownLink:
        now, secret = self.clock(), new_secret()
        link = OneTimeLink(kind, now, now + lasting, user_id, by)
        await self.store.put_link(scope, link, hashed(secret))
        return ShownLink(_PATHS[kind] + secret, link.expires_at)

    async def _refuse(self, scope: Scope) -> None:
        if await self.accounts.is_empty(scope):
            raise gone()
        raise ConflictError("The first administrator is there already. Ask them for an account.")


def gone() -> NotFoundError:
    """Return the error for a link that was used, is over, or never was."""
    return NotFoundError("open link", "of that address")
