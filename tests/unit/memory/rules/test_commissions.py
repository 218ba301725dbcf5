from collections.abc import Sequence

import pytest

from kesher.domain.entity import Reference, ReferenceKind
from kesher.domain.fact import FactKind, Statement
from kesher.memory.extraction import extract
from kesher.memory.rules.subjects import SPEAKER
from kesher.memory.schema import shipped_schema
from unit.memory.rules.said import facts, message
from unit.memory.rules.told import missing

POSTERS = Reference(ReferenceKind.DEFINITE, "posters", type="task")
DESK = Reference(ReferenceKind.DEFINITE, "oak desk", type="task")


def known() -> list[Statement]:
    """Two jobs, the posters spoken of last: as memory gives them, the newest first."""
    theatre = Reference(ReferenceKind.DEFINITE, "Lind Theatre", type="company")
    rows: list[tuple[Reference, str, str]] = [
        (POSTERS, "price", "1200 EUR"),
        (POSTERS, "client", "Lind Theatre"),
        (theatre, "contact", "Alma"),
        (SPEAKER, "task", "posters"),
        (DESK, "client", "Farrow & Sons"),
        (SPEAKER, "task", "oak desk"),
    ]
    return [Statement(subject, key, value, (0, 1)) for subject, key, value in rows]


def of_known(text: str, *before: str) -> list[str]:
    """Return what is stated of known work, as `work.key=value`."""
    earlier = [message(said) for said in before]
    found = extract(message(text), earlier, shipped_schema(), known).statements
    return [f"{s.subject.text}.{s.key}={s.value}" for s in found if s.subject.type]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Posters for Lind Theatre, four of them, due 9 June, 1,200 euros",
            [
                "user.task=Posters",
                "Posters.client=Lind Theatre",
                "Posters.deadline=2026-06-09",
                "Posters.price=1200 EUR",
            ],
        ),
        (
            "Then a jingle for Pronto Pizza. 800",
            ["jingle.client=Pronto Pizza", "jingle.price=800 ILS"],
        ),
        ("Also an album cover for Sugar Hill, no deadline yet", ["album cover.client=Sugar Hill"]),
        (
            "I'm building a website for Kestrel Coffee, 900 dollars",
            ["user.task=website", "website.client=Kestrel Coffee", "website.price=900 USD"],
        ),
        (
            "they want a Christmas card, 350, due Dec 1",
            ["user.task=Christmas card", "Christmas card.deadline=2026-12-01"],
        ),
        (
            'אני מעצבת תפריט ללוטוס ביסטרו, 3,900 ש"ח',
            ["תפריט.client=לוטוס ביסטרו", "תפריט.price=3900 ILS"],
        ),
        ("אני בונה website ל-Kestrel Coffee, דדליין 1.6", ["website.client=Kestrel Coffee"]),
    ],
)
def test_work_is_taken_on_with_its_client_fee_and_day(text: str, expected: list[str]) -> None:
    assert missing(expected, facts(text)) == []


def test_what_else_there_is_to_do_may_be_answered_with_work_alone() -> None:
    found = facts("A mascot for Osprey Dental", "A: Got both. And the third?")
    assert found == ["user.task=mascot", "mascot.client=Osprey Dental"]


@pytest.mark.parametrize(
    "text",
    [
        "Flowers for Mum, 40 euros",
        "I bought a scarf for Dana, 60 euros",
        "Thanks for Friday, 100 times",
        "a table for Two Rivers",
        "If I did a logo for Kestrel Coffee, 900 would be fair",
        "My cousin is doing a logo for Kestrel Coffee?",
        "פרחים לאמא, 40 שקל",
        "подарок для мамы, 40 евро",
        "هدية لأمي بـ 40 يورو",
    ],
)
def test_gifts_thanks_and_what_is_only_supposed_are_no_work(text: str) -> None:
    assert [fact for fact in facts(text) if ".client=" in fact] == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("All of it is out the door!! Invoice tomorrow", "posters.task_status=done"),
        ("The desk went out last night", "oak desk.task_status=done"),
        ("Farrow and his people pulled the plug", "oak desk.task_status=cancelled"),
        ("The theatre axed it. New strategy", "posters.task_status=cancelled"),
        ("הפוסטרים יצאו לדרך! posters נשלחו ללקוח", "posters.task_status=done"),
        ("btw she moved the deadline, May 17 now for everything", "posters.deadline=2026-05-17"),
        ("They gave me until 25 April for the desk", "oak desk.deadline=2026-04-25"),
        ("they'll pay 500 for the desk", "oak desk.price=500 EUR"),
    ],
)
def test_what_becomes_of_known_work_is_told_by_its_words_or_of_the_last(
    text: str, expected: str
) -> None:
    assert expected in of_known(text)


def test_a_day_that_is_fine_moves_the_work_of_which_it_was_said_that_it_is_late() -> None:
    late = "the desk won't make tomorrow, wrote to Farrow"
    assert of_known("He's a saint. 22nd is fine", late) == ["oak desk.deadline=2026-02-22"]
    assert of_known("He's a saint. 22nd is fine") == []


def test_a_month_without_that_day_is_passed_over() -> None:
    assert of_known("31st is fine", "the posters won't make it") == ["posters.deadline=2026-03-31"]
    assert of_known("45th is fine", "the posters won't make it") == []


def test_nobody_s_work_ends_where_none_is_known() -> None:
    assert facts("All six are out the door!!") == []


def test_who_speaks_for_a_client_takes_the_address_told_behind_the_name() -> None:
    said = "Alma's gone. Her replacement is someone called Petter, petter@lind.example"
    found = extract(message(said), [], shipped_schema(), known).statements
    told = {(s.subject.text, s.key, s.value) for s in found}
    assert ("Lind Theatre", "contact", "Petter") in told
    assert ("Petter", "email", "petter@lind.example") in told
    assert not any(s.key == "email" and s.subject is SPEAKER for s in found)


def test_work_lapses_when_it_is_done() -> None:
    (task,) = _of_key(facts_of("Posters for Lind Theatre, 1,200 euros"), "task")
    assert (task.kind, task.expires is not None) == (FactKind.TEMPORARY, True)


def facts_of(text: str) -> Sequence[Statement]:
    return extract(message(text), [], shipped_schema()).statements


def _of_key(found: Sequence[Statement], key: str) -> list[Statement]:
    return [statement for statement in found if statement.key == key]
