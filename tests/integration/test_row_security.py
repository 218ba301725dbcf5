"""PostgreSQL's own lock on rows, attacked with SQL that states no condition."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Connection, event, select, text, update
from sqlalchemy.exc import ProgrammingError

from contract.samples import EMBEDDER
from databases import PLAIN_USER, database_of
from filled import Rows, all_rows, fill_every_table
from kesher.adapters.sql import migrating, tables
from kesher.adapters.sql.changes import read_changes
from kesher.adapters.sql.checking import look_over
from kesher.adapters.sql.chunks import join_chunks
from kesher.adapters.sql.database import Database
from kesher.adapters.sql.dumping import snapshot
from kesher.adapters.sql.raw_tables import our_tables
from kesher.adapters.sql.row_security import EVERYTHING, Sight, everywhere, whole_tenant
from kesher.adapters.sql.whose import read_standing
from kesher.domain.scope import RoomScope, Scope
from kesher.domain.standing import Thing
from kesher.errors import StoreError

TENANT = Scope("דייר")
OTHERS = [Scope("דייר 0"), Scope("דייר 1")]


@pytest.fixture(scope="module")
def database() -> Iterator[Database]:
    """Rows of two rooms in every table, in the hands of a user whom policies hold for."""
    made = Database(database_of(PLAIN_USER), busy_seconds=10)
    migrating.migrate(made)
    with made.writing(EVERYTHING) as connection:
        fill_every_table(connection)
    yield made
    made.close_now()


@pytest.fixture(scope="module")
def everything(database: Database) -> Rows:
    """What is stored, as whoever sees all finds it."""
    return _seen(database, EVERYTHING)


@pytest.fixture(scope="module")
def rooms(database: Database) -> list[RoomScope]:
    """Both rooms, each of which has rows in the tables of rooms."""
    with database.reading(TENANT) as connection:
        found = connection.scalars(select(tables.rooms.c.id).order_by(tables.rooms.c.id)).all()
    return [RoomScope(TENANT.tenant_id, room_id) for room_id in found]


def _seen(database: Database, sight: Sight) -> Rows:
    with database.reading(sight) as connection:
        return all_rows(connection)


def _columns(database: Database) -> dict[str, list[str]]:
    with database.reading() as connection:
        return {table.name: list(table.columns.keys()) for table in our_tables(connection)}


def test_every_table_with_a_tenant_is_locked_for_its_owner_too(database: Database) -> None:
    with database.reading() as connection:
        looked = text(
            "SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace"
            " AND relrowsecurity AND relforcerowsecurity"
        )
        locked = set(connection.scalars(looked))
    expected = {name for name, table in tables.metadata.tables.items() if "tenant_id" in table.c}
    assert locked == expected


def test_without_a_scope_no_row_of_any_table_is_seen(database: Database, everything: Rows) -> None:
    assert all(everything.values())
    assert not any(_seen(database, None).values())


def test_a_tenant_sees_its_own_rows_and_no_others(database: Database, everything: Rows) -> None:
    columns = _columns(database)
    for scope in (TENANT, *OTHERS):
        expected = {
            name: [row for row in rows if row[columns[name].index("tenant_id")] == scope.tenant_id]
            for name, rows in everything.items()
        }
        assert _seen(database, scope) == expected


def test_a_rooms_scope_sees_no_row_of_another_room(
    database: Database, rooms: list[RoomScope]
) -> None:
    columns = _columns(database)
    seen = [_seen(database, room) for room in rooms]
    for name, held in columns.items():
        where = "id" if name == "rooms" else "room_id"
        if where in held:
            at = held.index(where)
            assert {row[at] for row in seen[0][name]} <= {rooms[0].room_id, None}
            assert {row[at] for row in seen[1][name]} <= {rooms[1].room_id, None}
    for name in ("rooms", "documents", "threads", "memberships", "room_retention"):
        assert [len(each[name]) for each in seen] == [1, 1]


def test_statements_without_a_condition_change_only_the_rooms_own_rows(
    database: Database, rooms: list[RoomScope]
) -> None:
    with database.writing(rooms[0]) as connection:
        changed = connection.execute(update(tables.documents).values(size_bytes=5))
        assert changed.rowcount == 1
        undone = connection.begin_nested()
        assert connection.execute(text("DELETE FROM threads")).rowcount == 1
        undone.rollback()
    with database.reading(TENANT) as connection:
        sizes = connection.scalars(select(tables.documents.c.size_bytes)).all()
    assert sorted(sizes) == [2, 5]


def test_a_row_cannot_be_put_into_another_room_or_tenant(
    database: Database, rooms: list[RoomScope]
) -> None:
    for values in ({"room_id": rooms[1].room_id}, {"tenant_id": "دخيل"}):
        with (
            pytest.raises(StoreError, match="row-level security") as refused,
            database.writing(rooms[0]) as connection,
        ):
            connection.execute(update(tables.documents).values(**values))
        assert isinstance(refused.value.__cause__, ProgrammingError)


def test_no_transaction_inherits_what_the_one_before_it_might_see(
    database: Database, rooms: list[RoomScope]
) -> None:
    for before in (rooms[0], TENANT, EVERYTHING):
        _seen(database, before)
        with database.reading() as connection:
            assert connection.scalars(select(tables.rooms.c.id)).all() == []
    with database.reading(rooms[0]) as connection:
        with everywhere(connection):
            assert len(connection.scalars(select(tables.documents.c.id)).all()) == 2
        with whole_tenant(connection):
            assert len(connection.scalars(select(tables.rooms.c.id)).all()) == 2
        assert len(connection.scalars(select(tables.documents.c.id)).all()) == 1


def test_a_backup_has_all_rows_and_is_refused_where_a_foreign_policy_may_hide_some(
    database: Database, everything: Rows
) -> None:
    with snapshot(database) as taken:
        counts = {shape.name: taken.count(shape) for shape in taken.tables}
    assert counts == {name: len(everything[name]) for name in counts}
    with database.rebuilding() as connection:
        connection.execute(text("CREATE POLICY others ON chunks AS RESTRICTIVE USING (false)"))
    with pytest.raises(StoreError, match="`chunks`"), snapshot(database):
        raise AssertionError("A backup that lacks rows was begun.")
    with database.rebuilding() as connection:
        connection.execute(text("DROP POLICY others ON chunks"))


def test_the_doctor_tells_a_user_for_whom_no_policy_holds(tmp_path: Path) -> None:
    for user, locks in ((PLAIN_USER, True), (None, False)):
        url = database_of(user)
        made = Database(url, busy_seconds=10)
        migrating.migrate(made)
        made.close_now()
        assert look_over(url).locks_rows is locks


@pytest.mark.parametrize(
    ("work", "indexes"),
    [
        (lambda held, room: join_chunks(held, room, ["chk_א"]), {"pk_chunks"}),
        (
            lambda held, room: read_changes(held, room, 0, embedder=EMBEDDER, limit=9),
            {"pk_changes"},
        ),
        (
            lambda held, room: read_standing(held, room, Thing.ANSWER, "ans_א"),
            {"pk_answers"},
        ),
    ],
)
def test_the_hottest_queries_go_by_their_indexes_behind_the_lock(
    work: Callable[[Connection, RoomScope], object],
    indexes: set[str],
    database: Database,
    rooms: list[RoomScope],
) -> None:
    with database.writing(rooms[0]) as connection:
        undone = connection.begin_nested()
        with everywhere(connection):
            _multiply(connection)
        with _statements(connection) as heard:
            work(connection, rooms[0])
        plan = [
            line
            for statement, given in heard
            for line in connection.exec_driver_sql(f"EXPLAIN {statement}", given).scalars()
        ]
        undone.rollback()
    assert indexes <= set(re.findall(r"(pk_\w+)", "\n".join(plan)))
    assert not [line for line in plan if re.search(r"Seq Scan on (chunks|changes|answers)", line)]
    assert all("tenant_id" in line for line in plan if "Index Cond" in line)


def _multiply(connection: Connection) -> None:
    """Give three tables so many rows that PostgreSQL reads none of them from end to end."""
    for table, counted in (
        (tables.chunks, {"id": "id || n", "ordinal": "ordinal + 10 * n"}),
        (tables.changes, {"sequence": "sequence + 10 * n"}),
        (tables.answers, {"id": "id || n", "position": "position + 10 * n"}),
    ):
        columns = [column.name for column in table.c]
        names = ", ".join(f'"{name}"' for name in columns)
        made = ", ".join(counted.get(name, f'"{name}"') for name in columns)
        copied = f"INSERT INTO {table.name} ({names}) SELECT {made} FROM"
        connection.execute(text(f"{copied} {table.name}, generate_series(10, 3000) AS n"))
        connection.execute(text(f'ANALYZE "{table.name}"'))


@contextmanager
def _statements(connection: Connection) -> Iterator[list[tuple[str, dict[str, object]]]]:
    """Collect what is executed meanwhile."""
    heard: list[tuple[str, dict[str, object]]] = []

    def listen(
        _: object, __: object, statement: str, given: dict[str, object], *___: object
    ) -> None:
        heard.append((statement, given))

    event.listen(connection.engine, "before_cursor_execute", listen)
    yield heard
    event.remove(connection.engine, "before_cursor_execute", listen)
