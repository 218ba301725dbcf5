"""API keys."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Make the table. Nobody had a key."""
    op.create_table(
        "api_keys",
        *_texts("tenant_id", "id", "user_id", "secret_hash", "name", "prefix"),
        *_texts("rights", "capabilities"),
        sa.Column("rooms", sa.Text),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("expires_at", sa.BigInteger),
        sa.Column("revoked_at", sa.BigInteger),
        sa.Column("used_at", sa.BigInteger),
        sa.PrimaryKeyConstraint("tenant_id", "id", name="pk_api_keys"),
        sa.UniqueConstraint("tenant_id", "secret_hash", name="uq_api_keys_tenant_id_secret_hash"),
        sa.ForeignKeyConstraint(
            ["tenant_id", "user_id"],
            ["users.tenant_id", "users.id"],
            name="fk_api_keys_users",
            ondelete="CASCADE",
        ),
    )
    op.create_index("ix_api_keys_tenant_id_user_id", "api_keys", ["tenant_id", "user_id"])


def _texts(*names: str) -> list[sa.Column[str]]:
    return [sa.Column(name, sa.Text, nullable=False) for name in names]
