"""What the API takes and shows of people, their sessions and their links."""

from datetime import datetime
from typing import Literal

from pydantic import Field

from kesher.server.schemas import Schema

_EMAIL_CHARS = 254
_NAME_CHARS = 120
_PASSWORD_CHARS = 1_000
_SECRET_CHARS = 200
_REVOKES = "Revoke the person's API keys, too: whoever knew the old password may have made one."


class Person(Schema):
    """Somebody with an account."""

    id: str
    email: str
    name: str
    administrator: bool = Field(description="May manage people and settings.")
    disabled: bool = Field(description="The account lets nobody in.")
    created_at: datetime


class OtherService(Schema):
    """Another service that people sign in through."""

    label_he: str = Field(description="What the button says, in Hebrew.")
    label_en: str = Field(description="What the button says, in English.")
    begin: str = Field(
        description="Where the button leads the browser; `?goal=/path` of our own is where the "
        "person comes out."
    )
    sign_out: str = Field(
        description="Where the browser may be led after `POST /api/sign-out`, to sign out of the "
        "service too."
    )


class Me(Schema):
    """Who asks, and how people come in here."""

    mode: Literal["single_user", "accounts"] = Field(
        description="`single_user`: whoever reaches the server is the one local person. "
        "`accounts`: everybody signs in."
    )
    person: Person | None = Field(
        description="Who is signed in; null: nobody, or the local person, who has no account."
    )
    signed_in: bool = Field(description="Whether the server takes requests of whoever asks.")
    administers: bool = Field(description="Whether who asks may manage people and settings.")
    csrf: str = Field(
        description="What a page sends as `X-Kesher-CSRF` with whatever changes something; empty: "
        "nothing need be sent."
    )
    needs_first_administrator: bool = Field(
        description="Whether there is no account yet: the link that the server printed makes one."
    )
    sends_mail: bool = Field(description="Whether a forgotten password can be reset by mail.")
    other_service: OtherService | None = Field(
        description="The service that people may sign in through; null: none."
    )


class SignIn(Schema):
    """An e-mail and a password."""

    email: str = Field(max_length=_EMAIL_CHARS)
    password: str = Field(max_length=_PASSWORD_CHARS)


class OwnName(Schema):
    """One's own new name."""

    name: str = Field(max_length=_NAME_CHARS)


class OwnPassword(Schema):
    """One's own password: the present one and the new one."""

    present: str = Field(max_length=_PASSWORD_CHARS)
    new: str = Field(max_length=_PASSWORD_CHARS, description="At least 10 characters.")
    revoke_keys: bool = Field(False, description=_REVOKES)


class OpenSession(Schema):
    """A browser that one is signed in with."""

    id: str
    client: str = Field(description="What the browser says it is.")
    created_at: datetime
    seen_at: datetime = Field(description="When it was last used, to the minute.")
    expires_at: datetime
    present: bool = Field(description="Whether it is the one that asks.")


class PersonCreate(Schema):
    """A new account. Without a password the answer has a link by which the person sets one."""

    email: str = Field(max_length=_EMAIL_CHARS)
    name: str = Field("", max_length=_NAME_CHARS, description="Empty: the e-mail's first part.")
    password: str = Field("", max_length=_PASSWORD_CHARS, description="At least 10 characters.")
    administrator: bool = False


class PersonUpdate(Schema):
    """What to change of an account; null: leave it."""

    name: str | None = Field(None, max_length=_NAME_CHARS)
    administrator: bool | None = None
    disabled: bool | None = None


class PasswordLink(Schema):
    """A link that is good once, shown once."""

    path: str = Field(description="Under the server's address, with its secret.")
    url: str = Field(description="The whole address, as this server was reached.")
    expires_at: datetime


class PersonCreated(Schema):
    """A new account, and the link to hand on."""

    person: Person
    link: PasswordLink | None = Field(description="Null: a password was given.")


class FirstAdministrator(Schema):
    """The first account, made by the link that the server printed."""

    secret: str = Field(max_length=_SECRET_CHARS, description="What the link has after its `#`.")
    email: str = Field(max_length=_EMAIL_CHARS)
    name: str = Field("", max_length=_NAME_CHARS)
    password: str = Field(max_length=_PASSWORD_CHARS, description="At least 10 characters.")


class PasswordByLink(Schema):
    """A new password, set by a link."""

    secret: str = Field(max_length=_SECRET_CHARS, description="What the link has after its `#`.")
    password: str = Field(max_length=_PASSWORD_CHARS, description="At least 10 characters.")
    revoke_keys: bool = Field(False, description=_REVOKES)


class PasswordSet(Schema):
    """What still lets programs in after a password was set."""

    keys_valid: int = Field(description="API keys of the person that do so still.")
    keys_revoked: int = Field(description="Those that did so until now.")


class PasswordMail(Schema):
    """Whom to send a link to set a password, in which language."""

    email: str = Field(max_length=_EMAIL_CHARS)
    language: Literal["he", "en"] = "he"
