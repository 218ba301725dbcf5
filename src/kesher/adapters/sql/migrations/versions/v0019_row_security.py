"""PostgreSQL itself shows a transaction no rows but those of its tenant, and of its room."""

import sqlalchemy as sa
from alembic import op

from kesher.adapters.sql.row_security import locked

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Lock the rows of every table that has a tenant. Tables made later lock their own."""
    connection = op.get_bind()
    if connection.dialect.name != "postgresql":
        return
    looked = sa.inspect(connection)
    for table in sorted(looked.get_table_names()):
        columns = [column["name"] for column in looked.get_columns(table)]
        if "tenant_id" in columns:
            for statement in locked(table, columns):
                op.execute(statement)
