"""Trajectories with their events, and what was sent to models: requests and their segments."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the tables."""
    _trajectories()
    _events()
    _requests()
    _segments()
    _request_segments()
    _segment_documents()


def _trajectories() -> None:
    op.create_table(
        "trajectories",
        *map(_text, ("tenant_id", "id")),
        _text_or_null("parent_id"),
        *map(_text, ("prefix", "profile", "title")),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        _count("length"),
        _text("last_hash"),
        sa.PrimaryKeyConstraint("tenant_id", "id", name="pk_trajectories"),
        _part_of("trajectories", "parent_id", "trajectories.id"),
    )
    for column in ("parent_id", "created_at"):
        name = f"ix_trajectories_tenant_id_{column}"
        op.create_index(name, "trajectories", ["tenant_id", column])


def _events() -> None:
    op.create_table(
        "trajectory_events",
        *map(_text, ("tenant_id", "trajectory_id")),
        _count("sequence"),
        sa.Column("at", sa.BigInteger, nullable=False),
        *map(_text, ("payload", "previous", "hash")),
        sa.PrimaryKeyConstraint(
            "tenant_id", "trajectory_id", "sequence", name="pk_trajectory_events"
        ),
        _part_of("trajectory_events", "trajectory_id", "trajectories.id"),
    )


def _requests() -> None:
    op.create_table(
        "requests",
        *map(_text, ("tenant_id", "id", "owner_id")),
        _text_or_null("room_id"),
        _count("sequence"),
        sa.Column("at", sa.BigInteger, nullable=False),
        *map(_text, ("model", "profile", "body_hash")),
        _count("tokens"),
        *map(_text_or_null, ("audit", "usage")),
        sa.Column("price_usd", sa.Double),
        sa.PrimaryKeyConstraint("tenant_id", "id", name="pk_requests"),
    )
    name = "ix_requests_tenant_id_owner_id_at"
    op.create_index(name, "requests", ["tenant_id", "owner_id", "at"])


def _segments() -> None:
    op.create_table(
        "segments",
        *map(_text, ("tenant_id", "hash")),
        _text_or_null("text"),
        sa.PrimaryKeyConstraint("tenant_id", "hash", name="pk_segments"),
    )


def _request_segments() -> None:
    op.create_table(
        "request_segments",
        *map(_text, ("tenant_id", "request_id")),
        _count("position"),
        *map(_text, ("hash", "kind")),
        *map(_count, ("tokens", "message")),
        sa.Column("sequence", sa.Integer),
        _text("refs"),
        sa.PrimaryKeyConstraint("tenant_id", "request_id", "position", name="pk_request_segments"),
        _part_of("request_segments", "request_id", "requests.id"),
        _part_of("request_segments", "hash", "segments.hash", ondelete=None),
    )
    op.create_index("ix_request_segments_tenant_id_hash", "request_segments", ["tenant_id", "hash"])


def _segment_documents() -> None:
    columns = ("tenant_id", "document_id", "hash")
    op.create_table(
        "segment_documents",
        *map(_text, columns),
        sa.PrimaryKeyConstraint(*columns, name="pk_segment_documents"),
        _part_of("segment_documents", "hash", "segments.hash"),
    )
    name = "ix_segment_documents_tenant_id_hash"
    op.create_index(name, "segment_documents", ["tenant_id", "hash"])


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text, nullable=False)


def _text_or_null(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text)


def _count(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer, nullable=False)


def _part_of(
    table: str, column: str, held: str, *, ondelete: str | None = "CASCADE"
) -> sa.ForeignKeyConstraint:
    holder = held.partition(".")[0]
    return sa.ForeignKeyConstraint(
        ["tenant_id", column],
        [f"{holder}.tenant_id", held],
        name=f"fk_{table}_{holder}",
        ondelete=ondelete,
    )
