"""Who did what, what models took, and how much each room and person may take."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"

_COUNTS = ("requests", "answers", "input_tokens", "cached_tokens", "output_tokens")
_Key = tuple[str, ...]


def upgrade() -> None:
    """Make the tables, and count the requests and answers that are there by their days."""
    _audit()
    _usage()
    _limits()
    sums: dict[_Key, list[float]] = {}
    for key, counted in (*_requests(), *_answers()):
        held = sums.setdefault(key, [0.0] * len(counted))
        sums[key] = [one + other for one, other in zip(held, counted, strict=True)]
    _keep(sums)


def _audit() -> None:
    op.create_table(
        "audit_events",
        *_texts("tenant_id"),
        sa.Column("sequence", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        *_texts("actor", "action"),
        sa.Column("room_id", sa.Text),
        sa.Column("thing_id", sa.Text),
        *_texts("outcome", "address", "details", "previous", "hash"),
        sa.PrimaryKeyConstraint("tenant_id", "sequence", name="pk_audit_events"),
    )
    op.create_index(
        "ix_audit_events_tenant_id_room_id_sequence",
        "audit_events",
        ["tenant_id", "room_id", "sequence"],
    )
    op.create_table(
        "audit_heads",
        *_texts("tenant_id"),
        sa.Column("sequence", sa.BigInteger, nullable=False),
        *_texts("hash"),
        sa.PrimaryKeyConstraint("tenant_id", name="pk_audit_heads"),
    )
    postgres = op.get_bind().dialect.name == "postgresql"
    for statement in _POSTGRES if postgres else _SQLITE:
        op.execute(statement)


def _usage() -> None:
    op.create_table(
        "usage_days",
        *_texts("tenant_id", "day", "user_id", "room_id", "model", "purpose"),
        *(sa.Column(name, sa.BigInteger, nullable=False) for name in _COUNTS),
        sa.Column("reasoning_tokens", sa.BigInteger, nullable=False),
        sa.Column("price_usd", sa.Double, nullable=False),
        sa.Column("seconds", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint(
            "tenant_id", "day", "user_id", "room_id", "model", "purpose", name="pk_usage_days"
        ),
    )
    for column in ("room_id", "user_id"):
        op.create_index(
            f"ix_usage_days_tenant_id_{column}_day", "usage_days", ["tenant_id", column, "day"]
        )


def _limits() -> None:
    for table, column, of in (
        ("room_limits", "room_id", "rooms"),
        ("person_limits", "user_id", "users"),
    ):
        op.create_table(
            table,
            *_texts("tenant_id", column, "name"),
            sa.Column("by_administrator", sa.Boolean, nullable=False),
            sa.Column("amount", sa.Double, nullable=False),
            sa.PrimaryKeyConstraint(
                "tenant_id", column, "name", "by_administrator", name=f"pk_{table}"
            ),
            sa.ForeignKeyConstraint(
                ["tenant_id", column],
                [f"{of}.tenant_id", f"{of}.id"],
                name=f"fk_{table}_{of}",
                ondelete="CASCADE",
            ),
        )
    op.create_table(
        "question_counts",
        *_texts("tenant_id", "holder", "holder_id", "name"),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("ends_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint(
            "tenant_id", "holder", "holder_id", "name", name="pk_question_counts"
        ),
    )


def _requests() -> Iterator[tuple[_Key, list[float]]]:
    """Yield the day, person, room, model and purpose of each request, and what it took."""
    rows = op.get_bind().execute(
        sa.text(
            "SELECT r.tenant_id, r.at, coalesce(t.user_id, j.user_id, '') AS user_id,"
            " coalesce(r.room_id, t.room_id, '') AS room_id, r.model, r.purpose, r.tokens,"
            " r.usage, r.price_usd FROM requests r"
            " LEFT JOIN threads t ON t.tenant_id = r.tenant_id AND t.id = r.owner_id"
            " LEFT JOIN trajectories j ON j.tenant_id = r.tenant_id AND j.id = r.owner_id"
        )
    )
    for row in rows:
        billed = _billed(row.usage)
        read = billed.get("input_tokens")
        counted = [
            1,
            0,
            row.tokens if read is None else read,
            billed.get("cached_tokens") or 0,
            billed.get("output_tokens") or 0,
            0,
            row.price_usd or 0.0,
            0.0,
        ]
        key = (row.tenant_id, _day(row.at), row.user_id, row.room_id, row.model, row.purpose)
        yield key, counted


def _answers() -> Iterator[tuple[_Key, list[float]]]:
    rows = op.get_bind().execute(
        sa.text(
            "SELECT a.tenant_id, a.created_at, coalesce(t.user_id, '') AS user_id, a.room_id,"
            " coalesce(a.model, '') AS model, a.details FROM answers a"
            " JOIN threads t ON t.tenant_id = a.tenant_id AND t.id = a.thread_id"
        )
    )
    for row in rows:
        seconds = _billed(row.details).get("seconds")
        total = seconds.get("total", 0.0) if isinstance(seconds, dict) else 0.0
        key = (row.tenant_id, _day(row.created_at), row.user_id, row.room_id, row.model, "turn")
        yield key, [0, 1, 0, 0, 0, 0, 0.0, float(total)]


def _keep(sums: dict[_Key, list[float]]) -> None:
    keys = ("tenant_id", "day", "user_id", "room_id", "model", "purpose")
    names = (*_COUNTS, "reasoning_tokens", "price_usd", "seconds")
    table = sa.table("usage_days", *(sa.column(name) for name in (*keys, *names)))
    rows = [
        dict(zip((*keys, *names), (*key, *counted), strict=True)) for key, counted in sums.items()
    ]
    if rows:
        op.bulk_insert(table, rows)


def _billed(text: str | None) -> dict[str, Any]:
    """Return what a JSON text holds by name; nothing where it is no object."""
    try:
        held = json.loads(text or "{}")
    except ValueError:
        return {}
    return held if isinstance(held, dict) else {}


def _day(microseconds: int) -> str:
    return datetime.fromtimestamp(microseconds / 1_000_000, UTC).date().isoformat()


def _texts(*names: str) -> list[sa.Column[str]]:
    return [sa.Column(name, sa.Text, nullable=False) for name in names]


_SQLITE = (
    "CREATE TRIGGER audit_events_kept_update BEFORE UPDATE ON audit_events BEGIN"
    " SELECT RAISE(ABORT, 'audit_events is only ever added to'); END",
    "CREATE TRIGGER audit_events_kept_delete BEFORE DELETE ON audit_events BEGIN"
    " SELECT RAISE(ABORT, 'audit_events is only ever added to'); END",
    "CREATE TRIGGER audit_heads_forward BEFORE UPDATE ON audit_heads"
    " WHEN NEW.sequence <= OLD.sequence BEGIN"
    " SELECT RAISE(ABORT, 'audit_heads only goes forward'); END",
    "CREATE TRIGGER audit_heads_kept_delete BEFORE DELETE ON audit_heads BEGIN"
    " SELECT RAISE(ABORT, 'audit_heads only goes forward'); END",
)

_POSTGRES = (
    "CREATE OR REPLACE FUNCTION kesher_audit_kept() RETURNS trigger LANGUAGE plpgsql AS $$"
    " BEGIN RAISE EXCEPTION 'audit_events is only ever added to'; END $$",
    "CREATE TRIGGER audit_events_kept BEFORE UPDATE OR DELETE ON audit_events"
    " FOR EACH ROW EXECUTE FUNCTION kesher_audit_kept()",
    "CREATE TRIGGER audit_events_kept_whole BEFORE TRUNCATE ON audit_events"
    " FOR EACH STATEMENT EXECUTE FUNCTION kesher_audit_kept()",
    "CREATE OR REPLACE FUNCTION kesher_audit_forward() RETURNS trigger LANGUAGE plpgsql AS $$"
    " BEGIN IF TG_OP = 'UPDATE' AND NEW.sequence > OLD.sequence THEN RETURN NEW; END IF;"
    " RAISE EXCEPTION 'audit_heads only goes forward'; END $$",
    "CREATE TRIGGER audit_heads_forward BEFORE UPDATE OR DELETE ON audit_heads"
    " FOR EACH ROW EXECUTE FUNCTION kesher_audit_forward()",
)
