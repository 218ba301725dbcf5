import json

import pytest
import structlog
from rich.progress import Progress, TextColumn

from kesher.cli.agents import _tell
from kesher.cli.ask import marked
from kesher.cli.terminal import errors, orders_by_itself, shown, write_json
from kesher.telemetry import set_up_logs
from kesher.text.harmless import harmless


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, False),
        ({"TERM": "xterm-256color"}, False),
        ({"VTE_VERSION": "7603"}, True),
        ({"VTE_VERSION": "5202"}, False),
        ({"VTE_VERSION": "new"}, False),
        ({"KONSOLE_VERSION": "230804"}, True),
        ({"TERM": "mlterm-256color"}, True),
        ({"TERM_PROGRAM": "Apple_Terminal"}, True),
        ({"TERM_PROGRAM": "vscode"}, False),
    ],
)
def test_terminals_that_order_hebrew_by_themselves_are_known(
    environment: dict[str, str], expected: bool
) -> None:
    assert orders_by_itself(environment) is expected


@pytest.mark.parametrize(
    ("logical", "drawn"),
    [
        ("שלום", "םולש"),
        ("זכאי ל-22 ימים", "םימי 22-ל יאכז"),
        ("שלום\nHello", "םולש\nHello"),
        ("Привет, 22", "Привет, 22"),
        ("قال", "لاق"),
    ],
)
def test_text_is_reordered_line_by_line_where_the_terminal_does_not(
    logical: str, drawn: str
) -> None:
    assert shown(logical, reorder=True) == drawn
    assert shown(logical, reorder=False) == logical


def test_a_document_cannot_send_commands_to_the_terminal() -> None:
    assert shown("\x1b]0;title\x07א\x9bב\ud800\r", reorder=False) == (
        "\ufffd]0;title\ufffdא\ufffdב\ufffd\ufffd"
    )
    assert shown("א\n\tב\f", reorder=False) == "א\n\tב\f"


def test_json_has_hebrew_as_it_is_and_survives_lone_surrogates(
    capsys: pytest.CaptureFixture[str],
) -> None:
    write_json({"שם": "נוהל \ud800"})
    written = capsys.readouterr().out
    assert '"שם"' in written
    assert json.loads(written) == {"שם": "נוהל ?"}


def test_references_stand_where_their_claims_end() -> None:
    citations = [{"number": 2, "position": 8}, {"number": 1, "position": 4}]
    assert marked("22 ימים בשנה", [{"number": 1, "position": 7}]) == "22 ימים [1] בשנה"
    assert marked("אבגדהוזח", citations) == "אבגד [1]הוזח [2]"


def test_nothing_of_others_drives_the_terminal_through_stderr(
    capsys: pytest.CaptureFixture[str],
) -> None:
    errors.print("✓ read_file: \x1b[2J\u202egnp.exe [/bold] :smile: שלום")
    with Progress(TextColumn("{task.description}", markup=False), console=errors) as progress:
        progress.add_task("\x1b]0;title\x07דוח.pdf", total=None)
        errors.print("קובץ \x9b31m")
    said = capsys.readouterr().err
    assert not set(said) & set("\x1b\x9b\x07\u202e")
    assert "[/bold] :smile: שלום" in said


def test_json_on_stdout_holds_no_control_characters(capsys: pytest.CaptureFixture[str]) -> None:
    write_json({"text": "\x9b31m\u202eאב"})
    written = capsys.readouterr().out
    assert not set(written) & set("\x9b\u202e")
    assert json.loads(written) == {"text": "\x9b31m\u202eאב"}


def test_a_waiting_call_shows_what_it_hides(capsys: pytest.CaptureFixture[str]) -> None:
    call = {"name": "send_email", "arguments": '{"to":\n"a\u200b@x.com\u202e"}\x1b[1A'}
    _tell("confirmation", {"call": call, "reason": "\x1b[2Kok", "interrupt_id": "i1"})
    said = capsys.readouterr().err
    assert '? send_email {"to": "a\\u200b@x.com\\u202e"}' in said
    assert "\x1b" not in said


def test_logs_drive_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs("info", harmless=harmless)
    structlog.get_logger().warning("read", file="\x1b[2Jא\u202e.pdf")
    assert not set(capsys.readouterr().err) & set("\x1b\u202e")
