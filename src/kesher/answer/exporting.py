"""A conversation as a document that others read: Markdown here, Word in `exporting_docx`."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from kesher.domain.answer import Answer, Citation, Thread
from kesher.text.language import Language, language

Mark = Callable[[int], str]
"""Makes the number of a citation into what stands in the text."""


class Words(NamedTuple):
    """What an exported conversation says of itself, in one language."""

    references: str
    page: str
    pages: str
    unverified: str


WORDS: dict[Language, Words] = {
    "he": Words("הפניות", "עמוד", "עמודים", "לא נמצא במסמך"),
    "en": Words("References", "page", "pages", "not found in the document"),
    "ar": Words("المراجع", "صفحة", "صفحات", "غير موجود في المستند"),
    "ru": Words("Ссылки", "страница", "страницы", "в документе не найдено"),
}


def markdown(thread: Thread, answers: Sequence[Answer]) -> str:
    """Return a conversation as Markdown, its citations as footnotes numbered through it."""
    parts = [f"# {_one_line(thread.title)}"]
    for place, answer in enumerate(answers, start=1):
        marked = with_marks(answer, f"[^{place}-{{}}]".format)
        notes = [
            f"[^{place}-{each.number}]: {reference(each, language(answer.question))}"
            for each in numbered(answer.citations)
        ]
        parts += [f"## {_one_line(answer.question)}", marked.strip(), "\n".join(notes)]
    return "\n\n".join(part for part in parts if part) + "\n"


def with_marks(answer: Answer, mark: Mark) -> str:
    """Return an answer's text with a mark at the place of each citation."""
    text, end = "", 0
    for citation in sorted(answer.citations, key=lambda each: each.position):
        text += answer.text[end : citation.position] + mark(citation.number)
        end = citation.position
    return text + answer.text[end:]


def numbered(citations: Sequence[Citation]) -> list[Citation]:
    """Return one citation for each number, in their order."""
    first = {each.number: each for each in reversed(citations)}
    return [first[number] for number in sorted(first)]


def reference(citation: Citation, spoken: Language) -> str:
    """Return a citation in words: its document, its pages, its quote."""
    words = WORDS[spoken]
    pages = [f"{span.page_number}" for span in citation.spans]
    named = words.page if len(pages) == 1 else words.pages
    place = f", {named} {'–'.join(pages)}" if pages else ""
    doubt = "" if citation.verified else f" ({words.unverified})"
    return f"{citation.document_name}{place}: \u201c{_one_line(citation.quote)}\u201d{doubt}"


def _one_line(text: str) -> str:
    return " ".join(text.split())
