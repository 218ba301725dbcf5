"""The travel procedure as a DOCX: right-to-left paragraphs, numbers that Word itself counts."""

import zipfile
from io import BytesIO
from pathlib import Path

from benchmarks.sample.blocks import Block, Kind, parse
from benchmarks.sample.ink import PRINTED
from docx import Document
from docx.document import Document as WordDocument
from docx.enum.table import WD_TABLE_DIRECTION
from docx.enum.text import WD_BREAK
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from docx.shared import Cm
from docx.text.paragraph import Paragraph

_FONT = "Arial"  # on every machine, with Hebrew in it
_TEAL = "0B5360"
_LIST = 7  # the one list of the document; its number in numbering.xml
_LEVELS = (("decimal", "%1."), ("decimal", "%1.%2"), ("hebrew1", "(%3)"))
_NUMBERED_STYLES = ("Procedure Section", "Procedure Item", "Procedure Letter")
_DEPTH = {Kind.SECTION: 0, Kind.ITEM: 1}
_HEBREW = "אבגדהוזחט"


def build(source: str, path: Path) -> tuple[tuple[str, ...], ...]:
    """Write the procedure to `path`; return each page's lines, with their numbers."""
    title, *blocks = parse(source)
    document = Document()
    _add_list(document)
    _add_styles(document)
    _set_up(document, _words(title))
    for block in blocks:
        _add(document, block)
    plain = BytesIO()
    document.save(plain)
    path.write_bytes(_with_fixed_dates(plain.getvalue()))
    return _pages((title, *blocks))


def _pages(blocks: tuple[Block, ...]) -> tuple[tuple[str, ...], ...]:
    pages: list[list[str]] = [[]]
    counts = [0, 0, 0]
    for block in blocks:
        if block.kind is Kind.FENCE:
            pages.append([])
        elif block.kind is Kind.TABLE:
            pages[-1] += [" ".join(row) for row in block.rows]
        elif (depth := _depth(block)) is None:
            pages[-1].append(_words(block))
        else:
            counts[depth:] = [counts[depth] + 1] + [0] * (2 - depth)
            number = (f"{counts[0]}.", f"{counts[0]}.{counts[1]}", f"({_HEBREW[counts[2] - 1]})")
            pages[-1].append(f"{number[depth]} {block.text}")
    return tuple(tuple(page) for page in pages)


def _words(block: Block) -> str:
    return block.text.removeprefix("# ")


def _depth(block: Block) -> int | None:
    """Return a block's level in the list, or None where it has no number."""
    return 2 if block.marker.startswith("(") else _DEPTH.get(block.kind)


def _set_up(document: WordDocument, title: str) -> None:
    core = document.core_properties
    core.title, core.author, core.language = title, "רימונית", "he-IL"
    core.created = core.modified = PRINTED.replace(tzinfo=None)
    section = document.sections[0]
    section.page_width, section.page_height = Cm(21), Cm(29.7)
    section.left_margin = section.right_margin = Cm(2.3)
    header, footer = section.header.paragraphs[0], section.footer.paragraphs[0]
    _write(header, "רימונית מערכות השקיה בע״מ · נה-12", "Procedure Running")
    _write(footer, "עמוד ", "Procedure Running")
    footer._p.append(
        parse_xml(
            f'<w:fldSimple {nsdecls("w")} w:instr="PAGE"><w:r><w:rPr><w:rtl/></w:rPr>'
            "<w:t>1</w:t></w:r></w:fldSimple>"
        )
    )
    _write(document.add_paragraph(), title, "Procedure Title")


def _add(document: WordDocument, block: Block) -> None:
    if block.kind is Kind.FENCE:
        document.add_paragraph().add_run().add_break(WD_BREAK.PAGE)
    elif block.kind is Kind.TABLE:
        _add_table(document, block)
    else:
        depth = _depth(block)
        style = "Procedure Text" if depth is None else _NUMBERED_STYLES[depth]
        _write(document.add_paragraph(), block.text, style)


def _write(paragraph: Paragraph, text: str, style: str) -> None:
    paragraph.style = style
    paragraph.add_run(text).font.rtl = True


