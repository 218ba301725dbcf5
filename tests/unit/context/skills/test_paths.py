import pytest

from kesher.context.skills.paths import inside, script
from kesher.errors import SkillError

FILES = ["SKILL.md", "references/מדריך.md", "scripts/build.py", "scripts/run.sh", "scripts/a.js"]


@pytest.mark.parametrize(
    "path",
    [
        "../secret",
        "references/../../secret",
        "/etc/passwd",
        "C:\\x",
        "references\\..\\..\\x",
        "scripts/../../x",
        "a\0b",
    ],
)
def test_a_path_that_leads_out_of_the_skill_is_refused(path: str) -> None:
    with pytest.raises(SkillError, match="leads out of the skill"):
        inside(path, FILES, skill="s")


def test_an_unknown_file_is_answered_with_the_nearest_names() -> None:
    with pytest.raises(SkillError, match=r"references/מדריך\.md"):
        inside("references/מדרך.md", FILES, skill="s")


def test_a_file_is_found_by_its_path_however_it_is_written() -> None:
    assert inside("./references/מדריך.md", FILES, skill="s") == "references/מדריך.md"


def test_a_script_is_found_with_and_without_its_folder() -> None:
    assert script("build.py", FILES, skill="s") == script("scripts/build.py", FILES, skill="s")


@pytest.mark.parametrize("path", ["SKILL.md", "a.js", "nothing.py", "../scripts/build.py"])
def test_what_is_no_script_is_not_run(path: str) -> None:
    with pytest.raises(SkillError):
        script(path, FILES, skill="s")
