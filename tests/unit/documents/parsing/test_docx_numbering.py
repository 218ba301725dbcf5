"""List numbers are counted as Word counts them."""

from pathlib import Path

import pytest

from docx_files import item, level, numbering, paragraph, write_docx
from kesher.documents.parsing.docx import read_docx
from kesher.documents.parsing.docx_numbering import format_number


def texts(path: Path) -> list[str]:
    return [found.text for found in read_docx(path, name=path.name)]


def numbers(path: Path) -> list[str]:
    """The number of each paragraph; every text is the letter x."""
    return [found.text.removesuffix("x").rstrip() for found in read_docx(path, name=path.name)]


@pytest.mark.parametrize(
    ("style", "number", "written"),
    [
        ("decimal", 12, "12"),
        ("decimalZero", 7, "07"),
        ("hebrew1", 1, "א"),
        ("hebrew1", 11, "יא"),
        ("hebrew1", 15, "טו"),
        ("hebrew1", 16, "טז"),
        ("hebrew1", 116, "קטז"),
        ("hebrew1", 774, "תשעד"),
        ("hebrew2", 11, "כ"),
        ("hebrew2", 22, "ת"),
        ("hebrew2", 23, "תא"),
        ("lowerLetter", 27, "aa"),
        ("upperLetter", 3, "C"),
        ("lowerRoman", 49, "xlix"),
        ("upperRoman", 2026, "MMXXVI"),
        ("russianLower", 3, "в"),
        ("arabicAlpha", 3, "ت"),
        ("arabicAbjad", 3, "ج"),
        ("hindiNumbers", 25, "٢٥"),
        ("none", 5, ""),
        ("chicago", 5, "**"),
        ("chicago", 2, "†"),
        ("ordinal", 2, "2nd"),
        ("ordinal", 112, "112th"),
        ("decimalEnclosedParen", 7, "(7)"),
        ("decimalEnclosedFullstop", 7, "7."),
        ("decimalEnclosedCircle", 3, "③"),
        ("bullet", 9, ""),
        ("thaiNumbers", 12, "๑๒"),
        ("hebrew1", 2_000_000_000, "2000000000"),
        ("lowerRoman", 0, "0"),
    ],
)
def test_a_count_is_written_in_its_format(style: str, number: int, written: str) -> None:
    assert format_number(number, style) == written


def test_levels_count_under_each_other_and_begin_anew(tmp_path: Path) -> None:
    lists = numbering(
        level(0, "decimal", "%1.", start=4),
        level(1, "decimal", "%1.%2"),
        level(2, "hebrew1", "%1.%2(%3)"),
    )
    body = "".join(item("x", level=at) for at in (0, 1, 1, 2, 2, 0, 1, 2))
    path = write_docx(tmp_path / "a.docx", body, parts={"numbering": lists})
    assert numbers(path) == ["4.", "4.1", "4.2", "4.2(א)", "4.2(ב)", "5.", "5.1", "5.1(א)"]


def test_a_level_that_never_restarts_goes_on(tmp_path: Path) -> None:
    goes_on = level(1, "decimal", "%2)", more='<w:lvlRestart w:val="0"/>')
    lists = numbering(level(0, "decimal", "%1."), goes_on)
    body = "".join(item("x", level=at) for at in (0, 1, 1, 0, 1))
    path = write_docx(tmp_path / "a.docx", body, parts={"numbering": lists})
    assert numbers(path) == ["1.", "1)", "2)", "2.", "3)"]


def test_a_list_with_a_start_of_its_own_begins_there_and_shares_no_count(tmp_path: Path) -> None:
    lists = (
        numbering(level(0, "decimal", "%1."))
        + '<w:num w:numId="2"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="0">'
        '<w:startOverride w:val="10"/></w:lvlOverride></w:num>'
    )
    body = item("x") + item("x") + item("x", number=2) + item("x", number=2)
    path = write_docx(tmp_path / "a.docx", body, parts={"numbering": lists})
    assert numbers(path) == ["1.", "2.", "10.", "11."]


def test_two_lists_of_one_definition_go_on_counting(tmp_path: Path) -> None:
    lists = (
        numbering(level(0, "decimal", "%1."))
        + '<w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>'
    )
    body = item("x") + item("x", number=2)
    path = write_docx(tmp_path / "a.docx", body, parts={"numbering": lists})
    assert numbers(path) == ["1.", "2."]


