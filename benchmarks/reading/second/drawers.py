"""Python writers that are handed strokes: ReportLab, fpdf2, matplotlib, cairo."""

from collections.abc import Callable
from itertools import groupby
from pathlib import Path
from types import ModuleType

from benchmarks.reading.second.flow import HEIGHT, WIDTH
from benchmarks.reading.second.strokes import Rule, Stroke, StrokePen
from benchmarks.reading.second.tools import Foreign, package

Drawer = Callable[[StrokePen, Path], None]


def by_page(pen: StrokePen) -> list[tuple[list[Stroke], list[Rule]]]:
    """Strokes and rules of each page."""
    strokes = {n: list(each) for n, each in groupby(pen.strokes, lambda s: s.page)}
    rules = {n: list(each) for n, each in groupby(pen.rules, lambda r: r.page)}
    return [(strokes.get(n, []), rules.get(n, [])) for n in range(1, pen.pages + 1)]


def by_reportlab(pen: StrokePen, out: Path) -> None:
    canvas_of = package("reportlab.pdfgen.canvas", "reportlab")
    fonts = package("reportlab.pdfbase.ttfonts", "reportlab")
    metrics = package("reportlab.pdfbase.pdfmetrics", "reportlab")
    names = [f"{path.stem}-{out.stem}" for path in pen.faces]
    for name, path in zip(names, pen.faces, strict=True):
        metrics.registerFont(fonts.TTFont(name, str(path)))
    canvas = canvas_of.Canvas(str(out), pagesize=(WIDTH, HEIGHT), invariant=1)
    for strokes, rules in by_page(pen):
        canvas.setLineWidth(0.5)
        for rule in rules:
            canvas.rect(rule.x, HEIGHT - rule.y - rule.height, rule.width, rule.height)
        for stroke in strokes:
            _reportlab_stroke(canvas, stroke, names[stroke.bold])
        canvas.showPage()
    canvas.save()


def _reportlab_stroke(canvas: Foreign, stroke: Stroke, font: str) -> None:
    canvas.saveState()
    canvas.setFillGray(stroke.grey)
    canvas.setFont(font, stroke.size)
    canvas.translate(stroke.x, HEIGHT - stroke.y)
    canvas.rotate(stroke.angle)
    canvas.drawString(0, 0, stroke.text)
    canvas.restoreState()


def by_fpdf2(pen: StrokePen, out: Path) -> None:
    pdf = package("fpdf", "fpdf2").FPDF(unit="pt", format=(WIDTH, HEIGHT))
    for style, path in zip(("", "B"), pen.faces, strict=True):
        pdf.add_font("face", style, str(path))
    pdf.set_auto_page_break(False)
    for strokes, rules in by_page(pen):
        pdf.add_page()
        pdf.set_text_shaping(pen.order == "logical", direction="rtl")
        for rule in rules:
            pdf.rect(rule.x, rule.y, rule.width, rule.height)
        for stroke in strokes:
            pdf.set_font("face", "B" if stroke.bold else "", stroke.size)
            pdf.set_text_color(round(255 * stroke.grey))
            pdf.set_xy(stroke.x, stroke.y - stroke.size)
            with pdf.rotation(stroke.angle, stroke.x, stroke.y):
                pdf.c_margin = 0
                pdf.cell(stroke.width, stroke.size * 1.25, stroke.text)
    pdf.output(str(out))


def by_matplotlib(pen: StrokePen, out: Path) -> None:
    package("matplotlib", "matplotlib").use("pdf")
    pyplot = package("matplotlib.pyplot", "matplotlib")
    manager = package("matplotlib.font_manager", "matplotlib")
    pages = package("matplotlib.backends.backend_pdf", "matplotlib")
    faces = [manager.FontProperties(fname=str(path)) for path in pen.faces]
    with pyplot.rc_context({"pdf.fonttype": 42}), pages.PdfPages(str(out)) as book:
        for strokes, rules in by_page(pen):
            figure = pyplot.figure(figsize=(WIDTH / 72, HEIGHT / 72))
            for rule in rules:
                figure.add_artist(_matplotlib_rule(rule))
            for stroke in strokes:
                figure.text(
                    stroke.x / WIDTH, 1 - stroke.y / HEIGHT, stroke.text,
                    fontproperties=faces[stroke.bold], fontsize=stroke.size,
                    color=str(stroke.grey), rotation=stroke.angle, va="baseline",
                    rotation_mode="anchor",
                )  # fmt: skip
            book.savefig(figure)
            pyplot.close(figure)


def _matplotlib_rule(rule: Rule) -> Foreign:
    patches = package("matplotlib.patches", "matplotlib")
    corner = (rule.x / WIDTH, 1 - (rule.y + rule.height) / HEIGHT)
    return patches.Rectangle(
        corner, rule.width / WIDTH, rule.height / HEIGHT, fill=False, linewidth=0.5
    )


def by_cairo(pen: StrokePen, out: Path) -> None:
    """Cairo's own toy text, which puts a glyph for each letter and knows no bidi."""
    cairo = package("cairocffi", "cairocffi")
    surface = cairo.PDFSurface(str(out), WIDTH, HEIGHT)
    context = cairo.Context(surface)
    context.set_line_width(0.5)
    for strokes, rules in by_page(pen):
        for rule in rules:
            context.rectangle(rule.x, rule.y, rule.width, rule.height)
            context.stroke()
        for stroke in strokes:
            _cairo_stroke(context, cairo, stroke)
        context.show_page()
    surface.finish()


def _cairo_stroke(context: Foreign, cairo: ModuleType, stroke: Stroke) -> None:
    weight = cairo.FONT_WEIGHT_BOLD if stroke.bold else cairo.FONT_WEIGHT_NORMAL
    context.save()
    context.select_font_face("DejaVu Sans", cairo.FONT_SLANT_NORMAL, weight)
    context.set_font_size(stroke.size)
    context.set_source_rgb(stroke.grey, stroke.grey, stroke.grey)
    context.translate(stroke.x, stroke.y)
    context.rotate(-stroke.angle * 3.14159265 / 180)
    context.move_to(0, 0)
    context.show_text(stroke.text)
    context.restore()
