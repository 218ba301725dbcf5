"""The commands over a document's versions and over how long a room keeps things, typed in."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from subprocess import CompletedProcess

import anyio
import pytest

from kesher.config.settings import Settings
from kesher.server.run import temporary_server
from typed import typed

pytestmark = pytest.mark.anyio

ROOM = "נהלים Правила"


async def kesher(folder: Path, *words: str | Path, code: int = 0) -> CompletedProcess[str]:
    def run() -> CompletedProcess[str]:
        return typed(["--data", folder, *words], folder=folder.parent)

    done = await anyio.to_thread.run_sync(run)
    assert done.returncode == code, done.stderr
    return done


@pytest.fixture(scope="module")
async def folder(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Path]:
    """A served folder with a document in two versions and another document."""
    place = tmp_path_factory.mktemp("versions")
    texts = {"חניה.md": "חניה עד 20:00.\n", "חניה 2027.md": "חניה עד 23:00.\n", "en.md": "Lunch.\n"}
    for name, text in texts.items():
        (place / name).write_text(text, encoding="utf-8")
    settings = Settings.model_validate({"data_folder": place / "data", "log_level": "error"})
    async with temporary_server(settings):
        await kesher(place / "data", "room", "create", ROOM)
        await kesher(place / "data", "add", ROOM, place / "חניה.md", place / "en.md")
        new = ("add", ROOM, place / "חניה 2027.md", "--new-version-of", "חניה.md")
        await kesher(place / "data", *new)
        yield place / "data"


async def test_versions_are_listed_newest_first_and_the_older_becomes_the_newest_again(
    folder: Path,
) -> None:
    listed = await kesher(folder, "versions", ROOM, "חניה 2027.md")
    assert [line.split()[1] for line in listed.stdout.splitlines()] == ["current", "older"]
    found = json.loads((await kesher(folder, "versions", ROOM, "חניה 2027.md", "--json")).stdout)
    assert [each["version"] for each in found] == [2, 1]
    old = found[1]["id"]
    assert "חניה.md" in (await kesher(folder, "restore-version", ROOM, old)).stdout
    found = json.loads((await kesher(folder, "versions", ROOM, old, "--json")).stdout)
    assert [(each["id"] == old, each["version"]) for each in found] == [(True, 3), (False, 2)]


async def test_a_document_that_is_not_in_the_room_has_no_versions(folder: Path) -> None:
    refused = await kesher(folder, "versions", ROOM, "אין.md", code=1)
    assert "אין.md" in refused.stderr
    await kesher(folder, "restore-version", ROOM, "doc_nothing", code=1)


async def test_a_room_gets_days_of_its_own_and_a_dry_run_names_what_would_go(folder: Path) -> None:
    shown = (await kesher(folder, "retention", "--dry-run")).stdout.splitlines()
    assert f"{ROOM}: threads for ever; 0 over" in shown
    done = await kesher(folder, "retention", ROOM, "--keep", "threads=365", "--keep", "versions=90")
    assert f"{ROOM}: versions 90 days, the room's own; 0 over" in done.stdout.splitlines()
    (room,) = json.loads((await kesher(folder, "retention", ROOM, "--json")).stdout)
    days = {rule["kind"]: (rule["days"], rule["own"]) for rule in room["rules"]}
    assert days["threads"] == (365, True)
    assert days["jobs"][1] is False


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((ROOM, "--keep", "threads=soon"), "KIND=DAYS"),
        ((ROOM, "--keep", "rooms=3"), "KIND=DAYS"),
        (("--keep", "threads=3"), "Name the room"),
        ((ROOM, "--keep", "threads=3", "--dry-run"), "without `--dry-run`"),
    ],
)
async def test_days_that_say_no_kind_or_no_room_are_refused(
    folder: Path, words: tuple[str, ...], said: str
) -> None:
    assert said in (await kesher(folder, "retention", *words, code=1)).stderr
