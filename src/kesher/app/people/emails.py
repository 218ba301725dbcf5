"""What counts as an e-mail address and as a person's name."""

import re
import unicodedata

from kesher.errors import InputError
from kesher.text.storable import visible

EMAIL_CHARS = 254
NAME_CHARS = 120

# Deliberately simple: whether an address is anybody's only a message to it tells.
_EMAIL = re.compile(r'[^@\s<>()\[\]",;:\\]{1,64}@[^@\s<>()\[\]",;:\\.]+(\.[^@\s<>()\[\]",;:\\.]+)*')


def checked_email(text: str) -> str:
    """Return an address as it is stored: lower case, without blanks around it.

    Raises:
        InputError: it is none.
    """
    email = unicodedata.normalize("NFC", text.strip()).lower()
    if len(email) > EMAIL_CHARS or not email.isprintable() or not _EMAIL.fullmatch(email):
        raise InputError(
            f"`{visible(text)[:80]}` is no e-mail address. Write it as `name@example.org`."
        )
    return email


def sought_email(text: str) -> str:
    """Return an address in the form in which it would be stored, whether it is one or not."""
    return unicodedata.normalize("NFC", text.strip()).lower()


def checked_name(text: str) -> str:
    """Return a person's name without hidden characters and blanks around it.

    Raises:
        InputError: nothing of it can be seen, or it is too long.
    """
    name = " ".join(visible(" ".join(text.split())).split())
    if not name or len(name) > NAME_CHARS:
        raise InputError(f"A person's name has 1 to {NAME_CHARS} characters, and can be seen.")
    return name
