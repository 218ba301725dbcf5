"""How any code says what it does: `span`, `count`, `took`. Nothing comes of it unless it is on.

Who listens is a matter of the context, not of the process: two applications in one process each
have their own. A task that is begun inside inherits it.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from kesher.errors import KesherError
from kesher.telemetry.measures import Measure

Attribute = str | int | float | bool | Sequence[str]
Attributes = Mapping[str, Attribute]
"""What is known of a span. Never texts of people, unless the setting `trace_content` is on."""


class Kind(StrEnum):
    """On which side of a call a span is."""

    INSIDE = "internal"
    SERVER = "server"
    CLIENT = "client"


class Span(Protocol):
    """One piece of work in a trace."""

    @property
    def trace_id(self) -> str:
        """The trace's id, 32 hexadecimal digits; empty: nothing is traced."""
        ...

    def rename(self, name: str) -> None:
        """Give it the name that is known only now."""
        ...

    def set(self, attributes: Attributes) -> None:
        """Add what has become known."""
        ...

    def fail(self, kind: str) -> None:
        """Mark it as failed. `kind` is an error's code or class, never its words."""
        ...

    def current(self) -> AbstractContextManager[None]:
        """Give a context in which spans that begin are children of this one."""
        ...

    def end(self) -> None:
        """Say that the work is over."""
        ...


class Tracer(Protocol):
    """Where spans go."""

    def begin(
        self, name: str, attributes: Attributes, *, kind: Kind, parent: Mapping[str, str] | None
    ) -> Span:
        """Begin a span.

        Args:
            parent: Headers that may carry a `traceparent` (W3C); None: the current span.
        """
        ...


class Meter(Protocol):
    """Where measures go."""

    def add(self, measure: Measure, amount: float, labels: Mapping[str, str]) -> None:
        """Add to a counter or a gauge; a gauge may fall."""
        ...

    def observe(self, measure: Measure, value: float, labels: Mapping[str, str]) -> None:
        """Note one value of a distribution, in the measure's unit."""
        ...


class _Nothing:
    """Takes everything and does nothing: span, tracer and meter at once."""

    trace_id = ""

    def rename(self, name: str) -> None:
        return None

    def set(self, attributes: Attributes) -> None:
        return None

    def fail(self, kind: str) -> None:
        return None

    def current(self) -> AbstractContextManager[None]:
        return nullcontext()

    def end(self) -> None:
        return None

    def begin(
        self, name: str, attributes: Attributes, *, kind: Kind, parent: Mapping[str, str] | None
    ) -> Span:
        return self

    def add(self, measure: Measure, amount: float, labels: Mapping[str, str]) -> None:
        return None

    def observe(self, measure: Measure, value: float, labels: Mapping[str, str]) -> None:
        return None


_NOTHING = _Nothing()


@dataclass(frozen=True, slots=True)
class Instrument:
    """Who listens.

    Attributes:
        with_content: Whether spans carry what was written to models and by them.
    """

    tracer: Tracer = _NOTHING
    meter: Meter = _NOTHING
    with_content: bool = False


_SILENT = Instrument()
_listening: ContextVar[Instrument] = ContextVar("kesher_instrument", default=_SILENT)


@contextmanager
def listening(instrument: Instrument) -> Iterator[None]:
    """Let an instrument hear of what is done inside, and in tasks that are begun there."""
    token = _listening.set(instrument)
    try:
        yield
    finally:
        _listening.reset(token)


def records_content() -> bool:
    """Tell whether spans carry what people and models wrote."""
    return _listening.get().with_content


def count(measure: Measure, amount: float = 1.0, **labels: str) -> None:
    """Add to a counter or a gauge."""
    _listening.get().meter.add(measure, amount, labels)


def took(measure: Measure, value: float, **labels: str) -> None:
    """Note one value of a distribution, in the measure's unit."""
    _listening.get().meter.observe(measure, value, labels)


@contextmanager
def timed(measure: Measure, **labels: str) -> Iterator[None]:
    """Note how long what is done inside takes, also where it fails."""
    began = time.perf_counter()
    try:
        yield
    finally:
        took(measure, time.perf_counter() - began, **labels)


def begun(
    name: str,
    attributes: Attributes | None = None,
    *,
    kind: Kind = Kind.INSIDE,
    parent: Mapping[str, str] | None = None,
) -> Span:
    """Begin a span that is nobody's parent until it is made current; the caller ends it."""
    return _listening.get().tracer.begin(name, attributes or {}, kind=kind, parent=parent)


@contextmanager
def span(
    name: str, attributes: Attributes | None = None, *, kind: Kind = Kind.INSIDE
) -> Iterator[Span]:
    """Trace what is done inside; what it raises marks the span as failed and goes on."""
    made = begun(name, attributes, kind=kind)
    try:
        with made.current():
            yield made
    except Exception as error:
        made.fail(kind_of(error))
        raise
    finally:
        made.end()


def kind_of(error: BaseException) -> str:
    """Return an error's code, or its class where it is none of ours: nothing that it quotes."""
    return error.code if isinstance(error, KesherError) else type(error).__name__
