"""A file is what its bytes say, and what is not read is named."""

import io
import struct
import zipfile
from pathlib import Path

import pytest
from PIL import Image

from docx_files import paragraph, write_docx
from kesher.documents.parsing.media import DOCX, MARKDOWN, PDF, TEXT, detect
from kesher.errors import (
    DamagedDocumentError,
    DocumentError,
    EmptyDocumentError,
    EncryptedDocumentError,
    UnsafeArchiveError,
    UnsupportedMediaError,
)

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
    ],
)
def test_the_bytes_tell_the_kind_and_the_name_only_markdown(
    tmp_path: Path, data: bytes, name: str, kind: str
) -> None:
    assert kind_of(file_of(tmp_path, data), name) == kind


def test_a_docx_is_one_whatever_it_is_called(tmp_path: Path) -> None:
    path = write_docx(tmp_path / "a.docx", paragraph("שלום"), main="word/document2.xml")
    assert kind_of(path, "שלום.pdf") == DOCX


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


def ole(stream: str) -> bytes:
    return b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600) + stream.encode("utf-16-le")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (picture("JPEG"), "JPEG"),
        (picture("PNG"), "PNG"),
        (picture("WEBP"), "WebP"),
        (picture("TIFF"), "TIFF"),
        (b"{\\rtf1\\ansi", "RTF"),
        (b"<!DOCTYPE HTML><html></html>", "HTML"),
        (zipped("xl/workbook.xml", "[Content_Types].xml"), "Excel workbook"),
        (zipped("ppt/presentation.xml"), "PowerPoint"),
        (zipped("mimetype", "META-INF/manifest.xml"), "OpenDocument"),
        (zipped("a.txt"), "ZIP archive"),
        (ole("WordDocument"), r"old \.doc"),
        (ole("Workbook"), r"old \.xls"),
        (ole("Other"), "old Office"),
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