def test_a_heading_style_numbers_its_paragraphs_and_zero_takes_one_out(tmp_path: Path) -> None:
    lists = numbering(
        level(0, "decimal", "%1.", more='<w:pStyle w:val="h1"/>'),
        level(1, "decimal", "%1.%2", more='<w:pStyle w:val="h2"/>'),
    )
    style = (
        '<w:style w:type="paragraph" w:styleId="{0}"><w:name w:val="heading {1}"/><w:pPr>'
        '<w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>'
    )
    styles = style.format("h1", 1) + style.format("h2", 2)
    body = (
        paragraph("x", '<w:pStyle w:val="h1"/>')
        + paragraph("x", '<w:pStyle w:val="h2"/>')
        + paragraph("x", '<w:pStyle w:val="h2"/><w:numPr><w:numId w:val="0"/></w:numPr>')
    )
    path = write_docx(tmp_path / "a.docx", body, parts={"numbering": lists, "styles": styles})
    assert numbers(path) == ["1.", "1.1", ""]


def test_legal_numbers_are_digits_at_every_level(tmp_path: Path) -> None:
    legal = level(1, "decimal", "%1.%2", more="<w:isLgl/>")
    lists = numbering(level(0, "upperRoman", "%1."), legal)
    body = item("x") + item("x") + item("x", level=1)
    path = write_docx(tmp_path / "a.docx", body, parts={"numbering": lists})
    assert numbers(path) == ["I.", "II.", "2.1"]


def test_bullets_are_one_sign_and_an_unknown_list_has_no_number(tmp_path: Path) -> None:
    lists = numbering(level(0, "bullet", "\uf0b7"))
    body = item("x") + item("x", number=99)
    path = write_docx(tmp_path / "a.docx", body, parts={"numbering": lists})
    assert numbers(path) == ["•", ""]


def test_an_empty_paragraph_takes_a_number_and_a_hidden_one_does_not(tmp_path: Path) -> None:
    lists = numbering(level(0, "decimal", "%1."))
    hidden = paragraph("", '<w:numPr><w:numId w:val="1"/></w:numPr><w:rPr><w:vanish/></w:rPr>')
    body = item("x") + item("") + hidden + item("x")
    path = write_docx(tmp_path / "a.docx", body, parts={"numbering": lists})
    assert numbers(path) == ["1.", "3."]


def test_a_picture_is_a_bullet(tmp_path: Path) -> None:
    lists = numbering(level(0, "bullet", "", more='<w:lvlPicBulletId w:val="0"/>'))
    assert texts(write_docx(tmp_path / "a.docx", item("סעיף"), parts={"numbering": lists})) == [
        "• סעיף"
    ]


def test_zeros_of_a_writers_own_format_are_kept(tmp_path: Path) -> None:
    lists = numbering(
        '<w:lvl w:ilvl="0"><mc:AlternateContent><mc:Choice Requires="w14">'
        '<w:numFmt w:val="custom" w:format="001, 002, 003, ..."/></mc:Choice><mc:Fallback>'
        '<w:numFmt w:val="decimal"/></mc:Fallback></mc:AlternateContent>'
        '<w:lvlText w:val="%1."/></w:lvl>'
    )
    body = item("ראשון") + item("Второй")
    assert texts(write_docx(tmp_path / "a.docx", body, parts={"numbering": lists})) == [
        "001. ראשון",
        "002. Второй",
    ]


def test_a_style_gives_its_level_where_its_base_gives_the_list(tmp_path: Path) -> None:
    lists = numbering(level(0, "hebrew1", "%1."), level(1, "decimal", "%1.%2"))
    styles = (
        '<w:style w:type="paragraph" w:styleId="base"><w:pPr><w:numPr><w:numId w:val="1"/>'
        '</w:numPr></w:pPr></w:style><w:style w:type="paragraph" w:styleId="deep">'
        '<w:basedOn w:val="base"/><w:pPr><w:numPr><w:ilvl w:val="1"/></w:numPr></w:pPr></w:style>'
    )
    body = paragraph("פרק", '<w:pStyle w:val="base"/>') + paragraph(
        "סעיף", '<w:pStyle w:val="deep"/>'
    )
    path = write_docx(tmp_path / "a.docx", body, parts={"numbering": lists, "styles": styles})
    assert texts(path) == ["א. פרק", "א.1 סעיף"]


def test_items_in_the_cells_of_a_table_are_counted_too(tmp_path: Path) -> None:
    lists = numbering(level(0, "hebrew1", "%1."))
    row = "<w:tr>" + "".join(f"<w:tc>{item(text)}</w:tc>" for text in ("ימים", "שעות")) + "</w:tr>"
    body = item("לפני") + f"<w:tbl>{row}</w:tbl>" + item("אחרי")
    assert texts(write_docx(tmp_path / "a.docx", body, parts={"numbering": lists})) == [
        "א. לפני",
        "ב. ימים\tג. שעות",
        "ד. אחרי",
    ]
