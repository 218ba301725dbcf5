from dataclasses import replace

import pytest

from kesher.answer.citation import Source, cite
from kesher.answer.draft import Draft, not_found
from kesher.answer.research.choosing import beside, chosen, nearest
from kesher.answer.research.notes import coverage, notes
from kesher.answer.research.quoting import Quoted, grouped
from kesher.answer.research.state import Choice, State, relevant, state_of
from kesher.domain.answer import AnswerKind
from kesher.domain.research import (
    Asked,
    Billed,
    Call,
    Checked,
    Finding,
    Graded,
    Halted,
    HaltReason,
    Maker,
    Planned,
    Searched,
    Step,
    spending,
)
from kesher.domain.retrieval import Query, Retrieval, RoomFigures
from kesher.text.language import Language
from paper import ARABIC, HEBREW, RUSSIAN, chunk, hit

CHOICE = Choice(least_grade=2, ungraded=2)
ASPECTS = ("כמה ימי חופשה?", "Кто утверждает?", "متى يجب طلبها؟")


def searched(aspect: int, number: int, *names: str, query: str = "") -> Searched:
    found = tuple(
        hit(chunk(HEBREW, name=name), rank=rank) for rank, name in enumerate(names, start=1)
    )
    beside_first = tuple(
        replace(hit(chunk(RUSSIAN, name=f"{names[0]}_next")), neighbour_of=names[0])
        for _ in names[:1]
    )
    text = query or ASPECTS[aspect]
    figures = RoomFigures(1, 1, 4, 8, 40)
    seconds = {"embed": 0.5}
    return Searched(
        aspect, number, Retrieval(Query(text), found, beside_first, figures, "e5", seconds)
    )


def graded(aspect: int, number: int, **grades: int) -> Graded:
    return Graded(aspect, number, grades, Maker.MODEL)


def state(*steps: Step) -> State:
    return state_of([Planned(ASPECTS, Maker.MODEL), *steps])


def names(found: object) -> list[str]:
    assert isinstance(found, tuple)
    return [each.chunk.id for each in found]


def test_relevant_are_those_with_a_high_grade_the_highest_first() -> None:
    held = state(searched(0, 1, "a", "b", "c"), graded(0, 1, a=2, b=1, c=3))
    found = relevant(held, 0, CHOICE)
    assert [(each.chunk.id, each.grade) for each in found] == [("c", 3), ("a", 2)]


def test_a_chunk_that_a_later_round_grades_higher_counts_by_that() -> None:
    held = state(
        searched(0, 1, "a", "b"), graded(0, 1, a=0, b=2), searched(0, 2, "a"), graded(0, 2, a=3)
    )
    assert names(relevant(held, 0, CHOICE)) == ["a", "b"]


@pytest.mark.parametrize("steps", [(), (Graded(0, 1, {}, Maker.RULES, "malformed"),)])
def test_where_nobody_graded_the_fused_order_stands(steps: tuple[Step, ...]) -> None:
    held = state(searched(0, 1, "a", "b", "c"), *steps)
    assert names(relevant(held, 0, CHOICE)) == ["a", "b"]
    assert held.remarks == tuple(step.remark for step in steps if isinstance(step, Graded))


def test_an_answer_gets_the_most_important_first_and_something_of_each_aspect() -> None:
    held = state(
        searched(0, 1, "a", "b", "c"),
        graded(0, 1, a=2, b=2, c=2),
        searched(1, 1, "d", "b"),
        graded(1, 1, d=2, b=3),
    )
    found = chosen(held, CHOICE)
    assert names(found) == ["b", "a", "d", "c"]
    assert [each.rank for each in found] == [1, 2, 3, 4]
    assert names(beside(held, found)) == ["a_next", "d_next"]
    assert names(nearest(held, 3)) == ["a", "d", "b"]


def test_each_aspect_is_found_missing_or_not_looked_for() -> None:
    held = state(
        searched(0, 1, "a"),
        graded(0, 1, a=3),
        searched(1, 1, "b"),
        graded(1, 1, b=0),
        Checked(1, (Finding(0, True), Finding(1, False, "קבוע")), Maker.MODEL),
    )
    covered = coverage(held, [0])
    assert (covered.found, covered.missing, covered.unsearched) == ((0,), (1,), (2,))


def test_an_aspect_that_is_answered_in_part_is_both_found_and_missing() -> None:
    held = state(
        searched(0, 1, "a"),
        graded(0, 1, a=2),
        Checked(1, (Finding(0, False, "מי מאשר"),), Maker.MODEL),
    )
    assert coverage(held, [0]).found == coverage(held, [0]).missing == (0,)


def test_the_last_finding_on_an_aspect_counts() -> None:
    held = state(
        Checked(1, (Finding(0, False, "חסר", "שוב"), Finding(1, True)), Maker.MODEL),
        Checked(2, (Finding(0, True),), Maker.MODEL),
    )
    assert [held.findings[0].covered, held.findings[1].covered] == [True, True]


