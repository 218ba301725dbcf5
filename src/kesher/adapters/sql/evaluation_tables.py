"""The tables of question sets and of the runs over them; they go with their room."""

from sqlalchemy import Boolean, Column, ForeignKeyConstraint, Index, Table, UniqueConstraint

from kesher.adapters.sql.column_types import CleanText, Compressed, Instant, TenantId, WordOf
from kesher.adapters.sql.tables import metadata
from kesher.domain.evaluation import QuestionSource

evaluation_questions = Table(
    "evaluation_questions",
    metadata,
    Column("tenant_id", TenantId, primary_key=True),
    Column("id", CleanText, primary_key=True),
    Column("room_id", CleanText, nullable=False),
    Column("text", CleanText, nullable=False),
    # SHA-256 of the text: an index on texts of any length is refused by PostgreSQL.
    Column("text_hash", CleanText, nullable=False),
    Column("language", CleanText, nullable=False),
    Column("answerable", Boolean, nullable=False),
    # JSON: `[document id, document name, [page numbers]]` each.
    Column("right_pages", CleanText, nullable=False),
    Column("source", WordOf(QuestionSource), nullable=False),
    Column("answer_id", CleanText),
    Column("created_at", Instant, nullable=False),
    ForeignKeyConstraint(
        ["tenant_id", "room_id"], ["rooms.tenant_id", "rooms.id"], ondelete="CASCADE"
    ),
    UniqueConstraint("tenant_id", "room_id", "text_hash"),
)

evaluation_runs = Table(
    "evaluation_runs",
    metadata,
    Column("tenant_id", TenantId, primary_key=True),
    Column("id", CleanText, primary_key=True),
    Column("room_id", CleanText, nullable=False),
    Column("created_at", Instant, nullable=False),
    # JSON both: `evaluation_details` writes and reads them.
    Column("summary", Compressed, nullable=False),
    Column("outcomes", Compressed, nullable=False),
    ForeignKeyConstraint(
        ["tenant_id", "room_id"], ["rooms.tenant_id", "rooms.id"], ondelete="CASCADE"
    ),
    Index(None, "tenant_id", "room_id", "created_at"),
)
