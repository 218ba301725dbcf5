"""The examples of the how-to pages are run, page by page in their order, as one program each."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from kesher.memory.schema import Policy, schema_with

FOLDER = Path(__file__).parents[2] / "docs" / "how-to"
BLOCK = re.compile(r"^```(python|sh)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(page: str) -> list[tuple[str, str]]:
    return BLOCK.findall((FOLDER / page).read_text(encoding="utf-8"))


def shell(script: str) -> str:
    """Run a block as a person would, with our own command at hand; return what it printed."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        env={**os.environ, "PATH": path}, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, f"{script}\n{done.stderr}"
    return done.stdout


@pytest.mark.parametrize(
    ("page", "count", "last"),
    [("context-engine.md", 8, "asked"), ("status-and-prompts.md", 3, "system")],
)
def test_the_python_examples_of_a_page_run_as_they_stand(page: str, count: int, last: str) -> None:
    found = [text for kind, text in blocks(page) if kind == "python"]
    assert len(found) == count
    names: dict[str, object] = {}
    for block in found:
        exec(compile(block, page, "exec"), names)  # noqa: S102 - our own pages
    assert last in names


def test_the_skills_page_runs_from_an_empty_folder_to_an_agent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    names: dict[str, object] = {}
    printed = ""
    found = blocks("skills.md")
    for kind, text in found:
        if kind == "python":
            exec(compile(text, "skills.md", "exec"), names)  # noqa: S102 - our own pages
        else:
            printed += shell(text)
    assert [kind for kind, _ in found] == ["sh"] * 4 + ["python"]
    assert "meeting-notes is valid" in printed
    assert "meeting-notes  project  untrusted" in printed
    assert printed.count("לביצוע: דנה תשלח חוזה עד 3.12") == 2
    assert "Copy names" in str(names["words"])


def test_the_memory_page_runs_from_a_first_message_to_a_walk_over_the_graph(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    found = [text for kind, text in blocks("memory.md") if kind == "python"]
    for block in found:
        exec(compile(block, "memory.md", "exec"), names)  # noqa: S102 - our own pages
    assert "640 ₪" in names["context"].text
    assert names["context"].tokens <= 60
    assert names["everything"][0].value == names["old"].value
    assert names["nothing_yet"] == []
    assert names["waiting"].new.fact.value == "אגוזים"
    assert names["far"] == [["דוד", "צפת", 4], ["אורית", "עכו", 5]]
    assert names["known"]


def test_the_keys_of_the_memory_page_are_a_schema(tmp_path: Path) -> None:
    page = (FOLDER / "memory.md").read_text(encoding="utf-8")
    (keys,) = re.findall(r"^```toml\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    (tmp_path / "keys.toml").write_text(keys, encoding="utf-8")
    schema = schema_with(tmp_path / "keys.toml")
    assert schema.key("phone").policy is Policy.VERSIONS
    assert schema.key(schema.fold("דרגה")).name == "loyalty_tier"
    assert schema.key("address").single
