"""The tables, as the newest migration leaves them (a test compares the two).

Every row carries its tenant, and its room where it belongs to one. Foreign keys lead only from a
thing to what holds it, so that locks are always taken in one order: room, document, the rest; of
the rest, thread or trajectory, request, segments by hash.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    Table,
    UniqueConstraint,
    false,
    text,
    true,
)

from kesher.adapters.sql.column_types import (
    CleanText,
    Compressed,
    ExactText,
    Instant,
    Spans,
    TenantId,
    Vector,
    WordOf,
    Words,
)
from kesher.adapters.sql.page_columns import Lines, Tables
from kesher.domain.answer import AnswerKind, StopReason
from kesher.domain.document import DocumentState, PageSource
from kesher.domain.job import JobState
from kesher.domain.request import Purpose, SegmentKind

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(referred_table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)


def _of(thing: str) -> ForeignKeyConstraint:
    """Let a row go with its room, document ..."""
    column, held = f"{thing}_id", f"{thing}s"
    there = [f"{held}.tenant_id", f"{held}.id"]
    return ForeignKeyConstraint(["tenant_id", column], there, ondelete="CASCADE")


rooms = Table(
    "rooms",
    metadata,
    Column("tenant_id", TenantId, primary_key=True),
    Column("id", CleanText, primary_key=True),
    Column("name", CleanText, nullable=False),
    Column("ocr_languages", Words, nullable=False),
    Column("created_at", Instant, nullable=False),
    # The number of the newest row of `changes`; rises by one in the change's own transaction.
    Column("sequence", BigInteger, nullable=False, server_default=text("0")),
    # By whose vectors it is searched; null: nothing in it was ever ready.
    Column("embedder", CleanText),
    # Another model's vectors grow beside unless stopped; until when somebody makes them.
    Column("renewal_stopped", Boolean, nullable=False, server_default=false()),
    Column("renewed_until", Instant),
    # Null: in use; since when it is only read.
    Column("archived_at", Instant),
    UniqueConstraint("tenant_id", "name"),
)

CURRENT_VERSION = text("series_id IS NOT NULL AND is_current")

documents = Table(
    "documents",
    metadata,
    Column("tenant_id", TenantId, primary_key=True),
    Column("id", CleanText, primary_key=True),
    Column("room_id", CleanText, nullable=False),
    Column("name", CleanText, nullable=False),
    Column("media_type", CleanText, nullable=False),
    Column("size_bytes", BigInteger, nullable=False),
    Column("sha256", CleanText, nullable=False),
    Column("state", WordOf(DocumentState), nullable=False),
    Column("created_at", Instant, nullable=False),
    Column("updated_at", Instant, nullable=False),
    Column("pages_total", Integer, nullable=False),
    # Counted anew from `pages`, `chunks` and `vectors` in each transaction that changes them.
    Column("pages_done", Integer, nullable=False),
    Column("pages_failed", Integer, nullable=False),
    Column("pages_ocr", Integer, nullable=False),
    Column("chunks", Integer, nullable=False),
    Column("chunks_done", Integer, nullable=False),
    # Of the published chunks; zero and null before.
    Column("tokens", BigInteger, nullable=False),
    Column("dimensions", Integer, nullable=False),
    Column("embedder", CleanText),
    Column("error_code", CleanText),
    Column("error", CleanText),
    # What all versions of one document share; null: it never had a second one.
    Column("series_id", CleanText),
    Column("version", Integer, nullable=False, server_default=text("1")),
    Column("is_current", Boolean, nullable=False, server_default=true()),
    Column("superseded_at", Instant),
    Column("reread", CleanText, nullable=False, server_default=text("''")),
    UniqueConstraint("tenant_id", "room_id", "sha256", "reread"),
    _of("room"),
    # Whether any room of any tenant still needs a blob.
    Index(None, "sha256"),
    Index("uq_documents_version", "tenant_id", "series_id", "version", unique=True),
    Index(
        "uq_documents_current",
        "tenant_id",
        "series_id",
        unique=True,
        sqlite_where=CURRENT_VERSION,
        postgresql_where=CURRENT_VERSION,
    ),
)

pages = Table(
    "pages",
    metadata,
    Column("tenant_id", TenantId, primary_key=True),
    Column("document_id", CleanText, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("room_id", CleanText, nullable=False),
    # A page has a source if it was read, an error code if it failed.
    Column("source", WordOf(PageSource)),
    Column("error_code", CleanText),
    Column("error", CleanText),
    Column("text", CleanText),
    Column("lines", Lines),
    Column("char_boxes", Compressed),
    Column("width_points", Double),
    Column("height_points", Double),
    Column("trust_fraction", Double),
    Column("label", CleanText),
    Column("note", CleanText),
    Column("tables", Tables),
    _of("document"),
    # Covers the count after each page, which must not touch the rows with their boxes.
    Index(None, "tenant_id", "document_id", "source", "error_code"),
)

chunks = Table(
    "chunks",
    metadata,
    Column("tenant_id", TenantId, primary_key=True),
    Column("id", CleanText, primary_key=True),
    Column("room_id", CleanText, nullable=False),
    Column("document_id", CleanText, nullable=False),
    Column("ordinal", Integer, nullable=False),
    Column("text", CleanText, nullable=False),
    Column("spans", Spans, nullable=False),
    Column("tokens", Integer, nullable=False),
    Column("section", Words, nullable=False, server_default=text("'[]'")),
    Column("head", CleanText, nullable=False, server_default=text("''")),
    # SHA-256 of what it is embedded as: the same text of the same tenant has the same vectors.
    Column("embedded_hash", CleanText),
    UniqueConstraint("tenant_id", "document_id", "ordinal"),
    _of("document"),
    Index(
        "ix_chunks_embedded_hash",
        "tenant_id",
        "embedded_hash",
        sqlite_where=text("embedded_hash IS NOT NULL"),
        postgresql_where=text("embedded_hash IS NOT NULL"),
    ),
)

vectors = Table(
    "vectors",
    metadata,
    Column("tenant_id", TenantId, primary_key=True),
    Column("chunk_id", CleanText, primary_key=True),
    Column("embedder", CleanText, primary_key=True),
    Column("room_id", CleanText, nullable=False),
    Column("document_id", CleanText, nullable=False),
    Column("vector", Vector, nullable=False),
    _of("chunk"),
    Index(None, "tenant_id", "document_id", "embedder"),
)

changes = Table(
    "changes",
    metadata,
    Column("tenant_id", TenantId, primary_key=True),
    Column("room_id", CleanText, primary_key=True),
    Column("sequence", BigInteger, primary_key=True, autoincrement=False),
    Column("document_id", CleanText, nullable=False),
    Column("created_at", Instant, nullable=False),
    _of("room"),
)

threads = Table(
    "threads",
    metadata,
    Column("tenant_id", TenantId, primary_key=True),
    Column("id", CleanText, primary_key=True),
    Column("room_id", CleanText, nullable=False),
    Column("title", CleanText, nullable=False),
    Column("created_at", Instant, nullable=False),
    # Whose memory it has, and the facts that were frozen at its start; null: none.
    Column("memory", TenantId),
    Column("memory_facts", Words, nullable=False, server_default=text("'[]'")),
    # Whose it is; null: the local person's. Others of the room see it where it is shared.
    Column("user_id", CleanText),
    Column("shared", Boolean, nullable=False, server_default=false()),
    Column("archived_at", Instant),
    Column("document_ids", Words, nullable=False, server_default=text("'[]'")),
    Column("branched_from", CleanText),
    Column("branched_before", CleanText),
    _of("room"),
    Index(None, "tenant_id", "room_id", "created_at"),
)

answers = Table(
    "answers",
    metadata,
    Column("tenant_id", TenantId, primary_key=True),
    Column("id", CleanText, primary_key=True),
    Column("room_id", CleanText, nullable=False),
    Column("thread_id", CleanText, nullable=False),
    Column("position", Integer, nullable=False),
    Column("question", CleanText, nullable=False),
    Column("kind", WordOf(AnswerKind), nullable=False),
    Column("text", CleanText, nullable=False),
    Column("stop_reason", WordOf(StopReason), nullable=False),
    Column("model", CleanText),
    Column("created_at", Instant, nullable=False),
    Column("error_code", CleanText),
    Column("error", CleanText),
    # Citations, hits, what was sent and how long it took: `answer_details` writes and reads it.
    Column("details", CleanText, nullable=False),
    UniqueConstraint("tenant_id", "thread_id", "position"),
    _of("thread"),
)

OPEN_JOB = text("state IN ('queued', 'running')")

jobs = Table(
    "jobs",
    metadata,
    Column("tenant_id", TenantId, primary_key=True),
    Column("id", CleanText, primary_key=True),
    Column("room_id", CleanText, nullable=False),
    Column("document_id", CleanText, nullable=False),
    Column("kind", CleanText, nullable=False),
    Column("state", WordOf(JobState), nullable=False),
    Column("attempt", Integer, nullable=False),
    Column("created_at", Instant, nullable=False),
    Column("leased_until", Instant),
    Column("cancel_requested", Boolean, nullable=False, server_default=false()),
    Column("error_code", CleanText),
    Column("error", CleanText),
    _of("document"),
    # The database itself forbids two open jobs of one document.
    Index(
        "uq_jobs_open",
        "tenant_id",
        "document_id",
        unique=True,
        sqlite_where=OPEN_JOB,
        postgresql_where=OPEN_JOB,
    ),
    Index("ix_jobs_open", "created_at", "id", sqlite_where=OPEN_JOB, postgresql_where=OPEN_JOB),
)

trajectories = Table(
    "trajectories",
    metadata,
    Column("tenant_id", TenantId, primary_key=True),
    Column("id", CleanText, primary_key=True),
    Column("parent_id", CleanText),
    Column("prefix", ExactText, nullable=False),
    Column("profile", CleanText, nullable=False),
    Column("title", CleanText, nullable=False),
    Column("created_at", Instant, nullable=False),
    # What the next event must follow; both change in the transaction that stores an event.
    Column("length", Integer, nullable=False),
    Column("last_hash", CleanText, nullable=False),
    # Both null: nobody runs it.
    Column("leased_by", CleanText),
    Column("leased_until", Instant),
    # Whose it is; null: the local person's.
    Column("user_id", CleanText),
    ForeignKeyConstraint(
        ["tenant_id", "parent_id"],
        ["trajectories.tenant_id", "trajectories.id"],
        ondelete="CASCADE",
    ),
    Index(None, "tenant_id", "parent_id"),
    Index(None, "tenant_id", "created_at"),
)

trajectory_events = Table(
    "trajectory_events",
    metadata,
    Column("tenant_id", TenantId, primary_key=True),
    Column("trajectory_id", CleanText, primary_key=True),
    Column("sequence", Integer, primary_key=True, autoincrement=False),
    Column("at", Instant, nullable=False),
    # Canonical JSON that names its kind; the chain's hashes are counted over it.
    Column("payload", ExactText, nullable=False),
    Column("previous", CleanText, nullable=False),
    Column("hash", CleanText, nullable=False),
    ForeignKeyConstraint(
        ["tenant_id", "trajectory_id"],
        ["trajectories.tenant_id", "trajectories.id"],
        ondelete="CASCADE",
    ),
)

# A request belongs to a trajectory or a thread: no foreign key leads to one of two tables, so
# whatever deletes an owner deletes its requests in the same transaction.
requests = Table(
    "requests",
    metadata,
    Column("tenant_id", TenantId, primary_key=True),
    Column("id", CleanText, primary_key=True),
    Column("owner_id", CleanText, nullable=False),
    Column("room_id", CleanText),
    Column("sequence", Integer, nullable=False),
    Column("at", Instant, nullable=False),
    Column("model", CleanText, nullable=False),
    Column("profile", CleanText, nullable=False),
    Column("body_hash", CleanText, nullable=False),
    Column("tokens", Integer, nullable=False),
    # JSON: `request_details` writes and reads these two.
    Column("audit", ExactText),
    Column("usage", CleanText),
    Column("price_usd", Double),
    # Null: sent before they were kept.
    Column("max_output_tokens", Integer),
    Column("temperature", Double),
    Column("purpose", WordOf(Purpose), nullable=False, server_default=text("'turn'")),
    Index(None, "tenant_id", "owner_id", "at"),
)

segments = Table(
    "segments",
    metadata,
    Column("tenant_id", TenantId, primary_key=True),
    Column("hash", CleanText, primary_key=True),
    # Null: erased with the document whose chunks it held.
    Column("text", ExactText),
)

MEMORY_SEGMENT = text("request_segments.kind = 'memory'")

request_segments = Table(
    "request_segments",
    metadata,
    Column("tenant_id", TenantId, primary_key=True),
    Column("request_id", CleanText, primary_key=True),
    Column("position", Integer, primary_key=True, autoincrement=False),
    Column("hash", CleanText, nullable=False),
    Column("kind", WordOf(SegmentKind), nullable=False),
    Column("tokens", Integer, nullable=False),
    Column("message", Integer, nullable=False),
    Column("sequence", Integer),
    Column("refs", Words, nullable=False),
    _of("request"),
    ForeignKeyConstraint(["tenant_id", "hash"], ["segments.tenant_id", "segments.hash"]),
    # Whether any request still needs a segment.
    Index(None, "tenant_id", "hash"),
    # An erased fact is looked for in the requests of all tenants.
    Index(
        "ix_request_segments_memory",
        "tenant_id",
        "request_id",
        sqlite_where=text("kind = 'memory'"),
        postgresql_where=text("kind = 'memory'"),
    ),
)

segment_documents = Table(
    "segment_documents",
    metadata,
    Column("tenant_id", TenantId, primary_key=True),
    Column("document_id", CleanText, primary_key=True),
    Column("hash", CleanText, primary_key=True),
    ForeignKeyConstraint(
        ["tenant_id", "hash"], ["segments.tenant_id", "segments.hash"], ondelete="CASCADE"
    ),
    Index(None, "tenant_id", "hash"),
)
