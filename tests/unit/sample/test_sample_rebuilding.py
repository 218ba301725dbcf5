from pathlib import Path

import docx
import pytest

from kesher.documents.parsing.media import DOCX
from kesher.documents.parsing.pdf import pdf_info, read_page
from kesher.documents.parsing.structured import (
    read_paragraphs,
    read_structured,
    typeset_document,
)
from kesher.sample import SampleQuestion, questions, sample_files
from unit.sample.conftest import Rebuilt

FILES = {file.path.name: file for file in sample_files()}
HANDBOOK, PROCEDURE, SCAN = FILES


@pytest.mark.parametrize("question", questions(), ids=lambda question: question.id)
def test_a_quote_stands_on_its_page_and_on_no_other(
    question: SampleQuestion, rebuilt: Rebuilt
) -> None:
    file = next(name for name, file in FILES.items() if file.name == question.document)
    pages = [" ".join(page.split()) for page in rebuilt.pages[file]]
    found = [number for number, page in enumerate(pages, 1) if question.quote in page]
    assert found == list(question.pages)


@pytest.mark.parametrize(
    "question",
    [q for q in questions() if q.document == FILES[HANDBOOK].name],
    ids=lambda question: question.id,
)
def test_a_quote_of_the_handbook_is_read_from_its_page(question: SampleQuestion) -> None:
    text = read_page(FILES[HANDBOOK].path, question.pages[0]).text
    assert question.quote in " ".join(text.split())


def test_a_quote_of_the_procedure_is_read_from_its_page(tmp_path: Path) -> None:
    file, pdf = FILES[PROCEDURE], tmp_path / "procedure.pdf"
    typeset_document(file.path, DOCX, file.name, pdf, pages_limit=10)
    pages = [page.text for page in read_structured(file.path, DOCX, file.name, pdf)]
    asked = [question for question in questions() if question.document == file.name]
    assert len(asked) >= 4
    assert [q.id for q in asked if q.quote not in pages[q.pages[0] - 1]] == []


@pytest.mark.parametrize("name", [HANDBOOK, SCAN])
def test_the_packaged_pdf_is_what_its_source_says(name: str, rebuilt: Rebuilt) -> None:
    assert _pdf_texts(FILES[name].path) == _pdf_texts(rebuilt.folder / name)


def test_the_packaged_docx_is_what_its_source_says(rebuilt: Rebuilt) -> None:
    file = FILES[PROCEDURE]
    anew = read_paragraphs(rebuilt.folder / PROCEDURE, DOCX, file.name)
    assert read_paragraphs(file.path, DOCX, file.name) == anew


def test_every_page_of_the_handbook_has_text_and_the_scan_has_none() -> None:
    assert all(len(text) > 50 for text in _pdf_texts(FILES[HANDBOOK].path))
    assert _pdf_texts(FILES[SCAN].path) == [""]


def test_the_numbers_of_the_docx_are_counted_by_word_and_not_typed() -> None:
    texts = [p.text for p in docx.Document(str(FILES[PROCEDURE].path)).paragraphs if p.text]
    assert "אישור הנסיעה" in texts
    assert not any(text[0].isdigit() or text.startswith("(") for text in texts)


def _pdf_texts(path: Path) -> list[str]:
    pages = pdf_info(path).pages_total
    return [read_page(path, number).text for number in range(1, pages + 1)]
