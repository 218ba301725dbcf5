"""What a DOCX shows is what is read, in the order in which it is read."""

import zipfile
from pathlib import Path

import docx
import pytest

from docx_files import STRICT, item, level, numbering, paragraph, run, write_docx
from kesher.documents.parsing.docx import read_docx
from kesher.documents.parsing.structure import Role
from kesher.errors import DamagedDocumentError, UnsafeArchiveError


def texts(path: Path) -> list[str]:
    return [found.text for found in read_docx(path, name=path.name)]


@pytest.mark.parametrize(
    "text",
    [
        "עובד במשרה מלאה זכאי ל-22 ימי חופשה (ראו 4.2(א))",
        "התחברו דרך VPN בלבד, גרסה 5.2 ומעלה; Employees may work from home (see נוהל 7).",
        "ساعات العمل 09:00–17:00 من الأحد إلى الخميس.",
        "Сотрудник имеет право на 22 дня отпуска.",
        'מע״מ 18%, מנכ"ל ת"א, ₪1,250.50',
    ],
)
def test_text_keeps_its_logical_order(tmp_path: Path, text: str) -> None:
    assert texts(write_docx(tmp_path / "a.docx", paragraph(text))) == [text]


def test_a_file_of_python_docx_is_read_with_its_table(tmp_path: Path) -> None:
    document = docx.Document()
    document.add_heading("נוהל רכש", level=1)
    table = document.add_table(rows=2, cols=2)
    for cell, text in zip(
        [cell for row in table.rows for cell in row.cells],
        ("פריט", "מחיר", "מסך 27", "₪899.00"),
        strict=True,
    ):
        cell.text = text
    document.save(str(tmp_path / "a.docx"))
    found = read_docx(tmp_path / "a.docx", name="a.docx")
    assert [(p.text, p.role, p.level) for p in found] == [
        ("נוהל רכש", Role.HEADING, 1),
        ("פריט\tמחיר", Role.ROW, 0),
        ("מסך 27\t₪899.00", Role.ROW, 0),
    ]


def test_hidden_and_deleted_text_is_out_and_inserted_text_is_in(tmp_path: Path) -> None:
    body = (
        "<w:p>"
        + run("הסכום ")
        + f"<w:del><w:r><w:delText>₪900</w:delText></w:r></w:del><w:ins>{run('₪1,250.50')}</w:ins>"
        + f"<w:moveFrom>{run('הועבר')}</w:moveFrom>{run(' לעובד')}{run('סוד', '<w:vanish/>')}"
        + run(".", '<w:vanish w:val="0"/>')
        + "</w:p>"
    )
    assert texts(write_docx(tmp_path / "a.docx", body)) == ["הסכום ₪1,250.50 לעובד."]


def test_text_hidden_by_its_style_is_out(tmp_path: Path) -> None:
    styles = (
        '<w:style w:type="character" w:styleId="base"><w:rPr><w:vanish/></w:rPr></w:style>'
        '<w:style w:type="character" w:styleId="secret"><w:basedOn w:val="base"/></w:style>'
    )
    body = "<w:p>" + run("גלוי") + run("נסתר", '<w:rStyle w:val="secret"/>') + "</w:p>"
    assert texts(write_docx(tmp_path / "a.docx", body, parts={"styles": styles})) == ["גלוי"]


def test_styles_based_on_each_other_do_not_hang(tmp_path: Path) -> None:
    styles = (
        '<w:style w:type="paragraph" w:styleId="a"><w:basedOn w:val="b"/></w:style>'
        '<w:style w:type="paragraph" w:styleId="b"><w:basedOn w:val="a"/></w:style>'
    )
    body = paragraph("טקסט", '<w:pStyle w:val="a"/>')
    assert texts(write_docx(tmp_path / "a.docx", body, parts={"styles": styles})) == ["טקסט"]


def test_soft_hyphens_and_direction_marks_go_and_a_hard_hyphen_stays(tmp_path: Path) -> None:
    body = (
        "<w:p><w:r><w:t>מספר 03</w:t><w:noBreakHyphen/><w:t>1234567 בש</w:t><w:softHyphen/>"
        "<w:t>עות\u200f הבו\u00adקר\u200e</w:t></w:r></w:p>"
    )
    assert texts(write_docx(tmp_path / "a.docx", body)) == ["מספר 03-1234567 בשעות הבוקר"]


def test_a_fields_result_is_read_and_its_instruction_is_not(tmp_path: Path) -> None:
    body = (
        "<w:p>"
        + run("ראו ")
        + '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>REF x</w:instrText></w:r>'
        + run("פנימי")
        + '<w:r><w:fldChar w:fldCharType="separate"/></w:r>'
        + run("סעיף 4")
        + '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
        + run(".")
        + "</w:p>"
    )
    assert texts(write_docx(tmp_path / "a.docx", body)) == ["ראו סעיף 4."]


def test_a_text_box_is_read_once_after_its_paragraph(tmp_path: Path) -> None:
    box = f"<w:txbxContent>{paragraph('בתיבה')}</w:txbxContent>"
    body = (
        "<w:p>"
        + run("לפני")
        + f"<w:r><mc:AlternateContent><mc:Choice>{box}</mc:Choice>"
        + f"<mc:Fallback>{box}</mc:Fallback></mc:AlternateContent></w:r></w:p>"
        + paragraph("אחרי")
    )
    assert texts(write_docx(tmp_path / "a.docx", body)) == ["לפני", "בתיבה", "אחרי"]


