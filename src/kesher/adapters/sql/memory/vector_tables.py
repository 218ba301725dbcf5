"""The tables of memory's vectors. They are derived, and go with what they were made of."""

from sqlalchemy import BigInteger, Column, ForeignKeyConstraint, Index, Table

from kesher.adapters.sql.column_types import CleanText, ExactText, TenantId, Vector
from kesher.adapters.sql.tables import metadata

turn_vectors = Table(
    "turn_vectors",
    metadata,
    Column("tenant_id", TenantId, primary_key=True),
    Column("embedder", CleanText, primary_key=True),
    Column("thread_id", ExactText, primary_key=True),
    Column("message_id", ExactText, primary_key=True),
    Column("sequence", BigInteger, nullable=False),
    Column("vector", Vector, nullable=False),
    ForeignKeyConstraint(
        ["tenant_id", "thread_id", "message_id"],
        ["log_messages.tenant_id", "log_messages.thread_id", "log_messages.id"],
        ondelete="CASCADE",
    ),
    Index(None, "tenant_id", "embedder", "sequence"),
    Index(None, "tenant_id", "thread_id", "message_id"),
)

fact_vectors = Table(
    "fact_vectors",
    metadata,
    Column("tenant_id", TenantId, primary_key=True),
    Column("embedder", CleanText, primary_key=True),
    Column("fact_id", CleanText, primary_key=True),
    Column("sequence", BigInteger, nullable=False),
    Column("vector", Vector, nullable=False),
    ForeignKeyConstraint(
        ["tenant_id", "fact_id"], ["facts.tenant_id", "facts.id"], ondelete="CASCADE"
    ),
    Index(None, "tenant_id", "embedder", "sequence"),
    Index(None, "tenant_id", "fact_id"),
)
