"""A writer's turn on one tenant's memory."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Table, update
from sqlalchemy.dialects import postgresql, sqlite

from kesher.adapters.sql.memory import tables
from kesher.domain.scope import Scope


class Turn:
    """A transaction that no other writer of the tenant's memory can be in at the same time.

    It counts what it writes: each new row gets the tenant's next number.
    """

    def __init__(self, connection: Connection, scope: Scope, sequence: int) -> None:
        self.connection = connection
        self.scope = scope
        self.sequence = sequence

    def next(self) -> int:
        """Return the number of the next row."""
        self.sequence += 1
        return self.sequence


@contextmanager
def taken_turn(connection: Connection, scope: Scope) -> Iterator[Turn]:
    """Wait for the tenant's turn, which ends with the transaction, and keep its count."""
    new = insert_or_update(connection, tables.memories)
    kept = tables.memories.c.sequence
    # An update that changes nothing holds the row, also where the insert has just made it.
    mine = new.values(tenant_id=scope.tenant_id, sequence=0).on_conflict_do_update(
        index_elements=[tables.memories.c.tenant_id], set_={"sequence": kept}
    )
    sequence = connection.execute(mine.returning(kept)).scalar_one()
    turn = Turn(connection, scope, sequence)
    yield turn
    if turn.sequence != sequence:
        this = tables.memories.c.tenant_id == scope.tenant_id
        connection.execute(update(tables.memories).where(this).values(sequence=turn.sequence))


def insert_or_update(connection: Connection, table: Table) -> postgresql.Insert | sqlite.Insert:
    """Return the database's own INSERT, which knows ON CONFLICT."""
    if connection.dialect.name == "postgresql":
        return postgresql.insert(table)
    return sqlite.insert(table)
