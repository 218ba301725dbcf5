"""What is told while a question is answered."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from kesher.domain.answer import Answer, Citation
from kesher.domain.retrieval import Retrieval
from kesher.telemetry.instrument import took
from kesher.telemetry.measures import FIRST_WORD_SECONDS


class Stage(StrEnum):
    """What is being done now."""

    SEARCHING = "searching"
    READING = "reading"
    THINKING = "thinking"
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


@dataclass(frozen=True, slots=True)
class ThinkingPiece:
    """More of what a model thinks before it answers; it is told and not stored."""

    text: str


AskEvent = Started | Stage | Retrieval | ThinkingPiece | TextPiece | Citation | Answer
Emit = Callable[[AskEvent], None]
"""Takes events in order: Started, Stage..., Retrieval, ThinkingPiece..., (TextPiece | Citation)...,
Answer."""


def timed_to_first_word(emit: Emit) -> Emit:
    """Return the same listener, which also measures the time from now to the first word."""
    began = time.perf_counter()
    waiting = True

    def told(event: AskEvent) -> None:
        nonlocal waiting
        if waiting and isinstance(event, TextPiece):
            waiting = False
            took(FIRST_WORD_SECONDS, time.perf_counter() - began)
        emit(event)

    return told
