"""What a page's text is made of: its tables, and of each chunk its section and table head."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add the columns. What was read before has no tables and stands under no heading."""
    op.add_column("pages", sa.Column("tables", sa.Text))
    op.add_column(
        "chunks", sa.Column("section", sa.Text, nullable=False, server_default=sa.text("'[]'"))
    )
    op.add_column(
        "chunks", sa.Column("head", sa.Text, nullable=False, server_default=sa.text("''"))
    )
