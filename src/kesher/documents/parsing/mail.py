"""A mail (.eml) → paragraphs: its subject, who wrote it to whom and when, its text, what hangs on.

Source: RFC 5322 (headers), RFC 2045 to 2047 (parts, encodings), RFC 1556 (Hebrew in mail).
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from email import message_from_bytes, policy
from email.errors import MessageError
from email.message import EmailMessage
from pathlib import Path

from kesher.documents.parsing.encodings import as_named, decode, guess_encoding
from kesher.documents.parsing.html_page import read_html_bytes
from kesher.documents.parsing.structure import Paragraph, Role, clean, without_empty
from kesher.errors import DamagedDocumentError, EmptyDocumentError
from kesher.text.direction import direction

SHOWN_HEADERS = ("From", "To", "Cc", "Date")
PARTS_LIMIT = 1_000
LINE_CHARS = 1_000  # of a header; a list of a thousand addressees says no more than its beginning
_ATTACHED = {"rtl": "קובץ מצורף, לא נקרא: {}", "ltr": "Attached, not read: {}"}
# An old name for Hebrew in a header's words, which Python does not know.
_HEBREW_WORD = re.compile(rb"=\?iso-8859-8-[ie]\?", re.IGNORECASE)
_SOFT_BREAK = re.compile(r"(?<=\S) \r?\n(?!>|-- )")  # RFC 3676
_TEXTS = ("text/plain", "text/html")


def read_mail(path: Path, *, name: str) -> tuple[Paragraph, ...]:
    """Read a mail: subject as a heading, headers, text, and the names of what is attached.

    Its plain text is read where it has one, else its HTML. Attachments are named, not read.

    Args:
        path: The bytes.
        name: What the person called the file, for messages.

    Raises:
        DamagedDocumentError: its parts are nested too deep, or there are too many.
        EmptyDocumentError: there is nothing in it.
    """
    try:
        message = message_from_bytes(
            _HEBREW_WORD.sub(b"=?iso-8859-8?", path.read_bytes()), policy=policy.default
        )
        found = tuple(without_empty(_paragraphs(message)))
    except (RecursionError, MessageError) as error:
        raise DamagedDocumentError(
            f"`{name}` is damaged: its parts are nested too deep, or its headers cannot be told "
            "apart. Open it in a mail program, save it anew and add that file."
        ) from error
    if not found:
        raise EmptyDocumentError(f"`{name}` holds no text. Add its attachments by themselves.")
    return found


def _paragraphs(message: EmailMessage) -> Iterator[Paragraph]:
    headers = {name: _header(message, name) for name in ("Subject", *SHOWN_HEADERS)}
    parts = [part for part, _ in zip(_leaves(message), range(PARTS_LIMIT), strict=False)]
    text = list(without_empty(_body(parts)))
    side = direction("\n".join([headers["Subject"], *(item.text for item in text)]))
    yield Paragraph(headers["Subject"], Role.HEADING, level=1)
    for name in SHOWN_HEADERS:
        if headers[name]:
            yield Paragraph(f"{name}: {headers[name]}")
    for item in text:
        # The mail's subject is its title; what is a title inside it stands below.
        yield replace(item, level=item.level + 1) if item.level else item
    for part in parts:
        if _is_attached(part):
            yield Paragraph(_ATTACHED[side].format(_called(part)))


def _header(message: EmailMessage, name: str) -> str:
    """Return a header's text; bytes that should have been encoded are decoded as they look."""
    raw = next((v for key, v in message.raw_items() if key.lower() == name.lower()), "")
    if re.search("[\udc80-\udcff]", str(raw)):
        data = str(raw).encode("utf-8", "surrogateescape")
        return _one_line(as_named(data, guess_encoding(data) or "cp1255"))
    return _one_line(str(message.get(name, "")))


def _one_line(text: str) -> str:
    line = clean(text).replace("\n", " ")
    return line if len(line) <= LINE_CHARS else line[:LINE_CHARS].rstrip() + " …"


def _leaves(message: EmailMessage) -> Iterator[EmailMessage]:
    """Yield the parts that hold something; a mail inside a mail is one of them."""
    waiting: list[EmailMessage] = [message]
    while waiting:
        part = waiting.pop()
        inside = part.get_payload()
        if part.get_content_maintype() == "multipart" and isinstance(inside, list):
            waiting.extend(each for each in reversed(inside) if isinstance(each, EmailMessage))
        else:
            yield part


def _is_attached(part: EmailMessage) -> bool:
    if part.get_content_disposition() == "attachment" or part.get_content_maintype() == "message":
        return True
    # Pictures that stand in the text are no attachments; files that do are.
    is_picture = part.get_content_maintype() == "image" and part.get("Content-ID") is not None
    return bool(part.get_filename()) and not is_picture


def _called(part: EmailMessage) -> str:
    name = part.get_filename()
    if not name and part.get_content_maintype() == "message":
        inside = part.get_payload()
        inner = inside[0] if isinstance(inside, list) and inside else None
        name = _header(inner, "Subject") if isinstance(inner, EmailMessage) else None
    return _one_line(name or part.get_content_type())


def _body(parts: list[EmailMessage]) -> Iterator[Paragraph]:
    """Yield the text of the mail: all its plain parts, or all its HTML parts."""
    shown = [part for part in parts if not _is_attached(part)]
    for kind in _TEXTS:
        found = [item for part in shown if part.get_content_type() == kind for item in _read(part)]
        if any(item.text.strip() for item in found):
            yield from found
            return


def _read(part: EmailMessage) -> Iterator[Paragraph]:
    data = part.get_payload(decode=True)
    if not isinstance(data, bytes):
        return
    named = part.get_content_charset() or guess_encoding(data) or "utf-8"
    if part.get_content_type() == "text/html":
        yield from read_html_bytes(data, named)
        return
    text = decode(data, named)
    if part.get_param("format") == "flowed":
        text = _SOFT_BREAK.sub(" ", text)
    for line in text.splitlines():
        yield Paragraph(clean(line))
