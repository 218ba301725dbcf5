"""Word files by the docx package, and LibreOffice's own PDF and DOCX of them and of sheets."""

from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.reading.second.content import Line, Page, Table, Text, lines_of
from benchmarks.reading.second.flat import write_flat
from benchmarks.reading.second.node import installed
from benchmarks.reading.second.tools import Foreign, call, package, program


def docx_by_node(text: Text, out: Path, node: Path) -> None:
    """Word file with sections, running heads, footnotes and right-to-left tables."""
    with TemporaryDirectory() as scratch:
        source = Path(scratch) / "text.json"
        write_flat(text, source)
        call("node", "docx.mjs", source, out, folder=installed(node))


def convert(source: Path, out: Path) -> None:
    """Have LibreOffice write `source` in the format that `out` is named for."""
    with TemporaryDirectory() as scratch:
        call(
            program("soffice", "libreoffice"), f"-env:UserInstallation=file://{scratch}/profile",
            "--headless", "--convert-to", out.suffix[1:], "--outdir", scratch, source,
        )  # fmt: skip
        out.write_bytes((Path(scratch) / f"{source.stem}{out.suffix}").read_bytes())


def by_writer(text: Text, out: Path, node: Path) -> None:
    with TemporaryDirectory() as scratch:
        source = Path(scratch) / f"{out.stem}.docx"
        docx_by_node(text, source, node)
        convert(source, out)


def by_calc(text: Text, out: Path) -> None:
    """A sheet a page, right to left, a paragraph a merged row and a cell a cell."""
    with TemporaryDirectory() as scratch:
        source = Path(scratch) / f"{out.stem}.xlsx"
        book = package("xlsxwriter", "xlsxwriter").Workbook(str(source))
        for page in text.pages:
            _sheet(book, page)
        book.close()
        convert(source, out)


def _sheet(book: Foreign, page: Page) -> None:
    sheet = book.add_worksheet()
    sheet.right_to_left()
    sheet.set_paper(9)
    sheet.fit_to_pages(1, 1)
    sheet.set_column(0, 5, 25)
    sheet.set_column(1, 1, 34)
    framed = book.add_format({"border": 1, "text_wrap": True, "reading_order": 2})
    plain = book.add_format({"text_wrap": True, "reading_order": 2, "valign": "top"})
    at = 0
    for block in page.blocks:
        if isinstance(block, Table):
            for row in block.rows:
                sheet.write_row(at, 0, row, framed)
                at += 1
        elif isinstance(block, Line):
            sheet.merge_range(at, 0, at, 5, block.plain, plain)
            sheet.set_row(at, 15 * (1 + len(block.plain) // 75))
            at += 1


def by_impress(text: Text, out: Path) -> None:
    """A slide a page: a text box a paragraph, placed by hand."""
    with TemporaryDirectory() as scratch:
        source = Path(scratch) / f"{out.stem}.pptx"
        units = package("pptx.util", "python-pptx")
        show = package("pptx", "python-pptx").Presentation()
        show.slide_width, show.slide_height = units.Cm(25.4), units.Cm(19.05)
        for page in text.pages:
            slide = show.slides.add_slide(show.slide_layouts[6])
            for place, line in enumerate(lines_of(page)):
                _text_box(slide, line, units, 1 + 1.35 * place)
        show.save(str(source))
        convert(source, out)


def _text_box(slide: Foreign, line: Line, units: Foreign, top_cm: float) -> None:
    box = slide.shapes.add_textbox(units.Cm(1), units.Cm(top_cm), units.Cm(23), units.Cm(1.2))
    box.text_frame.word_wrap = True
    paragraph = box.text_frame.paragraphs[0]
    paragraph._p.get_or_add_pPr().set("rtl", "1")  # the package has no name for it
    paragraph._p.get_or_add_pPr().set("algn", "r")
    run = paragraph.add_run()
    run.text = line.plain
    run.font.size = units.Pt(22 if line.role == "heading" else 14)
