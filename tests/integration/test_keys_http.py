"""API keys over HTTP and by command: made by their person, shown once, revoked at once."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import anyio
import pytest

from in_process import Given, InProcess, running
from kesher.config.settings import Settings
from kesher.server.app import create_app
from peopled import Peopled, peopled
from typed import typed

pytestmark = pytest.mark.anyio

WISH = {"name": "סקריפט לילה / ночной скрипт", "expires_in_days": 30}


@pytest.fixture(scope="module")
async def place(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Peopled]:
    folder = tmp_path_factory.mktemp("keys") / "data"
    settings = Settings.model_validate({"data_folder": folder, "log_level": "error"})
    async with running(create_app(settings)) as app:
        yield await peopled(app, folder)


async def made(place: Peopled, caller: str, **wish: object) -> Any:
    given = await place.callers[caller].send("POST", "/api/me/keys", {**WISH, **wish})
    assert given.status == 201, given.text
    return given.json()


def carried(place: Peopled, secret: str) -> InProcess:
    return InProcess(place.app, {"authorization": f"Bearer {secret}"})


def code(given: Given) -> object:
    body = given.json()
    return body["code"] if isinstance(body, dict) else body


async def test_a_key_is_shown_once_and_kept_nowhere(place: Peopled) -> None:
    key = await made(place, "viewer")
    client = carried(place, key["secret"])
    me = (await client.send("GET", "/api/me")).json()
    assert isinstance(me, dict)
    assert me["person"]["id"] == place.users["viewer"].id
    listed = await place.callers["viewer"].send("GET", "/api/me/keys")
    (shown,) = [each for each in json.loads(listed.text) if each["id"] == key["key"]["id"]]
    assert (shown["name"], shown["open"], shown["rights"]) == (WISH["name"], True, ["read", "ask"])
    assert shown["used_at"] is not None
    assert key["secret"].startswith(shown["prefix"])
    assert key["secret"] not in listed.text
    files = [path.read_bytes() for path in place.folder.rglob("*") if path.is_file()]
    assert not any(key["secret"].encode() in content for content in files)


async def test_a_revoked_key_opens_nothing_from_the_next_request_on(place: Peopled) -> None:
    for revoker in ("viewer", "administrator"):
        key = await made(place, "viewer")
        client = carried(place, key["secret"])
        assert (await client.send("GET", "/api/rooms/room_home")).status == 200
        where = "me/keys" if revoker == "viewer" else "keys"
        gone = await place.callers[revoker].send("DELETE", f"/api/{where}/{key['key']['id']}")
        assert (gone.status, json.loads(gone.text)["open"]) == (200, False)
        refused = await client.send("GET", "/api/rooms/room_home")
        assert (refused.status, code(refused)) == (401, "access.key")


async def test_the_keys_of_a_disabled_person_open_nothing_while_the_account_is(
    place: Peopled,
) -> None:
    key, person = await made(place, "guest"), f"/api/people/{place.users['guest'].id}"
    client, administrator = carried(place, key["secret"]), place.callers["administrator"]
    told = []
    for disabled in (False, True, False):
        await administrator.send("PATCH", person, {"disabled": disabled})
        told.append((await client.send("GET", "/api/rooms")).status)
    assert told == [200, 401, 200]


async def test_a_mistyped_key_is_told_from_an_unknown_one(place: Peopled) -> None:
    secret = (await made(place, "viewer"))["secret"]
    for wrong in (secret[:-1], f"{secret[:-1]}{'a' if secret[-1] != 'a' else 'b'}", "5f2c4711"):
        given = await carried(place, wrong).send("GET", "/api/rooms")
        assert given.status == 401
        assert "Copy it again" in given.text


@pytest.mark.parametrize(
    ("wish", "status"),
    [
        ({"name": " \u202e "}, 422),
        ({"rights": []}, 422),
        ({"rooms": []}, 422),
        ({"rooms": ["room_home", "room_other"]}, 404),
        ({"capabilities": ["agents"]}, 403),
        ({"capabilities": ["administration", "memory"]}, 403),
        ({"expires_in_days": 0}, 422),
        ({"rights": ["rule"]}, 422),
    ],
)
async def test_nobody_makes_a_key_for_nothing_or_for_more_than_they_may(
    place: Peopled, wish: dict[str, object], status: int
) -> None:
    given = await place.callers["owner"].send("POST", "/api/me/keys", {**WISH, **wish})
    assert given.status == status, given.text


async def test_no_key_makes_keys_and_no_administrator_makes_one_for_another(
    place: Peopled,
) -> None:
    key = await made(place, "administrator", capabilities=["administration", "agents", "memory"])
    client = carried(place, key["secret"])
    assert (await client.send("GET", "/api/keys")).status == 200
    other = f"/api/people/{place.users['owner'].id}/keys"
    for caller, path in ((client, "/api/me/keys"), (client, other)):
        assert (await caller.send("POST", path, WISH)).status == 403
    assert (await place.callers["administrator"].send("POST", other, WISH)).status == 403
    assert (await place.callers["local"].send("POST", "/api/me/keys", WISH)).status == 403


async def test_an_administrators_key_loses_its_capabilities_with_the_person(
    place: Peopled,
) -> None:
    key = await made(place, "second", capabilities=["administration"])
    client, person = carried(place, key["secret"]), f"/api/people/{place.users['second'].id}"
    told = []
    for administrator in (True, False):
        change = {"administrator": administrator}
        await place.callers["administrator"].send("PATCH", person, change)
        told.append((await client.send("GET", "/api/people")).status)
    assert told == [200, 403]


async def test_keys_are_made_listed_and_revoked_by_command(tmp_path: Path) -> None:
    folder = tmp_path / "נתונים"

    async def kesher(*words: str, stdin: str = "") -> str:
        done = await anyio.to_thread.run_sync(
            lambda: typed(["--data", folder, *words], stdin=stdin, folder=tmp_path)
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    password = "ארבע מילים טובות\n"  # noqa: S105 - of a server that lives for this test
    await kesher("admin", "create", "dana@example.org", "--password-stdin", stdin=password)
    secret = (
        await kesher("key", "create", "dana@example.org", "גיבוי", "--may", "administration")
    )[:-1]
    assert len(secret) == 44
    (listed,) = (await kesher("key", "list")).splitlines()
    assert listed.startswith("dana@example.org")
    assert "גיבוי  no room  administration" in listed
    assert secret not in listed
    assert "revoked" in await kesher("key", "revoke", secret)
    assert await kesher("admin", "rotate-secret") == "Encrypted anew: 0 keys.\n"
