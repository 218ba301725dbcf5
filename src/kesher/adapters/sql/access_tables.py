"""The tables of people: accounts, sessions, one-time links, roles in rooms, invitations.

Secrets are kept as SHA-256 of themselves (they are long and random), passwords as argon2 hashes.
"""

from sqlalchemy import (
    Boolean,
    Column,
    ForeignKeyConstraint,
    Index,
    Integer,
    Table,
    UniqueConstraint,
    false,
    text,
)

from kesher.adapters.sql.column_types import CleanText, Instant, TenantId, WordOf
from kesher.adapters.sql.tables import metadata
from kesher.domain.access import RoomRole

users = Table(
    "users",
    metadata,
    Column("tenant_id", TenantId, primary_key=True),
    Column("id", CleanText, primary_key=True),
    Column("email", CleanText, nullable=False),
    Column("name", CleanText, nullable=False),
    Column("administrator", Boolean, nullable=False, server_default=false()),
    # Null: none was set yet, or the person signs in elsewhere (OIDC).
    Column("password_hash", CleanText),
    Column("oidc_issuer", CleanText),
    Column("oidc_subject", CleanText),
    Column("created_at", Instant, nullable=False),
    Column("disabled_at", Instant),
    UniqueConstraint("tenant_id", "email"),
    UniqueConstraint("tenant_id", "oidc_issuer", "oidc_subject"),
)

sessions = Table(
    "sessions",
    metadata,
    Column("tenant_id", TenantId, primary_key=True),
    Column("secret_hash", CleanText, primary_key=True),
    Column("id", CleanText, nullable=False),
    Column("user_id", CleanText, nullable=False),
    Column("created_at", Instant, nullable=False),
    Column("seen_at", Instant, nullable=False),
    Column("expires_at", Instant, nullable=False),
    Column("client", CleanText, nullable=False, server_default=text("''")),
    ForeignKeyConstraint(
        ["tenant_id", "user_id"], ["users.tenant_id", "users.id"], ondelete="CASCADE"
    ),
    Index(None, "tenant_id", "user_id"),
)

# How often something was tried in one stretch of time: whose, and from where, only as a hash.
tries = Table(
    "tries",
    metadata,
    Column("tenant_id", TenantId, primary_key=True),
    Column("subject_hash", CleanText, primary_key=True),
    Column("count", Integer, nullable=False),
    Column("ends_at", Instant, nullable=False),
    Index(None, "ends_at"),
)

one_time_links = Table(
    "one_time_links",
    metadata,
    Column("tenant_id", TenantId, primary_key=True),
    Column("secret_hash", CleanText, primary_key=True),
    # `first_administrator` or `password`.
    Column("kind", CleanText, nullable=False),
    Column("user_id", CleanText),
    Column("created_by", CleanText),
    Column("created_at", Instant, nullable=False),
    Column("expires_at", Instant, nullable=False),
    ForeignKeyConstraint(
        ["tenant_id", "user_id"], ["users.tenant_id", "users.id"], ondelete="CASCADE"
    ),
)

memberships = Table(
    "memberships",
    metadata,
    Column("tenant_id", TenantId, primary_key=True),
    Column("room_id", CleanText, primary_key=True),
    Column("user_id", CleanText, primary_key=True),
    Column("role", WordOf(RoomRole), nullable=False),
    Column("created_at", Instant, nullable=False),
    ForeignKeyConstraint(
        ["tenant_id", "room_id"], ["rooms.tenant_id", "rooms.id"], ondelete="CASCADE"
    ),
    ForeignKeyConstraint(
        ["tenant_id", "user_id"], ["users.tenant_id", "users.id"], ondelete="CASCADE"
    ),
    Index(None, "tenant_id", "user_id"),
    # The database itself forbids a second owner.
    Index(
        "uq_memberships_owner",
        "tenant_id",
        "room_id",
        unique=True,
        sqlite_where=text("role = 'owner'"),
        postgresql_where=text("role = 'owner'"),
    ),
)

invitations = Table(
    "invitations",
    metadata,
    Column("tenant_id", TenantId, primary_key=True),
    Column("id", CleanText, primary_key=True),
    Column("room_id", CleanText, nullable=False),
    Column("secret_hash", CleanText, nullable=False),
    Column("role", WordOf(RoomRole), nullable=False),
    Column("created_by", CleanText, nullable=False),
    Column("created_at", Instant, nullable=False),
    Column("expires_at", Instant, nullable=False),
    Column("uses_left", Integer),
    Column("revoked_at", Instant),
    UniqueConstraint("tenant_id", "secret_hash"),
    ForeignKeyConstraint(
        ["tenant_id", "room_id"], ["rooms.tenant_id", "rooms.id"], ondelete="CASCADE"
    ),
    Index(None, "tenant_id", "room_id"),
)
