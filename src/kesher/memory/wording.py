"""How a key, a status and a name are written in a line, in the language of the one who asks."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from importlib.resources import files
from typing import Literal
from zoneinfo import ZoneInfo

from kesher.domain.entity import Entity
from kesher.domain.fact import Fact
from kesher.memory.schema import Key

Words = Literal["he", "en"]

_FILE = "status_words.toml"
_KINDS: dict[Words, dict[str, str]] = {
    "he": {"order": "הזמנה", "ticket": "פנייה", "appointment": "תור", "task": "משימה"},
    "en": {"order": "order", "ticket": "case", "appointment": "appointment", "task": "task"},
}
_NUMBERED = re.compile(r"(?P<kind>הזמנה|order|פנייה|קריאה|case|ticket) (?P<number>\S*\d\S*)", re.I)
_TYPES = {
    "הזמנה": "order",
    "order": "order",
    "פנייה": "ticket",
    "קריאה": "ticket",
    "case": "ticket",
    "ticket": "ticket",
}
_MATTERS: dict[Words, dict[str, str]] = {
    "he": {
        "refund": "ההחזר",
        "order": "ההזמנה",
        "ticket": "הפנייה",
        "appointment": "התור",
        "task": "המשימה",
        "medication": "התרופה",
    },
    "en": {kind: kind for kind in ("refund", "order", "appointment", "task", "medication")}
    | {"ticket": "ticket"},
}
_DATE = re.compile(
    r"(?P<year>\d{4})-(?P<month>0\d|1[0-2])-(?P<day>[0-2]\d|3[01])(?:[T ](?P<rest>.+))?"
)
_SIGNS = {"ILS": "₪", "USD": "$", "EUR": "€", "GBP": "£"}
_SUM = re.compile(r"(?P<amount>\d+(?:\.\d+)?) (?P<currency>ILS|USD|EUR|GBP)")
_PREFIX = re.compile(r"(?:.* )?[בלמכ]")
_HEBREW = re.compile("[א-ת]")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


@dataclass(frozen=True, slots=True)
class Manner:
    """How a fact is written.

    Attributes:
        words: The language of labels and statuses.
        year: Days in it are told without it; None: every day with its year.
        said: Words that the line has before it, which its label need not say again.
    """

    words: Words
    year: int | None = None
    said: frozenset[str] = frozenset()


def statement(fact: Fact, key: Key, manner: Manner) -> str:
    """Return a fact's key and value: "טלפון 052-5550146", "order status on its way back"."""
    words = manner.words
    label, value = label_of(key, words), shown_value(fact, key, manner)
    label = " ".join(word for word in label.split() if word not in manner.said) or label
    if value.casefold().startswith(f"{label.casefold()} "):
        return value  # "הזמנה 4521" says by itself that it is an order
    if not _PREFIX.fullmatch(label):
        return f"{label} {value}"
    # Hebrew writes a prefix letter with its word, before other scripts and digits with a hyphen.
    return f"{label}{value}" if _HEBREW.match(value) else f"{label}־{value}"


def label_of(key: Key, words: Words) -> str:
    """Return what a key is called."""
    return key.he if words == "he" else key.en


def matter(key: Key, type_: str, words: Words) -> frozenset[str]:
    """Return the words that say what matter a key is of, in its label: of a refund, an order.

    Args:
        type_: Of the entity that the line is about: "order status" of an order is its status.
    """
    label = label_of(key, words).split()
    of = {_MATTERS[words].get(key.name.partition("_")[0], ""), _MATTERS[words].get(type_, "")}
    return frozenset(of & {*label}) if len(label) > 1 else frozenset()


def shown_value(fact: Fact, key: Key, manner: Manner) -> str:
    """Return a value as a line shows it: statuses, days, sums and "order 7" in its language."""
    if key.status:
        return status_words(key.name, manner.words).get(fact.value, fact.value)
    if fact.object_id:
        return _kind_named(fact.value, manner.words)
    sum_ = _SUM.fullmatch(fact.value)
    if sum_ is not None:
        sign = _SIGNS[sum_["currency"]]
        return f"{sum_['amount']} {sign}" if manner.words == "he" else f"{sign}{sum_['amount']}"
    found = _DATE.fullmatch(fact.value)
    if found is None or int(found["year"]) != manner.year:
        return fact.value
    date = _day(int(found["day"]), int(found["month"]), manner.words)
    return f"{date} {found['rest'] or ''}".strip()


@cache
def status_words(key: str, words: Words) -> Mapping[str, str]:
    """Return how the statuses of a key are written, by our own word for each."""
    table = tomllib.loads(files("kesher.memory").joinpath(_FILE).read_text(encoding="utf-8"))
    found: dict[str, str] = table.get(key, {}).get(words, {})
    return found


def named(entity: Entity, words: Words) -> str:
    """Return an entity's name; a bare number says of what kind it is."""
    if any(char.isalpha() for char in entity.name):
        return _kind_named(entity.name, words)
    kind = _KINDS[words].get(entity.type)
    return f"{kind} {entity.name}" if kind else entity.name


def day(instant: datetime, zone: ZoneInfo, words: Words, *, year: int | None) -> str:
    """Return a day: "3.5" or "3 May" where it lies in `year`, else with its own year."""
    local = instant.astimezone(zone)
    short = _day(local.day, local.month, words)
    if local.year == year:
        return short
    return f"{short}.{local.year}" if words == "he" else f"{short} {local.year}"


def _day(number: int, month: int, words: Words) -> str:
    return f"{number}.{month}" if words == "he" else f"{number} {_MONTHS[month - 1]}"


def _kind_named(name: str, words: Words) -> str:
    found = _NUMBERED.fullmatch(name)
    if found is None:
        return name
    return f"{_KINDS[words][_TYPES[found['kind'].casefold()]]} {found['number']}"
