"""What a file is, found by looking at its bytes; its name only tells kinds of text apart."""

import re
import zipfile
from pathlib import Path, PurePath

from kesher.documents.parsing import ole
from kesher.documents.parsing.archive import DAMAGE, check_archive
from kesher.documents.parsing.encodings import as_named, guess_encoding
from kesher.errors import (
    DamagedDocumentError,
    EmptyDocumentError,
    EncryptedDocumentError,
    UnsupportedMediaError,
)

_OFFICE = "application/vnd.openxmlformats-officedocument"

PDF = "application/pdf"
DOCX = f"{_OFFICE}.wordprocessingml.document"
PPTX = f"{_OFFICE}.presentationml.presentation"
XLSX = f"{_OFFICE}.spreadsheetml.sheet"
DOC = "application/msword"
RTF = "application/rtf"
PPT = "application/vnd.ms-powerpoint"
XLS = "application/vnd.ms-excel"
ODT = "application/vnd.oasis.opendocument.text"
ODP = "application/vnd.oasis.opendocument.presentation"
ODS = "application/vnd.oasis.opendocument.spreadsheet"
HTML = "text/html"
MAIL = "message/rfc822"
TEXT = "text/plain"
MARKDOWN = "text/markdown"
PNG, JPEG, TIFF = "image/png", "image/jpeg", "image/tiff"
WEBP, GIF, BMP = "image/webp", "image/gif", "image/bmp"
PICTURES = frozenset({PNG, JPEG, TIFF, WEBP, GIF, BMP})

READABLE_ENDINGS = (
    *(".pdf", ".docx", ".docm", ".dotx", ".doc", ".rtf", ".odt"),
    *(".pptx", ".pptm", ".ppsx", ".ppt", ".odp", ".xlsx", ".xlsm", ".xls", ".ods"),
    *(".html", ".htm", ".eml", ".txt", ".md", ".markdown"),
    *(".png", ".jpg", ".jpeg", ".tif", ".tiff", ".webp", ".gif", ".bmp"),
)
MARKDOWN_ENDINGS = (".md", ".markdown", ".mdown", ".mkd")
HTML_ENDINGS = (".html", ".htm", ".xhtml")

_HEAD_BYTES = 1 << 20
_PDF_HEADER = re.compile(rb"(?:^|[\r\n\x00])\s*%PDF-\d")  # junk before it is common
_PDF_HEADER_BYTES = 1024  # ISO 32000-1, annex H, implementation note 13
_MARKUP = re.compile(
    r"(?:\s|<\?[^>]{0,1000}\?>|<!--.{0,5000}?-->)*+<(?:!doctype html|html|head|body)\b",
    re.IGNORECASE | re.DOTALL,
)
_DRAWING = re.compile(
    r"(?:\s|<\?[^>]{0,1000}\?>|<!--.{0,5000}?-->|<!doctype svg[^>]{0,1000}>)*+<svg\b",
    re.IGNORECASE | re.DOTALL,
)
_TAG = re.compile(r"<(?:p|div|table|h[1-6]|ul|ol|br|span|b|a)\b[^<>]*>", re.IGNORECASE)
# By content types: what a package is, whatever its parts and the file are called.
_OFFICE_MAINS = (
    (re.compile(rb"wordprocessingml\.(?:document|template)\.main\+xml|ms-word\.[\w.]*main"), DOCX),
    (
        re.compile(
            rb"presentationml\.(?:presentation|slideshow|template)\.main\+xml"
            rb"|ms-powerpoint\.(?:presentation|slideshow|template)\.[\w.]*main"
        ),
        PPTX,
    ),
    (re.compile(rb"spreadsheetml\.(?:sheet|template)\.main\+xml|ms-excel\.[\w.]*main\+xml"), XLSX),
)
_HEADER = re.compile(r"[!-9;-~]+:")
_MAIL_HEADERS = frozenset(
    {
        *("from", "to", "subject", "date", "received", "return-path", "message-id"),
        *("mime-version", "content-type", "delivered-to", "reply-to", "cc", "sender"),
    }
)
_FEWEST_HEADERS = 3
_PICTURES = (
    *((re.compile(rb"\xff\xd8\xff"), JPEG), (re.compile(rb"\x89PNG\r\n"), PNG)),
    *((re.compile(rb"II[*+]\x00|MM\x00[*+]"), TIFF), (re.compile(rb"GIF8[79]a"), GIF)),
    (re.compile(rb"RIFF.{4}WEBP", re.DOTALL), WEBP),
    (re.compile(rb"BM.{4}\x00{4}.{4}[\x0c\x28\x6c\x7c]\x00{3}", re.DOTALL), BMP),
)
_PHONE_PICTURE = re.compile(rb".{4}ftyp(?:hei[cxms]|hev[cx]|mif1|msf1|avi[fs])", re.DOTALL)
_SIGNATURES = (
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
    ("xl/", "an Excel workbook of the binary .xlsb format"),
    ("META-INF/container.xml", "an EPUB book"),
    ("META-INF/manifest.xml", "an OpenDocument file"),
    ("AndroidManifest.xml", "an app"),
)
_OLE_KINDS = (("WordDocument", DOC), ("PowerPoint Document", PPT), ("Workbook", XLS), ("Book", XLS))
_OUTLOOK = "__substg1.0_"


