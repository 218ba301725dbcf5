"""Whose memory a room's thread has, with the facts frozen at its start; memory's segments apart."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

_MEMORY = sa.text("kind = 'memory'")


def upgrade() -> None:
    """Add the columns and the index."""
    op.add_column("threads", sa.Column("memory", sa.Text))
    op.add_column(
        "threads",
        sa.Column("memory_facts", sa.Text, nullable=False, server_default=sa.text("'[]'")),
    )
    op.create_index(
        "ix_request_segments_memory",
        "request_segments",
        ["tenant_id", "request_id"],
        sqlite_where=_MEMORY,
        postgresql_where=_MEMORY,
    )
