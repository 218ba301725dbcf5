"""Events and prefixes as canonical JSON text, and back: the form that is hashed, kept and exported.

A field that has its default value is left out, so that a field added later changes no old hash.
"""

import json
from collections.abc import Hashable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from datetime import UTC, datetime
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import TYPE_CHECKING, TypeVar, cast, get_args, get_origin, get_type_hints

from kesher.domain.canonical import canonical, digest
from kesher.domain.json_value import Json, JsonObject
from kesher.domain.trajectory import Event, Payload, Prefix

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T")
_KINDS: Mapping[str, type] = {kind.__name__: kind for kind in get_args(Payload)}


def event_to_json(event: Event) -> str:
    """Return one event as one line of canonical JSON."""
    return canonical(
        {
            "sequence": event.sequence,
            "at": event.at.astimezone(UTC).isoformat(),
            "payload": payload_object(event.payload),
            "previous": event.previous,
            "hash": event.hash,
        }
    )


def event_from_json(text: str) -> Event:
    """Return the event that `event_to_json` wrote.

    Raises:
        ValueError: the text is no such JSON.
    """
    try:
        found = json.loads(text)
        return Event(
            sequence=int(found["sequence"]),
            at=datetime.fromisoformat(found["at"]).astimezone(UTC),
            payload=payload_from_object(found["payload"]),
            previous=str(found["previous"]),
            hash=str(found["hash"]),
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"It is not an event: {error!r}.") from error


def payload_object(payload: Payload) -> JsonObject:
    """Return a payload as a JSON object that names its kind."""
    return {"kind": type(payload).__name__, **_object(payload)}


def payload_from_object(found: Mapping[str, Json]) -> Payload:
    """Return the payload that `payload_object` wrote. Raises ValueError where it is none."""
    given = dict(found)
    kind = _KINDS.get(str(given.pop("kind", "")))
    if kind is None:
        raise ValueError(f"There is no kind of event {found.get('kind')!r}.")
    return cast("Payload", _record(kind, given))


def event_hash(previous: str, sequence: int, at: datetime, payload: Payload) -> str:
    """Return the hash of an event: SHA-256 over its forerunner's and all that it says."""
    whole: JsonObject = {
        "previous": previous,
        "sequence": sequence,
        "at": at.astimezone(UTC).isoformat(),
        "payload": payload_object(payload),
    }
    return digest(canonical(whole))


def prefix_to_json(prefix: Prefix) -> str:
    """Return a prefix as canonical JSON."""
    return canonical(_object(prefix))


def prefix_from_json(text: str) -> Prefix:
    """Return the prefix that `prefix_to_json` wrote. Raises ValueError where it is none."""
    found = json.loads(text)
    if not isinstance(found, dict):
        raise ValueError("It is not a prefix.")
    return _record(Prefix, found)


def _object(record: "DataclassInstance") -> JsonObject:
    found: JsonObject = {}
    for field in fields(record):
        value = getattr(record, field.name)
        if field.default is MISSING or value != field.default:
            found[field.name] = _value(value)
    return found


def _value(value: object) -> Json:
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, tuple):
        return [_value(item) for item in value]
    if is_dataclass(value) and not isinstance(value, type):
        return _object(value)
    return cast("Json", value)


def _record(kind: type[T], found: Mapping[str, Json]) -> T:
    hints = _hints(cast("Hashable", kind))
    unknown = found.keys() - hints.keys()
    if unknown:
        raise ValueError(f"`{kind.__name__}` has no {', '.join(sorted(unknown))}.")
    try:
        return kind(**{name: _read(hints[name], value) for name, value in found.items()})
    except TypeError as error:
        raise ValueError(f"It is no `{kind.__name__}`: {error}.") from error


def _read(hint: object, value: Json) -> object:
    if get_origin(hint) is UnionType:
        if value is None:
            return None
        hint = next(arm for arm in get_args(hint) if arm is not NoneType)
    if get_origin(hint) is tuple:
        if not isinstance(value, list):
            raise ValueError(f"{value!r} is not a list.")
        return tuple(_read(get_args(hint)[0], item) for item in value)
    if isinstance(hint, type):
        return _read_plain(hint, value)
    raise TypeError(f"Records do not hold {hint!r}.")


def _read_plain(hint: type, value: Json) -> object:
    if is_dataclass(hint):
        if not isinstance(value, dict):
            raise ValueError(f"{value!r} is no `{hint.__name__}`.")
        return _record(hint, value)
    if issubclass(hint, Enum):
        return hint(value)
    if type(value) is not hint:
        raise ValueError(f"{value!r} is no {hint.__name__}.")
    return value


@cache
def _hints(kind: Hashable) -> Mapping[str, object]:
    return get_type_hints(kind)
