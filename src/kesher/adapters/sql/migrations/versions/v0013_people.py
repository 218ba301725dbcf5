"""People: accounts, sessions, one-time links, roles in rooms, invitations; whose a thread is."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Make the tables. What was there belongs to nobody until the first account owns it."""
    _make_users()
    _make_sessions()
    _make_links()
    _make_memberships()
    _make_invitations()
    op.add_column("rooms", sa.Column("archived_at", sa.BigInteger))
    op.add_column("threads", sa.Column("user_id", sa.Text))
    op.add_column(
        "threads", sa.Column("shared", sa.Boolean, nullable=False, server_default=sa.false())
    )
    op.add_column("trajectories", sa.Column("user_id", sa.Text))


def _make_users() -> None:
    op.create_table(
        "users",
        *_texts("tenant_id", "id", "email", "name"),
        sa.Column("administrator", sa.Boolean, nullable=False, server_default=sa.false()),
        *_texts("password_hash", "oidc_issuer", "oidc_subject", nullable=True),
        *_instants("created_at"),
        *_instants("disabled_at", nullable=True),
        sa.PrimaryKeyConstraint("tenant_id", "id", name="pk_users"),
        sa.UniqueConstraint("tenant_id", "email", name="uq_users_tenant_id_email"),
        sa.UniqueConstraint(
            "tenant_id",
            "oidc_issuer",
            "oidc_subject",
            name="uq_users_tenant_id_oidc_issuer_oidc_subject",
        ),
    )


def _make_sessions() -> None:
    op.create_table(
        "sessions",
        *_texts("tenant_id", "secret_hash", "id", "user_id"),
        *_instants("created_at", "seen_at", "expires_at"),
        sa.PrimaryKeyConstraint("tenant_id", "secret_hash", name="pk_sessions"),
        _of_user("sessions"),
    )
    _index("sessions", "tenant_id", "user_id")


def _make_links() -> None:
    op.create_table(
        "one_time_links",
        *_texts("tenant_id", "secret_hash", "kind"),
        *_texts("user_id", "created_by", nullable=True),
        *_instants("created_at", "expires_at"),
        sa.PrimaryKeyConstraint("tenant_id", "secret_hash", name="pk_one_time_links"),
        _of_user("one_time_links"),
    )


def _make_memberships() -> None:
    op.create_table(
        "memberships",
        *_texts("tenant_id", "room_id", "user_id", "role"),
        *_instants("created_at"),
        sa.PrimaryKeyConstraint("tenant_id", "room_id", "user_id", name="pk_memberships"),
        _of_room("memberships"),
        _of_user("memberships"),
    )
    _index("memberships", "tenant_id", "user_id")
    owner = sa.text("role = 'owner'")
    op.create_index(
        "uq_memberships_owner",
        "memberships",
        ["tenant_id", "room_id"],
        unique=True,
        sqlite_where=owner,
        postgresql_where=owner,
    )


def _make_invitations() -> None:
    op.create_table(
        "invitations",
        *_texts("tenant_id", "id", "room_id", "secret_hash", "role", "created_by"),
        *_instants("created_at", "expires_at"),
        sa.Column("uses_left", sa.Integer),
        *_instants("revoked_at", nullable=True),
        sa.PrimaryKeyConstraint("tenant_id", "id", name="pk_invitations"),
        sa.UniqueConstraint(
            "tenant_id", "secret_hash", name="uq_invitations_tenant_id_secret_hash"
        ),
        _of_room("invitations"),
    )
    _index("invitations", "tenant_id", "room_id")


def _texts(*names: str, nullable: bool = False) -> list[sa.Column[str]]:
    return [sa.Column(name, sa.Text, nullable=nullable) for name in names]


def _instants(*names: str, nullable: bool = False) -> list[sa.Column[int]]:
    return [sa.Column(name, sa.BigInteger, nullable=nullable) for name in names]


def _of_user(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["tenant_id", "user_id"],
        ["users.tenant_id", "users.id"],
        name=f"fk_{table}_users",
        ondelete="CASCADE",
    )


def _of_room(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["tenant_id", "room_id"],
        ["rooms.tenant_id", "rooms.id"],
        name=f"fk_{table}_rooms",
        ondelete="CASCADE",
    )


def _index(table: str, *columns: str) -> None:
    op.create_index(f"ix_{table}_{'_'.join(columns)}", table, list(columns))
