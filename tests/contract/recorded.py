"""Trajectories and requests to store."""

from dataclasses import replace
from datetime import timedelta

from contract.samples import NOW
from kesher.context.prefix import make_prefix
from kesher.context.trajectory import Trajectory
from kesher.domain.canonical import digest
from kesher.domain.message import Message, Reasoning, Role, ToolCall
from kesher.domain.request import Audit, Break, Segment, SegmentKind, SentRequest, Usage
from kesher.domain.scope import Scope
from kesher.domain.tool import ToolSpec
from kesher.domain.trajectory import CallStarted, Event, Noted, Origin, Payload, Said
from kesher.ports.stores import Store, TrajectoryHead

PREFIX = make_prefix("אתה עוזר של המשרד. Answer briefly.", [ToolSpec("look_up", "מחפש. بحث.")])
CALL = ToolCall("call_1", "look_up", '{"name": "דנה"}')
SAID: tuple[Payload, ...] = (
    Said(Message(Role.USER, "מה הטלפון של דנה?"), Origin.USER, pinned=True),
    Said(
        Message(Role.ASSISTANT, None, (CALL,), reasoning=(Reasoning("מחפש", "c2ln"),)),
        Origin.MODEL,
    ),
    CallStarted(CALL),
    # What no database holds as it is: NUL, halves of a pair, the escape itself.
    Said(
        Message(Role.TOOL, "03-5551234 \x00\x1a\ud83d\ude00 دانا", tool_call_id="call_1"),
        Origin.TOOL,
        refs=("chk_doc_a_0",),
    ),
    Noted("todo", '{"א":1}'),
)


def head(
    identifier: str = "trj_a", *, parent: str | None = None, minutes: int = 0
) -> TrajectoryHead:
    at = NOW + timedelta(minutes=minutes)
    return TrajectoryHead(identifier, PREFIX, "generic", "מה הטלפון של דנה?", at, parent)


def events() -> tuple[Event, ...]:
    trajectory = Trajectory(PREFIX)
    for minute, payload in enumerate(SAID):
        trajectory.append(payload, at=NOW + timedelta(minutes=minute))
    return trajectory.events


async def grown(
    store: Store, scope: Scope, identifier: str = "trj_a", *, parent: str | None = None
) -> None:
    """Store a trajectory with all its events."""
    await store.create_trajectory(scope, head(identifier, parent=parent))
    for event in events():
        await store.append_event(scope, identifier, event)


def segment(
    text: str,
    kind: SegmentKind = SegmentKind.EVIDENCE,
    *,
    refs: tuple[str, ...] = (),
    message: int = 1,
) -> Segment:
    return Segment(kind, text, digest(text), len(text), message, None, refs)


SYSTEM = segment('{"content":"אתה עוזר","role":"system"}', SegmentKind.SYSTEM, message=0)
PASSAGE = segment("עובד במשרה מלאה זכאי ל-22 ימי חופשה.", refs=("chk_doc_a_0",))
QUESTION = segment("كم يوم? Сколько дней? כמה ימים \x00\ud800?")
BREAK = Break("system_changed", 0, 12, 3, 40, 0.0001, "ל-22 ימי חופשה", "אחר", "The text differs.")


def request(
    identifier: str = "req_a",
    *segments: Segment,
    owner: str = "thr_a",
    minutes: int = 0,
    broken: Break | None = None,
) -> SentRequest:
    sent = segments or (SYSTEM, PASSAGE, QUESTION)
    return SentRequest(
        id=identifier,
        owner_id=owner,
        sequence=3,
        at=NOW + timedelta(minutes=minutes),
        model="gemini-2.5-flash",
        profile="gemini",
        segments=sent,
        body_hash=digest("".join(each.text for each in sent)),
        tokens=sum(each.tokens for each in sent),
        audit=Audit(10, 20, broken, logged=broken is not None),
        max_output_tokens=4_096,
        temperature=0.25,
    )


def billed(sent: SentRequest) -> SentRequest:
    """The request as it stands when its answer has come."""
    return replace(sent, usage=Usage(900, 40, 512, None), price_usd=0.00125)
