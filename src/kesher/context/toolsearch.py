"""Tool search: names and one line each in the prefix, whole schemas only when they are wanted.

A schema, once revealed, stays where it was put: nothing before it changes, and it is never
repeated. Where a provider loads deferred tools by itself, `native_tools` says what to send.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TypeAlias

from kesher.context.prefix import tool_schema
from kesher.domain.canonical import canonical, digest
from kesher.domain.json_value import Json
from kesher.domain.profile import Profile
from kesher.domain.tool import ToolSpec
from kesher.domain.trajectory import Event, Noted
from kesher.ranking.bm25 import Bm25
from kesher.text.terms import index_terms, query_terms

TOPIC = "tool_revealed"
"""Topic of the notes that say which schemas stand in the trajectory."""

Revealed: TypeAlias = Mapping[str, str]
"""Hashes of the schemas that stand in a trajectory, by tool name."""

_WORD_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_A-Za-z]+")
_NAME_WEIGHT = 3
# Suffixes of Hebrew words, final letters folded: plural, feminine, possessive.
_SUFFIXES = ("יות", "ימ", "ינ", "ות", "ית", "יי", "ה", "ת", "י", "ו")
# First letters of Hebrew verbs that say who: "תשלח", "ישלח", "נשלח", "אשלח".
_PERSONS = "תינא"
_LETTERS_LEFT = 3
_HEBREW = re.compile("[א-ת]+")


@dataclass(frozen=True, slots=True)
class ToolIndex:
    """Tools that can be found by words of Hebrew, English, Arabic and Russian.

    Attributes:
        specs: By name.
    """

    specs: tuple[ToolSpec, ...]
    ranks: Bm25

    @classmethod
    def of(cls, specs: Iterable[ToolSpec]) -> "ToolIndex":
        """Index names, descriptions and parameters. The order of `specs` does not matter."""
        ordered = tuple(sorted(specs, key=lambda spec: spec.name))
        return cls(ordered, Bm25.of([_spec_terms(spec) for spec in ordered]))

    def search(self, query: str, *, top: int = 5) -> tuple[ToolSpec, ...]:
        """Return up to `top` tools that fit, best first: those named outright before all others."""
        named = [spec for spec in self.specs if _names(query, spec.name)]
        ranked = self.ranks.rank(_query_terms(query), top=top + len(named))
        others = (self.specs[position] for position, _ in ranked)
        return tuple(dict.fromkeys([*named, *others]))[:top]


def revealed(events: Iterable[Event]) -> dict[str, str]:
    """Return the hashes of the schemas that stand in a trajectory, by tool name."""
    return noted(event.payload for event in events if isinstance(event.payload, Noted))


def noted(notes: Iterable[Noted]) -> dict[str, str]:
    """Return the hashes of the schemas that some notes tell of, by tool name."""
    bodies = (json.loads(note.body) for note in notes if note.topic == TOPIC)
    return {body["name"]: body["schema"] for body in bodies}


def reveal(found: Sequence[ToolSpec], known: Revealed) -> tuple[str, tuple[Noted, ...]]:
    """Return the answer to a search, and the notes of the schemas in it, to be appended after it.

    A tool whose schema stands in the trajectory gives its name only. One whose schema has changed
    since gives the new one, and says so.

    Args:
        known: As `revealed` gives it.
    """
    if not found:
        return "No tool fits. Try other words: what it does, and to what.", ()
    lines, notes = [], []
    for spec in found:
        schema = tool_schema(spec)
        hashed = digest(schema)
        if known.get(spec.name) == hashed:
            lines.append(f"`{spec.name}`: its schema stands above.")
            continue
        if spec.name in known:
            lines.append(f"`{spec.name}` has changed; this replaces its schema above:")
        lines.append(schema)
        notes.append(Noted(TOPIC, canonical({"name": spec.name, "schema": hashed})))
    return "\n".join(lines), tuple(notes)


@dataclass(frozen=True, slots=True)
class NativeTools:
    """What an adapter sends where the provider loads deferred tools by itself.

    Attributes:
        schemas: All tool schemas, deferred ones marked `"defer_loading": true`, in canonical order.
        deferred: Names of the marked ones.
    """

    schemas: tuple[str, ...]
    deferred: frozenset[str]


def native_tools(specs: Iterable[ToolSpec], profile: Profile) -> NativeTools | None:
    """Return what to send for a provider's own deferred loading; None: it has none.

    The mark is a field of the whole tool, beside `function`, as OpenAI and Anthropic both take it
    in forms of their own. Whether a provider honours it only that provider can show.
    """
    if not profile.native_tool_search:
        return None
    ordered = sorted(specs, key=lambda spec: spec.name)
    deferred = frozenset(spec.name for spec in ordered if spec.deferred)
    return NativeTools(tuple(_marked(spec) for spec in ordered), deferred)


def _marked(spec: ToolSpec) -> str:
    schema: Json = json.loads(tool_schema(spec))
    if spec.deferred and isinstance(schema, dict):
        schema["defer_loading"] = True
    return canonical(schema)


def _names(query: str, name: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", query) is not None


def name_words(name: str) -> str:
    """Return the words of an identifier: `sendEmail_v2` is "send Email v 2"."""
    return " ".join(_WORD_PARTS.findall(name))


def _spec_terms(spec: ToolSpec) -> list[str]:
    named = _with_meanings(index_terms(name_words(spec.name)))
    rest = f"{spec.description} {' '.join(_parameter_texts(json.loads(spec.parameters)))}"
    return named * _NAME_WEIGHT + _with_meanings(index_terms(rest))


def _parameter_texts(schema: Json) -> list[str]:
    """Return names and descriptions of parameters, nested ones too."""
    if isinstance(schema, list):
        return [text for item in schema for text in _parameter_texts(item)]
    if not isinstance(schema, dict):
        return []
    texts = []
    properties = schema.get("properties")
    if isinstance(properties, dict):
        texts = [name_words(name) for name in properties]
    description = schema.get("description")
    if isinstance(description, str):
        texts.append(description)
    return texts + [text for item in schema.values() for text in _parameter_texts(item)]


def _query_terms(query: str) -> list[str]:
    return list(dict.fromkeys(_with_meanings(query_terms(f"{query} {name_words(query)}"))))


def _with_meanings(terms: Sequence[str]) -> list[str]:
    """Return the terms with their stems, and a mark for each meaning of the glossary they have.

    Tools and queries get the same marks, so a meaning weighs by how many tools have it, in
    whatever language; the words themselves would weigh by their language's share of the tools.
    """
    return [*_with_stems(terms), *(mark for term in terms for mark in _meanings_of(term))]


def _meanings_of(term: str) -> tuple[str, ...]:
    """Return the marks of a term, or else of its stem: "חשבונית" is no form of "חשבון"."""
    known = _meanings()
    found = known.get(term) or known.get(_stem_mark(term))
    if not found and _HEBREW.fullmatch(term) and term[0] in _PERSONS:
        found = known.get(term[1:]) or known.get(_stem_mark(term[1:]))
    return found or ()


def _stem_mark(term: str) -> str:
    return f"stem {_stem(term)}"


def _with_stems(terms: Iterable[str]) -> list[str]:
    """Return the terms, and for Hebrew ones besides what is left without their suffix."""
    both: list[str] = []
    for term in terms:
        both.append(term)
        if (stem := _stem(term)) != term:
            both.append(stem)
    return both


def _stem(term: str) -> str:
    if _HEBREW.fullmatch(term):
        for suffix in _SUFFIXES:
            if term.endswith(suffix) and len(term) - len(suffix) >= _LETTERS_LEFT:
                return term[: -len(suffix)]
    return term


@cache
def _meanings() -> Mapping[str, tuple[str, ...]]:
    """Return the marks of the meanings that each term of the glossary has."""
    text = files("kesher.context").joinpath("tool_words.txt").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    meanings: dict[str, tuple[str, ...]] = {}
    for number, line in enumerate(lines):
        terms = index_terms(line)
        for term in dict.fromkeys([*terms, *map(_stem_mark, terms)]):
            # No term of a text holds a blank, so a mark is never taken for one.
            meanings[term] = (*meanings.get(term, ()), f"meaning {number}")
    return meanings
