"""What the sample holds, read from the package's own data."""

import json
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

# The names that people see in a room, in the order in which they are added.
_NAMES = {
    "handbook.pdf": "מדריך העובד.pdf",
    "handbook.docx": "נוהל נסיעות.docx",
    "scan.pdf": "הודעה סרוקה.pdf",
}


@dataclass(frozen=True, slots=True)
class SampleFile:
    """One file: where it lies, and the name that it bears in a room."""

    path: Path
    name: str


@dataclass(frozen=True, slots=True)
class SampleQuestion:
    """A question and where its answer stands.

    Attributes:
        language: he, en, ru or ar: the language of `text`.
        document: The `SampleFile.name` that holds the answer; empty where none does.
        pages: 1-based pages that hold the answer; empty where no file answers the question.
        answer: The answer in a few words, in the question's language.
        quote: Words that stand on the first of `pages`, as the page has them but for line breaks.
    """

    id: str
    language: str
    text: str
    document: str
    pages: tuple[int, ...]
    answer: str
    quote: str


def sample_files() -> tuple[SampleFile, ...]:
    """Return the handbook (a PDF), the travel procedure (a DOCX) and a scanned notice (a PDF)."""
    return tuple(SampleFile(_path(file), name) for file, name in _NAMES.items())


def questions() -> tuple[SampleQuestion, ...]:
    """Return the 30 questions that the files answer: Hebrew, English, Russian and Arabic."""
    return tuple(question for question in _read() if question.pages)


def unanswerable_questions() -> tuple[SampleQuestion, ...]:
    """Return the 5 questions that no file answers, each close to something that one tells."""
    return tuple(question for question in _read() if not question.pages)


def _read() -> list[SampleQuestion]:
    lines = _path("questions.jsonl").read_text("utf-8").splitlines()
    return [
        SampleQuestion(**{**fields, "pages": tuple(fields["pages"])})
        for fields in map(json.loads, lines)
    ]


def _path(file: str) -> Path:
    return Path(str(files("kesher.sample").joinpath(file)))
