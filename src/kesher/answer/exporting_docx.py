"""A conversation as a Word document: each paragraph in its own direction, references as a list.

Source: ECMA-376, Part 1, 17.3.1.6 (`bidi`) and 17.3.2.30 (`rtl`).
"""

from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING

from kesher.answer.exporting import WORDS, numbered, reference, with_marks
from kesher.domain.answer import Answer, Thread
from kesher.text.direction import direction
from kesher.text.language import language

if TYPE_CHECKING:
    from docx.document import Document as Word
    from docx.text.paragraph import Paragraph


def docx(thread: Thread, answers: Sequence[Answer]) -> bytes:
    """Return a conversation as the bytes of a `.docx` file."""
    from docx import Document  # noqa: PLC0415 - only where something is exported

    word = Document()
    word.core_properties.title = thread.title
    _add(word, thread.title, style="Title")
    for answer in answers:
        _add_turn(word, answer)
    held = BytesIO()
    word.save(held)
    return held.getvalue()


def _add_turn(word: "Word", answer: Answer) -> None:
    _add(word, answer.question, style="Heading 1")
    for line in with_marks(answer, " [{}]".format).splitlines():
        if line.strip():
            _add(word, line.strip())
    citations = numbered(answer.citations)
    if citations:
        spoken = language(answer.question)
        _add(word, WORDS[spoken].references, style="Heading 2")
        for each in citations:
            _add(word, f"[{each.number}] {reference(each, spoken)}")


def _add(word: "Word", text: str, *, style: str | None = None) -> None:
    paragraph = word.add_paragraph(text, style=style)
    if direction(text) == "rtl":
        _turn(paragraph)


def _turn(paragraph: "Paragraph") -> None:
    """Let a paragraph and its words run from right to left."""
    from docx.oxml import OxmlElement  # noqa: PLC0415 - as above

    paragraph.paragraph_format.element.get_or_add_pPr().append(OxmlElement("w:bidi"))
    for run in paragraph.runs:
        run.font.rtl = True
