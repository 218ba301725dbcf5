"""`kesher memory` as a person types it."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kesher.cli.main import app

TENANT = "דייר א"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KESHER_DATA_FOLDER", str(tmp_path))
    return tmp_path


def kesher(*words: str, tenant: str = TENANT) -> str:
    done = CliRunner().invoke(app, ["memory", "--tenant", tenant, *words])
    assert done.exit_code == 0, done.output
    return done.stdout


@pytest.mark.usefixtures("folder")
def test_what_is_said_is_recalled_explained_and_erased() -> None:
    said = json.loads(
        kesher("say", "שיחה", "הטלפון שלי 052-5550146", "--at", "2026-03-01T09:00+02:00", "--json")
    )
    assert said["is_new"]
    assert "052-5550146" in kesher("recall", "מה הטלפון שלי?")
    (fact,) = json.loads(kesher("facts", "--json"))
    assert fact["value"] == "052-5550146"
    assert "הטלפון שלי 052-5550146" in kesher("why", fact["id"])
    assert kesher("facts", tenant="דייר ב") == ""
    erased = kesher("forget", "--message", "שיחה", said["id"], "--yes")
    assert ": 1 message, " in erased
    assert " 1 fact, " in erased
    assert kesher("facts", "--history") == ""


@pytest.mark.usefixtures("folder")
def test_a_log_goes_out_and_comes_in_again_once(tmp_path: Path) -> None:
    kesher("say", "שיחה", "אחי תומר גר בחיפה", "--at", "2026-03-01T09:00+02:00")
    kesher("say", "שיחה", "My email is a@b.example", "--at", "2026-03-02T09:00+02:00")
    exported = tmp_path / "log.jsonl"
    exported.write_text(kesher("export"), encoding="utf-8")
    for new in (2, 0):
        told = json.loads(kesher("import", str(exported), "--json", tenant="אחר"))
        assert told == {"messages": 2, "new": new}
    assert kesher("export", tenant="אחר") == kesher("export")
    assert "תומר" in kesher("graph", tenant="אחר")
    assert "תומר" in kesher("entities", tenant="אחר")
    assert "MERGE" in kesher("cypher", tenant="אחר")


@pytest.mark.usefixtures("folder")
def test_a_broken_line_is_named_and_nothing_is_added(tmp_path: Path) -> None:
    file = tmp_path / "log.jsonl"
    file.write_text('{"id": "1"}\n', encoding="utf-8")
    done = CliRunner().invoke(app, ["memory", "import", str(file)])
    assert done.exit_code != 0
    assert "Line 1" in str(done.exception)
    assert kesher("threads", tenant="local") == ""


@pytest.mark.usefixtures("folder")
def test_an_erasure_names_what_it_takes_asks_first_and_says_what_others_said_stays() -> None:
    kesher("say", "שיחה", "אחותי דנה גרה בעכו", "--at", "2026-03-01T09:00+02:00")
    memory = ["memory", "--tenant", TENANT]
    unnamed = CliRunner().invoke(app, [*memory, "forget", "--yes"])
    assert unnamed.exit_code == 2
    assert "--everything" in unnamed.output
    refused = CliRunner().invoke(app, [*memory, "forget", "--entity", "דנה"], input="n\n")
    assert refused.exit_code == 1
    assert "`דנה`" in refused.output
    assert "עכו" in kesher("facts", "דנה")
    assert "1 message in which others speak of it: kept" in kesher(
        "forget", "--entity", "דנה", "--yes"
    )


@pytest.mark.parametrize("given", ["אתמול", "2026-03-01", "2026-03-01T09:00:00"])
def test_a_time_without_its_offset_is_refused_by_the_option_that_has_it(given: str) -> None:
    for words in (["recall", "איפה?", "--as-of", given], ["say", "שיחה", "שלום", "--at", given]):
        done = CliRunner().invoke(app, ["memory", *words])
        assert done.exit_code == 2
        assert "+02:00" in done.output
        assert words[2 if words[0] == "recall" else 3] in done.output


@pytest.mark.usefixtures("folder")
def test_a_log_keeps_every_character_on_its_way_out_and_in(tmp_path: Path) -> None:
    text = "שורה\u2028אחת \u202eהפוך\u202c\x85 \u2066א\u2069 e\u0301 \U0001f3e0 \x07"
    kesher("say", "ש\u2029", text, "--at", "2026-03-01T09:00+02:00")
    exported = tmp_path / "log.jsonl"
    exported.write_text("\ufeff" + kesher("export"), encoding="utf-8")
    kesher("import", str(exported), tenant="אחר")
    copied = kesher("export", tenant="אחר")
    assert copied == kesher("export")
    assert json.loads(copied)["text"] == text


LINE = {
    "id": "1",
    "thread": "ש",
    "role": "user",
    "at": "2026-03-01T09:00:00+02:00",
    "zone": "Asia/Jerusalem",
    "text": "אני גר בחיפה",
}


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        ('{"id": "2", "thread": "ש", "ro', "Line 2"),
        ("[]", "Line 2"),
        ("null", "Line 2"),
        ("[" * 100_000, "Line 2"),
        (json.dumps({**LINE, "id": "2", "role": "system"}), "Line 2"),
        (json.dumps({**LINE, "id": "2", "at": "2026-03-01T09:00:00"}), "UTC offset"),
        (json.dumps({**LINE, "id": "2", "zone": "Mars/Base"}), "Line 2"),
        (json.dumps({**LINE, "id": "2", "text": "א" * 100_001}), "Line 2"),
        (json.dumps({**LINE, "id": "2", "text": " "}), "Line 2"),
        (json.dumps({**LINE, "id": "2", "injected": [[5, 2]]}), "Line 2"),
        (json.dumps({**LINE, "id": "2", "speaker": ""}), "Line 2"),
        (json.dumps({**LINE, "text": "אני גר בעכו"}), "another message `1`"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_a_line_that_cannot_be_taken_is_named_and_the_mended_file_goes_in(
    tmp_path: Path, broken: str, said: str
) -> None:
    file = tmp_path / "log.jsonl"
    good = json.dumps(LINE)
    file.write_text(f"{good}\n{broken}\n", encoding="utf-8")
    done = CliRunner().invoke(app, ["memory", "import", str(file)])
    assert done.exit_code != 0
    assert said in str(done.exception)
    file.write_text(f"{good}\r\n{good}\n\n", encoding="utf-8")
    assert json.loads(kesher("import", str(file), "--json", tenant="local"))["messages"] == 2
    assert len(json.loads(kesher("facts", "--json", tenant="local"))) == 1


@pytest.mark.usefixtures("folder")
def test_what_was_said_first_is_added_first_wherever_it_stands_in_the_file(tmp_path: Path) -> None:
    later = {**LINE, "id": "2", "thread": "א", "at": "2026-03-02T09:00:00Z", "text": "עברתי לעכו"}
    file = tmp_path / "log.jsonl"
    file.write_text("\n".join(map(json.dumps, (later, LINE))), encoding="utf-8")
    kesher("import", str(file))
    (city,) = json.loads(kesher("facts", "--json"))
    assert (city["key"], city["value"]) == ("city", "עכו")


@pytest.mark.usefixtures("folder")
def test_a_file_that_is_no_text_is_refused_in_words(tmp_path: Path) -> None:
    file = tmp_path / "log.jsonl"
    file.write_bytes("שלום".encode("cp1255"))
    for place, said in ((file, "not UTF-8"), (tmp_path, "cannot be read")):
        done = CliRunner().invoke(app, ["memory", "import", str(place)])
        assert done.exit_code != 0
        assert said in str(done.exception)
