"""Who may not, and whose time is over."""

from kesher.errors.base import KesherError


class ShareEndedError(KesherError):
    """A link to a record was revoked, or its time is over."""

    code = "share.ended"

    def __init__(self, share_id: str, *, revoked: bool) -> None:
        self.share_id = share_id
        self.revoked = revoked
        why = "was revoked" if revoked else "has expired"
        super().__init__(f"The link `{share_id}` {why}. Ask whoever shared it for a new one.")

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by keyword, so that it crosses process borders."""
        return _share_ended, (self.share_id, self.revoked)


def _share_ended(share_id: str, revoked: bool) -> ShareEndedError:
    return ShareEndedError(share_id, revoked=revoked)


class AccessError(KesherError):
    """The caller may not do this."""

    code = "access"


class NotSignedInError(AccessError):
    """Nobody is signed in, and this needs somebody."""

    code = "access.not_signed_in"


class ForbiddenError(AccessError):
    """The caller is known and lacks the right to do this."""

    code = "access.forbidden"


class NoAccountError(ForbiddenError):
    """Another service vouches for somebody who has no account here, or may have none."""

    code = "access.no_account"


class AccountDisabledError(ForbiddenError):
    """The account lets nobody in."""

    code = "access.account_disabled"


class SignInLostError(AccessError):
    """A sign-in through another service did not come back to the browser that began it."""

    code = "sign_in.lost"


class SignInRefusedError(AccessError):
    """The person, or the other service for them, said no."""

    code = "sign_in.refused"


class IdentityProviderError(KesherError):
    """The service that people sign in through did not serve."""

    code = "identity_provider"


class IdentityUnreachableError(IdentityProviderError):
    """The service that people sign in through does not answer."""

    code = "identity_provider.unreachable"
    retryable = True


class IdentityInvalidError(IdentityProviderError):
    """What the service that people sign in through says does not hold."""

    code = "identity_provider.invalid"
