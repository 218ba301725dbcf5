"""Two readings of one line: each word as the surer one has it."""

import numpy as np

from kesher.documents.parsing.ocr_choice import Line, surer_words
from kesher.domain.document import Box
from kesher.ports.ocr import OcrSymbol, OcrWord

PITCH = 10.0
LINE = Line(height=20, left=0, inked=np.array([column % 10 < 8 for column in range(400)]))


def drawn(text: str, at: int, sure: float) -> OcrWord:
    """A word as drawn from left to right, its first letter in place `at`."""
    symbols = tuple(
        OcrSymbol(char, Box(PITCH * place, 0, PITCH * place + 8, 20), sure)
        for place, char in enumerate(text, start=at)
        if char != " "
    )
    return OcrWord(symbols, sure)


def chosen(main: list[OcrWord], latin: list[OcrWord]) -> list[str]:
    words = surer_words(main, latin, LINE)
    return ["".join(symbol.text for symbol in word.symbols) for word in words]


def test_each_word_is_read_by_the_model_of_its_script() -> None:
    main = [drawn("ץצ", 0, 0.3), drawn("הדובע", 4, 0.92)]
    latin = [drawn("NY", 0, 0.93), drawn("NTIAY", 4, 0.6)]

    assert chosen(main, latin) == ["NY", "הדובע"]


def test_a_number_of_which_one_model_lost_digits_is_read_by_the_other() -> None:
    assert chosen([drawn("0", 4, 0.92)], [drawn("38.90", 0, 0.9)]) == ["38.90"]


def test_a_comma_that_one_model_lost_stays() -> None:
    main, latin = [drawn("03-123,", 0, 0.93)], [drawn("03-123", 0, 0.95)]

    assert chosen(main, latin) == ["03-123,"]


def test_the_shekel_sign_stays_beside_an_amount_that_is_read_in_latin() -> None:
    main = [drawn("₪", 0, 0.91), drawn("0", 6, 0.92)]
    latin = [drawn("M 38.90", 0, 0.9)]

    assert chosen(main, latin) == ["₪", "38.90"]


def test_a_word_of_both_scripts_is_read_part_by_part() -> None:
    main, latin = [drawn("156-ל", 0, 0.7)], [drawn("USB-7", 0, 0.9)]

    assert chosen(main, latin) == ["USB-ל"]


def test_a_lists_letter_in_brackets_is_no_digit() -> None:
    main, latin = [drawn("(ב)2 ", 0, 0.5)], [drawn("(2)4.2", 0, 0.9)]

    assert chosen(main, latin) == ["(ב)4.2"]


def test_what_only_one_model_sees_stays() -> None:
    assert chosen([], [drawn("VPN", 0, 0.9)]) == ["VPN"]
    assert chosen([drawn("םולש", 0, 0.9)], []) == ["םולש"]


def test_pointed_words_of_a_pointed_line_are_hebrew_though_they_are_read_unsurely() -> None:
    pointed = "\u05d2\u05b0\u05bc\u05d1\u05b4\u05d9\u05e0\u05b8\u05d4"  # גבינה with niqqud
    main = [drawn(pointed, 0, 0.3), drawn(pointed, 20, 0.4)]

    assert chosen(main, [drawn("naan", 0, 0.75), drawn("nan", 20, 0.1)]) == [pointed, pointed]


def test_one_word_that_seems_pointed_in_a_line_without_points_may_be_latin() -> None:
    pointed = "\u05e4\u05b8\u05de\u05d5\u05bc\u05e1"
    main = [drawn(pointed, 0, 0.8), drawn("הדובע", 12, 0.9), drawn("השדח", 20, 0.9)]

    assert chosen(main, [drawn("pong", 0, 0.9)]) == ["pong", "הדובע", "השדח"]


def test_a_digit_is_read_by_the_latin_model_where_it_is_as_sure() -> None:
    main, latin = [drawn("49,300-ל", 0, 0.96)], [drawn("w42,300-7", -1, 0.96)]

    assert chosen(main, latin) == ["42,300-ל"]


def test_an_amount_that_only_the_latin_model_sees_whole_keeps_its_shekel_sign() -> None:
    main = [drawn("7", 1, 0.96), drawn("דע", 9, 0.92)]

    assert chosen(main, [drawn("m7,480", 0, 0.95)]) == ["₪7,480", "דע"]


def test_a_letter_before_a_plain_number_is_no_shekel_sign() -> None:
    main = [drawn("7", 1, 0.5), drawn("דע", 9, 0.92)]

    assert chosen(main, [drawn("M12", 0, 0.95)]) == ["M12", "דע"]


def test_a_percent_sign_before_its_number_is_a_dollar_sign_where_one_is_read() -> None:
    assert chosen([drawn("%4", 0, 0.92)], [drawn("$4", 0, 0.92)]) == ["$4"]


def test_capitals_that_look_like_hebrew_letters_must_be_much_surer() -> None:
    main = [drawn("סא", 0, 0.7), drawn("החצ", 4, 0.7)]
    latin = [drawn("ON", 0, 0.94), drawn("PDF", 4, 0.94)]

    assert chosen(main, latin) == ["סא", "PDF"]


def test_a_settled_hebrew_word_is_not_taken_apart_for_a_doubtful_latin_one() -> None:
    main, latin = [drawn("(ףיעס", 0, 0.92)], [drawn("(YVYO", 0, 0.32)]

    assert chosen(main, latin) == ["(ףיעס"]


def test_a_latin_word_with_hyphens_is_taken_whole_where_it_is_beyond_doubt() -> None:
    main, latin = [drawn("--עפפוסמ", 0, 0.32)], [drawn("--versio", 0, 0.9)]

    assert chosen(main, latin) == ["--versio"]


def test_the_shekel_sign_is_known_in_a_cell_without_letters() -> None:
    assert chosen([drawn("0", 6, 0.7)], [drawn("fw149.90", 0, 0.6)]) == ["₪149.90"]
    assert chosen([drawn("0", 0, 0.7)], [drawn("899.00™", 0, 0.6)]) == ["899.00₪"]
