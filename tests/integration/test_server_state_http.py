"""What an administrator sees of the server's own state and limits."""

import pytest

from api import Api
from kesher.config.settings import Settings

pytestmark = pytest.mark.anyio


async def test_the_page_is_told_what_the_doctor_finds(api: Api) -> None:
    told = {finding["name"]: finding for finding in await api.call("GET", "/api/doctor")}
    assert told["database"]["detail"].startswith("whole: ")
    assert told["server"]["detail"].startswith("process ")
    assert {"kesher", "data folder", "embeddings", "answers", "LibreOffice"} <= told.keys()
    assert all(finding["well"] or finding["detail"] for finding in told.values())


async def test_the_servers_limits_are_told_with_what_they_are_by_default(api: Api) -> None:
    shown = {each["name"]: each for each in await api.call("GET", "/api/settings/limits")}
    assert shown["upload_limit_bytes"] == {
        "name": "upload_limit_bytes",
        "value": Settings.model_validate({}).upload_limit_bytes,
        "is_default": True,
    }
    assert shown.keys() <= Settings.model_fields.keys()
