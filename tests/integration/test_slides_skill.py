"""The slides skill, its scripts run as a model runs them: confined, in a work folder."""

import json
import shutil
from pathlib import Path

import anyio
import pypdfium2
import pytest
from pptx import Presentation
from pptx.enum.shapes import MSO_SHAPE_TYPE

from illustrated_paper import write_paper
from kesher.adapters.scripts.runner import ScriptProcesses
from kesher.adapters.skill_folders import SkillFolders
from kesher.adapters.skill_trust import SkillTrustFile
from kesher.app.skills import Skills
from kesher.domain.skill import SkillSource
from kesher.ports.skills import ScriptResult
from kesher.skills import FOLDER

pytestmark = pytest.mark.anyio
SKILL = "slides-from-document"


@pytest.fixture
def skills(tmp_path: Path) -> Skills:
    shelf = SkillFolders([(SkillSource.BUILT_IN, FOLDER)])
    trust = SkillTrustFile(tmp_path / "trust.json")
    return Skills(shelf, trust, ScriptProcesses(), count=lambda text: len(text) // 2)


async def run(skills: Skills, work: Path, script: str, *arguments: str) -> ScriptResult:
    return await skills.run(SKILL, script, arguments, work_folder=work)


async def deck_of(skills: Skills, work: Path, *, hebrew: bool) -> Path:
    await anyio.Path(work).mkdir()
    write_paper(work / "paper.pdf", hebrew=hebrew)
    for script, arguments in (
        ("extract.py", ("paper.pdf", "out")),
        ("draft.py", ("out/document.json", "out/outline.json")),
        ("build.py", ("out/outline.json", "deck.pptx")),
        ("check.py", ("deck.pptx",)),
    ):
        result = await run(skills, work, script, *arguments)
        assert result.status == 0, result.stdout + result.stderr
    return work / "deck.pptx"


@pytest.mark.parametrize("hebrew", [True, False], ids=["he", "en"])
async def test_a_paper_becomes_a_deck_with_its_figures_and_pages(
    skills: Skills, tmp_path: Path, hebrew: bool
) -> None:
    deck = Presentation(str(await deck_of(skills, tmp_path / "work", hebrew=hebrew)))
    slides = list(deck.slides)
    pictures = [s for slide in slides for s in slide.shapes
                if s.shape_type == MSO_SHAPE_TYPE.PICTURE]  # fmt: skip
    assert len(slides) == 7
    assert len(pictures) == 3
    described = [picture._element.nvPicPr.cNvPr.get("descr") for picture in pictures]
    assert described[2].startswith("איור 3: " if hebrew else "Figure 3: ")
    notes = slides[4].notes_slide.notes_text_frame.text
    assert ("עמודים במקור: 3" if hebrew else "Source pages: 3") in notes
    # A picture stands where the eye comes last: left in Hebrew, right in English.
    middle = deck.slide_width // 2
    assert all((picture.left < middle) is hebrew for picture in pictures)


async def test_hebrew_paragraphs_are_set_right_to_left_with_a_hebrew_font(
    skills: Skills, tmp_path: Path
) -> None:
    deck = Presentation(str(await deck_of(skills, tmp_path / "work", hebrew=True)))
    paragraphs = [
        paragraph
        for slide in deck.slides
        for shape in slide.shapes
        if shape.has_text_frame
        for paragraph in shape.text_frame.paragraphs
        if paragraph.text.strip()
    ]
    assert {p._p.pPr.get("rtl") for p in paragraphs} == {"1"}
    assert all("cs" in {child.tag.split("}")[1] for child in p.runs[0]._r.rPr} for p in paragraphs)
    assert {p._p.pPr.get("algn") for p in paragraphs} <= {"r", "ctr"}


IMPRESS = Path("/usr/lib/libreoffice/program/libsdlo.so")


@pytest.mark.skipif(
    shutil.which("soffice") is None or not IMPRESS.exists(),
    reason="no LibreOffice Impress here",
)
async def test_the_deck_opens_in_libreoffice_page_by_page(skills: Skills, tmp_path: Path) -> None:
    work = tmp_path / "work"
    deck = await deck_of(skills, work, hebrew=True)
    result = await skills.run(SKILL, "preview.py", [deck.name, "preview"], work_folder=work)
    assert result.status == 0, result.stderr
    with pypdfium2.PdfDocument(work / "preview" / "deck.pdf") as pdf:  # type: ignore[no-untyped-call]  # has no types
        assert len(pdf) == 7
    assert len(list((work / "preview").glob("slide-*.png"))) == 7


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"colour": "red"}, "unknown field `colour`"),
        ({"language": "xx"}, "`language` is one of"),
        ({"slides": []}, "`slides` are needed"),
        ({"slides": [{"points": []}]}, "slide 2 has no `title`"),
        ({"slides": [{"title": "א", "figure": "no.png"}]}, "there is no picture `no.png`"),
    ],
)
async def test_a_wrong_outline_is_refused_with_its_place(
    skills: Skills, tmp_path: Path, change: dict[str, object], said: str
) -> None:
    outline = {"title": "כותרת", "slides": [{"title": "א"}]} | change
    (tmp_path / "outline.json").write_text(json.dumps(outline), "utf-8")
    result = await run(skills, tmp_path, "build.py", "outline.json", "deck.pptx")
    assert result.status == 1
    assert said in result.stderr


async def test_a_deck_that_breaks_the_rules_is_told_why(skills: Skills, tmp_path: Path) -> None:
    deck = Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[1])
    slide.placeholders[1].text_frame.text = "עברית שאיש לא הפנה ימינה " * 10
    deck.save(str(tmp_path / "deck.pptx"))
    result = await run(skills, tmp_path, "check.py", "deck.pptx")
    assert result.status == 1
    for said in ("has no title", "is not set right to left", "shorten it", "The deck has 1 slides"):
        assert said in result.stdout


async def test_both_shipped_skills_are_valid_and_trusted(skills: Skills) -> None:
    names = [entry.folder.name for entry in await skills.usable()]
    assert names == ["slides-from-document", "writing-style"]


async def test_a_preview_of_a_deck_that_is_not_there_says_what_to_do(
    skills: Skills, tmp_path: Path
) -> None:
    result = await skills.run(SKILL, "preview.py", ["מצגת.pptx", "out"], work_folder=tmp_path)
    assert result.status == 1
    assert "There is no deck `מצגת.pptx`. Build it first" in result.stderr
