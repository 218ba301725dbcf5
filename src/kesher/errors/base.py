"""The root of all errors, and those that any call may raise."""

from typing import ClassVar


class KesherError(Exception):
    """The root of all errors of Kesher; its text says what happened, why, and what to do."""

    code: ClassVar[str] = "kesher"
    retryable: ClassVar[bool] = False


class ConfigurationError(KesherError):
    """A setting is missing, unknown or wrong."""

    code = "config.invalid"


class SecretKeyError(ConfigurationError):
    """The secret that encrypts the keys of models is missing, too short, or another one."""

    code = "config.secret_key"


class NotFoundError(KesherError):
    """There is no such thing in this scope."""

    code = "not_found"

    def __init__(self, thing: str, identifier: str) -> None:
        self.thing = thing
        self.identifier = identifier
        super().__init__(
            f"There is no {thing} `{identifier}` here. List what there is and try again."
        )

    def __reduce__(self) -> tuple[type["NotFoundError"], tuple[str, str]]:
        """Pickle by the constructor's own arguments, so that it crosses process borders."""
        return type(self), (self.thing, self.identifier)


class MailError(KesherError):
    """A message could not be handed to the mail server."""

    code = "mail"
    retryable = True


class ConflictError(KesherError):
    """The request does not fit the present state of what it names."""

    code = "conflict"


class QuotaError(ConflictError):
    """A limit that the settings put on what is kept is reached; nothing was stored."""

    code = "conflict.quota"


class InputError(KesherError):
    """The request itself is wrong: empty, too long, or not of the expected form."""

    code = "input.invalid"


class NoExpiryError(InputError):
    """A temporary fact has neither a stated end nor one by its key, so it cannot be stored."""

    code = "input.no_expiry"


class ToolMissingError(KesherError):
    """An outside tool, its data or an optional package is not installed."""

    code = "tool.missing"
