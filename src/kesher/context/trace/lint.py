"""Recorded requests → the habits in them, with place and price, and what a cache makes of them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from kesher.context.cache import CacheSimulator, Part
from kesher.context.cost import Tokens, input_usd
from kesher.context.given import expected
from kesher.context.profiles import chosen
from kesher.context.trace.breaks import breaks
from kesher.context.trace.conditions import Task, tasks
from kesher.context.trace.findings import Finding, Measure
from kesher.context.trace.habits import habits
from kesher.context.trace.reading import read_trace
from kesher.context.trace.requests import Kind, Recorded
from kesher.context.trace.threads import predecessors
from kesher.domain.profile import Profile

# A recorded body does not say when it was sent: all are taken to come within the lifetime.
_SENT = datetime(2000, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class RequestCost:
    """How a simulated cache meets one request, and its input's price."""

    request: int
    tokens: Tokens
    input_usd: float


@dataclass(frozen=True, slots=True)
class Report:
    """What a lint has to say of a file.

    Attributes:
        findings: Habits, in the order of the requests.
        logged: Breaks that a logged edit explains.
        tasks: Those with more than one prefix, with the conditions that make them.
    """

    requests: int
    threads: int
    findings: tuple[Finding, ...]
    logged: tuple[Finding, ...]
    tasks: tuple[Task, ...]
    costs: tuple[RequestCost, ...]

    @property
    def clean(self) -> bool:
        """Whether nothing was found."""
        return not self.findings and not self.tasks


def lint_trace(text: str, *, profile: Profile | str, count: Callable[[str], int]) -> Report:
    """Find the habits in a file of recorded requests.

    Args:
        text: Of the file; see `kesher.context.trace.reading` for what it may hold.
        profile: Whose cache and prices are meant; its name is enough.
        count: Tokens of a text.

    Raises:
        InputError: the text is no trace; the message says at which line.
        ConfigurationError: there is no profile of that name.
    """
    rules = chosen(profile)
    expected(text, str, name="text", give="the trace as a text: request bodies, one a line")
    return lint(read_trace(text, profile=rules, count=count), profile=rules, count=count)


def lint(requests: Sequence[Recorded], *, profile: Profile, count: Callable[[str], int]) -> Report:
    """Find the habits in recorded requests, in the order in which they were sent."""
    measure = Measure(profile, count)
    before = predecessors(requests)
    found = [
        finding
        for index, request in enumerate(requests)
        for finding in _of_one(requests, before[index], request, measure)
    ]
    return Report(
        requests=len(requests),
        threads=sum(index is None for index in before),
        findings=tuple(finding for finding in found if not finding.logged),
        logged=tuple(finding for finding in found if finding.logged),
        tasks=tasks(requests),
        costs=tuple(_costs(requests, profile)),
    )


def _of_one(
    requests: Sequence[Recorded], before: int | None, request: Recorded, measure: Measure
) -> Iterator[Finding]:
    known: set[tuple[str, str]] = set()
    if before is not None:
        earlier = requests[before]
        # A habit is told of once, where it first stands; what came before it stays in the thread.
        known = {(one.cause, one.after) for one in habits(earlier, measure)}
        yield from breaks(earlier, request, measure)
    for finding in habits(request, measure):
        if (finding.cause, finding.after) not in known:
            yield finding


def _costs(requests: Sequence[Recorded], profile: Profile) -> Iterator[RequestCost]:
    cache = CacheSimulator(profile.cache)
    for request in requests:
        met = cache.send(_parts(request), at=_SENT)
        yield RequestCost(request.number, met, input_usd(profile, met))


def _parts(request: Recorded) -> list[Part]:
    """Return a request's parts, marked as a client that marks well would: prefix and end."""
    fixed = [place for place, part in enumerate(request.parts) if part.kind is not Kind.MESSAGE]
    marked = {*fixed[-1:], len(request.parts) - 1}
    return [
        Part(part.text, part.tokens, place in marked) for place, part in enumerate(request.parts)
    ]
