"""What a request was sent for: a turn, or a summary beside the turns."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the column. All that was recorded before was sent for a turn."""
    op.add_column(
        "requests",
        sa.Column("purpose", sa.Text, nullable=False, server_default=sa.text("'turn'")),
    )
