"""How long a room keeps what it keeps, where it differs from the settings."""

from sqlalchemy import Column, ForeignKeyConstraint, Integer, Table

from kesher.adapters.sql.column_types import CleanText, TenantId, WordOf
from kesher.adapters.sql.tables import metadata
from kesher.domain.retention import Kept

room_retention = Table(
    "room_retention",
    metadata,
    Column("tenant_id", TenantId, primary_key=True),
    Column("room_id", CleanText, primary_key=True),
    Column("kind", WordOf(Kept), primary_key=True),
    # 0: for ever, whatever the settings say.
    Column("days", Integer, nullable=False),
    ForeignKeyConstraint(
        ["tenant_id", "room_id"], ["rooms.tenant_id", "rooms.id"], ondelete="CASCADE"
    ),
)
