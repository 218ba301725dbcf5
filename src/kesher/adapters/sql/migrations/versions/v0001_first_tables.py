"""Rooms, documents with pages, chunks and vectors, their changes, threads, answers and jobs."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    _rooms()
    _documents()
    _pages()
    _chunks()
    _vectors()
    _changes()
    _threads()
    _answers()
    _jobs()


def _rooms() -> None:
    op.create_table(
        "rooms",
        _text("tenant_id"),
        _text("id"),
        _text("name"),
        _text("ocr_languages"),
        _big("created_at"),
        sa.Column("sequence", sa.BigInteger, nullable=False, server_default=sa.text("0")),
        sa.PrimaryKeyConstraint("tenant_id", "id", name="pk_rooms"),
        sa.UniqueConstraint("tenant_id", "name", name="uq_rooms_tenant_id_name"),
    )


def _documents() -> None:
    counts = ("pages_total", "pages_done", "pages_failed", "pages_ocr", "chunks", "chunks_done")
    op.create_table(
        "documents",
        *map(_text, ("tenant_id", "id", "room_id", "name", "media_type")),
        _big("size_bytes"),
        *map(_text, ("sha256", "state")),
        *map(_big, ("created_at", "updated_at")),
        *map(_count, counts),
        _big("tokens"),
        _count("dimensions"),
        *map(_text_or_null, ("embedder", "error_code", "error")),
        sa.PrimaryKeyConstraint("tenant_id", "id", name="pk_documents"),
        sa.UniqueConstraint(
            "tenant_id", "room_id", "sha256", name="uq_documents_tenant_id_room_id_sha256"
        ),
        _part_of("documents", "room_id", "rooms"),
    )
    op.create_index("ix_documents_sha256", "documents", ["sha256"])


def _pages() -> None:
    op.create_table(
        "pages",
        *map(_text, ("tenant_id", "document_id")),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        _text("room_id"),
        *map(_text_or_null, ("source", "error_code", "error", "text", "lines")),
        sa.Column("char_boxes", sa.LargeBinary),
        sa.Column("width_points", sa.Double),
        sa.Column("height_points", sa.Double),
        sa.Column("trust_fraction", sa.Double),
        *map(_text_or_null, ("label", "note")),
        sa.PrimaryKeyConstraint("tenant_id", "document_id", "number", name="pk_pages"),
        _part_of("pages", "document_id", "documents"),
    )
    op.create_index(
        "ix_pages_tenant_id_document_id_source_error_code",
        "pages",
        ["tenant_id", "document_id", "source", "error_code"],
    )


def _chunks() -> None:
    op.create_table(
        "chunks",
        *map(_text, ("tenant_id", "id", "room_id", "document_id")),
        _count("ordinal"),
        *map(_text, ("text", "spans")),
        _count("tokens"),
        sa.PrimaryKeyConstraint("tenant_id", "id", name="pk_chunks"),
        sa.UniqueConstraint(
            "tenant_id", "document_id", "ordinal", name="uq_chunks_tenant_id_document_id_ordinal"
        ),
        _part_of("chunks", "document_id", "documents"),
    )


def _vectors() -> None:
    op.create_table(
        "vectors",
        *map(_text, ("tenant_id", "chunk_id", "embedder", "room_id", "document_id")),
        sa.Column("vector", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", "chunk_id", "embedder", name="pk_vectors"),
        _part_of("vectors", "chunk_id", "chunks"),
    )
    op.create_index(
        "ix_vectors_tenant_id_document_id_embedder",
        "vectors",
        ["tenant_id", "document_id", "embedder"],
    )


def _changes() -> None:
    op.create_table(
        "changes",
        *map(_text, ("tenant_id", "room_id")),
        sa.Column("sequence", sa.BigInteger, nullable=False, autoincrement=False),
        _text("document_id"),
        _big("created_at"),
        sa.PrimaryKeyConstraint("tenant_id", "room_id", "sequence", name="pk_changes"),
        _part_of("changes", "room_id", "rooms"),
    )


def _threads() -> None:
    op.create_table(
        "threads",
        *map(_text, ("tenant_id", "id", "room_id", "title")),
        _big("created_at"),
        sa.PrimaryKeyConstraint("tenant_id", "id", name="pk_threads"),
        _part_of("threads", "room_id", "rooms"),
    )
    op.create_index(
        "ix_threads_tenant_id_room_id_created_at", "threads", ["tenant_id", "room_id", "created_at"]
    )


def _answers() -> None:
    op.create_table(
        "answers",
        *map(_text, ("tenant_id", "id", "room_id", "thread_id")),
        _count("position"),
        *map(_text, ("question", "kind", "text", "stop_reason")),
        _text_or_null("model"),
        _big("created_at"),
        *map(_text_or_null, ("error_code", "error")),
        _text("details"),
        sa.PrimaryKeyConstraint("tenant_id", "id", name="pk_answers"),
        sa.UniqueConstraint(
            "tenant_id", "thread_id", "position", name="uq_answers_tenant_id_thread_id_position"
        ),
        _part_of("answers", "thread_id", "threads"),
    )


def _jobs() -> None:
    op.create_table(
        "jobs",
        *map(_text, ("tenant_id", "id", "room_id", "document_id", "kind", "state")),
        _count("attempt"),
        _big("created_at"),
        sa.Column("leased_until", sa.BigInteger),
        sa.Column("cancel_requested", sa.Boolean, nullable=False, server_default=sa.false()),
        *map(_text_or_null, ("error_code", "error")),
        sa.PrimaryKeyConstraint("tenant_id", "id", name="pk_jobs"),
        _part_of("jobs", "document_id", "documents"),
    )
    is_open = sa.text("state IN ('queued', 'running')")
    op.create_index(
        "uq_jobs_open",
        "jobs",
        ["tenant_id", "document_id"],
        unique=True,
        sqlite_where=is_open,
        postgresql_where=is_open,
    )
    op.create_index(
        "ix_jobs_open",
        "jobs",
        ["created_at", "id"],
        sqlite_where=is_open,
        postgresql_where=is_open,
    )


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text, nullable=False)


def _text_or_null(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text)


def _big(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger, nullable=False)


def _count(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer, nullable=False)


def _part_of(table: str, column: str, holder: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["tenant_id", column],
        [f"{holder}.tenant_id", f"{holder}.id"],
        name=f"fk_{table}_{holder}",
        ondelete="CASCADE",
    )
