"""Transactions on the models that administrators set."""

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Column, Connection, Integer, Row, Table, delete, insert, select, text, update
from typing_extensions import override

from kesher.adapters.sql.column_types import CleanText, Instant, TenantId, WordOf
from kesher.adapters.sql.database import Database
from kesher.adapters.sql.tables import metadata
from kesher.domain.model_setting import ModelRole, ModelSetting, Provider
from kesher.domain.scope import Scope
from kesher.ports.model_settings import ModelSettingStore, Reseal

model_settings = Table(
    "model_settings",
    metadata,
    Column("tenant_id", TenantId, primary_key=True),
    Column("role", WordOf(ModelRole), primary_key=True),
    Column("provider", WordOf(Provider), nullable=False),
    Column("model", CleanText, nullable=False),
    Column("url", CleanText, nullable=False),
    Column("dimensions", Integer),
    # Encrypted with a secret that is not in the database; empty: the endpoint needs no key.
    Column("sealed_key", CleanText, nullable=False),
    Column("key_hint", CleanText, nullable=False),
    Column("changed_at", Instant, nullable=False),
    Column("changed_by", CleanText),
)
_held = model_settings.c


class SqlModelSettings(ModelSettingStore):
    """Models in the database of `SqlStore`. What each call promises: the port."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @override
    async def model_settings(self, scope: Scope) -> Sequence[ModelSetting]:
        return await self._database.read(list_settings, scope)

    @override
    async def put_model_setting(
        self, scope: Scope, setting: ModelSetting, seal: Callable[[], str] | None = None
    ) -> None:
        await self._database.write(put_setting, scope, setting, seal)

    @override
    async def delete_model_setting(self, scope: Scope, role: ModelRole) -> None:
        await self._database.write(delete_setting, scope, role)

    @override
    async def reseal_keys(self, scope: Scope, reseal: Reseal) -> int:
        return await self._database.write(reseal_keys, scope, reseal)

    @override
    async def look_at_keys(self, scope: Scope, look: Callable[[Sequence[str]], None]) -> None:
        await self._database.write(look_at_keys, scope, look)


def list_settings(connection: Connection, scope: Scope) -> Sequence[ModelSetting]:
    """Return all that are set, by role."""
    found = select(model_settings).where(_held.tenant_id == scope.tenant_id)
    return [_setting(row) for row in connection.execute(found.order_by(_held.role))]


def put_setting(
    connection: Connection,
    scope: Scope,
    setting: ModelSetting,
    seal: Callable[[], str] | None = None,
) -> None:
    """Set a model in place of the one of the same role."""
    _hold(connection)
    delete_setting(connection, scope, setting.role)
    connection.execute(
        insert(model_settings).values(
            tenant_id=scope.tenant_id,
            role=setting.role,
            provider=setting.provider,
            model=setting.model,
            url=setting.url,
            dimensions=setting.dimensions,
            sealed_key=setting.sealed_key if seal is None else seal(),
            key_hint=setting.key_hint,
            changed_at=setting.changed_at,
            changed_by=setting.changed_by,
        )
    )


def delete_setting(connection: Connection, scope: Scope, role: ModelRole) -> None:
    """Take a model back."""
    this = (_held.tenant_id == scope.tenant_id) & (_held.role == role)
    connection.execute(delete(model_settings).where(this))


def reseal_keys(connection: Connection, scope: Scope, reseal: Reseal) -> int:
    """Seal every key in another way."""
    _hold(connection)
    sealed = [each for each in list_settings(connection, scope) if each.sealed_key]
    for each in sealed:
        this = (_held.tenant_id == scope.tenant_id) & (_held.role == each.role)
        changed = update(model_settings).where(this)
        connection.execute(changed.values(sealed_key=reseal(each.role, each.sealed_key)))
    return len(sealed)


def look_at_keys(
    connection: Connection, scope: Scope, look: Callable[[Sequence[str]], None]
) -> None:
    """Show all sealed keys, which stay as they are until the transaction ends."""
    _hold(connection)
    look([each.sealed_key for each in list_settings(connection, scope) if each.sealed_key])


def _hold(connection: Connection) -> None:
    """Let nobody else set or seal a key: which secret seals it is read within the turn."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("LOCK TABLE model_settings IN SHARE ROW EXCLUSIVE MODE"))


def _setting(row: Row[Any]) -> ModelSetting:
    return ModelSetting(
        role=row.role,
        provider=row.provider,
        model=row.model,
        url=row.url,
        dimensions=row.dimensions,
        sealed_key=row.sealed_key,
        key_hint=row.key_hint,
        changed_at=row.changed_at,
        changed_by=row.changed_by,
    )
