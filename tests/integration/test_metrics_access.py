"""Who may read the measures, and what probes are told: with accounts, and in a process alone."""

import json
from pathlib import Path

import pytest

from in_process import InProcess, running
from kesher.config.settings import Settings
from kesher.server.app import create_app
from peopled import Peopled

pytestmark = pytest.mark.anyio

TOKEN = "metrics-token-of-this-test"  # noqa: S105 - the test's own


@pytest.mark.parametrize(
    ("who", "status"),
    [("administrator", 200), ("owner", 403), ("viewer", 403), ("nobody", 401), ("local", 200)],
)
async def test_with_accounts_administrators_alone_read_the_measures(
    place: Peopled, who: str, status: int
) -> None:
    assert (await place.callers[who].send("GET", "/api/metrics")).status == status


async def test_a_key_reads_the_measures_where_it_administers(place: Peopled) -> None:
    for capabilities, status in ((["administration"], 200), (["agents"], 403)):
        wish = {"name": "מדדים", "rights": ["read"], "capabilities": capabilities}
        made = await place.callers["administrator"].send("POST", "/api/me/keys", wish)
        bearer = {"authorization": f"Bearer {json.loads(made.text)['secret']}"}
        answer = await InProcess(place.app, bearer).send("GET", "/api/metrics")
        assert answer.status == status


async def test_probes_are_answered_whoever_asks_by_whatever_name(place: Peopled) -> None:
    probe = InProcess(place.app, {"host": "10.4.0.7:8765"})
    for path in ("/api/health", "/api/ready"):
        assert (await probe.send("GET", path)).status == 200


async def test_the_metrics_token_opens_the_measures_and_nothing_else(tmp_path: Path) -> None:
    settings = {"data_folder": tmp_path / "data", "accounts": True, "metrics_token": TOKEN}
    async with running(create_app(Settings.model_validate(settings))) as app:
        scraper = {"host": "kesher.example.org", "authorization": f"Bearer {TOKEN}"}
        measures = await InProcess(app, scraper).send("GET", "/api/metrics")
        assert "kesher_database_up 1.0" in measures.text
        assert (await InProcess(app, scraper).send("GET", "/api/rooms")).status == 401
        wrong = {**scraper, "authorization": "Bearer another"}
        assert (await InProcess(app, wrong).send("GET", "/api/metrics")).status == 401


async def test_a_full_disk_is_told_to_probes_in_words_that_name_no_place(tmp_path: Path) -> None:
    settings = {"data_folder": tmp_path / "data", "ready_free_bytes": 2**60}
    async with running(create_app(Settings.model_validate(settings))) as app:
        answer = await InProcess(app).send("GET", "/api/ready")
        assert answer.status == 503
        told = json.loads(answer.text)
        assert (told["ready"], set(told["wrong"])) == (False, {"disk"})
        assert str(tmp_path) not in answer.text
        assert (await InProcess(app).send("GET", "/api/health")).status == 200
