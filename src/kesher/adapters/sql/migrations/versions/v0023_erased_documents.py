"""Digests of documents that were erased lately, for answers that were under way."""

import sqlalchemy as sa
from alembic import op

from kesher.adapters.sql.row_security import locked

revision = "0023"
down_revision = "0022"

_TEXTS = ("tenant_id", "digest", "room_id")


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "erased_documents",
        *(sa.Column(name, sa.Text, nullable=False) for name in _TEXTS),
        sa.Column("erased_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", "digest", name="pk_erased_documents"),
        sa.ForeignKeyConstraint(
            ["tenant_id", "room_id"],
            ["rooms.tenant_id", "rooms.id"],
            name="fk_erased_documents_rooms",
            ondelete="CASCADE",
        ),
    )
    if op.get_bind().dialect.name == "postgresql":
        for statement in locked("erased_documents", [*_TEXTS, "erased_at"]):
            op.execute(statement)
