"""Questions with right pages, from JSON Lines."""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kesher.domain.document import Document
from kesher.domain.evaluation import RightPages
from kesher.errors import InputError

MOST_QUESTIONS = 5_000

Check = Callable[[str], str]
"""Returns a question as it is asked, or raises InputError."""


@dataclass(frozen=True, slots=True)
class QuestionFile:
    """A file of questions, read.

    Attributes:
        name: Named in errors, and kept with a run.
    """

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Written:
    """A question as a line says it; without right pages it is not answerable."""

    text: str
    right: tuple[RightPages, ...]


def read_questions(
    file: QuestionFile, documents: Iterable[Document], *, check: Check
) -> list[Written]:
    """Return a file's questions, in its order.

    A line is `{"question", "document", "pages", "answerable"?}`: `document` is the name or id of
    one of the room's, `pages` its page numbers from 1. With `"answerable": false` neither counts.
    Other fields are ignored, and so are blank lines.

    Raises:
        InputError: a line is not so, or says a question again, or there is none, or more than
            `MOST_QUESTIONS`. It names the line.
    """
    shelf = _Shelf(documents)
    seen: dict[str, int] = {}
    questions = []
    for number, line in _lines(file):
        place = f"`{file.name}`, line {number}"
        written = _written(line, place, shelf, check)
        if written.text in seen:
            raise InputError(
                f"{place} asks what line {seen[written.text]} asks. Name all right pages in one."
            )
        seen[written.text] = number
        questions.append(written)
        if len(questions) > MOST_QUESTIONS:
            raise InputError(
                f"{place}: more than {MOST_QUESTIONS:,} questions are not taken. Ask them in parts."
            )
    if not questions:
        raise InputError(f"`{file.name}` has no questions: a line of JSON for each is expected.")
    return questions


class _Shelf:
    """The room's documents by id and by name."""

    def __init__(self, documents: Iterable[Document]) -> None:
        self._by_id: dict[str, Document] = {}
        self._by_name: dict[str, list[Document]] = defaultdict(list)
        for each in documents:
            self._by_id[each.id] = each
            self._by_name[each.name].append(each)

    def find(self, name: str, place: str) -> Document:
        """Return the document of that id or name. Raises InputError."""
        found = [self._by_id[name]] if name in self._by_id else self._by_name.get(name, [])
        if not found:
            raise InputError(
                f"{place}: the room has no document `{name}`. Write its name as the room lists it, "
                f"or its id."
            )
        if len(found) > 1:
            ids = ", ".join(f"`{each.id}`" for each in found)
            raise InputError(f"{place}: several documents are called `{name}`. Name one: {ids}.")
        return found[0]


def _lines(file: QuestionFile) -> Iterator[tuple[int, Mapping[str, object]]]:
    for number, text in enumerate(file.text.removeprefix("\ufeff").split("\n"), start=1):
        if not text.strip():
            continue
        try:
            line = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise InputError(f"`{file.name}`, line {number} is not JSON ({error}).") from error
        if not isinstance(line, dict):
            raise InputError(f"`{file.name}`, line {number} is not a JSON object.")
        yield number, line


def _written(line: Mapping[str, object], place: str, shelf: _Shelf, check: Check) -> Written:
    answerable = line.get("answerable", True)
    if not isinstance(answerable, bool):
        raise InputError(f"{place}: `answerable` is {answerable!r:.40}, neither true nor false.")
    text = _question(_text_of(line, "question", place), place, check)
    if not answerable:
        return Written(text, ())
    document = shelf.find(_text_of(line, "document", place), place)
    pages = _pages(line.get("pages"), place, document)
    return Written(text, (RightPages(document.id, document.name, pages),))


def _question(text: str, place: str, check: Check) -> str:
    try:
        return check(text)
    except InputError as error:
        raise InputError(f"{place}: {error}") from error


def _pages(given: object, place: str, document: Document) -> tuple[int, ...]:
    if not isinstance(given, list) or not given or not all(map(_is_page, given)):
        raise InputError(
            f"{place}: `pages`, a list of page numbers from 1, is missing. For a question that the "
            f'room does not answer write `"answerable": false`.'
        )
    pages = tuple(sorted(set(given)))
    if document.pages_total and pages[-1] > document.pages_total:
        raise InputError(
            f"{place}: page {pages[-1]} is named, but `{document.name}` has {document.pages_total}."
        )
    return pages


def _is_page(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def _text_of(line: Mapping[str, object], name: str, place: str) -> str:
    value = line.get(name)
    if not isinstance(value, str) or not value.strip():
        raise InputError(f"{place}: `{name}`, a text that is not empty, is missing.")
    return value


def right_of(pages: Sequence[tuple[str, str, int]]) -> tuple[RightPages, ...]:
    """Gather (document id, name, page number) by document, in order of first appearance."""
    gathered: dict[tuple[str, str], set[int]] = defaultdict(set)
    for document_id, name, number in pages:
        gathered[document_id, name].add(number)
    return tuple(RightPages(*key, tuple(sorted(numbers))) for key, numbers in gathered.items())
