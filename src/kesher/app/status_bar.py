"""The status of an agent's run: computed before each request, replaced or kept by its price."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, tzinfo
from traceback import extract_tb

from kesher.app.agent.log import Log
from kesher.context.assembly import Count
from kesher.context.status.bar import Situation, StatusOptions, status
from kesher.context.status.choice import Measured, Mode, choose
from kesher.context.status.errors import Failure, layered
from kesher.context.status.labels import Labels
from kesher.context.status.times import stamped
from kesher.domain.message import Role, ToolCall
from kesher.domain.profile import Profile
from kesher.domain.trajectory import Event, Origin, Requested, Said, StatusKept
from kesher.errors import ToolError
from kesher.ports.clock import Clock
from kesher.text.language import language


@dataclass(frozen=True, slots=True)
class StatusBar:
    """Writes what the model is told about its own situation.

    Attributes:
        requests: Most requests of a run, by which further updates are expected.
        mode: None: replaced or kept, whichever costs less by the profile's prices.
        directory: The working directory at the trajectory's beginning; empty: none is told.
        system: Operating system, shell, Python ... by name.
    """

    options: StatusOptions
    profile: Profile
    count: Count
    clock: Clock
    requests: int
    zone: tzinfo = UTC
    mode: Mode | None = None
    directory: str = ""
    system: tuple[tuple[str, str], ...] = ()

    async def status(self, log: Log) -> str | None:
        """Return the text for the end of this request only; None: nothing, or it was kept."""
        situation = Situation(self.clock(), self.zone, self.directory, self.system)
        found = status(log.events, self.options, situation, labels=labels_of(log.events))
        if not found.text:
            return None
        if self._mode(log.events, found.text) is Mode.REPLACE:
            return found.text
        if _latest_kept(log.events) != found.text:
            await log.append(StatusKept(found.text))
        return None

    def stamped(self, text: str) -> str:
        """Return a text with the time before it, where stamps are on."""
        return stamped(text, self.clock(), self.zone) if self.options.timestamps else text

    def raised(self, call: ToolCall, error: BaseException, events: Sequence[Event]) -> str | None:
        """Return a failure in four layers, where they are on.

        A tool that says by `ToolError` what is wrong has no call stack to tell of.
        """
        if not self.options.errors:
            return None
        failure = Failure(
            kind=type(error).__name__,
            message=str(error).strip() or "It gave no reason.",
            arguments=call.arguments,
            stack=() if isinstance(error, ToolError) else _stack(error),
            may_have_acted=True,
        )
        return layered(failure, labels=labels_of(events))

    def _mode(self, events: Sequence[Event], text: str) -> Mode:
        if self.mode is not None:
            return self.mode
        sent = sum(isinstance(event.payload, Requested) for event in events)
        measured = Measured(
            status_tokens=self.count(text),
            behind_tokens=self._behind_tokens(events),
            updates=max(1, self.requests - sent),
        )
        present = Mode.APPEND if _latest_kept(events) is not None else Mode.REPLACE
        return choose(measured, self.profile.prices, present=present if sent else None)

    def _behind_tokens(self, events: Sequence[Event]) -> float:
        """Return R: the model's own words behind a status, where the provider keeps them.

        With boundary marks the cache ends at a mark, before the status; nothing behind it is kept.
        """
        if self.profile.cache.marks:
            return 0.0
        said = [event.payload for event in events if isinstance(event.payload, Said)]
        words = [
            (each.message.text or "") + "".join(call.arguments for call in each.message.tool_calls)
            for each in said
            if each.origin is Origin.MODEL and each.message.role is Role.ASSISTANT
        ]
        return sum(map(self.count, words)) / len(words) if words else 0.0


def _stack(error: BaseException) -> tuple[str, ...]:
    frames = extract_tb(error.__traceback__)
    return tuple(f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames)


def labels_of(events: Sequence[Event]) -> Labels:
    """Return the language of a status's labels: that of the user's latest words, or English."""
    for event in reversed(events):
        said = event.payload
        if isinstance(said, Said) and said.origin is Origin.USER and said.message.text:
            return "he" if language(said.message.text) == "he" else "en"
    return "en"


def _latest_kept(events: Sequence[Event]) -> str | None:
    for event in reversed(events):
        if isinstance(event.payload, StatusKept):
            return event.payload.text
    return None
