"""A file is what its bytes say, and what is not read is named."""

import io
import struct
import zipfile
from pathlib import Path

import pytest
from PIL import Image

from docx_files import paragraph, write_docx
from kesher.documents.parsing.media import (
    DOC,
    DOCX,
    HTML,
    MAIL,
    MARKDOWN,
    ODP,
    ODS,
    ODT,
    PDF,
    PPT,
    PPTX,
    RTF,
    TEXT,
    XLS,
    XLSX,
    detect,
)
from kesher.errors import (
    DamagedDocumentError,
    DocumentError,
    EmptyDocumentError,
    EncryptedDocumentError,
    UnsafeArchiveError,
    UnsupportedMediaError,
)
from ole_files import ole

OFFICE = "application/vnd.openxmlformats-officedocument"
LIMIT_BYTES = 64 * 1024 * 1024


def kind_of(path: Path, name: str) -> str:
    return detect(path, name, unpacked_limit_bytes=LIMIT_BYTES)


def file_of(tmp_path: Path, data: bytes) -> Path:
    path = tmp_path / "bytes"
    path.write_bytes(data)
    return path


@pytest.mark.parametrize(
    ("data", "name", "kind"),
    [
        (b"%PDF-1.7\n...", "a.pdf", PDF),
        (b"%PDF-1.7\n...", "a.docx", PDF),
        (b"junk of a mail gateway\r\n\r\n%PDF-1.4\n", "a.pdf", PDF),
        (b"\x00\x00%PDF-2.0", "a", PDF),
        ("נוהל %PDF-1.4 הוא סימן".encode(), "a.txt", TEXT),
        ("שלום".encode(), "נוהל.txt", TEXT),
        ("שלום".encode(), 'נוהל "חדש"/טיוטה', TEXT),
        ("# שלום".encode(), "נוהל.MD", MARKDOWN),
        ("שלום, כיתה א'".encode("cp1255"), "ישן.txt", TEXT),
        ("שלום עולם, עמוד".encode("utf-16"), "a.txt", TEXT),
        ("مرحبا بكم".encode("cp1256"), "a.txt", TEXT),
        ("Привет, коллеги".encode("cp1251"), "a.txt", TEXT),
        (b"{\\rtf1\\ansi", "a.doc", RTF),
        (b"<!DOCTYPE HTML><html></html>", "a.pdf", HTML),
        ("\ufeff<?xml version='1.0'?>\n<!-- x -->\n<HTML dir=rtl>שלום".encode(), "a", HTML),
        ("<html><p>שלום לכולם</p>".encode("utf-16"), "a.txt", HTML),
        (b"<html><p>\xe9\xf9 \x81\xff\xd9</p>", "a.html", HTML),
        ("<p>שלום</p><p>כולם</p>".encode(), "שמור.htm", HTML),
        ("הסימן <p> פותח פסקה".encode(), "a.txt", TEXT),
        ("From: a@b.c\r\nTo: d@e.f\r\nSubject: שלום\r\n\r\nגוף".encode(), "a.txt", MAIL),
        (b"From a@b.c Mon\nReceived: x\n by y\nFrom: a@b.c\nSubject: z\n\nbody", "a", MAIL),
        ("From: here\nשורה רגילה\nTo: there\nSubject: z\n".encode(), "a.txt", TEXT),
    ],
)
def test_the_bytes_tell_the_kind_and_the_name_only_kinds_of_text(
    tmp_path: Path, data: bytes, name: str, kind: str
) -> None:
    assert kind_of(file_of(tmp_path, data), name) == kind


def test_a_docx_is_one_whatever_it_is_called(tmp_path: Path) -> None:
    path = write_docx(tmp_path / "a.docx", paragraph("שלום"), main="word/document2.xml")
    assert kind_of(path, "שלום.pdf") == DOCX


