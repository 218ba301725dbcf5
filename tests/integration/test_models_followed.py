"""Two processes on one PostgreSQL: models that are set at one are those of the other."""

from pathlib import Path

import pytest

from databases import new_database
from kesher.app.model_settings import ModelWish
from kesher.config.settings import Settings
from kesher.domain.model_setting import ModelRole, Provider
from kesher.domain.scope import Scope
from kesher.wiring.services import Services, build, with_models_in_force

pytestmark = pytest.mark.anyio

WISH = ModelWish(
    ModelRole.CHAT, Provider.OPENAI, "מודל", "http://127.0.0.1:9/v1", key="sk-0123456789abcdef"
)


async def process(url: str, folder: Path) -> Services:
    settings = {"data_folder": folder, "database_url": url, "log_level": "error"}
    return await build(Settings.model_validate(settings), searches=False)


async def test_a_model_that_is_set_at_one_process_is_used_by_the_others_with_its_key(
    tmp_path: Path,
) -> None:
    url = new_database("postgresql", tmp_path)
    here = await process(url, tmp_path / "data")
    there = await process(url, tmp_path / "data")
    try:
        assert await with_models_in_force(there) is there
        await here.ground.model_settings.put(Scope(), WISH, by=None)
        followed = await with_models_in_force(there)
        assert followed.chat is not None
        assert followed.chat.name == "מודל"
        assert (followed.ask.chat, followed.jobs) == (followed.chat, there.jobs)
        assert followed.models.chat is not None
        assert followed.models.chat.key == WISH.key
        assert await with_models_in_force(followed) is followed
        await here.ground.model_settings.delete(Scope(), ModelRole.CHAT)
        assert (await with_models_in_force(followed)).chat is None
    finally:
        for services in (here, there):
            await services.close()
