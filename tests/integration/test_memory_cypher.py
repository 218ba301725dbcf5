"""The graph of a memory in an embedded Cypher engine, walked further than our own two hops."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import ladybug
import pytest

from contract.remembered import entity, fact, instant
from kesher import Kesher
from kesher.memory.cypher import TABLES, statements

FAMILY = (
    ("user", "קוראים לי נועה ואחי תומר גר בחיפה"),
    ("תומר", "אשתי רותם עובדת בנתיב"),
    ("רותם", "אמא שלי מרים גרה בצפת"),
    ("מרים", "בעלי דוד גר איתי בצפת"),
    ("דוד", "אחותי אורית גרה בעכו"),
)
"""Each speaks of the next one: five steps from נועה to אורית."""

FAR = """
    MATCH path = (me:Entity {name: 'נועה'})-[:FACT*4..6]->(far:Entity),
          (far)-[lives:STATES {key: 'city'}]->(city:Value)
    WHERE all(step IN rels(path) WHERE step.valid_until = '' AND step.held = '')
      AND lives.valid_until = ''
    RETURN far.name AS name, city.text AS city, length(path) AS steps ORDER BY steps
"""


@pytest.fixture
def graph(tmp_path: Path) -> Iterator[ladybug.Connection]:
    with ladybug.Database(tmp_path / "graph") as database, ladybug.Connection(database) as made:
        for table in TABLES:
            made.execute(table)
        yield made


def load(graph: ladybug.Connection, lines: Sequence[str]) -> None:
    for line in lines:
        graph.execute(line)


def ask(graph: ladybug.Connection, query: str) -> list[Any]:
    result = graph.execute(query)
    assert isinstance(result, ladybug.QueryResult)
    return list(result.rows_as_dict())


def test_a_walk_of_four_and_more_steps_finds_who_lives_at_its_end(
    tmp_path: Path, graph: ladybug.Connection
) -> None:
    with Kesher(tmp_path / "data", log_level="error") as kesher:
        memory = kesher.memory("משפחה")
        for speaker, text in FAMILY:
            memory.thread("שבת").message(text, speaker=speaker)
        load(graph, memory.cypher())
    assert ask(graph, FAR) == [
        {"name": "דוד", "city": "צפת", "steps": 4},
        {"name": "אורית", "city": "עכו", "steps": 5},
    ]


@pytest.mark.parametrize(
    "value",
    [
        'צה"ל, "חברת נתיב" בע״מ',
        "it's 'quoted' \\ and \\n is no new line",
        "שורה ראשונה\nשורה שנייה\r\n\tסוף",
        "улица 'Победы', شارع «النصر»",
        "שָׁלוֹם \u202b4521\u202c \U0001f3e0",
        "x'}) DETACH DELETE e; MATCH (n) DETACH DELETE n //",
        "`backtick` \\' }) \\\\' SET e.name = 'דנה",
        "\\u0027}) DETACH DELETE e // \\U0001F600 \\\\u0027",
        "ends with a backslash \\",
        "a\u2028b\u2029c\x85d\x0be\x0cf\x1bg\x08h",
        "{$parameter} /* */ // -- ;",
    ],
)
def test_every_value_comes_out_as_it_went_in(graph: ladybug.Connection, value: str) -> None:
    load(graph, list(statements([entity(name=value)], [fact(value=value)])))
    (row,) = ask(graph, "MATCH (e:Entity)-[:STATES]->(v:Value) RETURN e.name AS e, v.text AS v")
    assert row == {"e": value, "v": value}


def test_loading_twice_is_loading_once_and_what_changed_is_changed(
    graph: ladybug.Connection,
) -> None:
    people = [entity(), entity("ent_tomer", "תומר")]
    brother = fact("fct_2", "תומר", key="brother", object_id="ent_tomer")
    load(graph, list(statements(people, [fact(), brother])))
    ended = fact(valid_until=instant(60))
    load(graph, list(statements(people, [ended, brother])))
    assert ask(graph, "MATCH (e:Entity) RETURN count(e) AS n") == [{"n": 2}]
    assert ask(graph, "MATCH ()-[r:FACT]->() RETURN r.key AS key") == [{"key": "brother"}]
    (city,) = ask(graph, "MATCH ()-[r:STATES]->(v) RETURN v.text AS city, r.valid_until AS until")
    assert city == {"city": "חיפה", "until": instant(60).isoformat()}


HOSTILE = (
    "\\u0027}) DETACH DELETE e //",
    "\\\\u0027}) DETACH DELETE e //",
    "'}) DETACH DELETE e //",
    "אבי\n'}) DETACH DELETE e //",
)


@pytest.mark.parametrize("value", HOSTILE)
def test_no_value_ends_its_string_where_escapes_are_read_before_strings(value: str) -> None:
    """As Neo4j reads: every escape of a letter first, wherever it stands, then the strings."""
    for line in statements([entity(name=value)], [fact(value=value)]):
        early = re.sub(r"\\u([0-9a-fA-F]{4})", lambda found: chr(int(found[1], 16)), line)
        outside = re.sub(r"'(?:[^'\\]|\\.)*'", "", early, flags=re.DOTALL)
        assert "DELETE" not in outside
        assert "'" not in outside


@pytest.mark.parametrize("lost", ["\x00", "\ud800"])
def test_what_no_graph_database_holds_is_replaced_and_the_rest_loads(
    graph: ladybug.Connection, lost: str
) -> None:
    load(graph, list(statements([entity(name=f"דנה{lost}")], [])))
    assert ask(graph, "MATCH (e:Entity) RETURN e.name AS e") == [{"e": "דנה\ufffd"}]


def test_a_statement_is_one_line_however_lines_are_told_apart() -> None:
    value = "א\u2028ב\u2029ג\x85ד\x0bה\x0cו\x1cז"
    made = list(statements([entity(name=value)], [fact(value=value)]))
    assert all(len(line.splitlines()) == 1 for line in made)
