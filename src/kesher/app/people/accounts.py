"""Accounts: whether there are any, and making and changing them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kesher.app.people.emails import checked_email, checked_name
from kesher.app.people.password_rules import checked_password, normalised
from kesher.domain.access import User
from kesher.domain.accounts import AccountChange, KeysAfter
from kesher.domain.scope import Scope
from kesher.errors import InputError
from kesher.ports.accounts import AccountStore, Passwords
from kesher.ports.clock import Clock, NewId


@dataclass(frozen=True, slots=True)
class NewPerson:
    """What an account is made of.

    Attributes:
        name: Empty: the e-mail's first part.
        password: Empty: the person chooses one later, by a link.
    """

    email: str
    name: str = ""
    password: str = ""
    administrator: bool = False


@dataclass(frozen=True, slots=True)
class PasswordWish:
    """A new password for one's own account.

    Attributes:
        kept_session: Id of the session that asks, which goes on.
        revoke_keys: One's own API keys are to open nothing any more.
    """

    present: str
    new: str
    kept_session: str
    revoke_keys: bool = False


@dataclass(slots=True)
class Accounts:
    """Keeps the people of a server.

    Attributes:
        always: Everybody signs in even before there is an account.
    """

    store: AccountStore
    passwords: Passwords
    clock: Clock
    new_id: NewId
    always: bool = False
    _seen: bool = False

    async def required(self, scope: Scope) -> bool:
        """Tell whether everybody signs in: there is an account, or the settings ask for them."""
        return self.always or not await self.is_empty(scope)

    async def is_empty(self, scope: Scope) -> bool:
        """Tell whether there is no account yet. Once there was one there always is."""
        # Another server on the database may make the first, so "none" is asked anew each time.
        self._seen = self._seen or await self.store.any_account(scope)
        return not self._seen

    async def people(self, scope: Scope) -> Sequence[User]:
        """Return every account, by name."""
        return await self.store.accounts(scope)

    async def person(self, scope: Scope, user_id: str) -> User:
        """Return one account. Raises NotFoundError if there is none of that id."""
        return await self.store.account(scope, user_id)

    async def find(self, scope: Scope, email: str) -> User:
        """Return the account of an e-mail.

        Raises:
            InputError: it is no e-mail, or nobody's here.
        """
        found = await self.store.credentials(scope, checked_email(email))
        if found is None:
            raise InputError(f"Nobody here has the e-mail `{email}`. `kesher admin people` lists.")
        return found.user

    async def prepare(self, person: NewPerson) -> tuple[User, str]:
        """Return a new account and the hash of its password, not stored yet.

        Raises:
            InputError: the e-mail, the name or the password is not taken.
        """
        email = checked_email(person.email)
        name = checked_name(person.name or email.partition("@")[0])
        secret = ""
        if person.password:
            secret = await self.passwords.hashed(checked_password(person.password, email=email))
        user = User(self.new_id("usr"), email, name, self.clock(), person.administrator)
        return user, secret

    async def create(self, scope: Scope, person: NewPerson) -> User:
        """Make an account. The first one is an administrator's, and owns what belonged to nobody.

        Raises:
            InputError: as for `prepare`.
            ConflictError: the e-mail is taken, or the first one is no administrator.
        """
        user, secret = await self.prepare(person)
        return await self.store.create_account(scope, user, secret)

    async def change(self, scope: Scope, user_id: str, change: AccountChange) -> User:
        """Rename, disable, enable, or make or unmake an administrator.

        Raises:
            InputError: the name is not taken.
            NotFoundError, ConflictError: as `AccountStore.update_account`.
        """
        if change.name is not None:
            change = replace(change, name=checked_name(change.name))
        return await self.store.update_account(scope, user_id, change)

    async def change_password(self, scope: Scope, user: User, wish: PasswordWish) -> KeysAfter:
        """Set one's own password; every other session of the person ends.

        Raises:
            InputError: the old one is wrong, or the new one is not taken.
        """
        found = await self.store.credentials(scope, user.email)
        held = found.password_hash if found else ""
        verdict = await self.passwords.check(normalised(wish.present), held)
        if not verdict.right:
            raise InputError("The present password is another one. Try again, or ask for a link.")
        secret = await self.passwords.hashed(checked_password(wish.new, email=user.email))
        return await self.store.set_password(
            scope,
            user.id,
            secret,
            kept_session=wish.kept_session,
            revoke_keys=wish.revoke_keys,
        )