@pytest.mark.parametrize(
    ("spoken", "missing", "stopped", "by_rules"),
    [
        ("he", "לא נמצא במסמכים:", "המחקר נעצר", "אין מודל שפה"),
        ("en", "Not found in the documents:", "was stopped", "No language model"),
        ("ar", "لم يُعثر عليه في المستندات:", "أُوقف البحث", "لا يوجد نموذج"),
        ("ru", "В документах не найдено:", "было остановлено", "модель не задана"),
    ],
)
def test_the_program_says_itself_what_is_missing_and_how_it_ended(
    spoken: Language, missing: str, stopped: str, by_rules: str
) -> None:
    held = state(
        searched(0, 1, "a"),
        searched(1, 1),
        Checked(1, (Finding(1, False, "مَن يوافق"),), Maker.MODEL),
        Halted(HaltReason.PERSON),
    )
    lines = notes(held, coverage(held, [0]), spoken, with_model=False).split("\n")
    assert lines[:2] == [missing, "- Кто утверждает? (مَن يوافق)"]
    assert lines[3] == "- متى يجب طلبها؟"
    assert stopped in lines[4]
    assert by_rules in lines[5]


def test_where_all_was_found_nothing_is_added() -> None:
    held = state(*(searched(at, 1, "a") for at in range(3)))
    assert notes(held, coverage(held, [0, 1, 2]), "he", with_model=True) == ""


def quoted(aspect: str, text: str, quote: str, name: str) -> Quoted:
    source = Source(chunk(text, name=name), "נוהל.pdf")
    mark = cite(source, name, quote, number=1, position=len(quote))
    return Quoted(aspect, Draft(AnswerKind.EXTRACTIVE, quote, (mark,)))


def test_quotations_stand_under_their_aspects_with_references_numbered_through() -> None:
    arabic = quoted("كم يوم؟", ARABIC, "يحق للموظف 22 يوم إجازة في السنة.", "chk_b")
    again = quoted("Сколько?", HEBREW, "עובד במשרה מלאה זכאי ל-22 ימי חופשה", "chk_a")
    first = quoted("כמה ימים?", HEBREW, "עובד במשרה מלאה זכאי ל-22 ימי חופשה", "chk_a")
    nothing = Quoted("מה שעות הבריכה?", not_found("he"))
    draft = grouped([first, arabic, nothing, again], "he")
    assert draft.text.split("\n\n")[1] == "كم يوم؟\nيحق للموظف 22 يوم إجازة في السنة."
    assert "בריכה" not in draft.text
    assert [each.number for each in draft.citations] == [1, 2, 1]
    for each in draft.citations:
        assert draft.text[: each.position].endswith(each.quote)
        assert each.verified


def _two(aspect: str, first: str, second: str, likely: float) -> Quoted:
    one, other = quoted(aspect, first, first, "chk_a"), quoted(aspect, second, second, "chk_b")
    moved = replace(other.draft.citations[0], number=2, position=len(first) + 1 + len(second))
    text, citations = f"{first}\n{second}", (*one.draft.citations, moved)
    return Quoted(aspect, replace(one.draft, text=text, citations=citations, held_fraction=likely))


@pytest.mark.parametrize(
    ("shared", "other", "third"),
    [
        ("עובד זכאי ל-22 ימי חופשה.", "המנהל הישיר מאשר (HR).", "הבקשה מוגשת בכתב."),
        ("Staff get 22 days of leave.", "The manager approves.", "Requests are written."),
        ("Положено 22 дня отпуска.", "Утверждает Наталья Иванова.", "Заявление письменное."),
        ("يحق للموظف 22 يوما.", "توافق المديرة ليلى حداد.", "يقدم الطلب كتابة."),
    ],
)
def test_what_two_aspects_would_quote_stands_under_the_one_that_has_it_higher(
    shared: str, other: str, third: str
) -> None:
    draft = grouped([_two("א?", other, shared, 0.4), _two("ב?", shared, third, 0.7)], "he")
    assert draft.text == f"א?\n{other}\n\nב?\n{shared}\n{third}"
    assert [each.number for each in draft.citations] == [1, 2, 3]
    for each in draft.citations:
        assert draft.text[: each.position].endswith(each.quote)
    assert draft.held_fraction == 0.7


def test_one_aspect_alone_has_no_line_above_it_and_none_at_all_is_not_found() -> None:
    only = quoted("כמה?", HEBREW, "עובד במשרה מלאה זכאי ל-22 ימי חופשה", "chk_a")
    assert grouped([only], "he") == only.draft
    assert grouped([Quoted("מה?", not_found("he"))], "ru") == not_found("ru")


def test_what_was_spent_counts_a_call_that_died_with_its_input() -> None:
    steps: list[Step] = [
        Asked("req_a", Call.PLAN, 400),
        Billed("req_a", 410, 30, 0.002, 1.5),
        Asked("req_b", Call.GRADE, 900, 0),
        searched(0, 1, "a"),
    ]
    spent = spending(steps)
    assert (spent.calls, spent.tokens, spent.price_usd) == (2, 410 + 30 + 900, 0.002)
    assert spent.seconds == 2.0
    assert spending(steps[:1]).price_usd is None
