import json
import os
import pty
import subprocess
import sys

import pytest

SCRIPT = """
import structlog
from kesher.telemetry import set_up_logs
from kesher.text.harmless import harmless
set_up_logs({level!r}, harmless=harmless)
log = structlog.get_logger("kesher.test")
log.debug("looked")
log.info("document.ready", pages=16, name="נוהל.pdf")
question = "שאלה סודית"
try:
    1 / len(question[20:])
except ZeroDivisionError:
    log.exception("job.failed")
"""


def events(level: str) -> list[dict[str, object]]:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT.format(level=level)], capture_output=True, check=True
    )
    assert done.stdout == b""
    return [json.loads(line) for line in done.stderr.decode().splitlines()]


def test_events_go_to_stderr_as_json_for_programs_with_hebrew_as_it_is() -> None:
    first = events("info")[0]
    assert (first["event"], first["pages"], first["name"]) == ("document.ready", 16, "נוהל.pdf")
    assert str(first["timestamp"]).endswith("Z")


def test_events_below_the_level_are_not_written() -> None:
    assert [item["event"] for item in events("error")] == ["job.failed"]
    assert next(iter(events("debug")))["event"] == "looked"


def test_an_exception_is_written_with_its_place() -> None:
    (failed,) = events("error")
    assert "ZeroDivisionError" in json.dumps(failed["exception"])


def test_an_exception_is_written_without_the_values_of_variables() -> None:
    (failed,) = events("error")
    assert "סודית" not in json.dumps(failed, ensure_ascii=False)


def test_on_a_terminal_an_exception_is_written_without_the_values_of_variables() -> None:
    ours, theirs = pty.openpty()
    script = [sys.executable, "-c", SCRIPT.format(level="error")]
    done = subprocess.run(script, stderr=theirs, check=True)
    os.close(theirs)
    written = os.read(ours, 65_536).decode()
    os.close(ours)
    assert done.returncode == 0
    assert "ZeroDivisionError" in written
    assert "סודית" not in written


LIBRARY = """
import asyncio
from datetime import UTC, datetime
from kesher.app.jobs import JobLoop

class Broken:
    async def take(self, *, now, lease_seconds):
        question = "שאלה סודית"
        return question[99]

async def looking():
    await JobLoop(Broken(), None, clock=lambda: datetime.now(UTC), finished=print).drain()

asyncio.run(looking())
"""


def test_a_program_that_set_up_no_logs_is_shown_no_values_of_variables_either() -> None:
    done = subprocess.run([sys.executable, "-c", LIBRARY], capture_output=True, check=True)
    written = (done.stdout + done.stderr).decode()
    assert "IndexError" in written
    assert written.count("סודית") == written.count('question = "שאלה סודית"')


WORDS = """
import logging
from kesher.telemetry import raised, set_up_logs
from kesher.errors import NotFoundError
from kesher.text.harmless import harmless
set_up_logs("info", harmless=harmless, form={form!r})
import structlog
log = structlog.get_logger("kesher.test")
try:
    try:
        int("שאלה " + "סודית")
    except ValueError as error:
        raise NotFoundError("room", "סוד") from error
except NotFoundError as error:
    log.error("failed", exception=raised(error))
    log.exception("failed")
try:
    open("/סודית/אין")
except OSError as error:
    log.error("failed", exception=raised(error))
group = ExceptionGroup("סודית", [ValueError("סודית")])
log.error("failed", exception=raised(group))
logging.getLogger("some.library").error("could not read %s", "סודית", exc_info=group)
logging.getLogger("asyncio").error("a task failed\\nsaid: סודית")
"""


@pytest.mark.parametrize("form", ["json", "text"])
def test_neither_errors_nor_libraries_bring_words_of_people_into_the_log(form: str) -> None:
    script = [sys.executable, "-c", WORDS.format(form=form)]
    written = subprocess.run(script, capture_output=True, check=True).stderr.decode()
    # The lines of the program itself are its own words.
    said = [each for each in written.replace("\\n", "\n").splitlines() if "<string>" not in each]
    assert not [each for each in said if "סוד" in each]
    for word in ("NotFoundError (not_found)", "ValueError", "ENOENT", "could not read", "library"):
        assert word in written
