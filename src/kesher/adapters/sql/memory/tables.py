"""The tables of memory, as the newest migration leaves them. Every row carries its tenant.

What a caller names (threads, messages, speakers) and what was said are kept code point for code
point. `sequence` is the tenant's own count of all that was written: it gives every list its order.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKeyConstraint,
    Index,
    Integer,
    Table,
    UniqueConstraint,
    text,
)

from kesher.adapters.sql.column_types import (
    CleanText,
    Duration,
    ExactText,
    Instant,
    Ranges,
    TenantId,
    WordOf,
    Words,
)
from kesher.adapters.sql.tables import metadata
from kesher.domain.entity import Gender
from kesher.domain.fact import FactKind, Held, ReviewKind, Verdict
from kesher.domain.job import JobState
from kesher.domain.log import Speaking

# One row a tenant. A writer holds it from its first statement to its last, so that the writers of
# one tenant take turns on PostgreSQL too, and different tenants never wait for each other.
memories = Table(
    "memories",
    metadata,
    Column("tenant_id", TenantId, primary_key=True),
    Column("sequence", BigInteger, nullable=False),
)

log_messages = Table(
    "log_messages",
    metadata,
    Column("tenant_id", TenantId, primary_key=True),
    Column("thread_id", ExactText, primary_key=True),
    Column("id", ExactText, primary_key=True),
    Column("sequence", BigInteger, nullable=False),
    Column("role", WordOf(Speaking), nullable=False),
    Column("speaker", ExactText, nullable=False),
    Column("at", Instant, nullable=False),
    Column("utc_offset", Duration, nullable=False),
    Column("time_zone", CleanText, nullable=False),
    Column("text", ExactText, nullable=False),
    Column("injected", Ranges, nullable=False),
    UniqueConstraint("tenant_id", "thread_id", "sequence"),
    Index(None, "tenant_id", "speaker"),
    Index(None, "tenant_id", "sequence"),
)

entities = Table(
    "entities",
    metadata,
    Column("tenant_id", TenantId, primary_key=True),
    Column("id", CleanText, primary_key=True),
    Column("sequence", BigInteger, nullable=False),
    Column("type", CleanText, nullable=False),
    Column("name", ExactText, nullable=False),
    Column("created_at", Instant, nullable=False),
    Column("gender", WordOf(Gender), nullable=False),
    Column("plural", Boolean, nullable=False),
    Column("speaker", ExactText, nullable=False),
    Column("merged_into", CleanText),
    Index(None, "tenant_id", "speaker"),
    Index(None, "tenant_id", "merged_into"),
)

entity_names = Table(
    "entity_names",
    metadata,
    Column("tenant_id", TenantId, primary_key=True),
    Column("entity_id", CleanText, primary_key=True),
    Column("key", ExactText, primary_key=True),
    Column("sequence", BigInteger, nullable=False),
    Column("text", ExactText, nullable=False),
    # The message that the name was learned from; null: not from one alone.
    Column("thread_id", ExactText),
    Column("message_id", ExactText),
    ForeignKeyConstraint(["tenant_id", "entity_id"], ["entities.tenant_id", "entities.id"]),
    Index(None, "tenant_id", "key"),
    Index(None, "tenant_id", "thread_id", "message_id"),
)

mentions = Table(
    "mentions",
    metadata,
    Column("tenant_id", TenantId, primary_key=True),
    Column("thread_id", ExactText, primary_key=True),
    Column("message_sequence", BigInteger, primary_key=True, autoincrement=False),
    Column("start", Integer, primary_key=True, autoincrement=False),
    Column("end", Integer, primary_key=True, autoincrement=False),
    Column("entity_id", CleanText, primary_key=True),
    Column("text", ExactText, nullable=False),
    Column("indirect", Boolean, nullable=False),
    ForeignKeyConstraint(["tenant_id", "entity_id"], ["entities.tenant_id", "entities.id"]),
    ForeignKeyConstraint(
        ["tenant_id", "thread_id", "message_sequence"],
        ["log_messages.tenant_id", "log_messages.thread_id", "log_messages.sequence"],
    ),
    Index(None, "tenant_id", "entity_id"),
)

OPEN_VALUE = text("single AND valid_until IS NULL AND recorded_until IS NULL AND held IS NULL")
TO_LAPSE = text(
    "expires_at IS NOT NULL AND valid_until IS NULL AND recorded_until IS NULL AND held IS NULL"
)

TO_REVIEW = text("review_at IS NOT NULL")

facts = Table(
    "facts",
    metadata,
    Column("tenant_id", TenantId, primary_key=True),
    Column("id", CleanText, primary_key=True),
    Column("sequence", BigInteger, nullable=False),
    Column("subject_id", CleanText, nullable=False),
    Column("key", ExactText, nullable=False),
    Column("value", ExactText, nullable=False),
    Column("object_id", CleanText),
    Column("kind", WordOf(FactKind), nullable=False),
    Column("confidence", Double, nullable=False),
    Column("thread_id", ExactText, nullable=False),
    Column("source_message_id", ExactText, nullable=False),
    Column("quote_start", Integer, nullable=False),
    Column("quote_end", Integer, nullable=False),
    Column("said_by", WordOf(Speaking), nullable=False),
    Column("valid_from", Instant, nullable=False),
    Column("valid_until", Instant),
    Column("end_recorded_at", Instant),
    Column("recorded_from", Instant, nullable=False),
    Column("recorded_until", Instant),
    Column("superseded_by", CleanText),
    Column("ended_by", ExactText),
    # An expiry has a condition, the empty one included; without one there is no expiry.
    Column("expires_condition", ExactText),
    Column("expires_at", Instant),
    Column("expires_duration", Duration),
    Column("expires_trigger", CleanText),
    Column("expires_entity_id", CleanText),
    Column("review_at", Instant),
    Column("held", WordOf(Held)),
    Column("single", Boolean, nullable=False),
    ForeignKeyConstraint(
        ["tenant_id", "subject_id"], ["entities.tenant_id", "entities.id"], name="fk_facts_subject"
    ),
    ForeignKeyConstraint(
        ["tenant_id", "object_id"], ["entities.tenant_id", "entities.id"], name="fk_facts_object"
    ),
    ForeignKeyConstraint(
        ["tenant_id", "thread_id", "source_message_id"],
        ["log_messages.tenant_id", "log_messages.thread_id", "log_messages.id"],
    ),
    # The database itself forbids two open values of a single-valued key.
    Index(
        "uq_facts_open",
        "tenant_id",
        "subject_id",
        "key",
        "kind",
        unique=True,
        sqlite_where=OPEN_VALUE,
        postgresql_where=OPEN_VALUE,
    ),
    Index(None, "tenant_id", "subject_id", "key", "valid_until"),
    Index(None, "tenant_id", "object_id", "valid_until"),
    Index(None, "tenant_id", "sequence"),
    Index(None, "tenant_id", "thread_id", "source_message_id"),
    Index("ix_facts_to_review", "review_at", sqlite_where=TO_REVIEW, postgresql_where=TO_REVIEW),
    Index(
        "ix_facts_to_lapse",
        "tenant_id",
        "expires_at",
        sqlite_where=TO_LAPSE,
        postgresql_where=TO_LAPSE,
    ),
)

WAITING = text("verdict IS NULL")

reviews = Table(
    "reviews",
    metadata,
    Column("tenant_id", TenantId, primary_key=True),
    Column("id", CleanText, primary_key=True),
    Column("sequence", BigInteger, nullable=False),
    Column("kind", WordOf(ReviewKind), nullable=False),
    Column("reason", ExactText, nullable=False),
    Column("thread_id", ExactText, nullable=False),
    Column("message_id", ExactText, nullable=False),
    Column("created_at", Instant, nullable=False),
    Column("old_fact_id", CleanText),
    Column("new_fact_id", CleanText),
    Column("entity_ids", Words, nullable=False),
    Column("verdict", WordOf(Verdict)),
    Column("decided_by", ExactText, nullable=False),
    Column("decided_at", Instant),
    Column("decided_reason", ExactText, nullable=False, server_default=text("''")),
    Index(
        "ix_reviews_waiting",
        "tenant_id",
        "sequence",
        sqlite_where=WAITING,
        postgresql_where=WAITING,
    ),
)

merges = Table(
    "merges",
    metadata,
    Column("tenant_id", TenantId, primary_key=True),
    Column("id", CleanText, primary_key=True),
    Column("sequence", BigInteger, nullable=False),
    Column("kept_id", CleanText, nullable=False),
    Column("absorbed_id", CleanText, nullable=False),
    Column("reason", ExactText, nullable=False),
    Column("by", ExactText, nullable=False),
    Column("at", Instant, nullable=False),
    Column("moved_facts", Words, nullable=False),
    Column("undone_at", Instant),
)

# Receipts outlive what they are about, and hold nothing of it but ids and counts.
erasures = Table(
    "erasures",
    metadata,
    Column("tenant_id", TenantId, primary_key=True),
    Column("id", CleanText, primary_key=True),
    Column("sequence", BigInteger, nullable=False),
    Column("what", ExactText, nullable=False),
    Column("at", Instant, nullable=False),
    *(
        Column(name, Integer, nullable=False)
        for name in (
            "messages",
            "mentions",
            "facts",
            "entities",
            "names",
            "reviews",
            "merges",
            "requests",
            "kept_messages",
        )
    ),
)

OPEN_JOB = text("state IN ('queued', 'running')")

# A message that a model has yet to read. Its row goes when it was read, or with the message.
memory_jobs = Table(
    "memory_jobs",
    metadata,
    Column("tenant_id", TenantId, primary_key=True),
    Column("thread_id", ExactText, primary_key=True),
    Column("message_id", ExactText, primary_key=True),
    Column("sequence", BigInteger, nullable=False),
    Column("state", WordOf(JobState), nullable=False),
    Column("attempt", Integer, nullable=False),
    # Not before this: when it was queued for, or when the lease of who took it ends.
    Column("due_at", Instant, nullable=False),
    Column("lease_id", CleanText),
    Column("error_code", CleanText),
    Column("error", CleanText),
    ForeignKeyConstraint(
        ["tenant_id", "thread_id", "message_id"],
        ["log_messages.tenant_id", "log_messages.thread_id", "log_messages.id"],
        ondelete="CASCADE",
    ),
    Index(
        "ix_memory_jobs_open",
        "due_at",
        sqlite_where=OPEN_JOB,
        postgresql_where=OPEN_JOB,
    ),
    Index(None, "tenant_id", "lease_id"),
)
