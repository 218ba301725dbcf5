"""Brackets face what they enclose, also where their other stands on another line."""

import pytest

from kesher.documents.parsing.pdf_brackets import Draft, bracket_habit, pair_brackets, settled


def draft(text: str, *, leftwards: bool = True) -> Draft:
    return Draft(tuple(text), tuple(range(len(text))), (int(leftwards),) * len(text))


def test_a_page_whose_pairs_are_stored_turned_turns_its_single_brackets_too() -> None:
    drafts = [draft("צמוד למדד )104.7"), draft("נקודות( בשנה"), draft("סעיף )ב( לחוק")]

    habit = bracket_habit(drafts)

    assert habit
    assert ["".join(settled(each, habit)) for each in drafts] == [
        "צמוד למדד (104.7",
        "נקודות) בשנה",
        "סעיף (ב) לחוק",
    ]


def test_a_page_whose_pairs_are_stored_as_they_are_meant_keeps_its_single_brackets() -> None:
    drafts = [draft("סעיף (ב) לחוק"), draft("נקודות) בשנה")]

    habit = bracket_habit(drafts)

    assert not habit
    assert "".join(settled(drafts[1], habit)) == "נקודות) בשנה"


def test_latin_runs_do_not_show_how_a_page_stores_its_hebrew_brackets() -> None:
    assert not bracket_habit([draft("call )x( now", leftwards=False)])


def test_quotes_turn_as_the_brackets_of_their_page_do_and_comparisons_stay_as_drawn() -> None:
    assert "".join(settled(draft("»ערך« >5"), True)) == "«ערך» >5"


@pytest.mark.parametrize(
    ("stored", "meant"),
    [
        ("מצורפים: 1( מפה; 2( טופס; 3( רשימה", "מצורפים: 1) מפה; 2) טופס; 3) רשימה"),
        ("מצורפים: א( מפה; ב) טופס", "מצורפים: א) מפה; ב) טופס"),
        ("المرفقات: 1( خريطة; 2) قائمة", "المرفقات: 1) خريطة; 2) قائمة"),
        ("attached: 1( a map; 2) a list", "attached: 1) a map; 2) a list"),
        ("שמונה שיעורים(.", "שמונה שיעורים)."),
        ("ראו )סעיף 2( לחוק", "ראו (סעיף 2) לחוק"),
    ],
)
def test_list_numbers_and_ends_of_sentences_close(stored: str, meant: str) -> None:
    assert "".join(pair_brackets(list(stored))) == meant
