"""How Kesher's values stand in columns, the same on SQLite and PostgreSQL."""

import json
import re
import zlib
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import BigInteger, Dialect, LargeBinary, Text, TypeDecorator

from kesher.domain.document import PageSpan
from kesher.errors import InputError

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)

# PostgreSQL refuses NUL, and UTF-8 has no form for half of a surrogate pair.
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_TO_ESCAPE = re.compile("[\x00\x1a\ud800-\udfff]")
_ESCAPED = re.compile("\x1a([0-9a-f]{4})")
_UNSTORABLE_JSON = re.compile(r"\\u0000|[\ud800-\udfff]")


def clean(text: str) -> str:
    """Replace each NUL and lone surrogate by U+FFFD, one for one, so that offsets stay."""
    return _UNSTORABLE.sub("\ufffd", text)


def canonical_json(value: object) -> str:
    """Return the one JSON text of `value`: keys sorted, no spaces, texts cleaned and unescaped."""
    text = _JSON.encode(value)
    # To look through the text takes a tenth of the time that cleaning each value of it would.
    return _JSON.encode(_cleaned(value)) if _UNSTORABLE_JSON.search(text) else text


def _as_dict(value: object) -> dict[object, object]:
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"JSON has no form for a {type(value).__name__}.")


def _cleaned(value: object) -> object:
    # Before writing: JSON would hide a NUL behind an escape and bring it back.
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, Mapping):
        return {key: _cleaned(held) for key, held in value.items()}
    if isinstance(value, list):
        return [_cleaned(held) for held in value]
    return value


_JSON = json.JSONEncoder(
    ensure_ascii=False, sort_keys=True, separators=(",", ":"), default=_as_dict
)


class CleanText(TypeDecorator[str]):
    """Text of any language, cleaned at the door."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """Clean what goes in, values to compare with included."""
        return None if value is None else clean(value)


class ExactText(TypeDecorator[str]):
    """Text that comes back code point for code point, what no database holds included.

    NUL, lone surrogates and the escape itself stand as U+001A and four hexadecimal digits: hashes
    are counted over such texts, so nothing may be replaced.
    """

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """Escape."""
        return None if value is None else _TO_ESCAPE.sub(_escaped, value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> str | None:
        """Undo the escapes."""
        return None if value is None else _ESCAPED.sub(_unescaped, value)


def _escaped(found: re.Match[str]) -> str:
    return f"\x1a{ord(found[0]):04x}"


def _unescaped(found: re.Match[str]) -> str:
    return chr(int(found[1], 16))


def storable_tenant(name: str) -> str:
    """Return a tenant's name as it is. It is never repaired: two would share their data.

    Raises:
        InputError: the databases cannot hold it.
    """
    if _UNSTORABLE.search(name):
        raise InputError(
            f"The tenant `{clean(name)}` has a NUL or half a surrogate pair in its name. "
            f"Name it without such characters."
        )
    return name


class TenantId(TypeDecorator[str]):
    """A tenant's name, which is refused where it cannot be held as it is."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """Refuse what the databases cannot hold as it is."""
        return None if value is None else storable_tenant(value)


class WordOf(TypeDecorator[StrEnum]):
    """One word of an enumeration, stored as that word."""

    impl = Text
    cache_ok = True

    def __init__(self, enumeration: type[StrEnum]) -> None:
        super().__init__()
        self.enumeration = enumeration

    def process_bind_param(self, value: StrEnum | None, dialect: Dialect) -> str | None:
        """Store the word itself: a driver may know enumerations of its own."""
        return None if value is None else value.value

    def process_result_value(self, value: str | None, dialect: Dialect) -> StrEnum | None:
        """Return the member."""
        return None if value is None else self.enumeration(value)


class Instant(TypeDecorator[datetime]):
    """An aware instant as whole microseconds since 1970 UTC: exact and ordered everywhere."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        """Return microseconds. A naive time is a TypeError of Python's own."""
        return None if value is None else (value - _EPOCH) // _MICROSECOND

    def process_result_value(self, value: int | None, dialect: Dialect) -> datetime | None:
        """Return the instant in UTC."""
        return None if value is None else _EPOCH + value * _MICROSECOND


class Duration(TypeDecorator[timedelta]):
    """A length of time, or a zone's distance from UTC, as whole microseconds."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: timedelta | None, dialect: Dialect) -> int | None:
        """Return microseconds."""
        return None if value is None else value // _MICROSECOND

    def process_result_value(self, value: int | None, dialect: Dialect) -> timedelta | None:
        """Return the length."""
        return None if value is None else value * _MICROSECOND


class Vector(TypeDecorator[NDArray[np.float32]]):
    """A vector as little-endian float32, whatever the machine."""

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(
        self, value: NDArray[np.float32] | None, dialect: Dialect
    ) -> bytes | None:
        """Return four bytes a number."""
        return None if value is None else np.ascontiguousarray(value, dtype="<f4").tobytes()

    def process_result_value(
        self, value: bytes | None, dialect: Dialect
    ) -> NDArray[np.float32] | None:
        """Return float32, shape (dimensions,), read only."""
        return None if value is None else np.frombuffer(value, dtype="<f4").astype(np.float32)


class Compressed(TypeDecorator[bytes]):
    """Bytes that repeat themselves, such as the boxes of characters on a line."""

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: bytes | None, dialect: Dialect) -> bytes | None:
        """Compress."""
        return None if value is None else zlib.compress(value, level=6)

    def process_result_value(self, value: bytes | None, dialect: Dialect) -> bytes | None:
        """Decompress."""
        return None if value is None else zlib.decompress(value)


class Words(TypeDecorator[tuple[str, ...]]):
    """A few words in order, as a JSON array."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: tuple[str, ...] | None, dialect: Dialect) -> str | None:
        """Write the array."""
        return None if value is None else canonical_json(list(value))

    def process_result_value(self, value: str | None, dialect: Dialect) -> tuple[str, ...] | None:
        """Read the array."""
        return None if value is None else tuple(json.loads(value))


class Ranges(TypeDecorator[tuple[tuple[int, int], ...]]):
    """Half-open ranges of one text, as a JSON array of `[start, end]`."""

    impl = Text
    cache_ok = True

    def process_bind_param(
        self, value: tuple[tuple[int, int], ...] | None, dialect: Dialect
    ) -> str | None:
        """Write the array."""
        return None if value is None else canonical_json([list(pair) for pair in value])

    def process_result_value(
        self, value: str | None, dialect: Dialect
    ) -> tuple[tuple[int, int], ...] | None:
        """Read the array."""
        return None if value is None else tuple((start, end) for start, end in json.loads(value))


def spans_to_lists(spans: Iterable[PageSpan]) -> list[list[int]]:
    """Return `[page number, start, end]` for each span."""
    return [[span.page_number, span.start, span.end] for span in spans]


def spans_from_lists(lists: Iterable[Iterable[int]]) -> tuple[PageSpan, ...]:
    """Undo `spans_to_lists`."""
    return tuple(PageSpan(*numbers) for numbers in lists)


class Spans(TypeDecorator[tuple[PageSpan, ...]]):
    """Where a chunk stands on its pages, as a JSON array of `[page number, start, end]`."""

    impl = Text
    cache_ok = True

    def process_bind_param(
        self, value: tuple[PageSpan, ...] | None, dialect: Dialect
    ) -> str | None:
        """Write the array."""
        return None if value is None else canonical_json(spans_to_lists(value))

    def process_result_value(
        self, value: str | None, dialect: Dialect
    ) -> tuple[PageSpan, ...] | None:
        """Read the array."""
        return None if value is None else spans_from_lists(json.loads(value))
