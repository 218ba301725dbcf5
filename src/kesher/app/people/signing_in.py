"""Signing in and out: by password, or by an identity that another service vouches for."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from kesher.app.people.accounts import Accounts, NewPerson
from kesher.app.people.emails import sought_email
from kesher.app.people.password_rules import MOST_CHARS, normalised
from kesher.domain.access import Caller, User
from kesher.domain.accounts import AccountChange, Identity, Session
from kesher.domain.audit import Action
from kesher.domain.scope import Scope
from kesher.domain.secret_texts import hashed, new_secret
from kesher.errors import (
    AccountDisabledError,
    ConflictError,
    NoAccountError,
    NotSignedInError,
    TooManyRequestsError,
)
from kesher.ports.accounts import SessionStore
from kesher.ports.clock import Clock, NewId

CLIENT_CHARS = 200


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a request comes from.

    Attributes:
        address: The network address.
        client: What the browser says it is.
    """

    address: str
    client: str = ""


@dataclass(frozen=True, slots=True)
class Signed:
    """A person who has just signed in, with the session's secret, which is shown only here.

    Attributes:
        acts: What became of the account on the way in.
    """

    user: User
    session: Session
    secret: str
    acts: tuple[Action, ...] = ()


@dataclass(frozen=True, slots=True)
class Limits:
    """How long sessions last, and how many wrong passwords are taken in `stretch`.

    A person's own address has a count of its own, so that strangers who try their account shut
    out nobody but themselves until they come from very many addresses; and every count ends.

    Attributes:
        idle: After so long without use a session is over.
        lasting: After so long it is over in any case.
        elsewhere_from_address: Of sign-ins through another service, each counted when it begins
            and when it ends; those that end well are not.
    """

    idle: timedelta = timedelta(days=7)
    lasting: timedelta = timedelta(days=30)
    stretch: timedelta = timedelta(minutes=15)
    of_account_from_address: int = 10
    from_address: int = 60
    of_account: int = 120
    elsewhere_from_address: int = 120


