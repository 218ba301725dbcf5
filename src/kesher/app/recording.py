"""An answer as it comes about, to the record that is kept of it."""

import json
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields, replace
from typing import TYPE_CHECKING, TypeVar

from kesher.domain.answer import Answer
from kesher.domain.answer_record import (
    KEPT_RANKS,
    AnswerRecord,
    ModelCall,
    PromptPart,
    RecordedHit,
    RecordedRetrieval,
    Setting,
    StageTime,
)
from kesher.domain.canonical import digest
from kesher.domain.request import Context
from kesher.domain.retrieval import Hit, Retrieval
from kesher.domain.scope import RoomScope
from kesher.telemetry.instrument import span

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T", bound="DataclassInstance")

QUESTION = "question"
"""The label of the only search of an ordinary answer."""


class Stopwatch:
    """Notes when each stage of an answer begins, and how long it takes."""

    def __init__(self) -> None:
        self._origin = time.perf_counter()
        self._stages: list[StageTime] = []

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Time and trace what is done inside, also where it raises."""
        began = self.seconds
        try:
            with span(f"answer.{name}"):
                yield
        finally:
            self._stages.append(StageTime(name, began, self.seconds - began))

    @property
    def seconds(self) -> float:
        """Since the beginning of the answer."""
        return time.perf_counter() - self._origin

    @property
    def stages(self) -> tuple[StageTime, ...]:
        """Those that have ended, in that order."""
        return tuple(self._stages)

    def began(self, name: str) -> float:
        """Return when the first stage of that name began; 0.0 where there was none."""
        return next((each.began_seconds for each in self._stages if each.name == name), 0.0)


@dataclass(frozen=True, slots=True)
class Made:
    """What an answer was made of.

    Attributes:
        prompt: The last one, also where no model was there to be sent it; None: there was none.
        calls: What was sent to a model.
        held_fraction: As `Draft` has it.
    """

    retrievals: tuple[RecordedRetrieval, ...]
    prompt: Context | None
    calls: tuple[ModelCall, ...]
    stages: tuple[StageTime, ...]
    held_fraction: float | None = None


@dataclass(frozen=True, slots=True)
class Recording:
    """Makes the records of answers.

    Attributes:
        versions: Of everything that decides what is found and said, by name.
    """

    versions: Mapping[str, str]

    def record(
        self, scope: RoomScope, answer: Answer, made: Made, in_force: Mapping[str, Setting]
    ) -> AnswerRecord:
        """Return the record of an answer.

        Args:
            in_force: The settings, as `settings_of` names them.
        """
        return AnswerRecord(
            answer_id=answer.id,
            room_id=scope.room_id,
            thread_id=answer.thread_id,
            retrievals=made.retrievals,
            prompt=parts_of(made.prompt),
            calls=made.calls,
            stages=made.stages,
            versions=dict(self.versions),
            settings=dict(in_force),
            held_fraction=made.held_fraction,
        )


def recorded(
    retrieval: Retrieval, *, label: str = QUESTION, began_seconds: float = 0.0
) -> RecordedRetrieval:
    """Return what is kept of a search, without a word of what it found."""
    return RecordedRetrieval(
        label=label,
        query=retrieval.query,
        search_text=retrieval.search_text,
        embedder=retrieval.embedder,
        query_vector=retrieval.query_vector or None,
        rankings={name: ranks[:KEPT_RANKS] for name, ranks in retrieval.rankings.items()},
        hits=tuple(_hit(hit) for hit in (*retrieval.hits, *retrieval.neighbours)),
        figures=retrieval.figures,
        seconds=dict(retrieval.seconds),
        began_seconds=began_seconds,
        fusion=retrieval.fusion,
    )


def parts_of(prompt: Context | None) -> tuple[PromptPart, ...]:
    """Return the segments of a prompt without their texts."""
    if prompt is None:
        return ()
    return tuple(
        PromptPart(each.kind, each.hash, each.tokens, each.message, each.refs)
        for each in prompt.segments
    )


def settings_of(**parts: "DataclassInstance") -> dict[str, Setting]:
    """Return the fields of settings records by name: `search.top`, `ask.output_tokens`.

    What is no single value stands as its canonical JSON.
    """
    found: dict[str, Setting] = {}
    for part, held in parts.items():
        for name, value in asdict(held).items():
            single = value is None or isinstance(value, str | int | float)
            found[f"{part}.{name}"] = value if single else json.dumps(value, sort_keys=True)
    return found


def put_back(current: T, recorded_settings: Mapping[str, Setting], part: str) -> T:
    """Return a settings record with the values that an answer was given with.

    A field that was not recorded, or whose value is of another kind by now, stays as it is.
    """
    kept = {}
    for field in fields(current):
        then = recorded_settings.get(f"{part}.{field.name}")
        if then is not None and type(then) is type(getattr(current, field.name)):
            kept[field.name] = then
    return replace(current, **kept)


def _hit(hit: Hit) -> RecordedHit:
    return RecordedHit(
        chunk_id=hit.chunk.id,
        document_id=hit.chunk.document_id,
        ordinal=hit.chunk.ordinal,
        digest=digest(hit.chunk.text),
        rank=hit.rank,
        neighbour_of=hit.neighbour_of,
        grade=hit.grade,
    )
