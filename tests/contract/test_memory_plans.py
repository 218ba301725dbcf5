"""Every read of memory goes through an index: SQLite's own account of how it would look."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, event

from contract.remembered import TENANT, THREAD, instant
from databases import new_database
from kesher.adapters.sql.database import Database
from kesher.adapters.sql.memory import jobs, writing
from kesher.adapters.sql.memory.view import SqlMemoryView
from kesher.adapters.sql.migrating import migrate

Statement = tuple[str, tuple[object, ...]]

BY_SUBJECT = "ix_facts_tenant_id_subject_id_key_valid_until (tenant_id=? AND subject_id=?"


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[Connection]:
    database = Database(new_database("sqlite", tmp_path), busy_seconds=10)
    migrate(database)
    with database.writing() as connection:
        yield connection
    database.close_now()


@contextmanager
def listened(engine: Engine) -> Iterator[list[Statement]]:
    """Collect the statements that are executed meanwhile."""
    heard: list[Statement] = []

    def listen(
        _: object, __: object, statement: str, given: Sequence[object], *___: object
    ) -> None:
        heard.append((statement, tuple(given)))

    event.listen(engine, "before_cursor_execute", listen)
    yield heard
    event.remove(engine, "before_cursor_execute", listen)


def plan(connection: Connection, call: Callable[[], object]) -> str:
    """Return how SQLite would execute all that the call asks."""
    with listened(connection.engine) as heard:
        call()
    steps = [
        row[-1]
        for statement, given in heard
        for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", given)
    ]
    return "\n".join(steps)


@pytest.mark.parametrize(
    ("read", "index"),
    [
        (lambda view: view.facts(subjects=["ent_a"]), BY_SUBJECT),
        (lambda view: view.facts(subjects=["a", "b", "c"], history=True), BY_SUBJECT),
        (lambda view: view.facts(subjects=["a"], keys=["city"]), f"{BY_SUBJECT} AND key=?"),
        (lambda view: view.facts(objects=["a"]), "ix_facts_tenant_id_object_id_valid_until"),
        (lambda view: view.facts_by_id(["f", "g"]), "(tenant_id=? AND id=?)"),
        (lambda view: view.entities_named(["דנה"]), "ix_entity_names_tenant_id_key"),
        (lambda view: view.names(["a"]), "(tenant_id=? AND entity_id=?)"),
        (lambda view: view.speaker("user"), "ix_entities_tenant_id_speaker"),
        (lambda view: view.message(THREAD, "m"), "(tenant_id=? AND thread_id=? AND id=?)"),
        (
            lambda view: view.messages_before(THREAD, "m", limit=5),
            "(tenant_id=? AND thread_id=? AND sequence<?)",
        ),
        (
            lambda view: view.recent_mentions(THREAD, "m", limit=5),
            "(tenant_id=? AND thread_id=? AND message_sequence<?)",
        ),
    ],
)
def test_a_read_searches_an_index_and_scans_nothing(
    connection: Connection, read: Callable[[SqlMemoryView], object], index: str
) -> None:
    found = plan(connection, lambda: read(SqlMemoryView(connection, TENANT)))
    assert index in found
    assert "SCAN" not in found.replace("SCALAR", "")


def test_the_sweep_looks_only_at_what_has_an_end_to_come(connection: Connection) -> None:
    due = plan(connection, lambda: writing.due_tenants(connection, now=instant()))
    assert due == "SCAN facts USING INDEX ix_facts_to_lapse"
    lapse = plan(connection, lambda: writing.lapse(connection, TENANT, now=instant()))
    assert "ix_facts_to_lapse (tenant_id=? AND expires_at<?)" in lapse
    assert "SCAN" not in lapse.replace("SCALAR", "")


def test_a_waiting_job_is_found_among_the_waiting_ones(connection: Connection) -> None:
    found = plan(connection, lambda: jobs.is_any_due(connection, now=instant()))
    assert "ix_memory_jobs_open" in found