@dataclass(frozen=True, slots=True)
class SigningIn:
    """Lets people in and out."""

    accounts: Accounts
    sessions: SessionStore
    clock: Clock
    new_id: NewId
    limits: Limits

    async def with_password(
        self, scope: Scope, email: str, password: str, origin: Origin
    ) -> Signed:
        """Sign a person in.

        Raises:
            NotSignedInError: the e-mail or the password is wrong, or the account is disabled;
                which of these, nobody is told, neither by the words nor by the time.
            TooManyRequestsError: too many wrong ones came before.
        """
        sought = sought_email(email)
        subjects = self._subjects(sought, origin)
        for subject, most in subjects:
            await self._count(scope, subject, most)
        user = await self._proved(scope, sought, password[: MOST_CHARS + 1])
        if user is None:
            raise NotSignedInError("The e-mail or the password is wrong. Try again.")
        for subject, _ in subjects:
            await self.sessions.forgive_try(scope, subject)
        await self.sessions.forget_tries(scope, subjects[0][0])
        return await self.open(scope, user, origin)

    async def verified(
        self,
        scope: Scope,
        identity: Identity,
        origin: Origin,
        *,
        creates: bool,
        administrator: bool | None = None,
    ) -> Signed:
        """Sign in somebody for whom another service vouches.

        Whose identity it is comes in; else whoever has its (checked) e-mail, whose it is from now
        on; else a new person.

        Args:
            creates: Whether people who have no account yet get one.
            administrator: Whether they are one; None: what they are here stays.

        Raises:
            NoAccountError: nobody here is meant.
            AccountDisabledError: the account lets nobody in.
            ConflictError: there is no account at all yet, and the first one is an administrator's;
                or the account is another identity's.
        """
        user, acts = await self._meant(scope, identity, creates=creates, made=bool(administrator))
        if administrator is not None and administrator != user.administrator:
            user, acts = await self._promoted(scope, user, administrator=administrator)
        return replace(await self.open(scope, user, origin), acts=acts)

    async def open(self, scope: Scope, user: User, origin: Origin) -> Signed:
        """Open a session for a person who has proved who they are."""
        now, secret = self.clock(), new_secret()
        session = Session(
            id=self.new_id("ses"),
            user_id=user.id,
            client=origin.client[:CLIENT_CHARS],
            created_at=now,
            seen_at=now,
            expires_at=now + self.limits.lasting,
        )
        await self.sessions.open_session(scope, session, hashed(secret))
        return Signed(user, session, secret)

    async def who(self, scope: Scope, secret: str) -> Caller | None:
        """Return the caller whose open session has this secret; None: there is none."""
        if not secret:
            return None
        found = await self.sessions.session(scope, hashed(secret), idle=self.limits.idle)
        return Caller(found[0], session_id=found[1].id) if found else None

    async def open_sessions(self, scope: Scope, user_id: str) -> Sequence[Session]:
        """Return a person's open sessions, last used first."""
        return await self.sessions.sessions(scope, user_id, idle=self.limits.idle)

    async def end(self, scope: Scope, user_id: str, session_id: str) -> None:
        """End one of a person's sessions. Raises NotFoundError if there is none of that id."""
        await self.sessions.end_session(scope, user_id, session_id)

    async def end_all(self, scope: Scope, user_id: str) -> None:
        """End all of a person's sessions."""
        await self.sessions.end_sessions(scope, user_id)

    async def limit(self, scope: Scope, subject: str, *, most: int = 10) -> None:
        """Count a try of anything.

        Raises:
            TooManyRequestsError: there were more than `most` in the present stretch of time.
        """
        await self._count(scope, subject, most)

    def _subjects(self, email: str, origin: Origin) -> tuple[tuple[str, int], ...]:
        limits = self.limits
        return (
            (f"password {email} {origin.address}", limits.of_account_from_address),
            (f"password from {origin.address}", limits.from_address),
            (f"password {email}", limits.of_account),
        )

    async def _count(self, scope: Scope, subject: str, most: int) -> None:
        tries = await self.sessions.count_try(scope, subject, stretch=self.limits.stretch)
        if tries.count > most:
            raise too_many(tries.ends_at - self.clock())

    async def _proved(self, scope: Scope, email: str, password: str) -> User | None:
        """Return whose password it is. It is checked even where nobody is meant, for the time."""
        accounts = self.accounts
        found = await accounts.store.credentials(scope, email)
        known = found.password_hash if found else ""
        verdict = await accounts.passwords.check(normalised(password), known)
        if not verdict.right or found is None or found.user.disabled_at is not None:
            return None
        if verdict.outdated:
            newer = await accounts.passwords.hashed(normalised(password))
            await accounts.store.replace_hash(scope, found.user.id, old=known, new=newer)
        return found.user

    async def _meant(
        self, scope: Scope, identity: Identity, *, creates: bool, made: bool
    ) -> tuple[User, tuple[Action, ...]]:
        """Return whose identity it is. `made`: whether whoever is new is an administrator."""
        store = self.accounts.store
        known = await store.identified(scope, identity)
        if known is not None:
            return _enabled(known), ()
        found = await store.credentials(scope, sought_email(identity.email))
        if found is None and not (creates and identity.email):
            raise NoAccountError(
                "Nobody here has this identity's e-mail. Ask an administrator for an account."
            )
        user = _enabled(found.user) if found is not None else None
        if user is None:
            person = NewPerson(identity.email, identity.name, administrator=made)
            user = await self.accounts.create(scope, person)
        await store.bind_identity(scope, user.id, identity)
        return user, (Action.ACCOUNT_CREATE if found is None else Action.ACCOUNT_CHANGE,)

    async def _promoted(
        self, scope: Scope, user: User, *, administrator: bool
    ) -> tuple[User, tuple[Action, ...]]:
        """Make or unmake an administrator. The last one stays: somebody must."""
        try:
            change = AccountChange(administrator=administrator)
            user = await self.accounts.change(scope, user.id, change)
        except ConflictError:
            return user, ()
        return user, (Action.ACCOUNT_CHANGE,)


def _enabled(user: User) -> User:
    if user.disabled_at is not None:
        raise AccountDisabledError("This account is disabled. Ask an administrator to enable it.")
    return user


def too_many(wait: timedelta) -> TooManyRequestsError:
    """Return the error for something that may be tried again after `wait`."""
    seconds = max(math.ceil(wait.total_seconds()), 1)
    minutes = math.ceil(seconds / 60)
    return TooManyRequestsError(
        f"That was tried too often. Try again in {minutes} "
        f"{'minute' if minutes == 1 else 'minutes'}.",
        retry_after_seconds=seconds,
    )
