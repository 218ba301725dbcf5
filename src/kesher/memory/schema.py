"""The schema of facts: per key its cardinality, conflict policy, kind and names, from a file."""

import tomllib
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from kesher.domain.fact import FactKind
from kesher.errors import ConfigurationError

_SHIPPED = "schema.toml"
_FIELDS = {"values", "policy", "kind", "sensitive", "he", "en"}


class Policy(StrEnum):
    """What decides where a new value meets an old one of the same subject and key (seed 003)."""

    NEWEST = "newest"
    MOST_CONFIDENT = "most_confident"
    VERSIONS = "versions"
    """All stay, each with its time; the newest serves."""
    ASK = "ask"
    """A person decides; the old value serves meanwhile."""


@dataclass(frozen=True, slots=True)
class Key:
    """What the schema says of one key.

    Attributes:
        single: One open value at a time.
        sensitive: A replacement or removal goes to review.
        he, en: What it is called where a person or model reads it.
    """

    name: str
    single: bool
    policy: Policy
    kind: FactKind
    sensitive: bool
    he: str
    en: str


class Schema:
    """Keys by name. A key that no file declares has many values, newest first, and is stable."""

    def __init__(self, keys: dict[str, Key]) -> None:
        self._keys = keys

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
        text = own.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(
            f"The memory schema `{own}` cannot be read: {error}. Give a UTF-8 TOML file in "
            f"`memory_schema_file`, or leave the setting empty."
        ) from error
    keys = {name: shipped.key(name) for name in shipped.names()}
    return Schema(keys | _keys(text, str(own)))


def _keys(text: str, place: str) -> dict[str, Key]:
    try:
        rows = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigurationError(f"The memory schema `{place}` is not TOML: {error}.") from error
    return {name: _key(name, row, place) for name, row in rows.items()}


def _key(name: str, row: Any, place: str) -> Key:  # noqa: ANN401 - TOML
    if not isinstance(row, dict) or set(row) - _FIELDS:
        raise ConfigurationError(
            f"Key `{name}` of the memory schema `{place}` must be a table of "
            f"{', '.join(sorted(_FIELDS))} and nothing else."
        )
    try:
        return Key(
            name=name,
            single={"one": True, "many": False}[row.get("values", "many")],
            policy=Policy(row.get("policy", Policy.NEWEST)),
            kind=FactKind(row.get("kind", FactKind.STABLE)),
            sensitive=bool(row.get("sensitive", False)),
            he=str(row.get("he", name)),
            en=str(row.get("en", name)),
        )
    except (KeyError, ValueError, TypeError) as error:
        raise ConfigurationError(
            f"Key `{name}` of the memory schema `{place}` has a value that is none: {error}. "
            f"`values` is one or many; `policy` is newest, most_confident, versions or ask; `kind` "
            f"is stable, temporary or event."
        ) from error
