"""What stands in a DOCX beside plain paragraphs: tables, notes, comments, formulas, charts."""

import zipfile
from pathlib import Path

import pytest

from docx_files import item, level, numbering, paragraph, run, write_docx
from kesher.documents.parsing.docx import read_docx
from kesher.documents.parsing.structure import CellSpan, Paragraph, Role


def read(path: Path) -> tuple[Paragraph, ...]:
    return read_docx(path, name=path.name)


def texts(path: Path) -> list[str]:
    return [found.text for found in read(path)]


def cell(text: str, properties: str = "") -> str:
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{paragraph(text)}</w:tc>"


def row(*cells: str, properties: str = "") -> str:
    return f"<w:tr><w:trPr>{properties}</w:trPr>{''.join(cells)}</w:tr>"


def table(*rows: str, look: str = "") -> str:
    return f"<w:tbl><w:tblPr><w:bidiVisual/>{look}</w:tblPr>{''.join(rows)}</w:tbl>"


def test_merged_cells_keep_the_columns_of_their_rows(tmp_path: Path) -> None:
    body = table(
        row(cell("אזור"), cell("Days", '<w:gridSpan w:val="2"/>'), cell("שכר")),
        row(cell("צפון", '<w:vMerge w:val="restart"/>'), cell("5"), cell("7"), cell("₪1,250.50")),
        row(cell("", "<w:vMerge/>"), cell("6"), cell("8"), cell("₪900")),
        row(cell("סך"), cell("נמחק", "<w:cellDel/>"), properties='<w:gridBefore w:val="1"/>'),
    )
    assert texts(write_docx(tmp_path / "a.docx", body)) == [
        "אזור\tDays\t\tשכר",
        "צפון\t5\t7\t₪1,250.50",
        "\t6\t8\t₪900",
        "סך",
    ]


def test_cells_know_how_many_columns_and_rows_they_span(tmp_path: Path) -> None:
    body = table(
        row(cell("אזור"), cell("Days", '<w:gridSpan w:val="2"/>')),
        row(cell("север", '<w:vMerge w:val="restart"/>'), cell("5"), cell("7")),
        row(cell("", "<w:vMerge/>"), cell("6"), cell("8")),
        row(cell("الجنوب", '<w:vMerge w:val="restart"/>'), cell("1"), cell("2")),
    )
    spans = [found.spans for found in read(write_docx(tmp_path / "a.docx", body))]
    assert spans == [(CellSpan(1, columns=2),), (CellSpan(0, rows=2),), (), ()]


def test_the_name_of_a_group_over_all_columns_parts_no_table(tmp_path: Path) -> None:
    body = table(
        row(cell("ספקים 2027", '<w:gridSpan w:val="2"/>')),
        row(cell("שם"), cell("סכום")),
        row(cell("מחוץ לארץ (EU)", '<w:gridSpan w:val="2"/>')),
        row(cell("Müller"), cell("12")),
    )
    title, *rows = read(write_docx(tmp_path / "a.docx", body))
    assert (title.role, title.text) == (Role.BODY, "ספקים 2027")
    assert [found.starts_table for found in rows] == [True, False, False]
    assert rows[1].spans == (CellSpan(0, columns=2),)


def test_deleted_and_hidden_rows_stay_out(tmp_path: Path) -> None:
    body = table(
        row(cell("א"), cell("1")),
        row(cell("ב"), cell("2"), properties="<w:del/>"),
        row(cell("ג"), cell("3"), properties="<w:hidden/>"),
        row(cell("ד"), cell("4"), properties='<w:hidden w:val="0"/>'),
    )
    assert texts(write_docx(tmp_path / "a.docx", body)) == ["א\t1", "ד\t4"]


def test_rows_and_cells_in_content_controls_are_read(tmp_path: Path) -> None:
    def controlled(xml: str) -> str:
        return f"<w:sdt><w:sdtPr/><w:sdtContent>{xml}</w:sdtContent></w:sdt>"

    body = table(controlled(row(controlled(cell("עיר")), cell("חיפה"))))
    assert texts(write_docx(tmp_path / "a.docx", body)) == ["עיר\tחיפה"]