def test_headers_come_first_then_body_notes_and_footers(tmp_path: Path) -> None:
    body = (
        f"<w:p>{run('אישור רפואי')}"
        '<w:r><w:footnoteReference w:id="7"/></w:r>'
        + run(" תוך 3 ימים")
        + '<w:r><w:endnoteReference w:id="3"/></w:r></w:p>'
        '<w:sectPr><w:headerReference w:type="default" r:id="id_header1"/>'
        '<w:headerReference w:type="first" r:id="id_header2"/>'
        '<w:footerReference w:type="default" r:id="id_footer1"/></w:sectPr>'
    )
    note = "<w:p><w:r><w:{0}Ref/></w:r>" + run(" {1}") + "</w:p>"
    parts = {
        "header1": paragraph("חברת הדוגמה"),
        "header2": paragraph("לא מוצג: אין עמוד ראשון שונה"),
        "footer1": paragraph("סודי"),
        "footnotes": '<w:footnote w:type="separator" w:id="0"><w:p/></w:footnote>'
        f'<w:footnote w:id="7">{note.format("footnote", "דיגיטלי")}</w:footnote>',
        "endnotes": f'<w:endnote w:id="3">{note.format("endnote", "קלנדריים")}</w:endnote>',
    }
    found = read_docx(write_docx(tmp_path / "a.docx", body, parts=parts), name="a.docx")
    assert [(p.text, p.role) for p in found] == [
        ("חברת הדוגמה", Role.HEADER),
        ("אישור רפואי1 תוך 3 ימיםi", Role.BODY),
        ("1 דיגיטלי", Role.NOTE),
        ("i קלנדריים", Role.NOTE),
        ("סודי", Role.FOOTER),
    ]


def test_a_page_break_is_remembered_by_the_paragraph_after_it(tmp_path: Path) -> None:
    body = (
        paragraph("ראשון")
        + '<w:p><w:r><w:br w:type="page"/></w:r></w:p>'
        + paragraph("שני")
        + paragraph("שלישי", "<w:pageBreakBefore/>")
    )
    found = read_docx(write_docx(tmp_path / "a.docx", body), name="a.docx")
    assert [(p.text, p.starts_page) for p in found] == [
        ("ראשון", False),
        ("שני", True),
        ("שלישי", True),
    ]


def test_long_cells_are_paragraphs_and_nested_tables_keep_their_place(tmp_path: Path) -> None:
    nested = f"<w:tbl><w:tr><w:tc>{paragraph('פנימי א')}</w:tc></w:tr></w:tbl>"
    body = (
        f"<w:tbl><w:tr><w:tc>{paragraph('מילה ' * 60)}</w:tc>"
        f"<w:tc>{paragraph('לפני')}{nested}{paragraph('אחרי')}</w:tc></w:tr>"
        f"<w:tr><w:trPr><w:del/></w:trPr><w:tc>{paragraph('שורה שנמחקה')}</w:tc></w:tr></w:tbl>"
    )
    found = texts(write_docx(tmp_path / "a.docx", body))
    assert found == [("מילה " * 60).strip(), "לפני", "פנימי א", "אחרי"]


def test_a_content_control_and_a_formula_are_read(tmp_path: Path) -> None:
    body = (
        f"<w:sdt><w:sdtPr><w:alias/></w:sdtPr><w:sdtContent>{paragraph('בפקד')}"
        "</w:sdtContent></w:sdt><w:p>"
        + run("שטח ")
        + "<m:oMath><m:r><m:t>a=b</m:t></m:r></m:oMath></w:p>"
    )
    assert texts(write_docx(tmp_path / "a.docx", body)) == ["בפקד", "שטח a=b"]


def test_the_strict_dialect_and_an_unusual_main_part_are_read(tmp_path: Path) -> None:
    lists = numbering(level(0, "decimal", "%1."))
    path = write_docx(
        tmp_path / "a.docx",
        item("ראשון") + item("שני"),
        parts={"numbering": lists},
        namespace=STRICT,
        main="word/document2.xml",
    )
    assert texts(path) == ["1. ראשון", "2. שני"]


def test_a_document_type_in_the_xml_is_refused(tmp_path: Path) -> None:
    path = write_docx(tmp_path / "a.docx", paragraph("שלום"))
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    bomb = b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>'
    parts["word/document.xml"] = bomb + parts["word/document.xml"]
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    with pytest.raises(UnsafeArchiveError, match="document type"):
        read_docx(path, name=path.name)


@pytest.mark.parametrize("kept_fraction", [0.3, 0.9])
def test_a_truncated_file_is_named_as_damaged(tmp_path: Path, kept_fraction: float) -> None:
    path = write_docx(tmp_path / "נוהל.docx", paragraph("שלום " * 500))
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * kept_fraction)])
    with pytest.raises(DamagedDocumentError, match=r"נוהל\.docx"):
        read_docx(path, name=path.name)


def test_xml_that_is_cut_off_is_named_as_damaged(tmp_path: Path) -> None:
    path = write_docx(tmp_path / "a.docx", "<w:p>")
    with pytest.raises(DamagedDocumentError, match="well-formed"):
        read_docx(path, name=path.name)
