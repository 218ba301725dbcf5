"""The tables of the audit. Triggers refuse whatever is no addition (migration 0017)."""

from sqlalchemy import BigInteger, Column, Index, Table

from kesher.adapters.sql.column_types import CleanText, ExactText, Instant, TenantId, WordOf
from kesher.adapters.sql.tables import metadata
from kesher.domain.audit import Outcome

# Nothing refers from here to what an event is about: it outlives rooms and people.
audit_events = Table(
    "audit_events",
    metadata,
    Column("tenant_id", TenantId, primary_key=True),
    Column("sequence", BigInteger, primary_key=True, autoincrement=False),
    Column("at", Instant, nullable=False),
    Column("actor", ExactText, nullable=False),
    Column("action", CleanText, nullable=False),
    Column("room_id", ExactText),
    Column("thing_id", ExactText),
    Column("outcome", WordOf(Outcome), nullable=False),
    Column("address", ExactText, nullable=False),
    # Canonical JSON; the chain's hashes are counted over it.
    Column("details", ExactText, nullable=False),
    Column("previous", CleanText, nullable=False),
    Column("hash", CleanText, nullable=False),
    Index(None, "tenant_id", "room_id", "sequence"),
)

# Where the chain ends, so that events taken from its end are missed.
audit_heads = Table(
    "audit_heads",
    metadata,
    Column("tenant_id", TenantId, primary_key=True),
    Column("sequence", BigInteger, nullable=False),
    Column("hash", CleanText, nullable=False),
)
