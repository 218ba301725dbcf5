"""Threads put away, kept to some documents and branched; what people say of answers."""

import sqlalchemy as sa
from alembic import op

from kesher.adapters.sql.row_security import locked

revision = "0022"
down_revision = "0021"

_TEXTS = ("tenant_id", "answer_id", "user_id", "room_id", "verdict", "reason")


def upgrade() -> None:
    """Add the columns, empty for the threads that there are, and make the table."""
    op.add_column("threads", sa.Column("archived_at", sa.BigInteger))
    op.add_column(
        "threads",
        sa.Column("document_ids", sa.Text, nullable=False, server_default=sa.text("'[]'")),
    )
    op.add_column("threads", sa.Column("branched_from", sa.Text))
    op.add_column("threads", sa.Column("branched_before", sa.Text))
    op.create_table(
        "answer_feedback",
        *(sa.Column(name, sa.Text, nullable=False) for name in _TEXTS),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", "answer_id", "user_id", name="pk_answer_feedback"),
        sa.ForeignKeyConstraint(
            ["tenant_id", "answer_id"],
            ["answers.tenant_id", "answers.id"],
            name="fk_answer_feedback_answers",
            ondelete="CASCADE",
        ),
    )
    op.create_index(
        "ix_answer_feedback_tenant_id_room_id_created_at",
        "answer_feedback",
        ["tenant_id", "room_id", "created_at"],
    )
    if op.get_bind().dialect.name == "postgresql":
        for statement in locked("answer_feedback", [*_TEXTS, "created_at"]):
            op.execute(statement)
