"""A short paper with figures, drawn for the tests of the slides skill."""

from io import BytesIO
from pathlib import Path

from fpdf import FPDF
from fpdf.enums import Align
from PIL import Image, ImageDraw

from drawn_pdf import new_pdf

HEBREW = {
    "title": "השקיה חכמה בגד\"ש",
    "sections": (
        ("1. רקע", "חיישני לחות נמדדו ב-42 חלקות במשך שלוש שנים. הצריכה הממוצעת הייתה 312 מ\"ק "
         "לדונם. לא נמצא הבדל בין הזנים. המדידה נעשתה בכל יום בשעה 06:00 לפני ההשקיה."),
        ("2. שיטה", "בכל חלקה הוצבו ארבעה חיישנים בעומק 30 ס\"מ. הנתונים נאספו במערכת Rimon Cloud "
         "ונותחו אחת לשבוע. החלקות חולקו באקראי לשתי קבוצות שוות."),
        ("3. ממצאים", "ההשקיה החכמה חסכה 18 אחוזים מן המים. היבול לא ירד באף חלקה. ההשפעה הייתה "
         "גדולה יותר בקיץ. ברבע מן החלקות נדרש כיול חוזר של החיישנים."),
        ("4. מסקנות", "אפשר לאמץ את השיטה בחלקות של יותר מ-20 דונם. אין להסתמך על חיישן יחיד. "
         "מומלץ לכייל את החיישנים אחת לעונה. מחקר המשך יבחן גידולים נוספים."),
    ),
    "captions": ("איור 1: פריסת החיישנים", "איור 2: לחות לפי עומק", "איור 3: צריכה לפי חודש"),
}  # fmt: skip
ENGLISH = {
    "title": "Smart irrigation of field crops",
    "sections": (
        ("1. Background", "Moisture was measured on 42 plots for three years. Mean use was 312 "
         "cubic metres. No difference between varieties was found. Readings were taken at 06:00."),
        ("2. Method", "Four sensors were placed on each plot at 30 cm. Data went to Rimon Cloud "
         "and were analysed weekly. Plots were split at random into two groups of equal size."),
        ("3. Findings", "Smart irrigation saved 18 percent of the water. Yield fell on no plot. "
         "The effect was larger in summer. A quarter of the plots needed new calibration."),
        ("4. Conclusions", "The method suits plots of more than 20 dunams. One sensor alone must "
         "not be relied on. Sensors should be calibrated once a season."),
    ),
    "captions": ("Figure 1: Sensor layout", "Figure 2: Moisture by depth", "Figure 3: Monthly use"),
}  # fmt: skip


def write_paper(target: Path, *, hebrew: bool) -> None:
    """Write a paper of four pages: two pictures and one drawing, each with its caption."""
    paper = HEBREW if hebrew else ENGLISH
    align = Align.R if hebrew else Align.L
    with new_pdf() as pdf:
        pdf.set_text_shaping(use_shaping_engine=True)
        pdf.set_margin(60)
        font = "hebrew" if hebrew else "latin"
        _line(pdf, str(paper["title"]), font, 26, align)
        for index, (heading, text) in enumerate(paper["sections"]):
            if index:
                pdf.add_page()
            _line(pdf, heading, font, 18, align)
            pdf.set_font(font, size=12)
            pdf.multi_cell(480, 18, text, align=align, new_x="LMARGIN", new_y="NEXT")
            if index < 3:
                _figure(pdf, index)
                _line(pdf, str(paper["captions"][index]), font, 11, align)
        pdf.output(str(target))


def _line(pdf: FPDF, text: str, font: str, size: int, align: Align) -> None:
    pdf.set_font(font, size=size)
    pdf.cell(480, size * 1.8, text, align=align, new_x="LMARGIN", new_y="NEXT")


def _figure(pdf: FPDF, index: int) -> None:
    top = pdf.get_y() + 10
    if index < 2:
        pdf.image(_picture(index), x=150, y=top, w=300, h=180)
    else:
        for month in range(8):
            height = 40 + 15 * (month % 5)
            pdf.set_fill_color(11, 110, 105)
            pdf.rect(150 + 38 * month, top + 180 - height, 26, height, style="F")
        pdf.line(150, top + 180, 450, top + 180)
    pdf.set_y(top + 190)


def _picture(index: int) -> BytesIO:
    image = Image.new("RGB", (600, 360), (232, 240, 238) if index else (244, 236, 222))
    draw = ImageDraw.Draw(image)
    for step in range(12):
        draw.ellipse((40 + 45 * step, 60 + 20 * (step % 4), 70 + 45 * step, 90 + 20 * (step % 4)),
                     fill=(20, 90 + 10 * step, 120))  # fmt: skip
    data = BytesIO()
    image.save(data, "PNG")
    data.seek(0)
    return data
