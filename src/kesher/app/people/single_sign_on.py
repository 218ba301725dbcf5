"""Signing in through another service: begun by a browser, and ended by the same one."""

import base64
import binascii
import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field

from kesher.app.people.signing_in import Origin, Signed, SigningIn
from kesher.app.people.vouching import Terms, identity_of, is_administrator
from kesher.domain.json_value import Json
from kesher.domain.scope import Scope
from kesher.domain.secret_texts import derived, hashed, new_secret
from kesher.errors import (
    IdentityInvalidError,
    IdentityUnreachableError,
    SignInLostError,
    SignInRefusedError,
)
from kesher.ports.oidc import Asked, IdentityProvider, Returned

LASTING_SECONDS = 600
"""How long a person may take at the other service."""

_REFUSED = ("access_denied", "login_required", "consent_required", "interaction_required")
_BUSY = ("temporarily_unavailable", "server_error")


@dataclass(frozen=True, slots=True)
class Attempt:
    """A sign-in that was begun. The browser keeps it, so that no other one can end it.

    Attributes:
        begun_at: Seconds since 1970.
        goal: The path of ours that the person wanted.
    """

    secret: str = field(repr=False)
    begun_at: int
    goal: str

    @property
    def state(self) -> str:
        """What the other service is given to bring back; nobody learns the secret from it."""
        return f"{self.begun_at}.{derived(self.secret, f'state {self.begun_at} {self.goal}')}"

    def asked(self, back: str) -> Asked:
        """Return what the other service is asked with."""
        nonce, verifier = derived(self.secret, "nonce"), derived(self.secret, "verifier")
        return Asked(self.state, nonce, verifier, back)

    def as_text(self) -> str:
        """Return it as a cookie carries it."""
        goal = base64.urlsafe_b64encode(self.goal.encode()).decode().rstrip("=")
        return f"{self.secret}.{self.begun_at}.{goal}"


def attempt_of(text: str) -> Attempt | None:
    """Read what `Attempt.as_text` wrote; None: it is something else."""
    secret, _, rest = text.partition(".")
    begun, _, goal = rest.partition(".")
    try:
        path = base64.urlsafe_b64decode(goal + "=" * (-len(goal) % 4)).decode()
        return Attempt(secret, int(begun), path) if secret and begun.isdecimal() else None
    except (binascii.Error, ValueError):
        return None


@dataclass(frozen=True, slots=True)
class Labels:
    """What the button says."""

    he: str
    en: str


@dataclass(frozen=True, slots=True)
class SingleSignOn:
    """Lets people in for whom one other service vouches."""

    provider: IdentityProvider
    signing_in: SigningIn
    terms: Terms
    labels: Labels

    async def begin(
        self, scope: Scope, goal: str, back: str, origin: Origin
    ) -> tuple[Attempt, str]:
        """Begin a sign-in: what the browser keeps, and where the person goes.

        Args:
            goal: The path of ours that the person wants.
            back: The whole address of ours that they come back to.

        Raises:
            TooManyRequestsError: too many were begun from there.
            IdentityProviderError: as `IdentityProvider.address`.
        """
        await self._count(scope, origin)
        attempt = Attempt(new_secret(), self._now(), goal)
        return attempt, await self.provider.address(attempt.asked(back))

    async def end(
        self,
        scope: Scope,
        attempt: Attempt | None,
        returned: Returned,
        *,
        back: str,
        origin: Origin,
    ) -> Signed:
        """End a sign-in.

        Args:
            attempt: What the browser kept; None: nothing.
            back: As it was begun with.

        Raises:
            SignInLostError: another browser began it, it took too long, or it has ended before.
            SignInRefusedError: the person or the other service said no.
            NoAccountError, AccountDisabledError, ConflictError: as `SigningIn.verified`.
            TooManyRequestsError: too many were tried from there.
            IdentityProviderError: as `IdentityProvider.claims`.
        """
        await self._count(scope, origin)
        kept = self._checked(attempt, returned)
        await self._use_up(scope, kept)
        _check_error(returned, self.provider.issuer)
        claims = await self.provider.claims(returned, kept.asked(back))
        signed = await self._admitted(scope, claims, origin)
        for _ in range(2):  # it was counted when it began and when it ended
            await self.signing_in.sessions.forgive_try(scope, _subject(origin))
        return signed

    async def _count(self, scope: Scope, origin: Origin) -> None:
        most = self.signing_in.limits.elsewhere_from_address
        await self.signing_in.limit(scope, _subject(origin), most=most)

    async def _admitted(self, scope: Scope, claims: Mapping[str, Json], origin: Origin) -> Signed:
        return await self.signing_in.verified(
            scope,
            identity_of(self.provider.issuer, claims, self.terms),
            origin,
            creates=self.terms.creates,
            administrator=is_administrator(claims, self.terms),
        )

    def _checked(self, attempt: Attempt | None, returned: Returned) -> Attempt:
        if attempt is None or not hmac.compare_digest(
            attempt.state.encode(), returned.state.encode()
        ):
            raise SignInLostError("This browser has begun no such sign-in. Begin it here.")
        if not 0 <= self._now() - attempt.begun_at <= LASTING_SECONDS:
            raise SignInLostError("This sign-in took too long. Begin it again.")
        return attempt

    async def _use_up(self, scope: Scope, attempt: Attempt) -> None:
        """Refuse a sign-in that has ended before, at whichever of our servers."""
        # The count outlives every attempt: its stretch is longer than one may last.
        subject = f"sign-in {hashed(attempt.state)}"
        stretch = self.signing_in.limits.stretch
        if (await self.signing_in.sessions.count_try(scope, subject, stretch=stretch)).count > 1:
            raise SignInLostError("This sign-in was used already. Begin it again.")

    def _now(self) -> int:
        return int(self.signing_in.clock().timestamp())


def _check_error(returned: Returned, issuer: str) -> None:
    if returned.error in _REFUSED:
        raise SignInRefusedError(
            f"`{issuer}` did not let you through. Begin the sign-in again, and say yes to it."
        )
    if returned.error in _BUSY:
        raise IdentityUnreachableError(f"`{issuer}` is busy. Try again in a moment.")
    if returned.error or not returned.code:
        raise IdentityInvalidError(
            f"`{issuer}` does not take sign-ins of this Kesher ({returned.error[:100] or 'no code'}"
            f"). Tell an administrator."
        )


def _subject(origin: Origin) -> str:
    return f"sign-in from {origin.address}"
