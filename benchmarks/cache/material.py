"""A seeded research trajectory in four languages: none to two rounds of calls a turn."""

from datetime import UTC, datetime, timedelta
from random import Random

from kesher.context.prefix import make_prefix
from kesher.context.trajectory import Trajectory
from kesher.domain.message import Message, Role, ToolCall
from kesher.domain.tool import ToolSpec
from kesher.domain.trajectory import Origin, Said

START = datetime(2026, 11, 30, 6, 0, tzinfo=UTC)
_SENTENCES = (
    "החוזה עם הספק נחתם ב־14.3.2024 ומסתיים בתום שלוש שנים, אלא אם הוארך בכתב.",
    "סעיף 7.2 מתיר איחור של עד שישה ימים; אחריהם הקנס הוא 0.5% לכל שבוע.",
    "The lease with Harbour Ltd ends on 14 March 2027 unless it is renewed in writing.",
    "Invoice 4521 was approved by the finance team and paid in two instalments.",
    "لم أجد الفاتورة رقم 4521، وربما سُجّلت باسم المورّد السابق في العام الماضي.",
    "Файл budget_v2.xlsx не найден в общей папке, есть только прежняя версия отчёта.",
)
_SCHEMA = '{"properties":{"query":{"type":"string"}},"type":"object"}'
TOOLS = tuple(
    ToolSpec(name, f"{name}: looks things up. לדוגמה: שאילתה קצרה. Not for small talk.", _SCHEMA)
    for name in ("search_documents", "read_page", "list_rooms", "find_person", "sum_invoices")
)


def grow(seed: int, turns: int, *, result_sentences: int = 16) -> Trajectory:
    """Return a trajectory of so many turns; equal seeds, equal bytes."""
    rng = Random(seed)  # noqa: S311 - chance for a measurement, no secret
    trajectory = Trajectory(make_prefix(_text(rng, 60), TOOLS))
    for turn in range(turns):
        at = START + timedelta(minutes=turn)
        trajectory.append(Said(Message(Role.USER, f"{turn}. {_text(rng, 1)}"), Origin.USER), at=at)
        for place in range(rng.randint(0, 2)):
            calls = tuple(
                ToolCall(f"call_{turn}_{place}_{number}", TOOLS[number].name, '{"query":"חוזה"}')
                for number in range(rng.randint(1, 3))
            )
            trajectory.append(Said(Message(Role.ASSISTANT, None, calls), Origin.MODEL), at=at)
            for call in calls:
                result = Message(Role.TOOL, _text(rng, result_sentences), tool_call_id=call.id)
                trajectory.append(Said(result, Origin.TOOL), at=at)
        trajectory.append(Said(Message(Role.ASSISTANT, _text(rng, 3)), Origin.MODEL), at=at)
    return trajectory


def _text(rng: Random, sentences: int) -> str:
    return " ".join(rng.choice(_SENTENCES) for _ in range(sentences))
