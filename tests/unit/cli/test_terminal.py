import json

import pytest

from kesher.cli.ask import marked
from kesher.cli.terminal import orders_by_itself, shown, write_json


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
