"""The table of what people say of answers; it goes with the answer."""

from sqlalchemy import Column, ForeignKeyConstraint, Index, Table

from kesher.adapters.sql.column_types import CleanText, Instant, TenantId, WordOf
from kesher.adapters.sql.tables import metadata
from kesher.domain.feedback import Verdict

answer_feedback = Table(
    "answer_feedback",
    metadata,
    Column("tenant_id", TenantId, primary_key=True),
    Column("answer_id", CleanText, primary_key=True),
    # Whose it is; empty: the local person's.
    Column("user_id", CleanText, primary_key=True),
    Column("room_id", CleanText, nullable=False),
    Column("verdict", WordOf(Verdict), nullable=False),
    Column("reason", CleanText, nullable=False),
    Column("created_at", Instant, nullable=False),
    ForeignKeyConstraint(
        ["tenant_id", "answer_id"], ["answers.tenant_id", "answers.id"], ondelete="CASCADE"
    ),
    Index(None, "tenant_id", "room_id", "created_at"),
)
