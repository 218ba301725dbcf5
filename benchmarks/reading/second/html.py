"""A text as a web page, in looks that differ in how numbers, columns and leaders are made."""

from dataclasses import dataclass
from html import escape

from benchmarks.reading.second.bidi import is_rtl
from benchmarks.reading.second.content import Block, Columns, Line, Page, Table, Text, runs

SHEET = """
@page {{ size: A4; margin: 0 }}
body {{ margin: 0; font: {size}pt/1.45 {font}; color: #111 }}
section {{ position: relative; box-sizing: border-box; width: 210mm; height: 296mm;
  padding: 22mm 20mm; overflow: hidden; page-break-after: always; break-after: page }}
section:last-child {{ page-break-after: auto; break-after: auto }}
.header {{ position: absolute; top: 9mm; right: 20mm; left: 20mm; font-size: 80%;
  border-bottom: .5pt solid #888 }}
.bottom {{ position: absolute; bottom: 9mm; right: 20mm; left: 20mm; font-size: 80% }}
.footer {{ text-align: center; border-top: .5pt solid #888 }}
h1 {{ font-size: 160%; margin: 0 0 3mm }}
h2 {{ font-size: 120%; margin: 3mm 0 1mm; color: {accent} }}
p {{ margin: 0 0 1.6mm }}
ul {{ margin: 0; padding: 0 }}
li {{ margin: 0 9mm 1.6mm 0 }}
.l2 {{ margin-right: 16mm }}
.l3 {{ margin-right: 26mm }}
.mark {{ display: inline-block; min-width: 9mm; margin-left: 2mm; font-weight: bold }}
.justified {{ text-align: justify }}
.spaced {{ letter-spacing: .35em; font-size: 130% }}
.quote {{ margin: 2mm 18mm; font-style: {slant} }}
.verse {{ text-align: center; margin: 0 }}
.hidden {{ color: #fff; font-size: 5pt }}
.doubled {{ position: relative }}
.doubled span {{ position: absolute; right: .25pt; top: 0; left: 0 }}
table {{ border-collapse: collapse; width: 100%; margin: 2mm 0 }}
td {{ border: {rule}; padding: 1mm 2mm; vertical-align: top }}
.plain tr:first-child td, .upright tr:first-child td {{ {head} }}
.upright td b {{ writing-mode: vertical-rl; transform: rotate(180deg) }}
.columns td {{ border: 0; font-weight: normal; background: none; width: {share}% }}
.flow {{ column-gap: 8mm; column-rule: .5pt solid #999; column-fill: auto }}
.flow div {{ break-after: column }}
.flow div:last-child {{ break-after: auto }}
.toc b {{ font-weight: normal; float: left }}
.dots {{ display: block; overflow: hidden; white-space: nowrap }}
.toc a {{ display: block }}
.toc a::after {{ content: leader('.') attr(data-page) }}
.watermark {{ position: absolute; top: 30mm; right: 40mm; font-size: 90pt; color: #ddd;
  transform: rotate(-35deg); z-index: -1 }}
sup {{ font-size: 65% }}
"""


@dataclass(frozen=True)
class Look:
    """How one producer's pages look.

    `marks` says how numbers are made: written in the `text`, as a `box` of their own or as list
    `marker`s; `leaders` whether the dots are text (`dots`), the style's own (`css`) or a `line`.
    """

    font: str = "'Noto Sans Hebrew', 'DejaVu Sans', 'Noto Naskh Arabic'"
    size: float = 11
    accent: str = "#134"
    rule: str = ".6pt solid #555"
    head: str = "font-weight: bold; background: #eee"
    slant: str = "normal"
    marks: str = "text"
    leaders: str = "line"
    flowing: bool = True


def page_of(text: Text, look: Look) -> str:
    """The whole document as one HTML file, a section a page."""
    share = max((len(b.columns) for p in text.pages for b in p.blocks if isinstance(b, Columns)),
                default=1)  # fmt: skip
    style = SHEET.format(**vars(look), share=100 // share)
    body = "\n".join(_section(page, look) for page in text.pages)
    return (
        f'<!doctype html><html lang="he" dir="rtl"><head><meta charset="utf-8">'
        f"<title>{text.kind}</title><style>{style}</style></head><body>{body}</body></html>"
    )


def _section(page: Page, look: Look) -> str:
    parts = [_watermark(line) for line in page.unseen if line.role == "watermark"]
    if page.header:
        parts.append(f'<div class="header">{escape(page.header)}</div>')
    parts += [_block(block, look) for block in page.blocks]
    notes = "".join(f"<p>{escape(note.marker)} {_marked(note.text)}</p>" for note in page.notes)
    foot = f'<div class="footer">{escape(page.footer)}</div>' if page.footer else ""
    return f'<section>{"".join(parts)}<div class="bottom">{notes}{foot}</div></section>'


def _watermark(line: Line) -> str:
    return f'<div class="watermark">{escape(line.text)}</div>'


def _block(block: Block, look: Look) -> str:
    if isinstance(block, Line):
        return _line(block, look)
    if isinstance(block, Table):
        return _table(block)
    return _columns(block, look)


def _line(line: Line, look: Look) -> str:
    text = _marked(line.text)
    if line.role == "heading":
        return f"<h{line.level}{_way(line.text)}>{text}</h{line.level}>"
    if line.role == "item":
        return _item(line, text, look)
    if line.role == "toc":
        return _toc(line, look)
    if line.role == "doubled":
        return f'<p class="doubled">{text}<span>{text}</span></p>'
    return f'<p class="{line.role}"{_way(line.text)}>{text}</p>'


def _item(line: Line, text: str, look: Look) -> str:
    marker, level = escape(line.marker), f"l{line.level}"
    if look.marks == "marker":
        style = f"list-style-type: '{marker} '"
        return f'<ul><li class="{level}" style="{escape(style)}">{text}</li></ul>'
    if look.marks == "box":
        return f'<p class="{level}"><span class="mark">{marker}</span>{text}</p>'
    return f'<p class="{level}">{marker} {text}</p>'


def _toc(line: Line, look: Look) -> str:
    title, page = escape(line.text), escape(line.marker)
    if look.leaders == "css":
        return f'<p class="toc"><a data-page="{page}">{title}</a></p>'
    dots = " ." * 90 if look.leaders == "dots" else ""
    return f'<p class="toc"><b>{page}</b><span class="dots">{title}{dots}</span></p>'


def _table(table: Table) -> str:
    rows = []
    for place, row in enumerate(table.rows):
        bold = ("<b>", "</b>") if table.upright and not place else ("", "")
        cells = "".join(f"<td>{bold[0]}{escape(cell)}{bold[1]}</td>" for cell in row)
        rows.append(f"<tr>{cells}</tr>")
    kind = "upright" if table.upright else "plain"
    return f'<table class="{kind}">{"".join(rows)}</table>'


def _columns(block: Columns, look: Look) -> str:
    texts = ["".join(_line(line, look) for line in column) for column in block.columns]
    if not look.flowing:
        cells = "".join(f"<td>{text}</td>" for text in texts)
        return f'<table class="columns"><tr>{cells}</tr></table>'
    columns = "".join(f"<div>{text}</div>" for text in texts)
    return f'<div class="flow" style="columns: {len(texts)}; height: 190mm">{columns}</div>'


def _way(text: str) -> str:
    return "" if is_rtl(text) else ' dir="ltr"'


def _marked(text: str) -> str:
    return "".join(
        f"<sup>{escape(part)}</sup>" if raised else escape(part) for part, raised in runs(text)
    )
