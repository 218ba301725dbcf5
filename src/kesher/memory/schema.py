"""The schema of facts: per key its cardinality, conflict policy, kind and names, from a file."""

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from kesher.domain.fact import FactKind
from kesher.domain.log import Speaking
from kesher.errors import ConfigurationError, InputError
from kesher.memory.durations import iso_duration
from kesher.text.normalize import strip_niqqud

_SHIPPED = "schema.toml"
_NAME_CHARS = 48
_LONGEST = timedelta(days=36_525)
_TRIGGERS = ("task_done", "reply", "delivered", "status")


class Policy(StrEnum):
    """What decides where a new value meets an old one of the same subject and key (seed 003)."""

    NEWEST = "newest"
    MOST_CONFIDENT = "most_confident"
    VERSIONS = "versions"
    """All stay, each with its time; the newest serves."""
    ASK = "ask"
    """A person decides; the old value serves meanwhile."""


class Asks(StrEnum):
    """When a replacement or removal of a value waits for a person."""

    NEVER = "never"
    DOUBTFUL = "doubtful"
    """Where the statement is unsure, corrects, removes, or is not its speaker's own to make."""
    ALWAYS = "always"


class Outcome(NamedTuple):
    """A status that another key took, such as `task_status` = `done`."""

    key: str
    value: str


@dataclass(frozen=True, slots=True)
class Key:
    """What the schema says of one key.

    Attributes:
        single: One open value at a time.
        sensitive: Medical, financial or secret.
        he, en: What it is called where a person or model reads it.
        also: Other names that fold to it, as `folded` writes them.
        asks: When a replacement or removal waits for a person.
        kept_by: Whose word counts: an assistant's about orders and appointments, else the user's.
        status: The values are status words, which fold over languages.
        exact: Values with other prefix letters or vowel letters differ: names, codes, addresses.
        partial: A value that holds the other one is a fuller saying of it.
        measured: The same value on another day is another event.
        lasts: How long a temporary fact lives that states no end.
        after: A temporary fact lapses this long after the moment that its value names.
        until: The trigger that ends a temporary fact: `task_done`, `reply`, `delivered`, `status`.
        review_after: A person is asked this long after the start whether it still holds.
        fulfilled_by: Statuses of the subject, or of the entity that is the value, that end it.
        inverse: The key by which the value's entity leads back to the subject.
        part_of: The key whose value says this, too: a city stands in an address.
        follows: It ends where a value of this other key is replaced: a floor goes with its address.
        questions: The key whose values this one, when it names them, puts in doubt.
    """

    name: str
    single: bool
    policy: Policy
    kind: FactKind
    sensitive: bool
    he: str
    en: str
    also: tuple[str, ...] = ()
    asks: Asks = Asks.NEVER
    kept_by: Speaking = Speaking.USER
    status: bool = False
    exact: bool = False
    partial: bool = False
    measured: bool = False
    lasts: timedelta | None = None
    after: timedelta | None = None
    until: str = ""
    review_after: timedelta | None = None
    fulfilled_by: tuple[Outcome, ...] = ()
    inverse: str = ""
    part_of: str = ""
    follows: str = ""
    questions: str = ""


class Schema:
    """Keys by name. A key that no file declares has many values, newest first, and is stable."""

    def __init__(self, keys: dict[str, Key]) -> None:
        self._keys = keys
        self._names = {name: key.name for key in keys.values() for name in _all_names(key)}
        # A declared name is never taken for another key's synonym.
        self._names |= {folded(name): name for name in keys}

    def key(self, name: str) -> Key:
        """Return what holds for a key, declared or not."""
        declared = self._keys.get(name)
        if declared is not None:
            return declared
        shown = name.replace("_", " ")
        return Key(name, False, Policy.NEWEST, FactKind.STABLE, False, shown, shown)

    def declares(self, name: str) -> bool:
        """Tell whether a file declares the key."""
        return name in self._keys

    def names(self) -> tuple[str, ...]:
        """Return the declared keys in the files' order."""
        return tuple(self._keys)

    def fold(self, name: str) -> str:
        """Return the declared key that a free name means ("מקום עבודה": employer), else `folded`.

        A possessor written before the key is left out: "user_phone" is phone.
        """
        plain = folded(name)
        bare = re.sub(r"^(?:user|customer|my|his|her|their)_", "", plain)
        return self._names.get(plain) or self._names.get(bare) or plain

    def that(self, fits: Callable[[Key], bool]) -> tuple[Key, ...]:
        """Return the declared keys that fit, in the files' order."""
        return tuple(key for key in self._keys.values() if fits(key))


def folded(name: str) -> str:
    """Write a key's name as names are compared: lower case, words joined by `_`, no niqqud."""
    return re.sub(r"[\W_]+", "_", strip_niqqud(name).casefold()).strip("_")


@cache
def shipped_schema() -> Schema:
    """Return the schema that comes with Kesher."""
    text = files("kesher.memory").joinpath(_SHIPPED).read_text(encoding="utf-8")
    return Schema(_keys(text, _SHIPPED))


