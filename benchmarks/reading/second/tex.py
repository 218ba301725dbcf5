"""XeLaTeX (polyglossia) and LuaLaTeX (babel's own bidi): real footnotes, leaders and tables."""

import re
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.reading.second.content import RAISED, Block, Columns, Line, Page, Table, Text
from benchmarks.reading.second.tools import call, program

FONT = "DejaVu Sans"
XETEX = rf"""\usepackage{{polyglossia}}
\setmainlanguage{{hebrew}}\setotherlanguage{{english}}
\newfontfamily\hebrewfont[Script=Hebrew,Ligatures=TeXOff]{{{FONT}}}
\setmainfont[Ligatures=TeXOff]{{{FONT}}}
"""
LUATEX = rf"""\usepackage[bidi=basic,layout=tabular.footnotes]{{babel}}
\babelprovide[import,main]{{hebrew}}\babelfont{{rm}}[Ligatures=TeXOff]{{{FONT}}}
\newcommand\LR[1]{{#1}}
"""
HEAD = r"""\documentclass[11pt]{article}
\usepackage[a4paper,margin=25mm,headheight=14pt]{geometry}
\usepackage{fontspec,fancyhdr,array,graphicx,ragged2e}
%s
\pagestyle{fancy}\fancyhf{}\renewcommand\headrulewidth{0pt}
\setlength\parindent{0pt}\setlength\parskip{5pt}\sloppy
\begin{document}
"""
# XeTeX turns word by word, so a run of Latin words has to be marked as one.
LATIN = re.compile(r"[\w@+./:?=#-]*[A-Za-z](?:[\w@+./:?=#&', -]*[A-Za-z0-9])?", re.ASCII)
SPECIAL = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}


def by_xelatex(text: Text, out: Path) -> None:
    _run(program("xelatex", "texlive-xetex texlive-lang-arabic"), XETEX, text, out)


def by_lualatex(text: Text, out: Path) -> None:
    _run(program("lualatex", "texlive-luatex"), LUATEX, text, out)


def _run(engine: str, preamble: str, text: Text, out: Path) -> None:
    body = "\n\\newpage\n".join(_page(page) for page in text.pages)
    with TemporaryDirectory() as scratch:
        source = Path(scratch) / "main.tex"
        source.write_text(f"{HEAD % preamble}{body}\n\\end{{document}}\n", encoding="utf-8")
        call(engine, "-interaction=nonstopmode", "-halt-on-error", source, folder=Path(scratch))
        out.write_bytes(source.with_suffix(".pdf").read_bytes())


def _page(page: Page) -> str:
    running = rf"\fancyhead[C]{{{_plain(page.header)}}}\fancyfoot[C]{{{_plain(page.footer)}}}"
    notes = {note.marker: note.text for note in page.notes}
    return "\n\n".join([running, *(_block(block, notes) for block in page.blocks)])


def _block(block: Block, notes: dict[str, str]) -> str:
    if isinstance(block, Line):
        return _line(block, notes)
    if isinstance(block, Table):
        return _table(block)
    return _columns(block, notes)


def _line(line: Line, notes: dict[str, str]) -> str:
    inner = _marked(line.text, notes)
    size = r"\Large" if line.level == 1 else r"\large"
    wraps = {
        "heading": rf"{{{size}\bfseries {inner}\par}}",
        "item": rf"{_plain(line.marker)}\quad {inner}",
        "toc": rf"{inner}\dotfill {_plain(line.marker)}",
        "quote": rf"\begin{{quotation}}{inner}\end{{quotation}}",
        "verse": rf"\begin{{center}}{inner}\end{{center}}",
        "justified": rf"{{\justifying {inner}\par}}",
    }
    return wraps.get(line.role, inner)


def _table(table: Table) -> str:
    count = len(table.rows[0])
    share = 0.9 / count
    columns = "|".join([rf"p{{{share:.3f}\textwidth}}"] * count)
    rows = "\n".join(" & ".join(map(_plain, row)) + r" \\ \hline" for row in table.rows)
    start = rf"\begin{{tabular}}{{|{columns}|}}\hline"
    return f"{start}\n{rows}\n\\end{{tabular}}"


def _columns(block: Columns, notes: dict[str, str]) -> str:
    return "\n\n".join(_line(line, notes) for column in block.columns for line in column)


def _marked(text: str, notes: dict[str, str]) -> str:
    shown = []
    for place, part in enumerate(RAISED.split(text)):
        if place % 2 and part in notes:
            shown.append(rf"\footnote{{{_plain(notes[part])}}}")
        elif place % 2:
            shown.append(rf"\textsuperscript{{{part}}}")
        else:
            shown.append(_plain(part))
    return "".join(shown)


def _plain(text: str) -> str:
    parts, at = [], 0
    for found in LATIN.finditer(text):
        parts += [_escaped(text[at : found.start()]), rf"\LR{{{_escaped(found.group())}}}"]
        at = found.end()
    return "".join([*parts, _escaped(text[at:])])


def _escaped(text: str) -> str:
    marked = re.sub(r"([#$%&_{}])", r"\\\1", text)
    return "".join(SPECIAL.get(c, c) if c in "~^" else c for c in marked)
