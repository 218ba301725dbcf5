"""Entities and facts as Cypher (openCypher 9): one statement a line, for Neo4j and its kin.

An entity is `(:Entity {id, type, name})`. A fact is a relationship from its subject: `FACT` to the
entity that is its value, `STATES` to a `(:Value {id, text})`. Both carry the fact's id, key, kind,
times (ISO 8601, UTC, empty: open) and confidence. MERGE makes loading twice the same as once.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from kesher.domain.entity import Entity
from kesher.domain.fact import Fact
from kesher.text.storable import storable

# Some engines turn `\u0027` into a quote before they look for strings, whatever stands before it,
# so that a backslash is never followed by a bare u. Line ends and controls of any kind would cut a
# statement or drive a terminal.
_TO_ESCAPE = re.compile(
    r"\\[uU]|[\\'\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]"
)
_NAMED = {"\\": "\\\\", "'": "\\'", "\n": "\\n", "\r": "\\r", "\t": "\\t"}

TABLES = (
    "CREATE NODE TABLE Entity(id STRING, type STRING, name STRING, PRIMARY KEY(id))",
    "CREATE NODE TABLE Value(id STRING, text STRING, PRIMARY KEY(id))",
    *(
        f"CREATE REL TABLE {name}(FROM Entity TO {to}, id STRING, key STRING, kind STRING, "
        f"valid_from STRING, valid_until STRING, recorded_from STRING, recorded_until STRING, "
        f"confidence DOUBLE, held STRING, superseded_by STRING)"
        for name, to in (("FACT", "Entity"), ("STATES", "Value"))
    ),
)
"""What an engine with a declared schema (Ladybug, Kuzu) is told first; Neo4j needs none."""


def statements(entities: Sequence[Entity], facts: Sequence[Fact]) -> Iterator[str]:
    """Yield the statements: entities first, then facts of those entities."""
    known = {entity.id for entity in entities}
    for entity in entities:
        props = _literal({"type": entity.type, "name": entity.name}, of="e")
        yield f"MERGE (e:Entity {{id: {_text(entity.id)}}}) SET {props};"
    for fact in facts:
        if fact.subject_id not in known or (fact.object_id and fact.object_id not in known):
            continue
        if fact.object_id is None:
            value = f"(v:Value {{id: {_text(fact.id)}}})"
            yield f"MERGE {value} SET {_literal({'text': fact.value}, of='v')};"
        yield _relationship(fact)


def _relationship(fact: Fact) -> str:
    target = (
        f"(b:Entity {{id: {_text(fact.object_id)}}})"
        if fact.object_id
        else f"(b:Value {{id: {_text(fact.id)}}})"
    )
    name = "FACT" if fact.object_id else "STATES"
    props = {
        "key": fact.key,
        "kind": fact.kind.value,
        "valid_from": fact.valid_from.isoformat(),
        "valid_until": fact.valid_until.isoformat() if fact.valid_until else "",
        "recorded_from": fact.recorded_from.isoformat(),
        "recorded_until": fact.recorded_until.isoformat() if fact.recorded_until else "",
        "held": fact.held.value if fact.held else "",
        "superseded_by": fact.superseded_by or "",
    }
    return (
        f"MATCH (a:Entity {{id: {_text(fact.subject_id)}}}), {target} "
        f"MERGE (a)-[r:{name} {{id: {_text(fact.id)}}}]->(b) "
        f"SET {_literal(props, of='r')}, r.confidence = {fact.confidence!r};"
    )


def _literal(props: Mapping[str, str], *, of: str) -> str:
    return ", ".join(f"{of}.{name} = {_text(value)}" for name, value in props.items())


def _text(value: str) -> str:
    return f"'{_TO_ESCAPE.sub(_escaped, storable(value))}'"


def _escaped(found: re.Match[str]) -> str:
    text = found.group()
    if text in _NAMED:
        return _NAMED[text]
    if text[0] == "\\":
        return f"\\\\\\u{ord(text[1]):04x}"
    return f"\\u{ord(text):04x}"
