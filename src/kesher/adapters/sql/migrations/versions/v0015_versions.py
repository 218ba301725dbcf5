"""Versions of a document, and how long each room keeps what it keeps."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Add the columns and the table. Each document that was there is its only version."""
    op.add_column("documents", sa.Column("series_id", sa.Text))
    op.add_column(
        "documents", sa.Column("version", sa.Integer, nullable=False, server_default=sa.text("1"))
    )
    op.add_column(
        "documents", sa.Column("is_current", sa.Boolean, nullable=False, server_default=sa.true())
    )
    op.add_column("documents", sa.Column("superseded_at", sa.BigInteger))
    current = sa.text("series_id IS NOT NULL AND is_current")
    op.create_index(
        "uq_documents_current",
        "documents",
        ["tenant_id", "series_id"],
        unique=True,
        sqlite_where=current,
        postgresql_where=current,
    )
    op.create_index(
        "uq_documents_version", "documents", ["tenant_id", "series_id", "version"], unique=True
    )
    op.create_table(
        "room_retention",
        sa.Column("tenant_id", sa.Text, nullable=False),
        sa.Column("room_id", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("days", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", "room_id", "kind", name="pk_room_retention"),
        sa.ForeignKeyConstraint(
            ["tenant_id", "room_id"],
            ["rooms.tenant_id", "rooms.id"],
            name="fk_room_retention_rooms",
            ondelete="CASCADE",
        ),
    )
