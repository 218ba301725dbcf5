"""The records behind answers, each with its searches, and the links by which they are shared."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Make the tables. Answers that were given before have no record."""
    op.create_table(
        "answer_records",
        *_texts("tenant_id", "answer_id", "room_id", "thread_id"),
        sa.Column("details", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", "answer_id", name="pk_answer_records"),
        _goes_with("answer_records", "answers", "id"),
    )
    op.create_table(
        "answer_retrievals",
        *_texts("tenant_id", "answer_id"),
        sa.Column("position", sa.Integer, nullable=False),
        *_texts("label", "embedder"),
        sa.Column("began_seconds", sa.Double, nullable=False),
        sa.Column("query_vector", sa.LargeBinary),
        sa.Column("details", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", "answer_id", "position", name="pk_answer_retrievals"),
        _goes_with("answer_retrievals", "answer_records", "answer_id"),
    )
    op.create_table(
        "answer_shares",
        *_texts("tenant_id", "id", "room_id", "answer_id"),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("expires_at", sa.BigInteger),
        sa.Column("revoked_at", sa.BigInteger),
        sa.PrimaryKeyConstraint("tenant_id", "id", name="pk_answer_shares"),
        _goes_with("answer_shares", "answer_records", "answer_id"),
    )
    op.create_index(
        "ix_answer_shares_tenant_id_answer_id", "answer_shares", ["tenant_id", "answer_id"]
    )


def _texts(*names: str) -> list[sa.Column[str]]:
    return [sa.Column(name, sa.Text, nullable=False) for name in names]


def _goes_with(table: str, of: str, key: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["tenant_id", "answer_id"],
        [f"{of}.tenant_id", f"{of}.{key}"],
        name=f"fk_{table}_{of}",
        ondelete="CASCADE",
    )
