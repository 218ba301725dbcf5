"""`kesher record` and the records of the Python API, on an answer of the sample handbook."""

import json
import re
import shlex
import shutil
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from integration.test_cli import QUESTION, Command
from kesher import Kesher
from kesher.domain.answer import Answer
from kesher.errors import InputError, NotFoundError, ShareEndedError


@pytest.fixture(scope="module")
def asked(handbook_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Answer]:
    """A folder with the handbook, and an answer in it."""
    folder = tmp_path_factory.mktemp("cli-records") / "data"
    shutil.copytree(handbook_folder, folder)
    with Kesher(folder, log_level="error") as kesher:
        return folder, kesher.room("משאבי אנוש").ask(QUESTION)


def test_from_python_a_record_is_seen_replayed_exported_and_shared(
    asked: tuple[Path, Answer],
) -> None:
    folder, answer = asked
    with Kesher(folder, log_level="error") as kesher:
        record = kesher.record(answer.id)
        seen = record.view()
        assert (seen.question, seen.text) == (QUESTION, answer.text)
        assert not record.replay(answer=False).differs
        assert json.loads(record.export())["answer_id"] == answer.id
        assert record.export("markdown").startswith(f"# רשומת תשובה: {QUESTION}")
        room = kesher.room("משאבי אנוש")
        link = record.share(hours=0.5)
        assert link.expires_at == link.created_at + timedelta(minutes=30)
        assert replace(room.shared(link.id), shared=False) == seen
        with pytest.raises(NotFoundError, match=link.id):
            kesher.room("חדר אחר").shared(link.id)
        room.revoke(link.id)
        with pytest.raises(ShareEndedError, match="was revoked"):
            room.shared(link.id)
        assert [each.id for each in record.shares()] == [link.id]
        with pytest.raises(InputError, match="0 hours"):
            record.share(hours=0)
        with pytest.raises(NotFoundError, match="ans_none"):
            kesher.record("ans_none").view()


def test_a_record_is_shown_and_exported(asked: tuple[Path, Answer], tmp_path: Path) -> None:
    folder, answer = asked
    command = Command(folder, in_process=True)
    shown = command("record", "show", answer.id).stdout
    assert f"Search (question): {QUESTION}" in shown
    assert '  1. מדריך "העובד".pdf, page 6  (dense #1' in shown
    assert "Times, in milliseconds: search" in shown
    found = command.json("record", "show", answer.id, "--ranks", "0")
    assert all(row["rank"] is not None for row in found["retrievals"][0]["rows"])
    to = tmp_path / "רשומה.md"
    command("record", "export", answer.id, "--to", to)
    assert to.read_text(encoding="utf-8").startswith("# רשומת תשובה")
    refused = command("record", "export", answer.id, "--to", to, code=1)
    assert "cannot be made" in refused.stderr
    exported = command("record", "export", answer.id, "--form", "json").stdout
    assert json.loads(exported)["text"] == answer.text


def test_a_question_is_asked_again_and_a_link_is_made_opened_and_ended(
    asked: tuple[Path, Answer],
) -> None:
    folder, answer = asked
    command = Command(folder, in_process=True)
    again = command("record", "replay", answer.id, "--settings", "then").stdout
    assert again.startswith("Nothing would differ today.")
    assert "The answer is the same, word for word." in again
    link = command.json("record", "share", answer.id, "--hours", "2")
    assert link["id"] in command("record", "shares", answer.id).stdout
    assert answer.id in command("record", "open", "משאבי אנוש", link["id"]).stdout
    command("record", "revoke", "משאבי אנוש", link["id"])
    ended = command("record", "open", "משאבי אנוש", link["id"], code=1)
    assert "was revoked" in ended.stderr
    for hours in ("0", "-3", "nan"):
        refused = command("record", "share", answer.id, "--hours", hours, code=1).stderr
        assert f"after {hours} hours. Give `--hours` more than 0" in refused
    assert "There is no record of an answer `ans_none`" in (
        command("record", "show", "ans_none", code=1).stderr
    )


def test_the_examples_of_the_page_run_as_they_stand(
    asked: tuple[Path, Answer], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, answer = asked
    page = (Path(__file__).parents[2] / "docs/how-to/engineer-mode.md").read_text(encoding="utf-8")
    (shell,) = re.findall(r"^```sh\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    (python,) = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    monkeypatch.chdir(tmp_path)
    command = Command(folder, in_process=True)
    for line in shell.splitlines():
        words = shlex.split(line.replace("ans_k7f3m9qwz2hbtx", answer.id), comments=True)
        command(*words[1:])
    assert (folder.parent / "record.md").is_file()
    names: dict[str, object] = {}
    exec(compile(python, "engineer-mode.md", "exec"), names)  # noqa: S102 - our own page
    assert "record" in names