def test_a_cell_of_several_short_paragraphs_stays_in_its_row(tmp_path: Path) -> None:
    two = f"<w:tc>{paragraph('שורה ראשונה')}{paragraph('Вторая')}</w:tc>"
    assert texts(write_docx(tmp_path / "a.docx", table(row(two, cell("14"))))) == [
        "שורה ראשונה Вторая\t14"
    ]


@pytest.mark.parametrize(
    ("rows", "heads"),
    [
        ([("פריט", "מחיר"), ("מסך", "₪899.00"), ("עכבר", "₪59.90")], [True, False, False]),
        ([("اسم", "قسم", "مدينة"), ("أحمد", "مالية", "حيفا")], [True, False]),
        ([("שם", "דנה"), ("מחלקה", "כספים")], [False, False]),
        ([("1", "2"), ("3", "4")], [False, False]),
    ],
)
def test_the_row_that_names_the_columns_is_known(
    tmp_path: Path, rows: list[tuple[str, ...]], heads: list[bool]
) -> None:
    body = table(*(row(*map(cell, cells)) for cells in rows))
    found = read(write_docx(tmp_path / "a.docx", body))
    assert [item.is_head for item in found] == heads
    assert [item.starts_table for item in found] == [True] + [False] * (len(rows) - 1)


def bold_cell(text: str) -> str:
    return f"<w:tc><w:p>{run(text, '<w:b/>')}</w:p></w:tc>"


GREY = '<w:shd w:val="clear" w:color="auto" w:fill="D9D9D9"/>'
HEAD_STYLE = (
    '<w:style w:type="table" w:styleId="t"><w:tblStylePr w:type="firstRow"><w:rPr><w:b/></w:rPr>'
    "</w:tblStylePr></w:style>"
)
STYLED = '<w:tblStyle w:val="t"/><w:tblLook w:val="0020"/>'


@pytest.mark.parametrize(
    ("first", "look", "is_head"),
    [
        (row(bold_cell("תפקיד"), bold_cell("שם")), "", True),
        (row(cell("תפקיד", GREY), cell("Имя", GREY)), "", True),
        (row(cell("תפקיד"), cell("שם")), STYLED, True),
        (row(cell("תפקיד"), cell("שם")), '<w:tblStyle w:val="t"/>', False),
        (row(bold_cell("תפקיד"), cell("שם")), "", False),
    ],
)
def test_a_first_row_that_is_set_apart_is_a_head(
    tmp_path: Path, first: str, look: str, is_head: bool
) -> None:
    rows = [row(cell("מנהלת"), cell("דנה")), row(cell("מזכיר"), cell("يوسف"))]
    source = write_docx(
        tmp_path / "a.docx", table(first, *rows, look=look), parts={"styles": HEAD_STYLE}
    )
    assert [found.is_head for found in read(source)] == [is_head, False, False]


def test_bold_names_of_rows_are_no_head(tmp_path: Path) -> None:
    rows = [row(bold_cell(text), bold_cell("כן")) for text in ("ראשון", "שני", "שלישי")]
    assert not any(found.is_head for found in read(write_docx(tmp_path / "a.docx", table(*rows))))


def test_a_row_that_word_repeats_on_each_page_is_a_head(tmp_path: Path) -> None:
    body = table(
        row(cell("2024"), cell("2025"), properties="<w:tblHeader/>"), row(cell("1"), cell("2"))
    )
    assert [item.is_head for item in read(write_docx(tmp_path / "a.docx", body))] == [True, False]


def test_comments_are_notes_that_say_who_wrote_them(tmp_path: Path) -> None:
    comments = (
        f'<w:comment w:id="0" w:author="דנה כהן">{paragraph("לבדוק את 4.2(א)")}{paragraph("ועוד")}'
        "</w:comment>"
    )
    body = "<w:p>" + run("הסכום") + '<w:r><w:commentReference w:id="0"/></w:r></w:p>'
    found = read(write_docx(tmp_path / "a.docx", body, parts={"comments": comments}))
    assert [(item.text, item.role) for item in found] == [
        ("הסכום", Role.BODY),
        ("דנה כהן: לבדוק את 4.2(א)", Role.NOTE),
        ("ועוד", Role.NOTE),
    ]


