"""Deep-research runs and their steps."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "research_runs",
        *_texts("tenant_id", "id", "room_id", "thread_id", "answer_id", "question", "earlier"),
        sa.Column("model", sa.Text),
        sa.Column("limit_tokens", sa.BigInteger, nullable=False),
        sa.Column("limit_usd", sa.Double, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("length", sa.Integer, nullable=False),
        sa.Column("leased_by", sa.Text),
        sa.Column("leased_until", sa.BigInteger),
        sa.PrimaryKeyConstraint("tenant_id", "id", name="pk_research_runs"),
        sa.ForeignKeyConstraint(
            ["tenant_id", "thread_id"],
            ["threads.tenant_id", "threads.id"],
            name="fk_research_runs_threads",
            ondelete="CASCADE",
        ),
    )
    for columns in (["tenant_id", "room_id", "created_at"], ["tenant_id", "thread_id"]):
        op.create_index(f"ix_research_runs_{'_'.join(columns)}", "research_runs", columns)
    op.create_table(
        "research_steps",
        *_texts("tenant_id", "run_id"),
        sa.Column("sequence", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("payload", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", "run_id", "sequence", name="pk_research_steps"),
        sa.ForeignKeyConstraint(
            ["tenant_id", "run_id"],
            ["research_runs.tenant_id", "research_runs.id"],
            name="fk_research_steps_research_runs",
            ondelete="CASCADE",
        ),
    )


def _texts(*names: str) -> list[sa.Column[str]]:
    return [sa.Column(name, sa.Text, nullable=False) for name in names]
