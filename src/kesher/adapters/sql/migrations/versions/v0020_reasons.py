"""Why a person decided a review of memory as they did."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    """Add the column. Reviews that were decided before have no reason."""
    op.add_column(
        "reviews", sa.Column("decided_reason", sa.Text, nullable=False, server_default="")
    )
