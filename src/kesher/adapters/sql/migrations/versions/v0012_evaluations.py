"""Question sets of rooms, and the runs over them."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "evaluation_questions",
        *_texts("tenant_id", "id", "room_id", "text", "text_hash", "language"),
        sa.Column("answerable", sa.Boolean, nullable=False),
        *_texts("right_pages", "source"),
        sa.Column("answer_id", sa.Text),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", "id", name="pk_evaluation_questions"),
        _of_room("evaluation_questions"),
        sa.UniqueConstraint(
            "tenant_id",
            "room_id",
            "text_hash",
            name="uq_evaluation_questions_tenant_id_room_id_text_hash",
        ),
    )
    op.create_table(
        "evaluation_runs",
        *_texts("tenant_id", "id", "room_id"),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("summary", sa.LargeBinary, nullable=False),
        sa.Column("outcomes", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", "id", name="pk_evaluation_runs"),
        _of_room("evaluation_runs"),
    )
    columns = ["tenant_id", "room_id", "created_at"]
    op.create_index(f"ix_evaluation_runs_{'_'.join(columns)}", "evaluation_runs", columns)


def _texts(*names: str) -> list[sa.Column[str]]:
    return [sa.Column(name, sa.Text, nullable=False) for name in names]


def _of_room(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["tenant_id", "room_id"],
        ["rooms.tenant_id", "rooms.id"],
        name=f"fk_{table}_rooms",
        ondelete="CASCADE",
    )