def test_notes_are_numbered_as_the_document_says_and_tied_to_their_marks(tmp_path: Path) -> None:
    settings = '<w:footnotePr><w:numFmt w:val="hebrew1"/><w:numStart w:val="3"/></w:footnotePr>'
    notes = "".join(
        f'<w:footnote w:id="{at}"><w:p><w:r><w:footnoteRef/></w:r>{run(text)}</w:p></w:footnote>'
        for at, text in ((7, " ראו נוהל 5"), (8, " см. 12"))
    )
    refer = '<w:r><w:footnoteReference w:id="{}"/></w:r>'
    body = f"<w:p>{run('אישור')}{refer.format(8)}{run(' רפואי')}{refer.format(7)}</w:p>"
    found = read(
        write_docx(tmp_path / "a.docx", body, parts={"settings": settings, "footnotes": notes})
    )
    assert [(item.text, item.marks) for item in found] == [
        ("אישורג רפואיד", ("ג", "ד")),
        ("ג см. 12", ("ג",)),
        ("ד ראו נוהל 5", ("ד",)),
    ]


def math(xml: str) -> str:
    return f"<w:p><m:oMathPara><m:oMath>{xml}</m:oMath></m:oMathPara></w:p>"


def sign(text: str) -> str:
    return f"<m:r><m:t>{text}</m:t></m:r>"


@pytest.mark.parametrize(
    ("xml", "text"),
    [
        (f"<m:f><m:num>{sign('1')}</m:num><m:den>{sign('2')}</m:den></m:f>", "1/2"),
        (f"<m:f><m:num>{sign('a+b')}</m:num><m:den>{sign('c')}</m:den></m:f>", "(a+b)/c"),
        (f"<m:sSup><m:e>{sign('x')}</m:e><m:sup>{sign('2')}</m:sup></m:sSup>", "x^2"),
        (f"<m:sSub><m:e>{sign('x')}</m:e><m:sub>{sign('i+1')}</m:sub></m:sSub>", "x_(i+1)"),
        (
            f"<m:rad><m:radPr><m:degHide/></m:radPr><m:deg/><m:e>{sign('a-b')}</m:e></m:rad>",
            "√(a-b)",
        ),
        (
            '<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr>'
            f"<m:sub>{sign('i=1')}</m:sub><m:sup>{sign('n')}</m:sup><m:e>{sign('i')}</m:e></m:nary>",
            "∑_(i=1)^n i",
        ),
        (
            '<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr>'
            f"<m:e>{sign('שכר')}</m:e></m:d>",
            "[שכר]",
        ),
        (
            f"<m:m><m:mr><m:e>{sign('1')}</m:e><m:e>{sign('0')}</m:e></m:mr>"
            f"<m:mr><m:e>{sign('0')}</m:e><m:e>{sign('1')}</m:e></m:mr></m:m>",
            "[1, 0; 0, 1]",
        ),
    ],
)
def test_a_formula_is_one_line_of_text(tmp_path: Path, xml: str, text: str) -> None:
    assert texts(write_docx(tmp_path / "a.docx", math(xml))) == [text]


CHART = """<c:chartSpace xmlns:c="c" xmlns:a="a"><c:title><a:p><a:r><a:t>מכירות לפי אזור</a:t></a:r>
</a:p></c:title><c:ser><c:tx><c:strCache><c:pt idx="0"><c:v>2024</c:v></c:pt></c:strCache></c:tx>
<c:cat><c:strCache><c:pt idx="0"><c:v>צפון</c:v></c:pt><c:pt idx="1"><c:v>Юг</c:v></c:pt>
</c:strCache></c:cat><c:val><c:numCache><c:pt idx="0"><c:v>19.2</c:v></c:pt><c:pt idx="1">
<c:v>21.4</c:v></c:pt></c:numCache></c:val></c:ser></c:chartSpace>"""
DIAGRAM = """<d:dataModel xmlns:d="d" xmlns:a="a"><d:pt><a:p><a:r><a:t>הגשה</a:t></a:r></a:p></d:pt>
<d:pt><a:p><a:r><a:t>אישור מנהל</a:t></a:r></a:p></d:pt></d:dataModel>"""


