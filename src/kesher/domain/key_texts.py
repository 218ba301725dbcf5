"""The text of an API key: `ksh_`, 34 random letters, and 6 that tell a key from a mistyped one.

Programs that look for secrets in files find it by its beginning and its last letters, and whoever
copied only a part of it is told so. Source: GitHub, "Behind GitHub's new authentication token
formats", 2021.
"""

import secrets
import string
import zlib

BEGINNING = "ksh_"
_LETTERS = string.digits + string.ascii_uppercase + string.ascii_lowercase
# 34 letters of 62 are 202 random bits; without the six that are shown, 166.
_RANDOM = 34
_CHECK = 6  # 62 ** 6 is more than the 2 ** 32 sums that there are
_SHOWN = len(BEGINNING) + 6


def new_key() -> str:
    """Return a key that nobody can guess."""
    body = BEGINNING + "".join(secrets.choice(_LETTERS) for _ in range(_RANDOM))
    return body + _check_letters(body)


def is_whole(text: str) -> bool:
    """Tell whether this has the form of a key, and its last letters fit the others."""
    body, check = text[:-_CHECK], text[-_CHECK:]
    letters = body.removeprefix(BEGINNING)
    return (
        body.startswith(BEGINNING)
        and len(letters) == _RANDOM
        and all(letter in _LETTERS for letter in letters)
        and check == _check_letters(body)
    )


def shown_prefix(key: str) -> str:
    """Return the first letters of a key, by which people tell keys apart."""
    return key[:_SHOWN]


def _check_letters(body: str) -> str:
    rest, letters = zlib.crc32(body.encode()), ""
    for _ in range(_CHECK):
        rest, digit = divmod(rest, len(_LETTERS))
        letters = _LETTERS[digit] + letters
    return letters
