"""Several readings of the same bytes in one room: a person had pages of them read by OCR."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"

_FORMER = "uq_documents_tenant_id_room_id_sha256"
_NOW = "uq_documents_tenant_id_room_id_sha256_reread"


def upgrade() -> None:
    """Add the column, empty for what was read as it came, and let it tell readings apart."""
    # SQLite drops no constraint: there the table is made anew.
    with op.batch_alter_table("documents") as documents:
        documents.add_column(
            sa.Column("reread", sa.Text, nullable=False, server_default=sa.text("''"))
        )
        documents.drop_constraint(_FORMER, type_="unique")
        documents.create_unique_constraint(_NOW, ["tenant_id", "room_id", "sha256", "reread"])
