"""What an argument decides, by its name: who gets it, what it is done to, or only words."""

import re
from enum import StrEnum

from kesher.context.guard.folding import fold
from kesher.context.guard.shapes import Shape, shape_of
from kesher.domain.json_value import Json

_PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[^\W\d_A-Za-z]+")


def _words(*lines: str) -> frozenset[str]:
    return frozenset(word for line in lines for word in line.split())


class ArgumentRole(StrEnum):
    """What a value decides."""

    DESTINATION = "destination"
    """Where something goes or who may do it: a recipient, an account, an address, a guest."""
    SECRET = "secret"  # noqa: S105
    """What protects an account."""
    CONTENT = "content"
    """Words that are written or sent."""
    TARGET = "target"
    """What it is done to, how much, when: identifiers, names, amounts, dates, paths."""


_DESTINATIONS = _words(
    "recipient recipients to cc bcc email emails participant participants attendee attendees ",
    "address addresses url urls uri link links iban account accounts payee phone host domain ",
    "webhook endpoint destination guest guests member members invitee invitees contact contacts ",
    "wallet assignee server receiver target mail telephone mobile href website beneficiary ",
    "נמען נמענים כתובת מייל חשבון טלפון קישור אתר משתתפים מוטב",
)
_CARRIERS = _words(
    "url urls uri link href host domain webhook endpoint website server recipient recipients to ",
    "cc bcc destination address קישור אתר נמען",
)
_SECRETS = _words(
    "password passwd passcode secret pin token credential סיסמה קוד",
)
_CONTENTS = _words(
    "body content contents text message messages description subject title comment note notes ",
    "summary caption post html markdown data reason attachments location place venue",
    "תוכן גוף נושא הודעה טקסט תיאור כותרת",
)
_IDENTIFIERS = _words(
    "id ids name names path file filename key number index",
)


def role_of(name: str, value: Json) -> ArgumentRole:
    """Return what an argument decides. The last word of its name counts ("email_id": an id)."""
    words = [part.lower() for part in _PARTS.findall(name)]
    last = words[-1] if words else ""
    if last in _SECRETS:
        return ArgumentRole.SECRET
    if isinstance(value, str) and shape_of(value) is not None:
        # An address or an account leads somewhere, whatever the argument is called.
        return ArgumentRole.DESTINATION
    if last in _CONTENTS:
        return ArgumentRole.CONTENT
    if last in _DESTINATIONS and last not in _IDENTIFIERS:
        return ArgumentRole.DESTINATION
    if isinstance(value, str) and len(fold(value).split()) > _MOST_WORDS_OF_A_NAME:
        return ArgumentRole.CONTENT
    return ArgumentRole.TARGET


def may_carry_out(name: str, value: Json) -> bool:
    """Say whether a value of a call that only reads may take what is private out of the house."""
    words = [part.lower() for part in _PARTS.findall(name)]
    if isinstance(value, str):
        shape = shape_of(value)
        if shape is not None and shape.shape is Shape.URL:
            return True
    return bool(words) and words[-1] in _CARRIERS and isinstance(value, str)


_MOST_WORDS_OF_A_NAME = 12
