"""The tables of what models took, and of how much may be taken."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKeyConstraint,
    Index,
    Integer,
    Table,
)

from kesher.adapters.sql.column_types import CleanText, Instant, TenantId, WordOf
from kesher.adapters.sql.tables import metadata
from kesher.domain.limits import Holder, Limit

# Sums outlive the threads and rooms that they were counted in: nothing refers to these.
usage_days = Table(
    "usage_days",
    metadata,
    Column("tenant_id", TenantId, primary_key=True),
    # UTC, `2026-11-30`: such texts are in the order of the days.
    Column("day", CleanText, primary_key=True),
    Column("user_id", CleanText, primary_key=True),
    Column("room_id", CleanText, primary_key=True),
    Column("model", CleanText, primary_key=True),
    Column("purpose", CleanText, primary_key=True),
    Column("requests", BigInteger, nullable=False),
    Column("answers", BigInteger, nullable=False),
    Column("input_tokens", BigInteger, nullable=False),
    Column("cached_tokens", BigInteger, nullable=False),
    Column("output_tokens", BigInteger, nullable=False),
    Column("reasoning_tokens", BigInteger, nullable=False),
    Column("price_usd", Double, nullable=False),
    Column("seconds", Double, nullable=False),
    Index(None, "tenant_id", "room_id", "day"),
    Index(None, "tenant_id", "user_id", "day"),
)


def _limits(table: str, holder: str, of: str) -> Table:
    return Table(
        table,
        metadata,
        Column("tenant_id", TenantId, primary_key=True),
        Column(holder, CleanText, primary_key=True),
        Column("name", WordOf(Limit), primary_key=True),
        # An owner may set a room's limits below what an administrator gives it, not above.
        Column("by_administrator", Boolean, primary_key=True),
        # 0: none, whatever the settings say.
        Column("amount", Double, nullable=False),
        ForeignKeyConstraint(
            ["tenant_id", holder], [f"{of}.tenant_id", f"{of}.id"], ondelete="CASCADE"
        ),
    )


room_limits = _limits("room_limits", "room_id", "rooms")
person_limits = _limits("person_limits", "user_id", "users")

question_counts = Table(
    "question_counts",
    metadata,
    Column("tenant_id", TenantId, primary_key=True),
    Column("holder", WordOf(Holder), primary_key=True),
    Column("holder_id", CleanText, primary_key=True),
    Column("name", WordOf(Limit), primary_key=True),
    Column("count", Integer, nullable=False),
    Column("ends_at", Instant, nullable=False),
)