def test_charts_are_tables_and_diagrams_are_their_texts(tmp_path: Path) -> None:
    drawn = (
        '<w:r><w:drawing><c:chart xmlns:c="c" r:id="id_chart1"/></w:drawing></w:r>'
        '<w:r><w:drawing><d:relIds xmlns:d="d" r:dm="id_diagram1"/></w:drawing></w:r>'
    )
    path = write_docx(
        tmp_path / "a.docx",
        f"<w:p>{run('להלן')}{drawn}</w:p>",
        files={"chart1.xml": CHART, "diagram1.xml": DIAGRAM},
    )
    assert texts(path) == [
        "להלן",
        "מכירות לפי אזור",
        "\t2024",
        "צפון\t19.2",
        "Юг\t21.4",
        "הגשה",
        "אישור מנהל",
    ]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("part1.html", "<html><body><p>נוהל <b>ישן</b></p><script>x</script></body></html>"),
        ("part1.txt", "נוהל ישן"),
    ],
)
def test_a_page_that_word_takes_in_is_read(tmp_path: Path, name: str, content: str) -> None:
    body = paragraph("לפני") + '<w:altChunk r:id="id_part1"/>' + paragraph("אחרי")
    path = write_docx(tmp_path / "a.docx", body, files={name: content})
    assert texts(path) == ["לפני", "נוהל ישן", "אחרי"]


def test_boxes_and_lists_of_a_form_show_what_is_chosen(tmp_path: Path) -> None:
    def form(data: str) -> str:
        return (
            f'<w:r><w:fldChar w:fldCharType="begin"><w:ffData>{data}</w:ffData></w:fldChar></w:r>'
            "<w:r><w:instrText> FORM </w:instrText></w:r>"
            '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
        )

    box = form("<w:checkBox><w:default w:val='0'/><w:checked/></w:checkBox>")
    empty = form("<w:checkBox><w:default w:val='0'/></w:checkBox>")
    chosen = form(
        "<w:ddList><w:result w:val='1'/><w:listEntry w:val='לא'/>"
        "<w:listEntry w:val='כן'/></w:ddList>"
    )
    body = f"<w:p>{box}{run(' מאושר ')}{empty}{run(' נדחה: ')}{chosen}</w:p>"
    assert texts(write_docx(tmp_path / "a.docx", body)) == ["☒ מאושר ☐ נדחה: כן"]


def test_a_field_without_an_end_swallows_nothing_after_its_paragraph(tmp_path: Path) -> None:
    open_field = (
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>IF</w:instrText></w:r>'
    )
    body = f"<w:p>{run('לפני')}{open_field}</w:p>" + paragraph("אחרי")
    assert texts(write_docx(tmp_path / "a.docx", body)) == ["לפני", "אחרי"]


def test_letters_of_the_symbol_font_are_read_and_ornaments_are_not(tmp_path: Path) -> None:
    signs = "".join(
        f'<w:r><w:sym w:font="{font}" w:char="{code}"/></w:r>'
        for font, code in (("Symbol", "F061"), ("Symbol", "F0A3"), ("Wingdings", "F04A"))
    )
    assert texts(write_docx(tmp_path / "a.docx", f"<w:p>{signs}{run('5')}</w:p>")) == ["α≤5"]


def test_a_dropped_capital_begins_its_word(tmp_path: Path) -> None:
    body = paragraph("ה", '<w:framePr w:dropCap="drop"/>') + paragraph("נוהל חל על כולם")
    assert texts(write_docx(tmp_path / "a.docx", body)) == ["הנוהל חל על כולם"]


def test_the_base_of_a_reading_is_kept_and_the_reading_is_not(tmp_path: Path) -> None:
    ruby = (
        f"<w:r><w:ruby><w:rt>{run('kan')}</w:rt><w:rubyBase>{run('漢')}</w:rubyBase></w:ruby></w:r>"
    )
    assert texts(write_docx(tmp_path / "a.docx", f"<w:p>{ruby}</w:p>")) == ["漢"]


