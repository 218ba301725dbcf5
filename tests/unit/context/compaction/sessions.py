"""Sessions with tool results to shorten, in Hebrew and English."""

from kesher.context.compaction.situation import Situation, situation_of
from kesher.context.prefix import make_prefix
from kesher.context.trajectory import Trajectory
from kesher.domain.message import Message, Reasoning, Role, ToolCall
from kesher.domain.trajectory import Edit, Entry, Origin, Payload, Said
from unit.context.spine import AT

SYSTEM = "אתה עוזר מחקר."
MENU = "ראשי\nאודות\nצור קשר\nמבצעים\nהרשמה"


def count(text: str) -> int:
    """A stand-in for a tokenizer: three characters a token."""
    return len(text) // 3 + 1


def user(text: str, *, pinned: bool = False) -> Said:
    return Said(Message(Role.USER, text), Origin.USER, pinned=pinned)


def model(text: str) -> Said:
    return Said(Message(Role.ASSISTANT, text), Origin.MODEL)


def call(
    name: str, arguments: str, call_id: str, *, thought: Reasoning | None = None, words: str = ""
) -> Said:
    reasoning = (thought,) if thought else ()
    calls = (ToolCall(call_id, name, arguments),)
    return Said(Message(Role.ASSISTANT, words or None, calls, reasoning=reasoning), Origin.MODEL)


def result(call_id: str, text: str, *, external: bool = False, source: str = "") -> Said:
    origin = Origin.EXTERNAL if external else Origin.TOOL
    return Said(Message(Role.TOOL, text, tool_call_id=call_id), origin, source=source)


def grown(*payloads: Payload, system: str = SYSTEM) -> Trajectory:
    trajectory = Trajectory(make_prefix(system))
    for payload in payloads:
        trajectory.append(payload, at=AT)
    return trajectory


def seen(trajectory: Trajectory, *, budget_tokens: int = 4_000) -> Situation:
    return situation_of(trajectory, budget_tokens=budget_tokens, count=count)


def applied(trajectory: Trajectory, edits: tuple[Edit, ...]) -> Trajectory:
    """The trajectory with the edits; a copy, so that one test may try several."""
    changed = Trajectory(trajectory.prefix, trajectory.events)
    for edit in edits:
        changed.apply(edit, at=AT)
    return changed


def texts(trajectory: Trajectory) -> str:
    """All that is shown."""
    return "\n".join(entry.message.text or "" for entry in trajectory.entries())


def text_at(trajectory: Trajectory, sequence: int) -> str:
    found: Entry = next(e for e in trajectory.entries() if e.sequence == sequence)
    return found.message.text or ""


def page(topic: str, fact: str, *, sentences: int = 40) -> str:
    """A page as the web gives it: a menu, one fact among much that says little, a footer."""
    chatter = [f"הפסקה מספרת על {topic} ועל הרקע הכללי בלשון רחבה." for _ in range(3)]
    chatter += [
        f"חלק {word} של הכתבה עוסק בנושאים שונים ובהם גם {topic} ועניינים קרובים."
        for word in ("ראשון", "שני", "שלישי", "רביעי", "חמישי", "שישי", "שביעי") * 6
    ]
    return "\n".join([MENU, *chatter[: sentences // 2], fact, *chatter[sentences // 2 :], MENU])


FACTS = (
    'מנהלת מכון "אלון" היא ד"ר רות שגיא, שמונתה ב-3 במאי 2024.',
    'תקציב המכון לשנה הוא 4,250,000 ש"ח ואינו כולל את מענק המעבדה.',
    "The Cedar lab moved to building K-17 on 2025-02-11.",
)


def research(*, thought: Reasoning | None = None) -> Trajectory:
    """A request, three searches with long pages, and an answer."""
    return grown(
        user('מי מנהלת את מכון "אלון", מה התקציב שלו, והיכן מעבדת Cedar? אסור לפנות לעיתונאים.'),
        call("search", '{"query":"מנהלת מכון אלון"}', "c1", thought=thought),
        result("c1", page("מינויים", FACTS[0])),
        call("search", '{"query":"תקציב מכון אלון"}', "c2"),
        result("c2", page("תקציבים", FACTS[1])),
        call("search", '{"query":"Cedar lab building"}', "c3"),
        result("c3", page("מעבדות", FACTS[2])),
        model("החלטנו להסתמך על אתר המכון, כי העיתונות לא מעודכנת. האם להמשיך לשנת 2026?"),
        user("כן, המשך."),
    )
