"""Memory: the log of conversations, entities, facts, reviews, merges, receipts, and its jobs."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

_MESSAGE = ("tenant_id", "thread_id", "message_id")
_OPEN_VALUE = sa.text("single AND valid_until IS NULL AND recorded_until IS NULL AND held IS NULL")
_TO_LAPSE = sa.text(
    "expires_at IS NOT NULL AND valid_until IS NULL AND recorded_until IS NULL AND held IS NULL"
)
_WAITING = sa.text("verdict IS NULL")
_OPEN_JOB = sa.text("state IN ('queued', 'running')")


def upgrade() -> None:
    """Make the tables."""
    op.create_table("memories", _text("tenant_id"), _long("sequence"), _key("memories"))
    _log_messages()
    _entities()
    _entity_names()
    _mentions()
    _facts()
    _facts_indexes()
    _reviews()
    _merges()
    _erasures()
    _memory_jobs()


def _log_messages() -> None:
    op.create_table(
        "log_messages",
        *map(_text, ("tenant_id", "thread_id", "id")),
        _long("sequence"),
        *map(_text, ("role", "speaker")),
        *map(_long, ("at", "utc_offset")),
        *map(_text, ("time_zone", "text", "injected")),
        _key("log_messages", "thread_id", "id"),
        sa.UniqueConstraint(
            "tenant_id",
            "thread_id",
            "sequence",
            name="uq_log_messages_tenant_id_thread_id_sequence",
        ),
    )
    _index("log_messages", "speaker")


def _entities() -> None:
    op.create_table(
        "entities",
        *map(_text, ("tenant_id", "id")),
        _long("sequence"),
        *map(_text, ("type", "name")),
        _long("created_at"),
        _text("gender"),
        _flag("plural"),
        _text("speaker"),
        _text_or_null("merged_into"),
        _key("entities", "id"),
    )
    _index("entities", "speaker")
    _index("entities", "merged_into")


def _entity_names() -> None:
    op.create_table(
        "entity_names",
        *map(_text, ("tenant_id", "entity_id", "key")),
        _long("sequence"),
        _text("text"),
        *map(_text_or_null, ("thread_id", "message_id")),
        _key("entity_names", "entity_id", "key"),
        _of_entity("entity_names", "entity_id"),
    )
    _index("entity_names", "key")
    _index("entity_names", "thread_id", "message_id")


def _mentions() -> None:
    op.create_table(
        "mentions",
        *map(_text, ("tenant_id", "thread_id")),
        _long("message_sequence"),
        *map(_count, ("start", "end")),
        *map(_text, ("entity_id", "text")),
        _flag("indirect"),
        _key("mentions", "thread_id", "message_sequence", "start", "end", "entity_id"),
        _of_entity("mentions", "entity_id"),
        _of_message("mentions", "message_sequence", "sequence"),
    )
    _index("mentions", "entity_id")


def _facts() -> None:
    op.create_table(
        "facts",
        *map(_text, ("tenant_id", "id")),
        _long("sequence"),
        *map(_text, ("subject_id", "key", "value")),
        _text_or_null("object_id"),
        _text("kind"),
        sa.Column("confidence", sa.Double, nullable=False),
        *map(_text, ("thread_id", "source_message_id")),
        *map(_count, ("quote_start", "quote_end")),
        _text("said_by"),
        _long("valid_from"),
        *map(_long_or_null, ("valid_until", "end_recorded_at")),
        _long("recorded_from"),
        _long_or_null("recorded_until"),
        *map(_text_or_null, ("superseded_by", "ended_by", "expires_condition")),
        *map(_long_or_null, ("expires_at", "expires_duration")),
        *map(_text_or_null, ("expires_trigger", "expires_entity_id")),
        _long_or_null("review_at"),
        _text_or_null("held"),
        _flag("single"),
        _key("facts", "id"),
        _of_entity("facts", "subject_id", name="fk_facts_subject"),
        _of_entity("facts", "object_id", name="fk_facts_object"),
        _of_message("facts", "source_message_id"),
    )


def _facts_indexes() -> None:
    _index("facts", "subject_id", "key", "valid_until")
    _index("facts", "object_id", "valid_until")
    _index("facts", "thread_id", "source_message_id")
    open_value = ["tenant_id", "subject_id", "key", "kind"]
    _index_where("uq_facts_open", "facts", open_value, _OPEN_VALUE, unique=True)
    _index_where("ix_facts_to_lapse", "facts", ["tenant_id", "expires_at"], _TO_LAPSE)


def _reviews() -> None:
    op.create_table(
        "reviews",
        *map(_text, ("tenant_id", "id")),
        _long("sequence"),
        *map(_text, ("kind", "reason", "thread_id", "message_id")),
        _long("created_at"),
        *map(_text_or_null, ("old_fact_id", "new_fact_id")),
        _text("entity_ids"),
        _text_or_null("verdict"),
        _text("decided_by"),
        _long_or_null("decided_at"),
        _key("reviews", "id"),
    )
    _index_where("ix_reviews_waiting", "reviews", ["tenant_id", "sequence"], _WAITING)


def _merges() -> None:
    op.create_table(
        "merges",
        *map(_text, ("tenant_id", "id")),
        _long("sequence"),
        *map(_text, ("kept_id", "absorbed_id", "reason", "by")),
        _long("at"),
        _text("moved_facts"),
        _long_or_null("undone_at"),
        _key("merges", "id"),
    )


def _erasures() -> None:
    removed = ("messages", "mentions", "facts", "entities", "names", "reviews", "merges")
    op.create_table(
        "erasures",
        *map(_text, ("tenant_id", "id")),
        _long("sequence"),
        _text("what"),
        _long("at"),
        *map(_count, (*removed, "requests", "kept_messages")),
        _key("erasures", "id"),
    )


def _memory_jobs() -> None:
    op.create_table(
        "memory_jobs",
        *map(_text, _MESSAGE),
        _long("sequence"),
        _text("state"),
        _count("attempt"),
        _long("due_at"),
        *map(_text_or_null, ("lease_id", "error_code", "error")),
        _key("memory_jobs", *_MESSAGE[1:]),
        _of_message("memory_jobs", "message_id", ondelete="CASCADE"),
    )
    _index_where("ix_memory_jobs_open", "memory_jobs", ["due_at"], _OPEN_JOB)
    _index("memory_jobs", "lease_id")


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text, nullable=False)


def _text_or_null(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text)


def _long(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger, nullable=False)


def _long_or_null(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger)


def _count(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer, nullable=False)


def _flag(name: str) -> sa.Column[bool]:
    return sa.Column(name, sa.Boolean, nullable=False)


def _key(table: str, *columns: str) -> sa.PrimaryKeyConstraint:
    return sa.PrimaryKeyConstraint("tenant_id", *columns, name=f"pk_{table}")


def _of_entity(table: str, column: str, *, name: str = "") -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["tenant_id", column],
        ["entities.tenant_id", "entities.id"],
        name=name or f"fk_{table}_entities",
    )


def _of_message(
    table: str, column: str, held: str = "id", *, ondelete: str | None = None
) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["tenant_id", "thread_id", column],
        ["log_messages.tenant_id", "log_messages.thread_id", f"log_messages.{held}"],
        name=f"fk_{table}_log_messages",
        ondelete=ondelete,
    )


def _index(table: str, *columns: str) -> None:
    name = "_".join(("ix", table, "tenant_id", *columns))
    op.create_index(name, table, ["tenant_id", *columns])


def _index_where(
    name: str, table: str, columns: list[str], where: sa.TextClause, *, unique: bool = False
) -> None:
    op.create_index(name, table, columns, unique=unique, sqlite_where=where, postgresql_where=where)
