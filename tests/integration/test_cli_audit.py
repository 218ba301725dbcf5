"""`kesher audit`, `usage` and `limits`, as a person types them on a folder of their own."""

import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from subprocess import CompletedProcess

import anyio
import pytest

from kesher.config.settings import Settings
from kesher.server.run import temporary_server
from typed import typed

pytestmark = pytest.mark.anyio

ROOM = "נהלים ותקנות"


async def kesher(folder: Path, *words: str, code: int = 0) -> CompletedProcess[str]:
    def run() -> CompletedProcess[str]:
        return typed(["--data", folder, *words], folder=folder.parent)

    done = await anyio.to_thread.run_sync(run)
    assert done.returncode == code, done.stderr
    return done


@pytest.fixture(scope="module")
async def folder(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Path]:
    """A served folder with a room."""
    folder = tmp_path_factory.mktemp("audited") / "data"
    settings = Settings.model_validate({"data_folder": folder, "log_level": "error"})
    async with temporary_server(settings):
        await kesher(folder, "room", "create", ROOM)
        yield folder


async def test_what_was_done_is_listed_exported_and_whole(folder: Path) -> None:
    listed = await kesher(folder, "audit", "--action", "room.")
    assert "local  room.create" in listed.stdout
    (event,) = json.loads((await kesher(folder, "audit", "--room", ROOM, "--json")).stdout)
    assert (event["actor"], event["action"]) == ("local", "room.create")
    exported = (await kesher(folder, "audit", "--csv")).stdout
    assert exported.startswith("\ufeffsequence,at,")
    assert "The audit is whole" in (await kesher(folder, "audit", "--verify")).stdout


async def test_limits_are_set_shown_and_taken_back(folder: Path) -> None:
    of_room = ("limits", "--room", ROOM)
    assert (await kesher(folder, *of_room)).stdout == "Nothing is limited.\n"
    done = await kesher(folder, *of_room, "--set", "tokens_day=200000", "--set", "documents=40")
    assert done.stdout == "tokens_day  200,000\ndocuments  40\n"
    done = await kesher(folder, *of_room, "--set", "tokens_day=", "--json")
    assert json.loads(done.stdout)["in_force"] == {"documents": 40}
    wrong = await kesher(folder, *of_room, "--set", "documents", code=1)
    assert "sets no limit" in wrong.stderr
    assert "Whose limits?" in (await kesher(folder, "limits", code=1)).stderr


async def test_usage_is_added_up_by_what_is_asked_for(folder: Path) -> None:
    assert (await kesher(folder, "usage", "--by", "room")).stdout == ""
    exported = await kesher(folder, "usage", "--by", "user", "--from", "2026-11-01", "--csv")
    assert exported.stdout.startswith("\ufeffuser,name,requests,")
    assert json.loads((await kesher(folder, "usage", "--json")).stdout)["rows"] == []


async def test_an_audit_that_was_changed_is_told_with_where(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "kesher.db", isolation_level=None)) as connection:
        connection.execute("DROP TRIGGER audit_events_kept_update")
        connection.execute("UPDATE audit_events SET actor = 'usr_other' WHERE sequence = 1")
    done = await kesher(folder, "audit", "--verify", code=1)
    assert "The audit is not whole. Event 1:" in done.stderr
