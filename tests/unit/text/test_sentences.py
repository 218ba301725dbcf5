import pytest
from hypothesis import given
from hypothesis import strategies as st

from kesher.text.sentences import sentence_spans


def sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in sentence_spans(text)]


@pytest.mark.parametrize(
    "parts",
    [
        ["העובד זכאי לחופשה.", "החופשה בתשלום!", "האם היא נצברת?"],
        ["ما هي مدة الإجازة؟", "المدة 22 يوما.", "انتهى"],
        ["Он родился в 1990 г. в Москве.", "Это ул. Ленина, т.е. центр.", "Да!"],
        ["Mr. Smith came, e.g. today.", "He left at 5 p.m.", "Then?"],
        ["השכר הוא 12.5 אחוזים נכון ל-1.5.2024.", "ראה סעיף 4.2(ב)."],
        ["1. עובד במשרה מלאה זכאי ל-22 ימי חופשה.", "עובד אחר לא."],
        ['המנהל אמר: "מספיק."', "ואז הלך."],
        ["א. ב. יהושע כתב ספר.", "הספר נקרא."],
        ["זה הכול...", "ומכאן ממשיכים."],
        ["He paused... and then went on.", "Good."],
        ["סיימנו.\u200f", "התחלנו."],
    ],
)
def test_sentences_end_at_their_stops_and_nowhere_else(parts: list[str]) -> None:
    assert sentences(" ".join(parts)) == parts


def test_a_sentence_runs_on_over_the_line_breaks_of_a_page() -> None:
    page = (
        "עובד שהחל את עבודתו במהלך השנה זכאי לחלק יחסי של ימי החופשה לפי\n"
        "מספר החודשים שעבד בפועל. חלק של חודש ייחשב כחודש שלם לעניין זה."
    )
    assert sentences(page) == [
        page[: page.index(" חלק של")],
        "חלק של חודש ייחשב כחודש שלם לעניין זה.",
    ]


def test_headings_list_items_and_empty_lines_end_a_sentence() -> None:
    page = (
        "פרק ב: חופשה\n"
        "הזכאות תיקבע לפי הוותק של העובד במקום העבודה וכמפורט ברשימה הבאה:\n"
        "1. עד חמש שנות ותק שישה עשר ימים בשנה קלנדרית לכל עובד ועובדת\n"
        "ב. מעל חמש שנות ותק עשרים ושניים ימים בשנה לכל עובד ועובדת בארגון\n"
        "- יום בחירה אחד בכל שנה קלנדרית שאינו נצבר ואינו ניתן לפדיון כלל\n"
        "\n"
        "סוף הפרק"
    )
    assert sentences(page) == [line for line in page.split("\n") if line]


def test_each_line_of_a_narrow_table_stands_for_itself() -> None:
    assert sentences("ותק\tימים\n1–5\t16\n6 ומעלה\t22") == ["ותק\tימים", "1–5\t16", "6 ומעלה\t22"]


@given(st.text(st.sampled_from("אבג ab. 1?\n\t-(\"'\u200fم。")))
def test_spans_are_in_order_apart_and_hold_all_that_is_written(text: str) -> None:
    spans = sentence_spans(text)
    assert [at for span in spans for at in span] == sorted(at for span in spans for at in span)
    assert all(start < end for start, end in spans)
    held = {at for start, end in spans for at in range(start, end)}
    assert {at for at, char in enumerate(text) if not char.isspace()} <= held
    assert all(text[start:end] == text[start:end].strip() for start, end in spans)
