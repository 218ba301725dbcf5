"""`kesher evaluate memory` and `kesher evaluate recall` on small folders of ours."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kesher.app.memory.evaluating import read_gold
from kesher.cli.main import app
from kesher.errors import InputError

CONVERSATION = {
    "id": "small",
    "timezone": "Asia/Jerusalem",
    "messages": [
        {"id": "m1", "role": "user", "at": "2026-03-01T09:00:00+02:00", "text": "אני גרה בחיפה"},
        {
            "id": "m2",
            "role": "user",
            "at": "2026-03-05T09:00:00+02:00",
            "text": "הטלפון שלי 052-5550146",
        },
        {
            "id": "m3",
            "role": "user",
            "at": "2026-03-09T09:00:00+02:00",
            "text": "הטלפון החדש שלי 054-5550199",
        },
    ],
    "facts": [{"secret": "gold"}],
    "queries": [
        {
            "id": "q1",
            "at_message": "m2",
            "question": "מה הטלפון שלי?",
            "must_have": ["secret"],
        },
        {"id": "q2", "at_message": "m3", "question": "what is my phone?", "answer": "secret"},
    ],
}
UTTERANCE = {
    "id": "u1",
    "at": "2026-03-01T09:00:00+02:00",
    "role": "user",
    "text": "My email is noa@dugma.example",
    "records": [{"secret": "gold"}],
}


def evaluated(folder: Path, out: Path) -> None:
    done = CliRunner().invoke(app, ["evaluate", "memory", str(folder), "--out", str(out)])
    assert done.exit_code == 0, done.output


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    folder = tmp_path / "gold"
    folder.mkdir()
    text = json.dumps(CONVERSATION, ensure_ascii=False)
    (folder / "small.json").write_text(text, encoding="utf-8")
    (folder / "utterances.jsonl").write_text(json.dumps(UTTERANCE) + "\n", encoding="utf-8")
    return folder


def test_predictions_are_what_memory_learned_and_answered_at_each_moment(
    gold: Path, tmp_path: Path
) -> None:
    evaluated(gold, tmp_path / "out")
    told = json.loads((tmp_path / "out" / "small.json").read_text("utf-8"))
    phones = [fact for fact in told["facts"] if fact["key"] == "phone"]
    assert [fact["value"] for fact in phones] == ["052-5550146", "054-5550199"]
    assert phones[0]["superseded_by"] == phones[1]["id"]
    first, second = told["queries"]
    assert "052-5550146" in first["context"]
    assert "054-5550199" not in first["context"]
    shown = {each["fact"]: each["as"] for each in second["facts"]}
    assert shown[phones[1]["id"]] == "current"
    assert shown.get(phones[0]["id"], "past") == "past"
    (line,) = (tmp_path / "out" / "utterances.jsonl").read_text("utf-8").splitlines()
    (record,) = json.loads(line)["records"]
    assert (record["key"], record["value"]) == ("email", "noa@dugma.example")


def test_only_messages_and_questions_are_read_of_the_gold(gold: Path) -> None:
    assert "secret" not in json.dumps(
        [read_gold(gold).conversations, read_gold(gold).utterances], ensure_ascii=False
    )


def test_a_folder_of_another_shape_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no conversation"):
        read_gold(tmp_path)
    (tmp_path / "broken.json").write_text('{"id": "x"}', encoding="utf-8")
    with pytest.raises(InputError, match=r"broken.json.*expected shape"):
        read_gold(tmp_path)


def test_recall_is_measured_by_budget_and_category_beside_baselines(tmp_path: Path) -> None:
    turns = [
        ("דנה", "קניתי כלב קטן בשם לונה"),
        ("יוסי", "איזה יופי!"),
        ("דנה", "ובקיץ אנחנו נוסעים ליוון"),
        ("יוסי", "אני מעדיף להישאר בבית עם ספר"),
    ]
    lines = [
        {
            "id": f"D1:{number}",
            "session": 1,
            "date": "1:56 pm on 8 May, 2023",
            "speaker": speaker,
            "text": text,
        }
        for number, (speaker, text) in enumerate(turns, 1)
    ]
    questions = [
        {"q": "איך קוראים לכלב של דנה?", "cat": "single-hop", "evidence": ["D1:1"]},
        {"q": "מה כתוב בשום מקום?", "cat": "single-hop", "evidence": []},
    ]
    for name, rows in (("c.turns.jsonl", lines), ("c.questions.jsonl", questions)):
        text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        (tmp_path / name).write_text(text, encoding="utf-8")
    done = CliRunner().invoke(app, ["evaluate", "recall", str(tmp_path), "--json"])
    assert done.exit_code == 0, done.output
    table = json.loads(done.stdout)
    assert set(table) == {"kesher", "bm25", "vectors"}
    assert table["kesher"]["all"] == {
        "R@10": 1.0,
        "250": 1.0,
        "500": 1.0,
        "1000": 1.0,
        "2000": 1.0,
        "questions": 1.0,
    }
