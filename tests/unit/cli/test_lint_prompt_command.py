"""`kesher lint-prompt`, run as a person runs it."""

import json
import subprocess
from pathlib import Path

from typed import typed

GOOD = """<role>
אתה עוזר שעונה על שאלות על חוזי שכירות.
</role>

<rules>
1. קרא את החוזה כולו לפני שתענה.
2. ענה בעברית, במשפט אחד עד שלושה.
3. אם התשובה אינה בחוזה, כתוב "לא מצאתי בחוזה".
</rules>
"""
BROKEN = "<role>\nYou answer questions about leases.\n<rules>\n1. Answer briefly.\n</rules>\n"
TOOLS = [{"name": "search", "description": "", "parameters": {"type": "object"}}]


def run(*arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    return typed(["lint-prompt", *arguments], stdin=given)


def test_a_good_prompt_ends_with_0_and_a_broken_one_with_1_and_the_place(tmp_path: Path) -> None:
    good, broken = tmp_path / "good.md", tmp_path / "broken.md"
    good.write_text(GOOD, encoding="utf-8")
    broken.write_text(BROKEN, encoding="utf-8")
    assert (run(str(good)).returncode, run(str(good)).stdout) == (0, "")
    told = run(str(good), str(broken))
    assert told.returncode == 1
    assert f"{broken}:1:1 system: error" in told.stdout
    assert str(good) not in told.stdout


def test_a_template_passes_with_the_placeholders_that_are_named_and_no_others() -> None:
    template = "1. Answer in {language}, in at most {limit} words.\n"
    assert run("-", "--placeholders", "language, limit", given=template).returncode == 0
    told = run("-", "--placeholders", "limit", given=template)
    assert (told.returncode, told.stdout.count("error placeholder")) == (1, 1)
    assert "{language}" in told.stdout


def test_json_names_file_code_and_place_and_tells_it_in_the_language_asked_for() -> None:
    told = json.loads(run("-", "--json", "--language", "he", given=json.dumps(TOOLS)).stdout)
    assert {each["part"] for each in told} == {"tools[search]"}
    assert all(each["file"] == "-" and each["line"] >= 1 for each in told)
    assert any("א" <= letter <= "ת" for letter in told[0]["message"])


def test_what_cannot_be_read_is_refused_in_one_sentence_and_wrong_usage_ends_with_2(
    tmp_path: Path,
) -> None:
    refused = run(str(tmp_path / "אין.md"))
    assert refused.returncode == 1
    assert "cannot be read" in refused.stderr
    assert "no `messages`, `tools` or `system`" in run("-", given='{"a": 1}').stderr
    assert run().returncode == 2
    assert run("-", "--language", "ar", given=GOOD).returncode == 2


def test_in_hebrew_the_severity_and_the_count_are_told_in_hebrew_too() -> None:
    told = run("-", "--language", "he", given=BROKEN)
    assert told.returncode == 1
    assert "system: שגיאה " in told.stdout
    assert told.stderr.strip().endswith("ב־קובץ אחד")
