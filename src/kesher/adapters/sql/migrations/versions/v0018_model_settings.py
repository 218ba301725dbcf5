"""Models that administrators set, their keys encrypted."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """Make the table. Until now models were set by the environment and `kesher.toml` only."""
    op.create_table(
        "model_settings",
        *_texts("tenant_id", "role", "provider", "model", "url"),
        sa.Column("dimensions", sa.Integer),
        *_texts("sealed_key", "key_hint"),
        sa.Column("changed_at", sa.BigInteger, nullable=False),
        sa.Column("changed_by", sa.Text),
        sa.PrimaryKeyConstraint("tenant_id", "role", name="pk_model_settings"),
    )


def _texts(*names: str) -> list[sa.Column[str]]:
    return [sa.Column(name, sa.Text, nullable=False) for name in names]
