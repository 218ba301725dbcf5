import pytest

from kesher.domain.entity import Reference, ReferenceKind
from kesher.domain.fact import Statement
from kesher.memory.extraction import extract
from kesher.memory.schema import shipped_schema
from unit.memory.rules.said import facts, heard, message
from unit.memory.rules.told import missing

TAXES = Reference(ReferenceKind.DEFINITE, "taxes", type="appointment")
FITTING = Reference(ReferenceKind.DEFINITE, "fitting", type="appointment")


def known() -> list[Statement]:
    """Two meetings, the fitting spoken of last."""
    rows = [
        (FITTING, "time", "2026-03-01"),
        (TAXES, "time", "2026-02-17T12:00"),
        (TAXES, "with", "Ana"),
    ]
    return [Statement(subject, key, value, (0, 1)) for subject, key, value in rows]


def moved(text: str) -> list[str]:
    found = extract(message(text), [], shipped_schema(), known).statements
    return [f"{s.subject.text}.{s.key}={s.value}" for s in found if s.key == "time"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Also Ana, my tax adviser, wants to see me about deductions. Thursday the 19th at 10",
            ["deductions.time=2026-02-19T10:00", "deductions.with=Ana"],
        ),
        (
            "Tom needs to talk to us about the lease on Friday at 15:00",
            ["lease.time=2026-02-13T15:00", "lease.with=Tom"],
        ),
        (
            "דנה רוצה להיפגש איתי ביום חמישי ה-19 ב-12:00",
            ["פגישה עם דנה.time=2026-02-19T12:00", "פגישה עם דנה.with=דנה"],
        ),
        (
            "Dana רוצה לדבר איתי על deck ביום חמישי ב-12:00",
            ["deck.time=2026-02-12T12:00", "deck.with=Dana"],
        ),
    ],
)
def test_who_wants_to_see_the_speaker_makes_a_meeting(text: str, expected: list[str]) -> None:
    assert missing(expected, facts(text)) == []


@pytest.mark.parametrize(
    "text",
    [
        "Does Ana want to see me on Thursday at 10?",
        "If Ana wants to see me on Thursday at 10 I'm in trouble",
        "Ana wants to see me some day",
        "אם דנה רוצה לדבר איתי ביום חמישי ב-12:00 שתתקשר",
        "Анна хочет видеть меня в четверг в 10",
        "آنا تريد رؤيتي يوم الخميس",
    ],
)
def test_a_meeting_that_is_asked_supposed_or_without_a_time_is_none(text: str) -> None:
    assert [fact for fact in facts(text) if ".with=" in fact] == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the thing with Ana, push it a week, same hour", ["taxes.time=2026-02-24T12:00"]),
        ("can't make it, move it two days please", ["fitting.time=2026-03-03"]),
        ("תדחי את הפגישה עם Ana ביומיים", ["taxes.time=2026-02-19T12:00"]),
        ("push the door a bit", []),
    ],
)
def test_a_known_meeting_is_put_off_by_a_while(text: str, expected: list[str]) -> None:
    assert moved(text) == expected


def test_nothing_is_put_off_where_no_meeting_is_known() -> None:
    assert facts("push it a week, same hour") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("payments go to Corvus, ending 9054", "user.payment_method=Corvus ending 9054"),
        (
            "Old account's Fern Bank ending 1180, use that one",
            "user.payment_method=Fern Bank ending 1180",
        ),
        (
            "את הכסף להעביר לבנק נמל, חשבון שמסתיים ב-5512",
            "user.payment_method=בנק נמל שמסתיים ב-5512",
        ),
        (
            "התשלומים ל-Corvus שנגמר ב-9054",
            "user.payment_method=Corvus שמסתיים ב-9054",
        ),
    ],
)
def test_the_account_for_payments_is_read_with_its_last_digits(text: str, expected: str) -> None:
    assert expected in facts(text)


@pytest.mark.parametrize(
    "text", ["my phone number ending 9054", "Did payments go to Corvus, ending 9054?"]
)
def test_digits_without_an_account_or_only_asked_about_are_none(text: str) -> None:
    assert [fact for fact in facts(text) if "payment_method" in fact] == []


def test_an_account_holds_from_the_day_that_is_said() -> None:
    (said,) = heard("From March 1 payments go to Corvus, ending 9054").statements
    assert said.valid_from is not None
    assert said.valid_from.date().isoformat() == "2026-03-01"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I have Theo, my husband, who cooks", "Theo.spouse=Theo"),
        ("Rafe, my brother, has a van", "Rafe.brother=Rafe"),
        ("יש לי את מירה, אשתי, שעושה את החשבון", "מירה.spouse=מירה"),
    ],
)
def test_a_relation_behind_a_name_is_read(text: str, expected: str) -> None:
    assert expected.split(".")[1] in [fact.split(".", 1)[1] for fact in facts(text)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("calls between 2 and 4, mornings are for the studio", "calls between 2 and 4"),
        ("so calls 9 to 10:30 only", "calls 9 to 10:30 only"),
        ("שיחות בין 14 ל-16, הבקרים לסטודיו", "שיחות בין 14 ל-16"),
    ],
)
def test_hours_for_calls_are_a_preference(text: str, value: str) -> None:
    assert f"user.meeting_preference={value}" in facts(text)
