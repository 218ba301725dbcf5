"""What people say, as data: the phrase lists of `phrases/*.toml`, compiled once.

A file holds `[words]`, lists of words that phrases name as `<list>`, and tables of phrase lists;
the list `live` of the table `[city]` is found under `city.live`. Names are shared by all files.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from kesher.text.lexicon import folded_set
from kesher.text.scanning import Phrases, compiled


@cache
def phrases() -> Phrases:
    """Return all phrases that come with Kesher, compiled."""
    return compiled(phrase_lists(), word_sets())


def phrase_lists() -> Mapping[str, tuple[str, ...]]:
    """Return the phrases of each list as they are written; lists of one name add up."""
    lists: dict[str, tuple[str, ...]] = {}
    for book in _books():
        for table, group in book.items():
            if table != "words":
                for name, written in group.items():
                    key = f"{table}.{name}"
                    lists[key] = (*lists.get(key, ()), *written)
    return lists


def word_set(name: str) -> frozenset[str]:
    """Return the folded words of a `[words]` list; KeyError names one that no file has."""
    return word_sets()[name]


@cache
def word_sets() -> Mapping[str, frozenset[str]]:
    """Return the folded words of every `[words]` list, by its name."""
    return {
        name: folded_set(listed)
        for book in _books()
        for name, listed in book.get("words", {}).items()
    }


@cache
def _books() -> tuple[dict[str, Any], ...]:
    folder = files("kesher.text").joinpath("phrases")
    return tuple(
        tomllib.loads(path.read_text(encoding="utf-8"))
        for path in sorted(folder.iterdir(), key=lambda path: path.name)
        if path.name.endswith(".toml")
    )
