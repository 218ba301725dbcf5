"""The writing-style skill, its scripts run confined."""

import json
from pathlib import Path
from typing import Any

import pytest

from kesher.adapters.scripts.runner import ScriptProcesses
from kesher.adapters.skill_folders import SkillFolders
from kesher.adapters.skill_trust import SkillTrustFile
from kesher.app.skills import Skills
from kesher.context.skills.manifest import parse
from kesher.domain.skill import SkillSource
from kesher.ports.skills import ScriptResult
from kesher.skills import FOLDER

pytestmark = pytest.mark.anyio

HEBREW = (
    "אני כותב קצר. אבל לפעמים אני מאריך, כי יש מה לומר. ולכן אני עוצר! האם זה ברור?\n\n"
    "אבל מי שקורא אותי יודע. אני לא אוהב סוגריים. אבל מקף – כן. תכלס, זה פשוט ממש עניין של טעם."
)
ENGLISH = (
    "I write short sentences. But I stop (sometimes) to explain, because it helps you. So what?\n\n"
    "But you know that. I really don't like long words. However, I use 3 of them here."
)


async def run(tmp_path: Path, script: str, *arguments: str) -> ScriptResult:
    skills = Skills(
        SkillFolders([(SkillSource.BUILT_IN, FOLDER)]),
        SkillTrustFile(tmp_path / "trust.json"),
        ScriptProcesses(),
        count=lambda text: len(text) // 2,
    )
    return await skills.run("writing-style", script, arguments, work_folder=tmp_path)


async def measured(tmp_path: Path, text: str) -> tuple[dict[str, Any], bytes, str]:
    (tmp_path / "a.txt").write_text(text, "utf-8")
    result = await run(tmp_path, "measure.py", "my-style", "out", "a.txt")
    assert result.status == 0, result.stderr
    made = tmp_path / "out" / "my-style"
    features = json.loads((made / "features.json").read_text("utf-8"))
    return features, (made / "SKILL.md").read_bytes(), result.stdout


async def test_hebrew_habits_are_counted(tmp_path: Path) -> None:
    features, _, said = await measured(tmp_path, HEBREW)
    assert features["language"] == "he"
    assert next(iter(features["connectives"])) == "אבל"
    assert features["connectives"]["לכן"] > 0  # written "ולכן"
    assert features["openings"]["אבל"] >= features["openings"]["אני"] > 0
    assert features["punctuation"]["dash"] > 0
    assert features["punctuation"]["parenthesis"] == 0
    assert features["register"]["spoken"] > features["register"]["formal"]
    assert "חשוב לציין" in features["avoided"]
    assert "Weak: 1 samples" in said


async def test_english_habits_are_counted(tmp_path: Path) -> None:
    features, _, _ = await measured(tmp_path, ENGLISH)
    assert features["language"] == "en"
    assert next(iter(features["connectives"])) == "but"
    assert features["punctuation"]["parenthesis"] > 0
    assert features["register"]["first_person"] > 0
    assert features["numerals_fraction"] == 1.0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (HEBREW, ("כן:", "לא:", "חריג:", "תחום")),
        (ENGLISH, ("Good:", "Bad:", "Exception:", "Scope")),
    ],
)
async def test_the_draft_is_a_valid_skill_with_examples_scope_and_exceptions(
    tmp_path: Path, text: str, words: tuple[str, ...]
) -> None:
    _, manifest, _ = await measured(tmp_path, text)
    skill = parse(manifest, folder="my-style", count=lambda body: len(body) // 2)
    assert all(word in skill.body for word in words)
    assert skill.body.count("\n1. ") == skill.body.count("\n5. ") == 1


async def test_edits_that_come_back_are_listed_and_single_ones_only_counted(
    tmp_path: Path,
) -> None:
    draft = (
        "חשוב לציין כי המערכת עובדת היטב. המשתמש לוחץ על הכפתור והחלון נפתח מיד לפניו. "
        "חשוב לציין כי הקובץ נשמר במקומו. התוצאה מהווה שיפור ניכר."
    )
    edited = (
        "המערכת עובדת היטב. המשתמש לוחץ על הכפתור. החלון נפתח מיד לפניו. "
        "הקובץ נשמר במקומו. התוצאה היא שיפור ניכר."
    )
    (tmp_path / "draft.txt").write_text(draft, "utf-8")
    (tmp_path / "edited.txt").write_text(edited, "utf-8")
    result = await run(tmp_path, "compare.py", "draft.txt", "edited.txt")
    assert result.status == 0, result.stderr
    found = json.loads(result.stdout)
    [stable] = found["stable"]
    assert (stable["kind"], stable["before"], stable["times"]) == ("removed", "חשוב לציין כי", 2)
    assert "המערכת" in stable["examples"][0]["before"]
    assert found["single"] >= 2


async def test_equal_texts_give_no_edits_and_one_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(ENGLISH, "utf-8")
    same = await run(tmp_path, "compare.py", "a.txt", "a.txt")
    assert json.loads(same.stdout) == {"stable": [], "single": 0}
    assert (await run(tmp_path, "compare.py", "a.txt")).status == 1
