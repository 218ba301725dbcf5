"""One call carried out within its time, whatever the tool does; never an exception."""

import asyncio
import time
from collections.abc import Awaitable
from dataclasses import dataclass

from kesher.app.agent import failures
from kesher.app.agent.checking import Sound
from kesher.app.agent.hooks import Count, Telling
from kesher.app.agent.session import InSession, Session, Waiting
from kesher.app.agent.settings import AgentSettings
from kesher.app.agent.tracing import traced
from kesher.domain.message import ToolCall
from kesher.domain.trajectory import Noted, Origin
from kesher.errors import ToolError
from kesher.ports.tools import ToolOutput
from kesher.text.storable import storable

GRACE_SECONDS = 1.0
"""What a tool gets to end after it was told to; then it is left to itself."""
_ENDS = 40
"""Characters by which a cut goes down each time it is still too long, as a divisor."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a call gave back, as it enters the log.

    Attributes:
        failed: The text is an error in four layers.
    """

    text: str
    failed: bool = False
    origin: Origin = Origin.HARNESS
    source: str = ""
    pinned: bool = False
    refs: tuple[str, ...] = ()
    notes: tuple[Noted, ...] = ()
    seconds: float = 0.0


def error(text: str) -> Result:
    """Return the result of a call whose tool never ran."""
    return Result(text, failed=True)


async def execute(
    call: ToolCall,
    sound: Sound,
    session: Session,
    settings: AgentSettings,
    *,
    count: Count,
    telling: Telling | None = None,
) -> Result | Waiting:
    """Run a tool to its end or its limit."""
    began = time.perf_counter()
    limit = sound.meant.spec.timeout_seconds or settings.tool_seconds
    work = asyncio.ensure_future(_called(call, sound, session))
    try:
        done, _ = await asyncio.wait({work}, timeout=limit)
        if not done:
            work.cancel()
            await asyncio.wait({work}, timeout=GRACE_SECONDS)
    finally:
        leave(work)
    seconds = time.perf_counter() - began
    if not done:
        return _said(sound, failures.timed_out(call.name, limit), seconds)
    if work.cancelled():
        return _said(sound, failures.cancelled(call.name), seconds)
    raised = work.exception()
    if raised is not None:
        told = telling.raised(call, raised, session.log.events) if telling else None
        return _said(sound, told or failures.raised(call.name, raised), seconds)
    output = work.result()
    if isinstance(output, Waiting):
        return output
    return _given(sound, output, seconds, limit_tokens=settings.result_tokens, count=count)


def leave(work: "asyncio.Future[ToolOutput | Waiting] | asyncio.Task[Result | Waiting]") -> None:
    """Cancel work and leave it to itself; what it raises later is of no concern to anybody."""
    work.cancel()
    work.add_done_callback(lambda ended: ended.cancelled() or ended.exception())


async def _called(call: ToolCall, sound: Sound, session: Session) -> ToolOutput | Waiting:
    running: Awaitable[ToolOutput | Waiting]
    if isinstance(sound.tool, InSession):
        running = sound.tool.call_in(call, sound.arguments, session)
    else:
        running = sound.tool.call(sound.arguments)
    try:
        return await traced(call, sound.tool.spec.name, running)
    except SystemExit as exit_:
        # A tool must not be able to end the program.
        raise ToolError(f"The tool's code called exit({exit_.code}).") from exit_


def _said(sound: Sound, text: str, seconds: float) -> Result:
    """Return an error of a tool that ran; what an outside tool says of its failure is outside."""
    spec = sound.meant.spec
    origin = Origin.EXTERNAL if spec.external else Origin.TOOL
    return Result(text, failed=True, origin=origin, source=spec.name, seconds=seconds)


def _given(
    sound: Sound, output: ToolOutput, seconds: float, *, limit_tokens: int, count: Count
) -> Result:
    spec = sound.meant.spec
    external = output.external or spec.external
    pinned = output.pinned and not external
    text = output.text if pinned else within(output.text, limit_tokens, count)
    ours = Origin.HARNESS if pinned else Origin.TOOL
    return Result(
        text,
        origin=Origin.EXTERNAL if external else ours,
        source=storable(output.source or spec.name),
        pinned=pinned,
        refs=tuple(map(storable, output.refs)),
        notes=output.notes,
        seconds=seconds,
    )


def within(text: str, limit_tokens: int, count: Count) -> str:
    """Return the text, or its beginning and end with a note between them, within a limit."""
    # A character is four tokens at most (one a byte), so a short text needs no counting.
    if len(text) <= limit_tokens // 4 or count(text) <= limit_tokens:
        return text
    shown = len(text) * limit_tokens // max(1, count(text))
    while shown > _ENDS:
        cut = failures.shortened(text, shown_chars=shown, limit_tokens=limit_tokens)
        if count(cut) <= limit_tokens:
            return cut
        shown -= shown // _ENDS + 1
    return failures.shortened(text, shown_chars=_ENDS, limit_tokens=limit_tokens)
