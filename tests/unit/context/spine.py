"""Small trajectories for the tests of the context engine."""

from datetime import UTC, datetime

from kesher.context.prefix import make_prefix
from kesher.context.trajectory import Trajectory
from kesher.domain.message import Message, Reasoning, Role, ToolCall
from kesher.domain.profile import CacheRule, Prices, Profile, ReasoningRule, StatusPlace
from kesher.domain.tool import ToolSpec
from kesher.domain.trajectory import Edit, EditKind, Origin, Said

AT = datetime(2026, 11, 30, 8, 15, tzinfo=UTC)
LOOK_UP = ToolSpec("look_up", 'מחפש בספר הטלפונים. לדוגמה: {"name": "דנה"}.')
SEND = ToolSpec("send_email", "Sends an e-mail.")

QUESTION = "מה מספר הטלפון של דנה לוי, ומה שעות העבודה שלה?"
THOUGHT = Reasoning("צריך לחפש את דנה ואת השעות.", signature="c2lnbmVk")


def profile(
    *,
    reasoning: ReasoningRule = ReasoningRule.ECHO,
    field: str | None = "reasoning_content",
    place: StatusPlace = StatusPlace.OWN_MESSAGE,
    marks: int = 4,
) -> Profile:
    """A profile with the rules that a test is about."""
    return Profile(
        name="tested",
        window_tokens=8_000,
        tokenizer="o200k",
        reasoning=reasoning,
        reasoning_field=field,
        status_place=place,
        cache=CacheRule(marks, 0, 1, 300),
        prices=Prices(1.0, 0.1, 1.25, 5.0),
    )


def asked(text: str, *, pinned: bool = False) -> Said:
    """A request of the user."""
    return Said(Message(Role.USER, text), Origin.USER, pinned=pinned)


def called(*ids: str, thought: Reasoning | None = None) -> Said:
    """An answer of the model that asks for calls."""
    calls = tuple(ToolCall(call_id, "look_up", '{"name": "דנה"}') for call_id in ids)
    reasoning = (thought,) if thought else ()
    return Said(Message(Role.ASSISTANT, None, calls, reasoning=reasoning), Origin.MODEL)


def result(call_id: str, text: str) -> Said:
    """What a call gave back."""
    return Said(Message(Role.TOOL, text, tool_call_id=call_id), Origin.TOOL)


def answered(text: str) -> Said:
    """An answer of the model in words."""
    return Said(Message(Role.ASSISTANT, text), Origin.MODEL)


def phone_book(*, thought: Reasoning | None = THOUGHT) -> Trajectory:
    """A question, two calls at once, an answer, and a second question with one call."""
    trajectory = Trajectory(make_prefix("אתה עוזר של המשרד.", [SEND, LOOK_UP]))
    for payload in (
        asked(QUESTION),  # 0
        called("call_1", "call_2", thought=thought),  # 1
        result("call_1", "דנה לוי: 03-5551234, שלוחה 4521, חדר 12 בקומה השנייה"),  # 2
        result("call_2", "ימים א–ה, 08:00–16:30"),  # 3
        answered("הטלפון של דנה הוא 03-5551234."),  # 4
        asked("ומה המספר של יוסי?"),  # 5
        called("call_3"),  # 6
        result("call_3", "יוסי כהן: 03-5559876"),  # 7
        answered("03-5559876."),  # 8
        asked("Спасибо, и ещё номер Ольги."),  # 9
    ):
        trajectory.append(payload, at=AT)
    return trajectory


def edit(
    kind: EditKind,
    *targets: int,
    texts: tuple[str, ...] = (),
    name: str = "ed_1",
    restores: str | None = None,
) -> Edit:
    """An edit with a reason."""
    return Edit(name, kind, targets, texts, "the test asks for it", "test", restores=restores)