def detect(path: Path, name: str, *, unpacked_limit_bytes: int) -> str:
    """Return the media type of a file: one of the constants of this module.

    A file is what its bytes say: a DOCX named `.pdf` is a DOCX. Only plain text takes a word from
    its name, which tells Markdown, and HTML that begins in its middle. What is packed is unpacked
    once in passing, see `check_archive`.

    Raises:
        EmptyDocumentError: the file has no bytes.
        UnsupportedMediaError: it is of another kind, which the message names.
        EncryptedDocumentError: it is an Office file locked by a password.
        DamagedDocumentError: it begins as a DOCX or DOC and is cut off.
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
    if head.startswith(ole.SIGNATURE):
        return _old_office(path, name)
    if head.startswith(b"{\\rtf"):
        return RTF
    return _picture(head, name) or _text(head, name)


def _picture(head: bytes, name: str) -> str | None:
    if _PHONE_PICTURE.match(head):
        raise _unsupported(
            name, "a HEIC or AVIF picture of a telephone (iPhone: Camera, Formats, Most Compatible)"
        )
    return next((kind for sign, kind in _PICTURES if sign.match(head)), None)


def _zipped(path: Path, name: str, unpacked_limit_bytes: int) -> str:
    try:
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
            types = _start_of(archive, "[Content_Types].xml")
            declared = _start_of(archive, "mimetype")
    except (*DAMAGE, RuntimeError) as error:
        raise DamagedDocumentError(
            f"`{name}` begins as a zipped file (as a DOCX is) and is cut off or damaged: {error}. "
            "Get a whole copy and add it again."
        ) from error
    kinds = [kind for sign, kind in _OFFICE_MAINS if sign.search(types)]
    open_kind = declared.decode("ascii", "replace").strip().removesuffix("-template")
    kinds += [kind for kind in (ODT, ODP, ODS) if kind == open_kind]
    if kinds:
        check_archive(path, name=name, unpacked_limit_bytes=unpacked_limit_bytes)
        return kinds[0]
    for start, kind in _ZIP_CONTENTS:
        if any(entry.startswith(start) for entry in names):
            raise _unsupported(name, kind)
    raise _unsupported(name, "a ZIP archive")


def _start_of(archive: zipfile.ZipFile, entry: str) -> bytes:
    """Return the first bytes of an entry, none where it is not there."""
    if entry not in archive.NameToInfo:
        return b""
    with archive.open(entry) as packed:
        return packed.read(_HEAD_BYTES)


def _old_office(path: Path, name: str) -> str:
    try:
        names = ole.top_names(path.read_bytes())
    except ValueError as error:
        raise DamagedDocumentError(
            f"`{name}` begins as a file of an old Office format (.doc, .xls, .ppt) and is cut off "
            f"or damaged: {error}. Get a whole copy and add it again."
        ) from error
    if "EncryptedPackage" in names:
        raise EncryptedDocumentError(
            f"`{name}` is locked by a password. Save it without one and add that file."
        )
    for stream, kind in _OLE_KINDS:
        if stream in names:
            return kind
    if any(each.startswith(_OUTLOOK) for each in names):
        raise _unsupported(name, "an Outlook message")
    raise _unsupported(name, "a file of an old Office format")


def _text(head: bytes, name: str) -> str:
    for signature, kind in _SIGNATURES:
        if head.startswith(signature):
            raise _unsupported(name, kind)
    encoding = guess_encoding(head) or _declared_encoding(head)
    if encoding is None:
        raise _unsupported(name, "not a document: its bytes are no text")
    text = as_named(head, encoding).lstrip("\ufeff")
    ending = PurePath(name).suffix.lower()
    if _DRAWING.match(text):
        raise _unsupported(name, "an SVG drawing")
    if _MARKUP.match(text) or (ending in HTML_ENDINGS and _TAG.search(text)):
        return HTML
    if _is_mail(text):
        return MAIL
    return MARKDOWN if ending in MARKDOWN_ENDINGS else TEXT


def _declared_encoding(head: bytes) -> str | None:
    """Let a page or mail say what its bytes do not show; one of another kind is no text."""
    is_declared = b"\0" not in head and (
        b"<html" in head.lower() or _is_mail(head.decode("latin-1"))
    )
    return "latin-1" if is_declared else None


def _is_mail(text: str) -> bool:
    """Tell a mail by what it begins with: headers, of which several are those of mails."""
    lines = text.partition("\n\n")[0].replace("\r", "").split("\n")
    if lines[0].startswith("From "):  # as a mail begins in a Unix mailbox
        lines = lines[1:]
    names = set()
    for line in lines:
        if not line:
            break
        found = _HEADER.match(line)
        if found:
            names.add(found.group()[:-1].lower())
        elif not line[0].isspace():
            return False
    return len(names & _MAIL_HEADERS) >= _FEWEST_HEADERS


def _unsupported(name: str, kind: str) -> UnsupportedMediaError:
    return UnsupportedMediaError(
        f"`{name}` is {kind}, which is not read. Save or print it as PDF and add that; "
        f"what is read: {', '.join(READABLE_ENDINGS)}."
    )
