"""Vectors of memory's messages and facts, and the order in which a search learns of both."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

_MESSAGE = ("tenant_id", "thread_id", "message_id")
_FACT = ("tenant_id", "fact_id")
_TO_REVIEW = sa.text("review_at IS NOT NULL")


def upgrade() -> None:
    """Make the tables."""
    _vectors("turn_vectors", _MESSAGE, "log_messages", ("tenant_id", "thread_id", "id"))
    _vectors("fact_vectors", _FACT, "facts", ("tenant_id", "id"))
    for table in ("log_messages", "facts"):
        op.create_index(f"ix_{table}_tenant_id_sequence", table, ["tenant_id", "sequence"])
    op.create_index(
        "ix_facts_to_review",
        "facts",
        ["review_at"],
        sqlite_where=_TO_REVIEW,
        postgresql_where=_TO_REVIEW,
    )


def _vectors(table: str, ids: tuple[str, ...], of: str, of_ids: tuple[str, ...]) -> None:
    names = ("tenant_id", "embedder", *ids[1:])
    op.create_table(
        table,
        *(sa.Column(name, sa.Text, nullable=False) for name in names),
        sa.Column("sequence", sa.BigInteger, nullable=False),
        sa.Column("vector", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint(*names, name=f"pk_{table}"),
        sa.ForeignKeyConstraint(
            ids,
            [f"{of}.{name}" for name in of_ids],
            name=f"fk_{table}_{of}",
            ondelete="CASCADE",
        ),
    )
    op.create_index(f"ix_{table}_tenant_id_embedder_sequence", table, [*names[:2], "sequence"])
    op.create_index(f"ix_{table}_{'_'.join(ids)}", table, list(ids))
