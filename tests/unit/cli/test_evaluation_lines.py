from typing import Any

from kesher.cli.evaluation_lines import comparison_lines, question_line, run_line, run_lines

RIGHT = [{"document_id": "doc_a", "document_name": 'נוהל "א".pdf', "pages": [5, 6]}]


def question(text: str, **changes: Any) -> dict[str, Any]:
    whole = {
        "id": "qst_a",
        "text": text,
        "answerable": True,
        "right": RIGHT,
        "rank": None,
        "values": {"R@1": 0.0},
        "missing": [],
        "refused": False,
    }
    return {**whole, **changes}


def figures(judged: int, mean: float, *, rightly: int, wrongly: int) -> dict[str, Any]:
    return {
        "judged": judged,
        "means": {"R@1": mean, "R@10": 1.0} if judged else {},
        "rightly": {"refused": rightly, "asked": 2 if rightly else 0},
        "wrongly": {"refused": wrongly, "asked": judged},
        "not_judged": 0,
    }


RUN = {
    "id": "evl_a",
    "created_at": "2026-03-01T09:30:15Z",
    "state": "stopped",
    "source": "שאלות\u202e.jsonl",
    "asked": 9,
    "figures": {
        "all": figures(4, 0.5, rightly=1, wrongly=1),
        "ar": figures(0, 0, rightly=0, wrongly=0),
    },
}


def test_a_question_is_shown_with_its_right_pages_or_that_it_has_none() -> None:
    assert question_line(question("כמה ימים?")) == 'qst_a  נוהל "א".pdf 5, 6  כמה ימים?'
    none = question("Кто\nкороль?", answerable=False, right=[])
    assert question_line(none) == "qst_a  not answerable  Кто король?"


def test_a_run_is_one_line_of_a_list_and_its_file_cannot_turn_the_terminal_around() -> None:
    line = run_line(RUN)
    assert line.startswith("evl_a  2026-03-01T09:30:15Z  stopped  R@1 0.500  R@10 1.000  שאלות")
    assert "\u202e" not in line


def test_a_run_tells_figures_by_language_and_what_was_not_found() -> None:
    outcomes = [
        question("כמה?", rank=1),
        question("أين؟"),
        question("Где?", missing=["חסר.pdf"], values={}),
    ]
    assert list(run_lines(RUN, outcomes)) == [
        "evl_a  stopped: 3 of 9 questions asked",
        "all  n=4  R@1 0.500  R@10 1.000",
        "     refused rightly 1 of 2",
        "     refused wrongly 1 of 4",
        "ar   n=0",
        "not found:",
        '  נוהל "א".pdf 5, 6  أين؟',
        "not judged, for a document is missing:",
        "  חסר.pdf  Где?",
    ]


def test_a_comparison_tells_versions_means_and_the_questions_that_changed() -> None:
    unknown = {"answerable": False, "right": [], "values": {}}
    lost = {
        "verdict": "lost",
        "before": question("כמה?", rank=1),
        "after": question("כמה?", rank=None),
    }
    won = {
        "verdict": "won",
        "before": question("Who?", **unknown),
        "after": question("Who?", **unknown, refused=True),
    }
    mean = {"before": 1.0, "after": 0.5, "low": -1.0, "high": 0.0, "questions": 2, "sure": False}
    found = {
        "before": RUN,
        "after": {**RUN, "id": "evl_b"},
        "versions": [{"name": "embedder", "then": "e5", "now": "bge"}],
        "settings": [{"name": "search.top", "then": None, "now": 8}],
        "differences": {"all": {"R@1": mean}},
        "won": 1,
        "lost": 1,
        "unchanged": 0,
        "changes": [lost, won],
        "left_out": [f"שאלה {n}" for n in range(22)],
    }
    lines = list(comparison_lines(found))
    assert lines[:9] == [
        "evl_a → evl_b",
        "     embedder: e5 → bge",
        "     search.top: None → 8",
        "all  R@1              1.000 → 0.500  -0.500 (-1.000 to +0.000, n=2)  not sure",
        "won 1, lost 1, unchanged 0",
        "lost:",
        "  1 → -  כמה?",
        "won:",
        "  answered → refused  Who?",
    ]
    assert lines[-1] == "  and 2 more (--json has all)"
    assert len(lines) == 9 + 1 + 20 + 1
