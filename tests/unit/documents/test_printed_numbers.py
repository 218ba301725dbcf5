from collections.abc import Sequence

import pytest

from kesher.documents.printed_numbers import PrintedNumber, numbers_in, page_numbers


def candidates(texts: Sequence[str]) -> list[list[PrintedNumber]]:
    return [list(numbers_in(text, line=0, distance=-30.0)) for text in texts]


def labels(texts: Sequence[str]) -> list[str | None]:
    found = page_numbers(candidates(texts))
    return [found[at].text if at in found else None for at in range(len(texts))]


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["3", "4", "5"], ["3", "4", "5"]),
        (["- 3 -", "- 4 -"], ["3", "4"]),
        (["עמוד 3 מתוך 12", "עמוד 4 מתוך 12"], ["3", "4"]),
        (["Page 3 of 12", "Page 4 of 12"], ["3", "4"]),
        (["Страница 9", "Страница 10"], ["9", "10"]),
        (["صفحة 9 من 20", "صفحة 10 من 20"], ["9", "10"]),
        (["iii", "iv", "v"], ["iii", "iv", "v"]),
        (["ט", "י", 'י"א'], ["ט", "י", 'י"א']),
        (["עמוד ב'", "עמוד ג'"], ["ב'", "ג'"]),
        (["7/12", "8/12"], ["7", "8"]),
        (["נוהל חופשה  17", "נוהל חופשה  18"], ["17", "18"]),
        (["14 | Annual report 2025", "Annual report 2025 | 15"], ["14", "15"]),
    ],
)
def test_a_number_that_counts_on_is_the_pages(texts: list[str], expected: list[str]) -> None:
    assert labels(texts) == expected


@pytest.mark.parametrize(
    "texts",
    [
        ["2025", "2025", "2025"],
        ["12.3.2026", "13.3.2026"],
        ['סה"כ 1,200', 'סה"כ 1,201'],
        ["3", "17", "40"],
        ["3"],
    ],
)
def test_other_numbers_are_not(texts: list[str]) -> None:
    assert labels(texts) == [None] * len(texts)


def test_a_single_page_is_numbered_where_the_number_is_called_a_pages() -> None:
    assert labels(["עמוד 1 מתוך 1"]) == ["1"]


def test_a_page_without_its_number_does_not_break_the_count() -> None:
    assert labels(["6", "פרק ב", "8"]) == ["6", None, "8"]


def test_numbers_at_different_places_do_not_count_on_from_each_other() -> None:
    head = list(numbers_in("3", line=0, distance=20.0))
    foot = list(numbers_in("4", line=9, distance=-30.0))
    assert page_numbers([head, foot]) == {}
