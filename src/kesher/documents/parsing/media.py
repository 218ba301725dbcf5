"""What a file is, found by looking at its bytes; its name only tells Markdown from plain text."""

import re
import zipfile
from pathlib import Path, PurePath

from kesher.documents.parsing.archive import check_archive
from kesher.documents.parsing.encodings import guess_encoding
from kesher.errors import (
    DamagedDocumentError,
    EmptyDocumentError,
    EncryptedDocumentError,
    UnsupportedMediaError,
)

PDF = "application/pdf"
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
TEXT = "text/plain"
MARKDOWN = "text/markdown"

READABLE_ENDINGS = (".pdf", ".docx", ".txt", ".md", ".markdown")
MARKDOWN_ENDINGS = (".md", ".markdown", ".mdown", ".mkd")

_HEAD_BYTES = 1 << 20
_PDF_HEADER = re.compile(rb"(?:^|[\r\n\x00])\s*%PDF-\d")  # junk before it is common
_PDF_HEADER_BYTES = 1024  # ISO 32000-1, annex H, implementation note 13
_MARKUP = re.compile(rb"\s*<(?:!doctype html|html|head|body)\b", re.IGNORECASE)
_WORD_MAIN = re.compile(rb"wordprocessingml\.(?:document|template)\.main\+xml|ms-word\.[\w.]*main")
_SIGNATURES = (
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"\x89PNG\r\n", "a PNG picture"),
    (b"GIF8", "a GIF picture"),
    (b"II*\x00", "a TIFF picture"),
    (b"MM\x00*", "a TIFF picture"),
    (b"BM", "a BMP picture"),
    (b"{\\rtf", "an RTF document"),
    (b"%!PS", "a PostScript file"),
    (b"AT&TFORM", "a DjVu document"),
    (b"7z\xbc\xaf", "a 7z archive"),
    (b"Rar!", "a RAR archive"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"\x7fELF", "a program"),
    (b"MZ", "a program"),
    (b"SQLite format 3", "a database"),
    (b"ID3", "a sound file"),
)
_ZIP_CONTENTS = (
    ("xl/", "an Excel workbook"),
    ("ppt/", "a PowerPoint presentation"),
    ("META-INF/container.xml", "an EPUB book"),
    ("META-INF/manifest.xml", "an OpenDocument file"),
    ("AndroidManifest.xml", "an app"),
)
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_OLE_CONTENTS = (
    ("WordDocument", "a Word document of the old .doc format"),
    ("Workbook", "an Excel workbook of the old .xls format"),
    ("PowerPoint Document", "a presentation of the old .ppt format"),
    ("__substg1.0_", "an Outlook message"),
)


def detect(path: Path, name: str, *, unpacked_limit_bytes: int) -> str:
    """Return the media type of a file: `PDF`, `DOCX`, `TEXT` or `MARKDOWN`.

    A file is what its bytes say: a DOCX named `.pdf` is a DOCX. A DOCX is unpacked once in
    passing, see `check_archive`.

    Raises:
        EmptyDocumentError: the file has no bytes.
        UnsupportedMediaError: it is of another kind, which the message names.
        EncryptedDocumentError: it is an Office file locked by a password.
        DamagedDocumentError: it begins as a DOCX and is cut off.
        UnsafeArchiveError: unpacking it would do harm.
    """
    with path.open("rb") as file:
        head = file.read(_HEAD_BYTES)
    if not head:
        raise EmptyDocumentError(
            f"`{name}` has no bytes. Check where it came from and add it anew."
        )
    if _PDF_HEADER.search(head[:_PDF_HEADER_BYTES]):
        return PDF
    if head.startswith(b"PK\x03\x04"):
        return _zipped(path, name, unpacked_limit_bytes)
    if head.startswith(_OLE):
        raise _old_office(path, name)
    return _text(head, name)


def _zipped(path: Path, name: str, unpacked_limit_bytes: int) -> str:
    try:
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
            types = archive.read("[Content_Types].xml") if "[Content_Types].xml" in names else b""
    except (zipfile.BadZipFile, RuntimeError, OSError) as error:
        raise DamagedDocumentError(
            f"`{name}` begins as a zipped file (as a DOCX is) and is cut off or damaged: {error}. "
            "Get a whole copy and add it again."
        ) from error
    if _WORD_MAIN.search(types):
        check_archive(path, name=name, unpacked_limit_bytes=unpacked_limit_bytes)
        return DOCX
    for start, kind in _ZIP_CONTENTS:
        if any(entry.startswith(start) for entry in names):
            raise _unsupported(name, kind)
    raise _unsupported(name, "a ZIP archive")


def _old_office(path: Path, name: str) -> EncryptedDocumentError | UnsupportedMediaError:
    """Say what an OLE file is; its folder lists its streams in UTF-16."""
    data = path.read_bytes()
    if "EncryptedPackage".encode("utf-16-le") in data:
        return EncryptedDocumentError(
            f"`{name}` is locked by a password. Save it without one and add that file."
        )
    for stream, kind in _OLE_CONTENTS:
        if stream.encode("utf-16-le") in data:
            return _unsupported(name, kind)
    return _unsupported(name, "a file of an old Office format")


def _text(head: bytes, name: str) -> str:
    for signature, kind in _SIGNATURES:
        if head.startswith(signature):
            raise _unsupported(name, kind)
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        raise _unsupported(name, "a WebP picture")
    if _MARKUP.match(head):
        raise _unsupported(name, "an HTML page")
    if guess_encoding(head) is None:
        raise _unsupported(name, "not a document: its bytes are no text")
    return MARKDOWN if PurePath(name).suffix.lower() in MARKDOWN_ENDINGS else TEXT


def _unsupported(name: str, kind: str) -> UnsupportedMediaError:
    return UnsupportedMediaError(
        f"`{name}` is {kind}, which is not read. Save or print it as PDF and add that; "
        f"what is read: {', '.join(READABLE_ENDINGS)}."
    )
