"""The installed command, as a person and a script use it.

What it writes is looked at on commands that run in this process, and what only a program has on
programs of their own: its streams, signals and exit, and its server.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kesher.adapters.folder_lock import FolderLock
from kesher.sample import sample_files
from served import QUIET
from typed import typed

KESHER = Path(sys.executable).with_name("kesher")
QUESTION = "כמה ימי חופשה מגיעים לעובד במשרה מלאה בשנה הראשונה?"
HANDBOOK = sample_files()[0].path
NOTICE = "חניה: עובד רשאי לחנות בחניון בין 07:00 ל-20:00.\n"
SECONDS = 120


class Command:
    """Runs `kesher` on one data folder: as a program of its own, or in this process."""

    def __init__(self, folder: Path, *, in_process: bool = False) -> None:
        self.folder = folder
        self._in_process = in_process

    def __call__(
        self, *words: str | Path, stdin: str = "", code: int = 0, **settings: str
    ) -> subprocess.CompletedProcess[str]:
        """Run a command, check its exit code, and return what it wrote."""
        arguments = ["--data", self.folder, *words]
        if self._in_process:
            done = typed(arguments, stdin=stdin, environment=settings, folder=self.folder.parent)
        else:
            done = self._as_program(arguments, stdin, settings)
        assert done.returncode == code, done.stderr
        return done

    def _as_program(
        self, arguments: list[str | Path], stdin: str, settings: dict[str, str]
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [KESHER, *arguments],
            input=stdin,
            capture_output=True,
            encoding="utf-8",
            env={**os.environ, **settings},
            cwd=self.folder.parent,
            timeout=SECONDS,
            check=False,
        )

    def json(self, *words: str | Path, code: int = 0) -> Any:
        return json.loads(self(*words, "--json", code=code).stdout)


@pytest.fixture(scope="module")
def served_programs(handbook_copy_for_module: Path) -> Iterator[Command]:
    """Programs on a folder that a running `kesher serve` holds, with the handbook in it."""
    command: list[str | Path] = [KESHER, "--data", handbook_copy_for_module, "serve", "--port", "0"]
    quiet = {**os.environ, **QUIET}
    with subprocess.Popen(command, stderr=subprocess.PIPE, encoding="utf-8", env=quiet) as server:
        assert server.stderr is not None
        assert "Kesher is at http://127.0.0.1:" in server.stderr.readline()
        yield Command(handbook_copy_for_module)
        server.send_signal(signal.SIGTERM)
        assert server.wait(SECONDS) == -signal.SIGTERM


@pytest.fixture
def served(served_programs: Command) -> Command:
    """The same, each command in this process."""
    return Command(served_programs.folder, in_process=True)


@pytest.fixture(scope="module")
def handbook_copy_for_module(
    handbook_folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    copy = tmp_path_factory.mktemp("served") / "data"
    shutil.copytree(handbook_folder, copy)
    return copy


def test_a_question_is_answered_with_numbered_references(served_programs: Command) -> None:
    done = served_programs("ask", "משאבי אנוש", QUESTION)
    assert "זכאי ל-22 ימי חופשה" in done.stdout
    assert '[1] מדריך "העובד".pdf, page 6 · 5. חופשה שנתית' in done.stdout
    assert "No model is set" in done.stderr
    assert "tokens" in done.stderr


def test_a_question_is_read_from_standard_input(served_programs: Command) -> None:
    done = served_programs("ask", "משאבי אנוש", "-", "--json", stdin=f"{QUESTION}\n")
    answer = json.loads(done.stdout)
    assert answer["question"] == QUESTION
    assert answer["citations"][0]["verified"]


def test_a_question_is_remembered_where_a_memory_is_named(served: Command) -> None:
    words = f"אני גר בחיפה. {QUESTION}"
    answer = served.json("ask", "משאבי אנוש", words, "--memory", "נועה")
    facts = served.json("memory", "--tenant", "נועה", "facts")
    assert [fact["value"] for fact in facts] == ["חיפה"]
    again = served(
        "ask", "משאבי אנוש", QUESTION, "--thread", answer["thread_id"], "--memory", "משה", code=1
    )
    assert "settled when a thread begins" in again.stderr


def test_a_conversation_is_listed_and_deleted_with_its_answers(served: Command) -> None:
    answer = served.json("ask", "משאבי אנוש", "Сколько дней отпуска? כמה ימי חופשה?")
    thread = answer["thread_id"]
    assert thread in [each["id"] for each in served.json("thread", "list", "משאבי אנוש")]
    kept = served("thread", "delete", thread, code=1)
    assert "all its answers?" in kept.stderr
    assert "כמה ימי חופשה" in served("thread", "delete", thread, "--yes").stdout
    assert thread not in served("thread", "list", "משאבי אנוש").stdout
    gone = served("thread", "delete", thread, "--yes", code=1)
    assert thread in gone.stderr


def test_a_search_gives_chunks_for_people_and_for_programs(served: Command) -> None:
    shown = served("search", "משאבי אנוש", "сколько дней отпуска", "--top", "2").stdout
    assert shown.startswith('1. מדריך "העובד".pdf, page ')
    found = served.json("search", "משאבי אנוש", QUESTION, "--top", "2")
    assert [hit["rank"] for hit in found["hits"]] == [1, 2]


def test_a_file_is_added_listed_and_removed_under_its_own_name(
    served: Command, tmp_path: Path
) -> None:
    file = tmp_path / 'נוהל "חניה".md'
    file.write_text(NOTICE, encoding="utf-8")
    room = served.json("room", "create", "חניה")
    added = served("add", "חניה", file)
    assert added.stdout == 'נוהל "חניה".md: ready, 1 page, 1 chunk\n'
    (listed,) = served.json("documents", room["id"])
    assert (listed["name"], listed["state"]) == (file.name, "ready")
    again = served("add", "חניה", file)
    assert "the room has it already" in again.stderr
    assert "there is nothing to try again" in served("retry", "חניה", file.name, code=1).stderr
    removed = served("remove", "חניה", file.name, "--erase-quotations")
    assert removed.stdout == f"Deleted {file.name}.\n"
    assert served.json("documents", "חניה") == []


def test_a_file_that_cannot_be_read_is_told_and_the_command_fails(
    served: Command, tmp_path: Path
) -> None:
    file = tmp_path / "קטוע.pdf"
    file.write_bytes(HANDBOOK.read_bytes()[:1_500])
    served("room", "create", "קטועים")
    (tmp_path / "ריק.pdf").touch()
    told = served("add", "קטועים", tmp_path / "ריק.pdf", code=1).stderr
    assert told.startswith("`ריק.pdf` has no bytes")
    assert "is a folder" in served("add", "קטועים", tmp_path, code=1).stderr
    assert "קטוע.pdf: failed." in served("add", "קטועים", file, code=1).stdout
    assert "קטוע.pdf: failed." in served("retry", "קטועים", "קטוע.pdf", code=1).stdout
    assert "no document `חסר.pdf`" in served("retry", "קטועים", "חסר.pdf", code=1).stderr


def test_a_room_is_made_renamed_and_deleted(served: Command) -> None:
    made = served.json("room", "create", "נהלים", "--ocr", "heb", "--ocr", "ara")
    assert made["ocr_languages"] == ["heb", "ara"]
    assert "The room holds no text yet" in served("ask", "נהלים", "מה הנהלים?").stderr
    renamed = served("room", "rename", "נהלים", "Приказы").stdout
    assert renamed == f"Приказы  {made['id']}\n"
    asked = served("room", "delete", "Приказы", stdin="n\n", code=1)
    assert "0 documents" in asked.stderr
    assert served("room", "delete", "Приказы", "--yes").stdout == "Deleted Приказы.\n"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("ask", "אין כזה", "שאלה?"), "There is no room `אין כזה`. Rooms: "),
        (("ask", "משאבי אנוש", " "), "The question is empty."),
        (("add", "משאבי אנוש", "אין.pdf"), "There is no file `אין.pdf`."),
        (("remove", "משאבי אנוש", "אין.pdf"), "There is no document"),
        (("ask", "משאבי אנוש", "שאלה?", "--thread", "thr_none"), "There is no thread `thr_none`"),
    ],
)
def test_what_cannot_be_done_is_refused_with_a_sentence_on_stderr(
    served: Command, words: tuple[str, ...], told: str
) -> None:
    done = served(*words, code=1)
    assert done.stderr.strip().startswith(f"kesher: {told}")
    assert done.stdout == ""


def test_a_refusal_is_json_where_json_was_asked_for(served: Command) -> None:
    refused = served.json("search", "אין כזה", "חופשה", code=1)
    assert refused["error"]["code"] == "not_found"
    assert "אין כזה" in refused["error"]["message"]


@pytest.mark.parametrize(
    "words",
    [("fly",), ("search", "חדר", "חופשה", "--top", "0"), ()],
)
def test_wrong_usage_exits_with_two(tmp_path: Path, words: tuple[str, ...]) -> None:
    done = Command(tmp_path / "data")(*words, code=2)
    assert "Usage: kesher" in done.stdout + done.stderr


def test_a_wrong_setting_is_refused_with_its_name(tmp_path: Path) -> None:
    done = Command(tmp_path / "data")("room", "list", code=1, KESHER_PORT="שמונים")
    assert done.stderr.startswith("kesher: Settings are wrong. `port` (KESHER_PORT)")


def test_without_a_server_a_command_starts_one_for_its_time(tmp_path: Path) -> None:
    command = Command(tmp_path / "data")
    made = command.json("room", "create", 'נהלים "2026"')
    (listed,) = command.json("room", "list")
    assert (listed["id"], listed["name"]) == (made["id"], 'נהלים "2026"')


def test_two_servers_do_not_serve_one_folder(served_programs: Command) -> None:
    done = served_programs("serve", "--port", "0", code=1)
    assert str(served_programs.folder) in done.stderr
    assert done.stderr.startswith("kesher: ")


def test_pages_are_printed_in_logical_order_with_form_feeds_between(tmp_path: Path) -> None:
    command = Command(tmp_path / "data")
    pages = command("read", HANDBOOK).stdout.split("\f")
    assert len(pages) == 16
    assert "עובד במשרה מלאה זכאי ל-22 ימי חופשה" in " ".join(pages[5].split())
    assert not command.folder.exists()


def test_a_reader_that_goes_away_ends_the_command_without_a_word(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    file = tmp_path / "חניה.md"
    file.write_text(NOTICE, encoding="utf-8")
    done = subprocess.run(
        [KESHER, "read", file],
        stdout=writing,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        timeout=SECONDS,
        check=False,
    )
    os.close(writing)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr


def test_a_command_that_is_interrupted_while_its_server_starts_ends_and_says_what_is_kept(
    tmp_path: Path,
) -> None:
    lock = tmp_path / "data" / "kesher.lock"
    words: list[str | Path] = [KESHER, "--data", lock.parent, "sample"]
    with subprocess.Popen(words, stderr=subprocess.PIPE, stdout=subprocess.PIPE) as listing:
        while not lock.is_file():  # until its server begins to open the folder
            with pytest.raises(subprocess.TimeoutExpired):  # it runs, and we leave it the machine
                listing.wait(0.02)
        listing.send_signal(signal.SIGINT)
        _, told = listing.communicate(timeout=SECONDS)
    assert listing.returncode == 130
    assert "What was done is kept" in told.decode()
    let_go = FolderLock(lock.parent)
    let_go.acquire()
    let_go.release()
