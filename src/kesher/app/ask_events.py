"""What is told while a question is answered."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from kesher.domain.answer import Answer, Citation
from kesher.domain.retrieval import Retrieval


class Stage(StrEnum):
    """What is being done now."""

    SEARCHING = "searching"
    READING = "reading"
    WRITING = "writing"


@dataclass(frozen=True, slots=True)
class Started:
    """Where the answer will be kept, and the id by which it can be stopped."""

    thread_id: str
    answer_id: str


@dataclass(frozen=True, slots=True)
class TextPiece:
    """More of the answer's text."""

    text: str


AskEvent = Started | Stage | Retrieval | TextPiece | Citation | Answer
Emit = Callable[[AskEvent], None]
"""Takes events in order: Started, Stage..., Retrieval, (TextPiece | Citation)..., Answer."""
