"""The table of API keys. Of each key only its SHA-256 is kept: it is long and random."""

from sqlalchemy import Column, ForeignKeyConstraint, Index, Table, UniqueConstraint

from kesher.adapters.sql.column_types import CleanText, Instant, TenantId, Words
from kesher.adapters.sql.tables import metadata

api_keys = Table(
    "api_keys",
    metadata,
    Column("tenant_id", TenantId, primary_key=True),
    Column("id", CleanText, primary_key=True),
    Column("user_id", CleanText, nullable=False),
    Column("secret_hash", CleanText, nullable=False),
    Column("name", CleanText, nullable=False),
    Column("prefix", CleanText, nullable=False),
    Column("rights", Words, nullable=False),
    Column("capabilities", Words, nullable=False),
    # Null: every room of its person.
    Column("rooms", Words),
    Column("created_at", Instant, nullable=False),
    Column("expires_at", Instant),
    Column("revoked_at", Instant),
    Column("used_at", Instant),
    UniqueConstraint("tenant_id", "secret_hash"),
    ForeignKeyConstraint(
        ["tenant_id", "user_id"], ["users.tenant_id", "users.id"], ondelete="CASCADE"
    ),
    Index(None, "tenant_id", "user_id"),
)
