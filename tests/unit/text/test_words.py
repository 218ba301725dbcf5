import pytest

from kesher.text.words import WordKind, fold, readings, words


def test_prefixes_before_numbers_and_latin_words_stand_apart_and_are_glued() -> None:
    found = words("ב17.3 אצל ה-Wix")
    assert [(w.text, w.glued) for w in found] == [
        ("ב", True),
        ("17.3", True),
        ("אצל", False),
        ("ה", False),
        ("Wix", True),
    ]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("052-555-0146", WordKind.PHONE),
        ("+972 54 555 0171", WordKind.PHONE),
        ("0525550111", WordKind.PHONE),
        ("+44 7700 900123", WordKind.PHONE),
        ("zohar.k@mehubar.example", WordKind.EMAIL),
        ("FH-3310", WordKind.CODE),
        ("71-884", WordKind.CODE),
        ("1,890", WordKind.NUMBER),
        ('אחמ"ש', WordKind.WORD),
        ("ג'בוטינסקי", WordKind.WORD),
        ("Олег", WordKind.WORD),
        ("ليلى", WordKind.WORD),
    ],
)
def test_a_word_is_of_its_kind_as_a_whole(text: str, kind: WordKind) -> None:
    assert [(w.text, w.kind) for w in words(text)] == [(text, kind)]


def test_a_range_of_hours_is_two_numbers() -> None:
    assert [w.text for w in words("א-ה 9-17")] == ["א", "ה", "9", "17"]


def test_folding_forgets_points_final_letters_case_and_kinds_of_quotes() -> None:
    assert fold("שָׁלוֹם") == fold("שלומ")
    assert fold("ת״א") == fold('ת"א')
    assert fold("Tel") == "tel"


def test_offsets_behind_prefix_letters_count_points_too() -> None:
    text = "בְּחֵיפָה"
    word = words(text)[0]
    assert text[word.after(1) :] == "חֵיפָה"


def test_readings_part_prefixes_in_their_order_only() -> None:
    assert ("מ", "יבנה") in readings(fold("מיבנה"))
    assert ("וב", fold("גבעתיים")) in readings(fold("ובגבעתיים"))
    assert readings("wix") == (("", "wix"),)