@pytest.mark.parametrize(
    ("content_type", "kind"),
    [
        ("application/vnd.ms-word.document.macroEnabled.main+xml", DOCX),
        (f"{OFFICE}.wordprocessingml.template.main+xml", DOCX),
        (f"{OFFICE}.presentationml.presentation.main+xml", PPTX),
        (f"{OFFICE}.presentationml.slideshow.main+xml", PPTX),
        ("application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml", PPTX),
        (f"{OFFICE}.spreadsheetml.sheet.main+xml", XLSX),
        ("application/vnd.ms-excel.sheet.macroEnabled.main+xml", XLSX),
    ],
)
def test_an_office_package_is_what_its_content_types_say(
    tmp_path: Path, content_type: str, kind: str
) -> None:
    path = tmp_path / "bytes"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("[Content_Types].xml", f'<Types><Override ContentType="{content_type}"/>')
    assert kind_of(path, "שלום.pdf") == kind


@pytest.mark.parametrize("kind", [ODT, ODP, ODS])
def test_opendocument_files_are_what_they_say(tmp_path: Path, kind: str) -> None:
    stored = io.BytesIO()
    with zipfile.ZipFile(stored, "w") as archive:
        archive.writestr("mimetype", kind)
        archive.writestr("content.xml", "<x/>")
    assert kind_of(file_of(tmp_path, stored.getvalue()), "a.pdf") == kind


@pytest.mark.parametrize(
    ("stream", "kind"),
    [("WordDocument", DOC), ("PowerPoint Document", PPT), ("Workbook", XLS), ("Book", XLS)],
)
def test_old_office_files_are_known_by_their_streams(
    tmp_path: Path, stream: str, kind: str
) -> None:
    assert kind_of(file_of(tmp_path, ole(stream)), "a.docx") == kind


def picture(kind: str) -> bytes:
    stored = io.BytesIO()
    Image.new("L", (4, 4)).save(stored, kind)
    return stored.getvalue()


def zipped(*names: str) -> bytes:
    stored = io.BytesIO()
    with zipfile.ZipFile(stored, "w") as archive:
        for name in names:
            archive.writestr(name, "x")
    return stored.getvalue()


@pytest.mark.parametrize("kind", ["png", "jpeg", "tiff", "webp", "gif", "bmp"])
def test_a_picture_is_told_by_its_bytes_whatever_its_name(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "סריקה.pdf"
    path.write_bytes(picture(kind.upper()))

    found = detect(path, path.name, unpacked_limit_bytes=1 << 20)

    assert found == f"image/{kind}"


def test_what_is_attached_to_a_message_does_not_make_it_a_word_file(tmp_path: Path) -> None:
    message = ole("__properties_version1.0", "__substg1.0_0037001F", deeper="WordDocument")
    with pytest.raises(UnsupportedMediaError, match="Outlook"):
        kind_of(file_of(tmp_path, message + ole("WordDocument")), "דואר.msg")


def test_an_old_word_file_that_holds_a_workbook_is_a_word_file(tmp_path: Path) -> None:
    held = ole("1Table", "ObjectPool", "WordDocument", deeper="Workbook")
    assert kind_of(file_of(tmp_path, held), "חוזה.doc") == DOC


@pytest.mark.parametrize("kept", [8, 511, 600, 1024])
def test_an_old_office_file_that_is_cut_off_says_so(tmp_path: Path, kept: int) -> None:
    with pytest.raises(DamagedDocumentError, match=r"`Отчёт\.doc` .*cut off"):
        kind_of(file_of(tmp_path, ole("WordDocument")[:kept]), "Отчёт.doc")


def test_sectors_that_go_in_a_circle_are_a_damage(tmp_path: Path) -> None:
    circle = bytearray(ole("WordDocument"))
    struct.pack_into("<I", circle, 512 + 4, 1)  # the directory's sector follows itself
    with pytest.raises(DamagedDocumentError, match="circle"):
        kind_of(file_of(tmp_path, bytes(circle)), "a.doc")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\0\0\0\x18ftypheic" + bytes(300), "HEIC.* Most Compatible"),
        (zipped("xl/workbook.xml", "[Content_Types].xml"), r"\.xlsb"),
        (zipped("mimetype", "META-INF/manifest.xml"), "OpenDocument"),
        (zipped("a.txt"), "ZIP archive"),
        (ole("__substg1.0_"), "Outlook"),
        (ole("Other"), "old Office"),
        ('<?xml version="1.0"?><!-- ציור --><svg><text>שלום</text></svg>'.encode(), "SVG drawing"),
        (b"\x01\x02\x03\x04 noise \x05", "no text"),
        (bytes(2000), "no text"),
    ],
)
def test_what_is_not_read_is_named_with_a_remedy(tmp_path: Path, data: bytes, said: str) -> None:
    with pytest.raises(UnsupportedMediaError, match=said) as caught:
        kind_of(file_of(tmp_path, data), "קובץ.pdf")
    assert "קובץ.pdf" in str(caught.value)
    assert ".docx" in str(caught.value)


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (b"", EmptyDocumentError),
        (ole("EncryptedPackage"), EncryptedDocumentError),
        (zipped("word/document.xml")[:60], DamagedDocumentError),
    ],
    ids=("empty", "locked", "truncated"),  # a zip holds its time: the bytes are no name
)
def test_empty_locked_and_truncated_files_have_errors_of_their_own(
    tmp_path: Path, data: bytes, error: type[DocumentError]
) -> None:
    with pytest.raises(error, match=r"נוהל\.docx"):
        kind_of(file_of(tmp_path, data), "נוהל.docx")