def test_page_numbers_of_a_table_of_contents_stay_though_the_web_view_hides_them(
    tmp_path: Path,
) -> None:
    styles = '<w:style w:type="paragraph" w:styleId="a1"><w:name w:val="toc 1"/></w:style>'
    body = (
        '<w:p><w:pPr><w:pStyle w:val="a1"/></w:pPr>'
        + run("1. מבוא")
        + "<w:r><w:rPr><w:webHidden/></w:rPr><w:tab/></w:r>"
        + run("3", "<w:webHidden/>")
        + "</w:p>"
    )
    found = read(write_docx(tmp_path / "a.docx", body, parts={"styles": styles}))
    assert [(item.text, item.role) for item in found] == [("1. מבוא\t3", Role.CONTENTS)]


def test_a_box_on_a_heading_is_no_heading_and_a_deleted_one_is_out(tmp_path: Path) -> None:
    def box(text: str) -> str:
        return f"<w:r><w:pict><w:txbxContent>{paragraph(text)}</w:txbxContent></w:pict></w:r>"

    heading = '<w:pPr><w:outlineLvl w:val="1"/></w:pPr>'
    body = f"<w:p>{heading}{run('פרק')}{box('בתיבה')}<w:del>{box('נמחק')}</w:del></w:p>"
    found = read(write_docx(tmp_path / "a.docx", body))
    assert [(item.text, item.role, item.level) for item in found] == [
        ("פרק", Role.HEADING, 2),
        ("בתיבה", Role.BODY, 0),
    ]


@pytest.mark.parametrize("kind", ["default", "first", "even"])
def test_a_header_is_read_where_the_document_shows_it(tmp_path: Path, kind: str) -> None:
    section = (
        f'<w:sectPr><w:headerReference w:type="{kind}" r:id="id_header1"/><w:titlePg/></w:sectPr>'
    )
    settings = "<w:evenAndOddHeaders/>"
    parts = {"header1": paragraph("חברת הדוגמה"), "settings": settings}
    path = write_docx(tmp_path / "a.docx", paragraph("גוף") + section, parts=parts)
    assert [(item.text, item.role) for item in read(path)] == [
        ("חברת הדוגמה", Role.HEADER),
        ("גוף", Role.BODY),
    ]


def test_a_document_that_word_takes_in_is_read_with_its_own_numbers(tmp_path: Path) -> None:
    lists = numbering(level(0, "hebrew1", "%1."))
    inner = write_docx(tmp_path / "inner.docx", item("פנימי"), parts={"numbering": lists})
    path = write_docx(tmp_path / "a.docx", '<w:altChunk r:id="id_part1"/>' + paragraph("אחרי"))
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("word/part1.docx", inner.read_bytes())
    relations = '<Relationship Id="id_part1" Type="x/aFChunk" Target="part1.docx"/></Relationships>'
    changed = replaced(path, "word/_rels/document.xml.rels", "</Relationships>", relations)
    assert texts(changed) == ["א. פנימי", "אחרי"]


def replaced(path: Path, part: str, old: str, new: str) -> Path:
    target = path.with_name("changed.docx")
    with zipfile.ZipFile(path) as source, zipfile.ZipFile(target, "w") as archive:
        for name in source.namelist():
            data = source.read(name)
            changed = data.decode().replace(old, new).encode() if name == part else data
            archive.writestr(name, changed)
    return target


def test_a_deleted_item_is_not_counted_and_a_deleted_end_joins_two_paragraphs(
    tmp_path: Path,
) -> None:
    def marked(text: str, mark: str) -> str:
        listed = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'
        return f"<w:p><w:pPr>{listed}<w:rPr><w:{mark}/></w:rPr></w:pPr>{text}</w:p>"

    gone = f"<w:del>{run('נמחק')}</w:del>"
    body = item("ראשון") + marked(gone, "del") + marked(run("שני "), "moveFrom") + item("и ещё")
    lists = numbering(level(0, "decimal", "%1."))
    path = write_docx(tmp_path / "a.docx", body, parts={"numbering": lists})
    assert texts(path) == ["1. ראשון", "2. שני и ещё"]


def test_a_deleted_end_before_a_table_or_at_the_end_of_a_cell_loses_nothing(tmp_path: Path) -> None:
    ends = "<w:rPr><w:del/></w:rPr>"
    held = f"<w:tc>{paragraph('בתא', ends)}</w:tc>"
    body = paragraph("לפני", ends) + table(row(held, cell("12")))
    assert texts(write_docx(tmp_path / "a.docx", body)) == ["לפני", "בתא\t12"]
