"""Files made to do harm: bombs, loops, depths and sizes that no honest program writes."""

import io
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence

from benchmarks.reading.hostile.seeds import LINES, sheet, slides, word

_HUGE_PIXELS = 50_000
_MANY = 30_000
_DEEP = 50_000


def raw_pdf(content: bytes, *, page: bytes = b"", objects: Sequence[bytes] = ()) -> bytes:
    """Write a PDF by hand: one page with a content stream, and further objects from number 6 on.

    Args:
        page: Entries of the page's dictionary beside or instead of the usual; the last one counts.
    """
    box = b"" if b"/MediaBox" in page else b"/MediaBox [0 0 600 800] "
    parent = b"" if b"/Parent" in page else b"/Parent 2 0 R "
    told = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page " + parent + box + page
        + b" /Contents 4 0 R /Resources << /Font << /F 5 0 R >> /XObject << /X 6 0 R >> >> >>",
        b"<< /Length %d >> stream\n%s\nendstream" % (len(content), content),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        *objects,
    ]  # fmt: skip
    out, places = bytearray(b"%PDF-1.7\n"), []
    for number, body in enumerate(told, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(told) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % (len(told) + 1, start)
    return bytes(out)


def shown(text: bytes = b"Hello world", *, size: str = "12", at: str = "72 700") -> bytes:
    """A content stream that draws one text."""
    return f"BT /F {size} Tf {at} Td ".encode() + b"(" + text + b") Tj ET\n"


def pdfs() -> Iterator[tuple[str, bytes]]:
    """PDFs with senseless boxes, sizes, loops and masses."""
    for name, box in (
        ("huge", b"[0 0 1000000000 1000000000]"),
        ("none", b"[0 0 0 0]"),
        ("turned", b"[600 800 0 0]"),
        ("far", b"[1e30 1e30 1e31 1e31]"),
        ("thin", b"[0 0 0.001 200000]"),
        ("text", b"[(a) (b)]"),
    ):
        yield f"box-{name}.pdf", raw_pdf(shown() * 9, page=b"/MediaBox " + box)
    yield "box-huge-picture.pdf", raw_pdf(b"100 0 0 100 0 0 cm", page=b"/MediaBox [0 0 9e9 9e9]")
    yield "unit.pdf", raw_pdf(shown() * 9, page=b"/UserUnit 1e9")
    yield "turn.pdf", raw_pdf(shown() * 9, page=b"/Rotate 37")
    for size in ("0", "-12", "1e9", "1e-9"):
        yield f"size-{size}.pdf", raw_pdf(shown(size=size) * 50)
    yield "scaled-away.pdf", raw_pdf(b"0 0 0 0 0 0 cm " + shown() * 50)
    spots = (f"{n % 550} {n * 7 % 780}" for n in range(_MANY))
    yield "many-texts.pdf", raw_pdf(b"".join(shown(b"ab", size="5", at=spot) for spot in spots))
    yield "one-spot.pdf", raw_pdf(shown(b"on top of each other") * (_MANY // 10))
    yield "one-line.pdf", raw_pdf(shown(b"word " * _MANY, size="1"))
    rules = b"".join(
        b"%d 0 m %d 800 l 0 %d m 600 %d l S\n" % ((n % 600,) * 4) for n in range(_MANY)
    )
    yield "rulings.pdf", raw_pdf(shown() * 20 + rules)
    grid = b"".join(b"%d %d 2 2 re S\n" % (n % 200 * 3, n // 200 * 3) for n in range(_MANY))
    yield "grid.pdf", raw_pdf(shown(b"a b") * 20 + grid)
    yield "states.pdf", raw_pdf(b"q " * (_DEEP * 4) + shown())
    yield "nested-array.pdf", raw_pdf(shown(), page=b"/A " + b"[" * _DEEP + b"]" * _DEEP)
    form = (
        b"<< /Type /XObject /Subtype /Form /BBox [0 0 600 800] /Length %d %s>> "
        b"stream\n%s\nendstream"
    )
    loop = b"/X Do /X Do"
    own = b"/Resources << /XObject << /X 6 0 R >> >> "
    yield "form-loop.pdf", raw_pdf(b"/X Do", objects=[form % (len(loop), own, loop)])
    chain = [
        form
        % (23, b"/Resources << /XObject << /X %d 0 R >> >> " % (7 + n), b"/X Do /X Do /X Do /X Do")
        for n in range(12)
    ]  # four to the power of twelve drawings
    yield "form-bomb.pdf", raw_pdf(b"/X Do", objects=[*chain, form % (len(shown()), b"", shown())])
    yield "parent-loop.pdf", raw_pdf(shown(), page=b"/Parent 3 0 R")
    yield "flate-bomb.pdf", raw_pdf(b"/X Do", objects=[_packed_picture(_HUGE_PIXELS, _HUGE_PIXELS)])
    yield (
        "wide-picture.pdf",
        raw_pdf(b"600 0 0 800 0 0 cm /X Do", objects=[_packed_picture(10**6, 9)]),
    )


def _packed_picture(width: int, height: int) -> bytes:
    packer = zlib.compressobj(9)
    rows = b"".join(packer.compress(bytes(width)) for _ in range(min(height, 20_000)))
    data = rows + packer.flush()
    return (
        b"<< /Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceGray"
        b" /BitsPerComponent 8 /Filter /FlateDecode /Length %d >> stream\n%s\nendstream"
        % (width, height, len(data), data)
    )


def packages() -> Iterator[tuple[str, bytes]]:
    """Office packages that unpack to too much, reach out of their folder, or never end."""
    main = "word/document.xml"
    yield "zip-bomb.docx", with_parts(word(), {"word/media/a.bin": bytes(300 * 2**20)})
    yield "zip-many.docx", with_parts(word(), {f"word/{n}.xml": b"<a/>" for n in range(11_000)})
    yield "zip-paths.docx", with_parts(word(), {"../../../../tmp/kesher-was-here": b"x",
                                                "/etc/kesher-was-here": b"x"})  # fmt: skip
    yield "zip-twice.docx", word() + word()
    yield "entities.docx", with_parts(word(), {main: _entity_bomb()})
    yield "entities.xlsx", with_parts(sheet(), {"xl/sharedStrings.xml": _entity_bomb()})
    outside = b'<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'
    yield "outside.pptx", with_parts(slides(), {"ppt/slides/slide1.xml": outside})
    yield "deep.docx", with_parts(word(), {main: _deep(b"w:p")})
    yield "deep.pptx", with_parts(slides(), {"ppt/slides/slide1.xml": _deep(b"p:sp")})
    yield "deep-tables.docx", with_parts(word(), {main: _tables(400)})
    yield "far-cell.xlsx", with_parts(sheet(), {"xl/worksheets/sheet1.xml": _far_cells()})
    yield "utf7.docx", with_parts(word(), {main: b'<?xml version="1.0" encoding="utf-7"?><a/>'})


def with_parts(data: bytes, parts: dict[str, bytes]) -> bytes:
    """Copy a package with some parts added or replaced."""
    target = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as source,
        zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive,
    ):
        for name in source.namelist():
            if name not in parts:
                archive.writestr(name, source.read(name))
        for name, part in parts.items():
            archive.writestr(name, part)
    return target.getvalue()


def _entity_bomb() -> bytes:
    steps = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 10))
    return f'<!DOCTYPE a [<!ENTITY e0 "שלום">{steps}]><a>&e9;</a>'.encode()


_WORD = b'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def _deep(tag: bytes) -> bytes:
    begin = b"<w:document " + _WORD + b' xmlns:p="urn:p"><w:body>'
    opened, closed = b"<" + tag + b">", b"</" + tag + b">"
    return begin + opened * _DEEP + closed * _DEEP + b"</w:body></w:document>"


def _tables(depth: int) -> bytes:
    opened = b"<w:tbl><w:tr><w:tc>" * depth + b"<w:p><w:r><w:t>a</w:t></w:r></w:p>"
    closed = b"<w:p/></w:tc></w:tr></w:tbl>" * depth
    return b"<w:document " + _WORD + b"><w:body>" + opened + closed + b"</w:body></w:document>"


def _far_cells() -> bytes:
    cells = "".join(
        f'<row r="{row}"><c r="{column}{row}"><v>1</v></c></row>'
        for row, column in ((1, "XFD"), (1_048_576, "XFD"), (99_999_999, "ZZZZZZ"))
    )
    merged = '<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>'
    return (
        '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
        f"<sheetData>{cells}</sheetData>{merged}</worksheet>"
    ).encode()


def texts() -> Iterator[tuple[str, bytes]]:
    """Markup without end, mails in mails, lines and words without a break."""
    yield "deep.html", b"<html>" + b"<div>" * _DEEP + LINES[0].encode()
    yield "cells.html", b"<html><table><tr><td colspan=999999999 rowspan=999999999>a</table>"
    yield "table-deep.html", b"<html>" + b"<table><tr><td>a" * 3000
    yield "entities.html", b"<html><p>" + b"&#x110000;&#0;&nosuch;" * _MANY
    yield "tag.html", b"<html>" + b"<" * 500_000
    yield "list-deep.html", b"<html>" + b"<ol><li>a" * 5000
    head = "From: a@b.c\r\nTo: d@e.f\r\nSubject: x\r\nMIME-Version: 1.0\r\n"
    inner = "".join(
        f'{head}Content-Type: multipart/mixed; boundary="b{n}"\r\n\r\n--b{n}\r\n'
        for n in range(2000)
    )
    yield "deep.eml", inner.encode()
    nested = (head + "Content-Type: message/rfc822\r\n\r\n") * 3000
    yield "mail-in-mail.eml", nested.encode()
    yield "subject.eml", (head + "Subject: " + "=?utf-8?Q?=D7=90?= " * _MANY + "\r\n\r\na").encode()
    yield "word.txt", ("א" * 300_000).encode()
    yield "marks.txt", ("א" + "\u05b0\u05bc" * 50_000).encode()
    yield "bidi.txt", ("\u202e\u2067\u202b" * 30_000 + "שלום (a) 12").encode()
    yield "brackets.txt", ("(" * 100_000 + "א" + ")" * 100_000).encode()
    yield "empty-lines.txt", b"a\n" + b"\n" * 3_000_000 + b"b"
    yield "deep.md", b"> " * 20_000 + b"a"
    yield "list.md", b"".join(b" " * n + b"- a\n" for n in range(2000))
    yield "groups.rtf", b"{\\rtf1 " + b"{" * _DEEP + b"a" + b"}" * _DEEP
    yield "empty.pdf", b""


def pictures() -> Iterator[tuple[str, bytes]]:
    """Pictures that claim to be far larger than their bytes."""
    head = struct.pack(">IIBBBBB", _HUGE_PIXELS, _HUGE_PIXELS, 8, 0, 0, 0, 0)
    rows = zlib.compress(bytes(_HUGE_PIXELS * 100))
    parts = ((b"IHDR", head), (b"IDAT", rows), (b"IEND", b""))
    chunks = (
        struct.pack(">I", len(d)) + k + d + struct.pack(">I", zlib.crc32(k + d)) for k, d in parts
    )
    yield "huge.png", b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


CRAFTED: tuple[Callable[[], Iterator[tuple[str, bytes]]], ...] = (pdfs, packages, texts, pictures)
