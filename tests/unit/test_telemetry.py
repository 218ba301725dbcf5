import json
import subprocess
import sys

SCRIPT = """
import structlog
from kesher.telemetry import set_up_logs
set_up_logs({level!r})
log = structlog.get_logger("kesher.test")
log.debug("looked")
log.info("document.ready", pages=16, name="נוהל.pdf")
try:
    1 / 0
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
