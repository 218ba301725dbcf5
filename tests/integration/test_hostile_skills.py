"""Folders that somebody made to harm whoever lists skills."""

import os
from pathlib import Path

import pytest

from kesher.adapters.skill_folders import SkillFolders
from kesher.domain.skill import SkillFolder, SkillSource

pytestmark = pytest.mark.anyio


def skill(root: Path, name: str) -> Path:
    place = root / name
    place.mkdir()
    text = f"---\nname: {name}\ndescription: תיאור, وصف, описание\n---\nגוף\n"
    (place / "SKILL.md").write_text(text, encoding="utf-8")
    return place


async def found(root: Path) -> dict[str, SkillFolder]:
    folders = await SkillFolders([(SkillSource.PROJECT, root)]).folders()
    return {each.name: each for each in folders}


async def test_a_tree_without_end_is_refused_and_the_others_are_listed(tmp_path: Path) -> None:
    skill(tmp_path, "good")
    place = skill(tmp_path, "deep")
    handle = os.open(place, os.O_RDONLY)
    for _ in range(1_200):
        os.mkdir("a", dir_fd=handle)
        inner = os.open("a", os.O_RDONLY, dir_fd=handle)
        os.close(handle)
        handle = inner
    os.close(handle)
    listed = await found(tmp_path)
    assert listed["good"].problem == ""
    assert "in one another" in listed["deep"].problem
    _remove_chain(place)


async def test_thousands_of_empty_folders_are_refused(tmp_path: Path) -> None:
    place = skill(tmp_path, "wide")
    for number in range(600):
        (place / str(number)).mkdir()
    assert "folders" in (await found(tmp_path))["wide"].problem


@pytest.mark.parametrize("name", [b"\xff\xfe.md", b"a\n\x1b[2J.md", "תקציר\u202egnp.exe".encode()])
async def test_a_file_whose_name_hides_something_is_refused(tmp_path: Path, name: bytes) -> None:
    place = skill(tmp_path, "named")
    _write(place, name)
    problem = (await found(tmp_path))["named"].problem
    assert "named" in problem
    assert problem.isprintable()


async def test_a_file_that_claims_a_terabyte_is_refused_unread(tmp_path: Path) -> None:
    place = skill(tmp_path, "huge")
    with (place / "big.bin").open("wb") as file:
        file.truncate(10**12)
    assert "larger" in (await found(tmp_path))["huge"].problem


def _write(place: Path, name: bytes) -> None:
    Path(os.fsdecode(os.fsencode(place) + b"/" + name)).write_text("x", encoding="utf-8")


def _remove_chain(place: Path) -> None:
    """Take the chain apart from its top, for no walker reaches its end."""
    rest = place / "a"
    while rest.exists():
        inner = rest / "a"
        if inner.exists():
            inner.rename(place / "b")
        rest.rmdir()
        if (place / "b").exists():
            (place / "b").rename(rest)
