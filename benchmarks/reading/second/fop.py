"""Apache FOP: formatting objects written from right to left."""

from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.reading.second.bidi import is_rtl
from benchmarks.reading.second.content import RAISED, Block, Columns, Line, Page, Table, Text
from benchmarks.reading.second.fonts import face
from benchmarks.reading.second.tools import call, program

CONFIG = """<fop version="1.0"><renderers><renderer mime="application/pdf"><fonts>
<font embed-url="{regular}"><font-triplet name="Face" style="normal" weight="normal"/></font>
<font embed-url="{bold}"><font-triplet name="Face" style="normal" weight="bold"/></font>
</fonts></renderer></renderers></fop>"""
LAYOUT = """<fo:layout-master-set>
<fo:simple-page-master master-name="A4" page-width="210mm" page-height="297mm" margin="15mm 22mm"
 writing-mode="rl-tb"><fo:region-body margin-top="12mm" margin-bottom="12mm"/>
<fo:region-before extent="8mm"/><fo:region-after extent="8mm"/></fo:simple-page-master>
</fo:layout-master-set>"""


def by_fop(text: Text, out: Path) -> None:
    pages = "".join(_page(page) for page in text.pages)
    source = (
        '<fo:root xmlns:fo="http://www.w3.org/1999/XSL/Format" writing-mode="rl-tb" '
        'font-family="Face" '
        f'font-size="11pt" line-height="1.35">{LAYOUT}{pages}</fo:root>'
    )
    with TemporaryDirectory() as scratch:
        folder = Path(scratch)
        regular, bold = (face("dejavu", folder, bold=heavy).as_uri() for heavy in (False, True))
        (folder / "fop.xconf").write_text(CONFIG.format(regular=regular, bold=bold))
        (folder / "text.fo").write_text(source, encoding="utf-8")
        call(program("fop", "fop"), "-c", folder / "fop.xconf", folder / "text.fo", out)


def _page(page: Page) -> str:
    notes = {note.marker: note.text for note in page.notes}
    body = "".join(_block(block, notes) for block in page.blocks)
    return (
        '<fo:page-sequence master-reference="A4" writing-mode="rl-tb" language="he">'
        f"{_running('before', page.header)}{_running('after', page.footer)}"
        f'<fo:flow flow-name="xsl-region-body">{body}</fo:flow></fo:page-sequence>'
    )


def _running(where: str, text: str) -> str:
    inner = f'<fo:block font-size="9pt" text-align="center">{escape(text)}</fo:block>'
    return f'<fo:static-content flow-name="xsl-region-{where}">{inner}</fo:static-content>'


def _block(block: Block, notes: dict[str, str]) -> str:
    if isinstance(block, Line):
        return _line(block, notes)
    if isinstance(block, Table):
        return _table(block)
    return _columns(block, notes)


def _line(line: Line, notes: dict[str, str]) -> str:
    inner = _marked(line.text, notes)
    looks = {
        "heading": f'font-weight="bold" font-size="{18 if line.level == 1 else 13}pt"',
        "quote": 'start-indent="15mm" end-indent="15mm"',
        "verse": 'text-align="center"',
        "justified": 'text-align="justify"',
        "spaced": 'letter-spacing="4pt" font-size="14pt"',
        "hidden": 'color="#ffffff" font-size="5pt"',
        "toc": 'text-align-last="justify"',
    }
    look = f'space-after="4pt" {looks.get(line.role, "")}'
    if line.role == "item":
        return _item(line, inner)
    if line.role == "toc":
        inner += f'<fo:leader leader-pattern="dots"/>{escape(line.marker)}'
    return f"<fo:block {look}>{inner}</fo:block>"


def _item(line: Line, inner: str) -> str:
    own = 8 + 2.2 * len(line.marker)
    indent = 6 * (line.level - 1)
    return (
        f'<fo:list-block provisional-distance-between-starts="{own}mm" start-indent="{indent}mm" '
        'space-after="4pt"><fo:list-item><fo:list-item-label end-indent="label-end()">'
        f"<fo:block>{escape(line.marker)}</fo:block></fo:list-item-label>"
        f'<fo:list-item-body start-indent="body-start()"><fo:block>{inner}</fo:block>'
        "</fo:list-item-body></fo:list-item></fo:list-block>"
    )


def _table(table: Table) -> str:
    rows = "".join(f"<fo:table-row>{''.join(map(_cell, row))}</fo:table-row>" for row in table.rows)
    return (
        '<fo:table table-layout="fixed" width="100%" space-after="6pt">'
        f"<fo:table-body>{rows}</fo:table-body></fo:table>"
    )


def _cell(text: str) -> str:
    way = "" if is_rtl(text) else ' text-align="end"'
    inner = f"<fo:block{way}>{escape(text)}</fo:block>"
    return f'<fo:table-cell border="0.4pt solid black" padding="3pt">{inner}</fo:table-cell>'


def _columns(block: Columns, notes: dict[str, str]) -> str:
    texts = ["".join(_line(line, notes) for line in column) for column in block.columns]
    cells = "".join(f'<fo:table-cell padding="3mm">{text}</fo:table-cell>' for text in texts)
    return (
        '<fo:table table-layout="fixed" width="100%"><fo:table-body>'
        f"<fo:table-row>{cells}</fo:table-row></fo:table-body></fo:table>"
    )


def _marked(text: str, notes: dict[str, str]) -> str:
    shown = []
    for place, part in enumerate(RAISED.split(text)):
        raised = f'<fo:inline baseline-shift="super" font-size="65%">{escape(part)}</fo:inline>'
        if place % 2 and part in notes:
            below = f'<fo:block font-size="9pt">{escape(f"{part} {notes[part]}")}</fo:block>'
            shown.append(
                f"<fo:footnote>{raised}<fo:footnote-body>{below}</fo:footnote-body></fo:footnote>"
            )
        else:
            shown.append(raised if place % 2 else escape(part))
    return "".join(shown)
