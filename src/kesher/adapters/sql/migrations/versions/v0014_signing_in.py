"""Signing in: what browser a session is, and how often something was tried."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Add the column and the table."""
    op.add_column("sessions", sa.Column("client", sa.Text, nullable=False, server_default=""))
    op.create_table(
        "tries",
        sa.Column("tenant_id", sa.Text, nullable=False),
        sa.Column("subject_hash", sa.Text, nullable=False),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("ends_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", "subject_hash", name="pk_tries"),
    )
    op.create_index("ix_tries_ends_at", "tries", ["ends_at"])