def _add_table(document: WordDocument, block: Block) -> None:
    table = document.add_table(len(block.rows), len(block.rows[0]), style="Table Grid")
    table.table_direction = WD_TABLE_DIRECTION.RTL
    for number, row in enumerate(block.rows):
        style = "Procedure Cell" if number else "Procedure Heading Cell"
        for cell, text in zip(table.rows[number].cells, row, strict=True):
            _write(cell.paragraphs[0], text, style)
    _write(document.add_paragraph(), "", "Procedure Cell")


def _add_styles(document: WordDocument) -> None:
    styles = document.styles.element
    section, item, letter = _NUMBERED_STYLES
    for style in (
        _style("Procedure Title", size=24, bold=True, colour=_TEAL),
        _style(section, size=14, bold=True, colour=_TEAL, level=0),
        _style(item, level=1),
        _style(letter, level=2),
        _style("Procedure Text"),
        _style("Procedure Cell", size=10),
        _style("Procedure Heading Cell", size=10, bold=True, shade="D9ECEE"),
        _style("Procedure Running", size=9, colour="6C767E"),
    ):
        styles.append(parse_xml(style))


def _style(
    name: str,
    *,
    size: int = 11,
    bold: bool = False,
    colour: str = "22282E",
    level: int | None = None,
    shade: str | None = None,
) -> str:
    """Return a right-to-left paragraph style. Complex scripts have marks of their own (b, sz)."""
    place = f'<w:ilvl w:val="{level}"/><w:numId w:val="{_LIST}"/>'
    number = "" if level is None else f"<w:numPr>{place}</w:numPr>"
    fill = f'<w:shd w:val="clear" w:color="auto" w:fill="{shade}"/>' if shade else ""
    keep, outline = ("<w:keepNext/>", '<w:outlineLvl w:val="0"/>') if level == 0 else ("", "")
    weight = "<w:b/><w:bCs/>" if bold else ""
    return (
        f'<w:style {nsdecls("w")} w:type="paragraph" w:customStyle="1" '
        f'w:styleId="{name.replace(" ", "")}"><w:name w:val="{name}"/><w:basedOn w:val="Normal"/>'
        f'<w:pPr>{keep}{number}{fill}<w:bidi/><w:spacing w:after="100"/>{outline}</w:pPr>'
        f'<w:rPr><w:rFonts w:ascii="{_FONT}" w:hAnsi="{_FONT}" w:cs="{_FONT}"/>{weight}'
        f'<w:color w:val="{colour}"/><w:sz w:val="{2 * size}"/><w:szCs w:val="{2 * size}"/>'
        "</w:rPr></w:style>"
    )


def _add_list(document: WordDocument) -> None:
    levels = "".join(
        f'<w:lvl w:ilvl="{depth}"><w:start w:val="1"/><w:numFmt w:val="{shape}"/>'
        f'<w:lvlText w:val="{text}"/><w:lvlJc w:val="left"/><w:pPr>'
        f'<w:ind w:left="{480 + 480 * depth}" w:hanging="480"/></w:pPr></w:lvl>'
        for depth, (shape, text) in enumerate(_LEVELS)
    )
    numbering = document.part.numbering_part.element
    for old in list(numbering):
        numbering.remove(old)
    for part in (
        f'<w:abstractNum {nsdecls("w")} w:abstractNumId="1">'
        f'<w:multiLevelType w:val="multilevel"/>{levels}</w:abstractNum>',
        f'<w:num {nsdecls("w")} w:numId="{_LIST}"><w:abstractNumId w:val="1"/></w:num>',
    ):
        numbering.append(parse_xml(part))


def _with_fixed_dates(archive: bytes) -> bytes:
    """Zip the same parts again with one date for all, so that each build gives equal bytes."""
    made = BytesIO()
    with zipfile.ZipFile(BytesIO(archive)) as old, zipfile.ZipFile(made, "w") as new:
        for name in old.namelist():
            part = zipfile.ZipInfo(name, PRINTED.timetuple()[:6])
            new.writestr(part, old.read(name), zipfile.ZIP_DEFLATED)
    return made.getvalue()
