"""Typst: real footnotes, grids for numbers, repeated dots for leaders."""

from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.reading.second.bidi import is_rtl
from benchmarks.reading.second.content import RAISED, Block, Columns, Line, Page, Table, Text
from benchmarks.reading.second.tools import package

HEAD = """
#set text(font: ("Frank Ruhl Libre", "Noto Sans Hebrew", "DejaVu Sans", "Noto Naskh Arabic"),
  lang: "he", dir: rtl, size: 11.5pt)
#set par(spacing: 7pt, leading: 6pt)
#set heading(numbering: none)
#set table(inset: 4pt, stroke: 0.4pt)
"""


def by_typst(text: Text, out: Path) -> None:
    """Compile one document; footnotes must be numbered from 1 through the whole text."""
    source = HEAD + "\n#pagebreak()\n".join(_page(page) for page in text.pages)
    with TemporaryDirectory() as scratch:
        path = Path(scratch) / "main.typ"
        path.write_text(source, encoding="utf-8")
        package("typst", "typst").compile(str(path), output=str(out))


def _page(page: Page) -> str:
    marks = [line.text for line in page.unseen if line.role == "watermark"]
    mark = f"rotate(-35deg, text(90pt, luma(220))[#{_text(marks[0])}])" if marks else ""
    behind = f"place(top + center, dy: 90pt, {mark})" if marks else "none"
    head = f"text(9pt)[#{_text(page.header)}]" if page.header else "none"
    foot = f"align(center, text(9pt)[#{_text(page.footer)}])" if page.footer else "none"
    sheet = f'#set page(paper: "a4", margin: 25mm, background: {behind}, header: {head}, '
    notes = {note.marker: note.text for note in page.notes}
    body = "\n\n".join(_block(block, notes) for block in page.blocks)
    return f"{sheet}footer: {foot})\n{body}\n"


def _block(block: Block, notes: dict[str, str]) -> str:
    if isinstance(block, Line):
        return _line(block, notes)
    if isinstance(block, Table):
        return _table(block)
    return _columns(block, notes)


def _line(line: Line, notes: dict[str, str]) -> str:
    inner = _marked(line.text, notes)
    way = "rtl" if is_rtl(line.text) else "ltr"
    wraps = {
        "heading": f"#heading(level: {max(line.level, 1)})[{inner}]",
        "item": f"#pad(right: {14 * (line.level - 1)}pt, grid(columns: (auto, 1fr), "
        f"column-gutter: 6pt, [#{_text(line.marker)}], [{inner}]))",
        "toc": f"#box(width: 100%)[{inner} #box(width: 1fr, repeat[.]) #{_text(line.marker)}]",
        "quote": f"#pad(x: 15mm)[{inner}]",
        "verse": f"#align(center)[{inner}]",
        "justified": f"#par(justify: true)[{inner}]",
        "doubled": f"#box[#place(dx: 0.3pt)[{inner}]{inner}]",
        "spaced": f"#text(14pt, tracking: 4pt)[{inner}]",
        "hidden": f"#text(5pt, white)[{inner}]",
    }
    return wraps.get(line.role, f"#par[#set text(dir: {way})\n{inner}]")


def _table(table: Table) -> str:
    cells = []
    for place, row in enumerate(table.rows):
        turned = table.upright and not place
        cells += [f"rotate(-90deg, reflow: true)[#{_text(c)}]" if turned else f"[#{_text(c)}]"
                  for c in row]  # fmt: skip
    columns = ", ".join(["auto"] * len(table.rows[0]))
    return f"#table(columns: ({columns},), {', '.join(cells)})"


def _columns(block: Columns, notes: dict[str, str]) -> str:
    parts = "\n#colbreak()\n".join(
        "\n\n".join(_line(line, notes) for line in column) for column in block.columns
    )
    return f"#columns({len(block.columns)})[{parts}]"


def _marked(text: str, notes: dict[str, str]) -> str:
    shown = []
    for place, part in enumerate(RAISED.split(text)):
        if place % 2 and part in notes:
            shown.append(f"#footnote[#{_text(notes[part])}]")
        elif place % 2:
            shown.append(f"#super[#{_text(part)}]")
        elif part:
            shown.append(f"#{_text(part)}")
    return "".join(shown)


def _text(text: str) -> str:
    """A Typst string."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
