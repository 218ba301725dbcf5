"""Values with a shape of their own: addresses of mail and web, bank accounts, telephone numbers."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from enum import StrEnum

from kesher.context.guard.folding import fold


class Shape(StrEnum):
    """What a value leads to."""

    EMAIL = "email"
    URL = "url"
    ACCOUNT = "account"
    PHONE = "phone"


# A local part has 64 characters at most (RFC 5321): a long word is not searched time and again.
_EMAIL = re.compile(r"[a-z0-9][a-z0-9._%+'-]{0,63}@[a-z0-9-]+(?:\.[a-z0-9-]+)+")
_ENDS = (
    "com|org|net|edu|gov|io|co|ai|app|dev|info|biz|me|ru|il|uk|de|fr|eu|us|cn|in|ir|sa|ae|tv|xyz|"
    "site|online|shop|top|club|ly|gl|to|cc|tk"
)
_URL = re.compile(
    rf"(?:(?:https?|ftp|wss?)://|www\.)[^\s<>\"'|\\^`{{}}]+"
    rf"|(?<![@\w.-])(?:[a-z0-9][a-z0-9-]*\.)+(?:{_ENDS})\b(?:[/?#][^\s<>\"'|\\^`{{}}]*)?(?![\w@])"
    rf"|(?<!\w)(?:localhost|(?:\d{{1,3}}\.){{3}}\d{{1,3}})(?::\d+)?(?:/[^\s<>\"']*)?"
)
# An IBAN and a card may be written in groups of four.
_ACCOUNT = re.compile(
    r"(?<!\w)[a-z]{2}\d{2}(?: ?[a-z0-9]{4}){2,7}(?: ?[a-z0-9]{1,4})?(?!\w)"
    r"|(?<![\w-])\d{4}(?:[ -]\d{4}){3}(?![\w-])"
    r"|(?<![\w@./-])[a-z]{0,3}\d[\d-]{7,24}\d(?![\w@-])|(?<!\w)0x[0-9a-f]{30,64}(?!\w)"
)
_PHONE = re.compile(r"(?<![\w+])\+\d[\d ()-]{7,18}\d(?!\w)")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}|\d{2}-\d{2}-\d{4}")
_TRAILING = ".,;:!?)]}'\""
UNITS = (
    r"(?:km|cm|mm|m|kg|g|mg|l|ml|k|mb|gb|tb|h|hrs?|min|s|ms|am|pm|st|nd|rd|th|x|usd|eur|gbp|ils|nis"
    r"|rub|jpy|chf|שח|ש|קמ|קג|شيكل|كم|كغ|دولار|руб|р|км|кг|г|м|ч|мин|ый|ой|го|му|е|я)"
)
"""What may be written onto a number and leave it one: units, currencies, ordinals; a pattern."""
_NUMBER = re.compile(
    r"(?<![\w.,])[-+]?\d{1,3}(?:[ ,'\u202f]\d{3})+(?:[.]\d+)?(?![\w])"
    r"|(?:(?<![^\W_])|(?<![^\W_])(?:[והבכלמש]{1,3}|[وفبلك]{1,2}(?:ال)?|usd|eur|gbp|ils|nis|rub))"
    rf"(?P<plain>\d++(?:[.,]\d++)?+)(?={UNITS}?(?![^\W_]))"
)


@dataclass(frozen=True, slots=True)
class Shaped:
    """A value found in a text, in the one form by which it is compared."""

    shape: Shape
    value: str


def shaped(text: str) -> Iterator[Shaped]:
    """Yield the shaped values of a text, longest kind first, each in its compared form."""
    rest = fold(text)
    for shape, pattern in (
        (Shape.EMAIL, _EMAIL),
        (Shape.URL, _URL),
        (Shape.PHONE, _PHONE),
        (Shape.ACCOUNT, _ACCOUNT),
    ):
        for found in pattern.finditer(rest):
            if not _DATE.fullmatch(found.group()):
                yield Shaped(shape, _compared(shape, found.group()))
        rest = pattern.sub(" ", rest)


def shape_of(value: str) -> Shaped | None:
    """Return the shape of a value that is nothing but it; None where it has none."""
    plain = fold(value).strip()
    for shape, pattern in (
        (Shape.EMAIL, _EMAIL),
        (Shape.URL, _URL),
        (Shape.PHONE, _PHONE),
        (Shape.ACCOUNT, _ACCOUNT),
    ):
        if pattern.fullmatch(plain) and not _DATE.fullmatch(plain):
            return Shaped(shape, _compared(shape, plain))
    return None


def host(url: str) -> str:
    """Return the host of an address in its compared form, without `www.`."""
    return re.split(r"[/?#:]", url, maxsplit=1)[0].rpartition("@")[2]


def numbers(text: str) -> frozenset[Decimal]:
    """Return the numbers of a text by value: "1,200.00" and "1200" are one.

    Digits inside a longer word, an address, a telephone number or an account with marks are none.
    """
    found = set()
    for match in _NUMBER.finditer(without_addresses(text)):
        written = re.sub(r"[ '\u202f]", "", match["plain"] or match.group())
        thousands = re.fullmatch(r"[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?", written)
        plain = written.replace(",", "" if thousands else ".")
        try:
            found.add(Decimal(plain).normalize())
        except InvalidOperation:
            continue
    return frozenset(found)


def without_addresses(text: str) -> str:
    """Return a text, folded, without addresses, telephone numbers and accounts with marks."""
    shown = fold(text)
    for pattern in (_EMAIL, _URL, _PHONE, _ACCOUNT):
        shown = pattern.sub(_kept, shown)
    return shown


def _kept(found: re.Match[str]) -> str:
    plain = found.group()
    return plain if plain.isdigit() or _DATE.fullmatch(plain) else " "


def _compared(shape: Shape, value: str) -> str:
    if shape in (Shape.ACCOUNT, Shape.PHONE):
        return re.sub(r"[ ()-]", "", value)
    if shape is Shape.URL:
        bare = re.sub(r"^(?:[a-z]+://)?(?:www\.)?", "", value.rstrip(_TRAILING))
        return bare.rstrip("/")
    return value.rstrip(_TRAILING)
