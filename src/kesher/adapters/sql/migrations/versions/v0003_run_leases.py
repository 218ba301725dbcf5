"""Who runs a trajectory and until when; the limits that a request was sent with."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the columns. What was stored before has no lease and no known limits."""
    op.add_column("trajectories", sa.Column("leased_by", sa.Text))
    op.add_column("trajectories", sa.Column("leased_until", sa.BigInteger))
    op.add_column("requests", sa.Column("max_output_tokens", sa.Integer))
    op.add_column("requests", sa.Column("temperature", sa.Double))
