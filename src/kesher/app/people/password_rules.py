"""Which passwords are taken: long enough, and none of those that everybody tries first."""

import unicodedata
from functools import cache
from importlib.resources import files

from kesher.errors import InputError

LEAST_CHARS = 10
MOST_CHARS = 1_000
_COMMON = "common_passwords.txt"


def normalised(password: str) -> str:
    """Return the one form of a password that keyboards write in several (Unicode's NFC)."""
    return unicodedata.normalize("NFC", password)


def checked_password(password: str, *, email: str = "") -> str:
    """Return a new password in its one form.

    Args:
        email: Of the person that it is for; it is no password for itself.

    Raises:
        InputError: it is too short, too long, or easily guessed.

    Source:
        NIST SP 800-63B, section 3.1.1.2: length counts, composition rules do not.
    """
    chosen = normalised(password)
    if len(chosen) < LEAST_CHARS:
        raise InputError(
            f"The password has {len(chosen)} characters and needs at least {LEAST_CHARS}. Three or "
            f"four words make a good one, in any language."
        )
    if len(chosen) > MOST_CHARS:
        raise InputError(f"The password is longer than {MOST_CHARS:,} characters. Choose another.")
    if _is_guessed(chosen.casefold(), email):
        raise InputError(
            "That password is among the first that anybody would try. Choose one that is yours "
            "alone."
        )
    return chosen


def _is_guessed(folded: str, email: str) -> bool:
    return len(set(folded)) < 3 or folded == email.casefold() or folded in _common()


@cache
def _common() -> frozenset[str]:
    text = (files("kesher.app.people") / _COMMON).read_text(encoding="utf-8")
    return frozenset(line for line in text.splitlines() if line and not line.startswith("#"))
