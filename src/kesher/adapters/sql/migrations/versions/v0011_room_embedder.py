"""By which model's vectors a room is searched, and the hash of what each chunk was embedded as."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Add the columns. Chunks of before have no hash: their vectors are not used for others."""
    op.add_column("rooms", sa.Column("embedder", sa.Text))
    op.add_column(
        "rooms",
        sa.Column("renewal_stopped", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.add_column("rooms", sa.Column("renewed_until", sa.BigInteger))
    op.execute(
        "UPDATE rooms SET embedder = (SELECT MAX(documents.embedder) FROM documents"
        " WHERE documents.tenant_id = rooms.tenant_id AND documents.room_id = rooms.id"
        " AND documents.state = 'ready')"
    )
    op.add_column("chunks", sa.Column("embedded_hash", sa.Text))
    op.create_index(
        "ix_chunks_embedded_hash",
        "chunks",
        ["tenant_id", "embedded_hash"],
        sqlite_where=sa.text("embedded_hash IS NOT NULL"),
        postgresql_where=sa.text("embedded_hash IS NOT NULL"),
    )