def docx_with(tmp_path: Path, **parts: bytes) -> Path:
    path = write_docx(tmp_path / "a.docx", paragraph("שלום"))
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(f"word/{name}.xml", data)
    return path


def test_an_archive_that_declares_too_much_is_refused(tmp_path: Path) -> None:
    path = docx_with(tmp_path, bomb=bytes(LIMIT_BYTES + 1))
    with pytest.raises(UnsafeArchiveError, match="unpacked_limit_bytes"):
        kind_of(path, "a.docx")


def test_an_archive_that_lies_about_its_sizes_is_refused(tmp_path: Path) -> None:
    path = docx_with(tmp_path, bomb=bytes(1_000_000))
    honest = struct.pack("<L", 1_000_000)
    path.write_bytes(path.read_bytes().replace(honest, struct.pack("<L", 10)))
    with pytest.raises(UnsafeArchiveError, match=r"word/bomb\.xml.*10 bytes"):
        kind_of(path, "a.docx")


def test_an_archive_packed_as_only_a_bomb_is_is_refused(tmp_path: Path) -> None:
    path = docx_with(tmp_path, bomb=bytes(120 * 1024 * 1024))
    with pytest.raises(UnsafeArchiveError, match="times its size"):
        detect(path, "a.docx", unpacked_limit_bytes=1 << 30)


def test_an_archive_of_very_many_files_is_refused(tmp_path: Path) -> None:
    path = docx_with(tmp_path, **{f"a{at}": b"" for at in range(10_001)})
    with pytest.raises(UnsafeArchiveError, match="10,0"):
        kind_of(path, "a.docx")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-16-be"])
def test_a_document_type_in_any_part_is_refused(tmp_path: Path, encoding: str) -> None:
    hostile = (" " * 70_000 + '<!DOCTYPE x [<!ENTITY a "b">]><x/>').encode(encoding)
    with pytest.raises(UnsafeArchiveError, match=r"word/theme\.xml"):
        kind_of(docx_with(tmp_path, theme=hostile), "a.docx")


def test_an_ordinary_large_document_is_taken(tmp_path: Path) -> None:
    body = "".join(paragraph(f"סעיף {at}: עובד זכאי ל-22 ימי חופשה.") for at in range(20_000))
    path = write_docx(tmp_path / "a.docx", body)
    assert kind_of(path, "a.docx") == DOCX


def test_a_package_whose_names_are_no_text_is_named_as_damaged(tmp_path: Path) -> None:
    name = "חוזה.xml"
    spoilt = zipped(name).replace(name.encode(), b"\xff" * len(name.encode()))
    with pytest.raises(DamagedDocumentError, match=r"נוהל\.docx"):
        kind_of(file_of(tmp_path, spoilt), "נוהל.docx")