def schema_with(own: Path | None) -> Schema:
    """Return the shipped schema with the keys of the user's file over it.

    Raises:
        ConfigurationError: the file cannot be read, or a key in it is not as it must be.
    """
    shipped = shipped_schema()
    if own is None:
        return shipped
    try:
        text = own.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(
            f"The memory schema `{own}` cannot be read: {error}. Give a UTF-8 TOML file in "
            f"`memory_schema_file`, or leave the setting empty."
        ) from error
    told = _keys(text, str(own))
    keys = {name: shipped.key(name) for name in shipped.names()} | told
    for name in told:
        fault = _fault(keys[name], keys)
        if fault:
            raise ConfigurationError(f"Key `{name}` of the memory schema `{own}` {fault}")
    return Schema(keys)


def _all_names(key: Key) -> tuple[str, ...]:
    return tuple(map(folded, (*key.also, key.he, key.en)))


def _keys(text: str, place: str) -> dict[str, Key]:
    try:
        rows = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigurationError(f"The memory schema `{place}` is not TOML: {error}.") from error
    return {name: _key(name, row, place) for name, row in rows.items()}


def _key(name: str, row: Any, place: str) -> Key:  # noqa: ANN401 - TOML
    if not isinstance(row, dict) or set(row) - set(_READ) - {"values"}:
        raise ConfigurationError(
            f"Key `{name}` of the memory schema `{place}` must be a table of "
            f"{', '.join(sorted({*_READ, 'values'}))} and nothing else."
        )
    try:
        given = {field: _READ[field](row[field]) for field in row if field != "values"}
        single = {"one": True, "many": False}[row.get("values", "many")]
    except (KeyError, ValueError, TypeError, InputError) as error:
        raise ConfigurationError(
            f"Key `{name}` of the memory schema `{place}` has a value that is none: {error}. "
            f"`values` is one or many; `policy` is newest, most_confident, versions or ask; `kind` "
            f"is stable, temporary or event; `asks` is never, doubtful or always; `kept_by` is "
            f"user or assistant; lengths are ISO durations such as P7D; `fulfilled_by` lists "
            f"`key=status`."
        ) from error
    return Key(**(_unsaid(name, given) | given | {"name": name, "single": single}))


def _fault(key: Key, keys: Mapping[str, Key]) -> str:
    """Say what of a key does not go together with itself and the others; empty: nothing."""
    if not folded(key.name) or len(key.name) > _NAME_CHARS or not key.name.isprintable():
        return f"has no name of at most {_NAME_CHARS} letters, digits and `_`. Rename it."
    if key.until and key.until not in _TRIGGERS:
        return f"ends `until` `{key.until}`. What ends a fact is {', '.join(_TRIGGERS)}."
    fields = ("inverse", "part_of", "follows", "questions")
    named = [(field, getattr(key, field)) for field in fields]
    for field, other in [*named, *(("fulfilled_by", told.key) for told in key.fulfilled_by)]:
        if other and other not in keys:
            return (
                f"names `{other}` in `{field}`, which no schema declares. Declare it, or mend it."
            )
    for field in ("part_of", "follows"):
        chain = [key.name]
        while (above := getattr(keys[chain[-1]], field)) and above in keys:
            if above in chain:
                return f"leads back to itself by `{field}`: {', '.join((*chain, above))}. Cut it."
            chain.append(above)
    return ""


def _unsaid(name: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return what holds for the fields that a table leaves out."""
    asked = given.get("policy") is Policy.ASK or given.get("sensitive", False)
    return {
        "policy": Policy.NEWEST,
        "kind": FactKind.STABLE,
        "sensitive": False,
        "he": name,
        "en": name,
        "asks": Asks.ALWAYS if asked else Asks.NEVER,
    }


def _bool(value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"`{value}` is neither true nor false")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"`{value}` is no text")
    return value


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise TypeError(f"`{value}` is no list of texts")
    return tuple(map(_text, value))


def _length(value: object) -> timedelta:
    try:
        length = iso_duration(_text(value))
    except OverflowError:
        length = timedelta.max
    if length > _LONGEST:
        raise ValueError(f"`{value}` is longer than {_LONGEST.days:,} days")
    return length


def _outcome(text: str) -> Outcome:
    key, sign, value = text.partition("=")
    if not (key and sign and value):
        raise ValueError(f"`{text}` is not written as `key=status`")
    return Outcome(key, value)


_READ: Mapping[str, Callable[[Any], object]] = {
    "policy": Policy,
    "kind": FactKind,
    "asks": Asks,
    "kept_by": Speaking,
    **dict.fromkeys(("sensitive", "status", "exact", "partial", "measured"), _bool),
    **dict.fromkeys(("he", "en", "until", "inverse", "part_of", "follows", "questions"), _text),
    **dict.fromkeys(("lasts", "after", "review_after"), _length),
    "also": _texts,
    "fulfilled_by": lambda value: tuple(map(_outcome, _texts(value))),
}
