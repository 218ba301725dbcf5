"""`kesher admin`, without a server on the folder and through one."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from subprocess import CompletedProcess

import anyio
import pytest

from kesher.config.settings import Settings
from kesher.server.run import temporary_server
from people import DANA, PASSWORD, browser, sign_in, signed_in
from typed import typed

pytestmark = pytest.mark.anyio


async def kesher(
    folder: Path, *words: str, stdin: str = "", code: int = 0
) -> CompletedProcess[str]:
    """Run a command on the folder, while a server in this process goes on."""

    def run() -> CompletedProcess[str]:
        return typed(["--data", folder, *words], stdin=stdin, folder=folder.parent)

    done = await anyio.to_thread.run_sync(run)
    assert done.returncode == code, done.stderr
    return done


@pytest.fixture(scope="module")
async def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder whose first administrator was made before any server ran on it."""
    folder = tmp_path_factory.mktemp("administered") / "נתונים"
    words = ("admin", "create", DANA, "--name", "דנה לוי", "--password-stdin")
    done = await kesher(folder, *words, stdin=f"{PASSWORD}\n")
    assert done.stdout == f"{DANA}  דנה לוי  administrator\n"
    assert "signs in from now on" in done.stderr
    return folder


@pytest.fixture(scope="module")
async def url(folder: Path) -> AsyncIterator[str]:
    settings = Settings.model_validate({"data_folder": folder, "log_level": "error"})
    async with temporary_server(settings) as url:
        yield url


async def test_commands_go_on_through_a_server_with_accounts(folder: Path, url: str) -> None:
    async with signed_in(url, DANA) as dana:
        await kesher(folder, "room", "create", "נהלים")
        assert "נהלים" in (await kesher(folder, "room", "list")).stdout
        assert await dana.call("GET", "/api/rooms") == []  # made by nobody in particular


async def test_a_room_is_given_its_owner_as_it_is_made_or_says_that_it_has_none(
    folder: Path, url: str
) -> None:
    told = (await kesher(folder, "room", "create", "של איש")).stderr
    assert "Nobody owns it" in told
    assert "kesher room transfer room_" in told
    owned = await kesher(folder, "room", "create", "غرفة دانا", "--owner", DANA.upper())
    assert owned.stderr == ""
    async with signed_in(url, DANA) as dana:
        assert "غرفة دانا" in [each["name"] for each in await dana.call("GET", "/api/rooms")]
    stranger = await kesher(folder, "room", "create", "אין", "--owner", "no@example.org", code=1)
    assert "`kesher admin people` lists" in stranger.stderr
    assert "אין" not in (await kesher(folder, "room", "list")).stdout


async def test_a_plain_account_is_made_with_a_link_and_the_audit_tells_names(
    folder: Path, url: str
) -> None:
    words = ("admin", "add", "сами@example.org", "--name", "Сами Хаддад")
    person, link = (await kesher(folder, *words)).stdout.splitlines()
    assert person == "сами@example.org  Сами Хаддад"
    async with browser(url) as api:
        body = {"secret": link.partition("#")[2], "password": PASSWORD}
        await api.call("POST", "/api/password", body)
        assert (await sign_in(api, "сами@example.org"))["administers"] is False
    told = (await kesher(folder, "audit", "--action", "session.open", "--limit", "1")).stdout
    assert "(Сами Хаддад)  session.open" in told


async def test_a_person_is_disabled_and_enabled_and_gets_a_link(folder: Path, url: str) -> None:
    words = ("admin", "create", "Вера@example.org", "--password-stdin", "--json")
    made = json.loads((await kesher(folder, *words, stdin="три простых слова")).stdout)
    assert (made["email"], made["name"]) == ("вера@example.org", "вера")
    async with signed_in(url, DANA) as dana:
        await kesher(folder, "admin", "disable", DANA)
        await dana.problem("GET", "/api/rooms", status=401)
    listed = (await kesher(folder, "admin", "people")).stdout
    assert f"{DANA}  דנה לוי  administrator  disabled\n" in listed
    refused = await kesher(folder, "admin", "disable", "вера@example.org", code=1)
    assert "nobody who administers" in refused.stderr
    await kesher(folder, "admin", "enable", DANA.upper())
    link = (await kesher(folder, "admin", "link", DANA)).stdout.strip()
    assert link.startswith(f"{url}/password#")
    async with browser(url) as api:
        body = {"secret": link.partition("#")[2], "password": "סיסמה אחרת לגמרי"}
        await api.call("POST", "/api/password", body)
        assert (await sign_in(api, DANA, body["password"]))["signed_in"] is True


@pytest.mark.parametrize(
    ("words", "stdin", "reason"),
    [
        (("create", "dana"), "", "no terminal to ask on"),
        (("create", "dana", "--password-stdin"), PASSWORD, "no e-mail address"),
        (("create", "new@example.org", "--password-stdin"), "קצר", "at least 10"),
        (("create", DANA, "--password-stdin"), PASSWORD, "has an account already"),
        (("link", "nobody@example.org"), "", "`kesher admin people` lists"),
    ],
)
async def test_what_cannot_be_done_is_refused_with_what_to_do(
    folder: Path, url: str, words: tuple[str, ...], stdin: str, reason: str
) -> None:
    assert reason in (await kesher(folder, "admin", *words, stdin=stdin, code=1)).stderr


async def test_the_people_of_a_room_are_kept_by_command(folder: Path, url: str) -> None:
    await kesher(folder, "room", "create", "חוזים")
    await kesher(folder, "room", "transfer", "חוזים", DANA)
    await kesher(folder, "room", "role", "חוזים", "вера@example.org", "manager")
    listed = (await kesher(folder, "room", "members", "חוזים")).stdout
    assert listed == f"owner  {DANA}  דנה לוי\nmanager  вера@example.org  вера\n"
    link = (await kesher(folder, "room", "invite", "חוזים", "--role", "member")).stdout.strip()
    assert link.startswith(f"{url}/join#")
    async with browser(url) as api:
        shown = await api.call("POST", "/api/invitations/look", {"secret": link.split("#")[1]})
        assert (shown["room_name"], shown["role"]) == ("חוזים", "member")
    await kesher(folder, "room", "archive", "חוזים")
    nobody = await kesher(folder, "room", "remove", "חוזים", "אין@example.org", code=1)
    assert "kesher room invite" in nobody.stderr
