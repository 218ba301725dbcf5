"""The tables of deep-research runs; they go with their thread."""

from sqlalchemy import BigInteger, Column, Double, ForeignKeyConstraint, Index, Integer, Table

from kesher.adapters.sql.column_types import CleanText, Compressed, Instant, TenantId, Words
from kesher.adapters.sql.tables import metadata

research_runs = Table(
    "research_runs",
    metadata,
    Column("tenant_id", TenantId, primary_key=True),
    Column("id", CleanText, primary_key=True),
    Column("room_id", CleanText, nullable=False),
    Column("thread_id", CleanText, nullable=False),
    Column("answer_id", CleanText, nullable=False),
    Column("question", CleanText, nullable=False),
    Column("earlier", Words, nullable=False),
    Column("model", CleanText),
    Column("limit_tokens", BigInteger, nullable=False),
    Column("limit_usd", Double, nullable=False),
    Column("created_at", Instant, nullable=False),
    # The number of its steps; rises by one in the transaction that stores one.
    Column("length", Integer, nullable=False),
    # Both null: nobody goes on with it.
    Column("leased_by", CleanText),
    Column("leased_until", Instant),
    ForeignKeyConstraint(
        ["tenant_id", "thread_id"], ["threads.tenant_id", "threads.id"], ondelete="CASCADE"
    ),
    Index(None, "tenant_id", "room_id", "created_at"),
    Index(None, "tenant_id", "thread_id"),
)

research_steps = Table(
    "research_steps",
    metadata,
    Column("tenant_id", TenantId, primary_key=True),
    Column("run_id", CleanText, primary_key=True),
    Column("sequence", Integer, primary_key=True, autoincrement=False),
    Column("at", Instant, nullable=False),
    # JSON that names its kind: `research_details` writes and reads it.
    Column("payload", Compressed, nullable=False),
    ForeignKeyConstraint(
        ["tenant_id", "run_id"],
        ["research_runs.tenant_id", "research_runs.id"],
        ondelete="CASCADE",
    ),
)
