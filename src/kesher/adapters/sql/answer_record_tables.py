"""The tables of the records behind answers; they go with their answer."""

from sqlalchemy import Column, Double, ForeignKeyConstraint, Index, Integer, Table

from kesher.adapters.sql.column_types import CleanText, Compressed, Instant, TenantId, Vector
from kesher.adapters.sql.tables import metadata

answer_records = Table(
    "answer_records",
    metadata,
    Column("tenant_id", TenantId, primary_key=True),
    Column("answer_id", CleanText, primary_key=True),
    Column("room_id", CleanText, nullable=False),
    Column("thread_id", CleanText, nullable=False),
    # Prompt, calls, times, versions and settings as JSON: `record_details` writes and reads it.
    Column("details", Compressed, nullable=False),
    ForeignKeyConstraint(
        ["tenant_id", "answer_id"], ["answers.tenant_id", "answers.id"], ondelete="CASCADE"
    ),
)

answer_retrievals = Table(
    "answer_retrievals",
    metadata,
    Column("tenant_id", TenantId, primary_key=True),
    Column("answer_id", CleanText, primary_key=True),
    Column("position", Integer, primary_key=True, autoincrement=False),
    Column("label", CleanText, nullable=False),
    Column("embedder", CleanText, nullable=False),
    Column("began_seconds", Double, nullable=False),
    Column("query_vector", Vector),
    # Query, rankings, hits, figures and times as JSON: `record_details` writes and reads it.
    Column("details", Compressed, nullable=False),
    ForeignKeyConstraint(
        ["tenant_id", "answer_id"],
        ["answer_records.tenant_id", "answer_records.answer_id"],
        ondelete="CASCADE",
    ),
)

answer_shares = Table(
    "answer_shares",
    metadata,
    Column("tenant_id", TenantId, primary_key=True),
    Column("id", CleanText, primary_key=True),
    Column("room_id", CleanText, nullable=False),
    Column("answer_id", CleanText, nullable=False),
    Column("created_at", Instant, nullable=False),
    Column("expires_at", Instant),
    Column("revoked_at", Instant),
    ForeignKeyConstraint(
        ["tenant_id", "answer_id"],
        ["answer_records.tenant_id", "answer_records.answer_id"],
        ondelete="CASCADE",
    ),
    Index(None, "tenant_id", "answer_id"),
)
