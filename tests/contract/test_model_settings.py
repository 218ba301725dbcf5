"""Models that administrators set, on both databases."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest

from contract.samples import NOW, OTHER_TENANT
from kesher.adapters.sealing import FileSealer
from kesher.adapters.sql.database import Database
from kesher.adapters.sql.model_settings import SqlModelSettings
from kesher.domain.model_setting import ModelRole, ModelSetting, Provider
from kesher.domain.scope import Scope
from kesher.errors import SecretKeyError
from kesher.ports.stores import Store

pytestmark = pytest.mark.anyio

ALL = Scope()
CHAT = ModelSetting(
    role=ModelRole.CHAT,
    provider=Provider.ANTHROPIC,
    model="מודל/модель",
    changed_at=NOW,
    url="http://127.0.0.1:8080",
    sealed_key="v1.00ff.abc",
    key_hint="WXYZ",
    changed_by="usr_dana",
)
EMBEDDING = ModelSetting(ModelRole.EMBEDDING, Provider.OPENAI, "e5", NOW, dimensions=384)


@pytest.fixture
def models(store: Store, database: Database) -> SqlModelSettings:
    return SqlModelSettings(database)


async def test_a_model_comes_back_whole_and_takes_the_place_of_the_former(
    models: SqlModelSettings,
) -> None:
    for setting in (CHAT, EMBEDDING):
        await models.put_model_setting(ALL, setting)
    assert await models.model_settings(ALL) == [CHAT, EMBEDDING]
    later = replace(CHAT, model="other", changed_at=NOW + timedelta(days=1), changed_by=None)
    await models.put_model_setting(ALL, later)
    assert await models.model_settings(ALL) == [later, EMBEDDING]
    assert await models.model_settings(OTHER_TENANT) == []


async def test_a_model_is_taken_back_once_or_twice(models: SqlModelSettings) -> None:
    for setting in (CHAT, EMBEDDING):
        await models.put_model_setting(ALL, setting)
    await models.delete_model_setting(OTHER_TENANT, ModelRole.CHAT)
    for _ in range(2):
        await models.delete_model_setting(ALL, ModelRole.EMBEDDING)
    assert await models.model_settings(ALL) == [CHAT]


async def test_all_keys_are_sealed_anew_or_none(models: SqlModelSettings) -> None:
    keyed = replace(EMBEDDING, sealed_key="v1.00ff.def")
    for setting in (CHAT, keyed):
        await models.put_model_setting(ALL, setting)

    def fails(role: ModelRole, sealed: str) -> str:
        if role is ModelRole.EMBEDDING:
            raise SecretKeyError("Another secret sealed it.")
        return sealed.upper()

    with pytest.raises(SecretKeyError):
        await models.reseal_keys(ALL, fails)
    assert await models.model_settings(ALL) == [CHAT, keyed]
    assert await models.reseal_keys(ALL, lambda role, sealed: f"{role} {sealed}") == 2
    found = [each.sealed_key for each in await models.model_settings(ALL)]
    assert found == ["chat v1.00ff.abc", "embedding v1.00ff.def"]


def test_a_sealed_key_is_not_shown_with_its_record() -> None:
    assert "00ff" not in repr(CHAT)


async def test_secrets_that_are_renewed_by_several_at_once_leave_every_key_readable(
    models: SqlModelSettings, tmp_path: Path
) -> None:
    sealers = [FileSealer(tmp_path / "secret.key") for _ in range(4)]

    def seal(sealer: FileSealer, role: ModelRole, text: str) -> str:
        return sealer.seal(text, purpose=role)

    async def rotate(sealer: FileSealer) -> None:
        sealer.renew()
        await models.reseal_keys(
            ALL, lambda role, sealed: seal(sealer, role, sealer.open(sealed, purpose=role))
        )
        await models.look_at_keys(ALL, sealer.forget_former)

    async def put(sealer: FileSealer, setting: ModelSetting) -> None:
        await models.put_model_setting(
            ALL, setting, partial(seal, sealer, setting.role, "סוד ключ")
        )

    first, *others = sealers
    await put(first, CHAT)
    for _ in range(3):
        await asyncio.gather(*map(rotate, others), put(first, EMBEDDING))
        for each in await models.model_settings(ALL):
            assert first.open(each.sealed_key, purpose=each.role) == "סוד ключ"
    await rotate(first)
    assert len((tmp_path / "secret.key").read_text().split()) == 1
