"""Random trajectories, equal for equal seeds: four languages, parallel calls, errors, edits."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from random import Random

from kesher.context.invariants import kept_for_ever
from kesher.context.prefix import make_prefix
from kesher.context.trajectory import Trajectory
from kesher.context.view import Group, apply_edit, groups
from kesher.domain.message import Message, Reasoning, Role, ToolCall
from kesher.domain.tool import Risk, ToolSpec
from kesher.domain.trajectory import (
    CallStarted,
    Edit,
    Edited,
    EditKind,
    Origin,
    Prefix,
    Said,
    StatusKept,
)

START = datetime(2026, 11, 30, 6, 0, tzinfo=UTC)

SENTENCES = {
    "he": (
        "מהן שעות הקבלה של מחלקת הגבייה בבניין הראשי?",
        'החוזה עם חברת "אור־ים" נחתם ב־14.3.2024 ומסתיים בתום שלוש שנים.',
        "שָׁלוֹם, בדקתי את סעיף 7.2 ואין בו קנס על איחור של פחות משבוע.",
        "המנכ״לית ביקשה לצרף את דו״ח Q3 ואת הקובץ budget_v2.xlsx עד יום חמישי.",
        "לא נמצאה חשבונית בשם הזה; ייתכן שהיא רשומה תחת שם הספק הקודם.",
        "העברתי 1,250 ש״ח לחשבון 12-345-67890 והאסמכתא היא 998877.",
    ),
    "en": (
        "Which invoices over 10,000 are still open, and who approved them?",
        "The lease with Harbour Ltd ends on 14 March 2027 unless it is renewed in writing.",
        "Section 7.2 allows a delay of six days; after that the penalty is 0.5% a week.",
        "I could not find `budget_v2.xlsx` in the shared folder, only budget_v1.xlsx.",
        "The meeting moved from room 12 to room 14 because of the repairs.",
    ),
    "ar": (
        "ما هي مواعيد العمل في قسم المحاسبة خلال شهر رمضان؟",
        "وُقِّع العقد مع شركة النور في 14 مارس 2024 لمدة ثلاث سنوات.",
        "لم أجد الفاتورة رقم 4521، وربما سُجّلت باسم المورّد السابق.",
        "أرسلت التقرير إلى المديرة وسأرفق الملف budget_v2.xlsx غدًا صباحًا.",
    ),
    "ru": (
        "Какие счета свыше десяти тысяч ещё не оплачены и кто их утвердил?",
        "Договор с компанией «Маяк» подписан 14 марта 2024 года на три года.",
        "В пункте 7.2 разрешена задержка до шести дней, потом штраф 0,5% в неделю.",
        "Файл budget_v2.xlsx не найден в общей папке, есть только прежняя версия.",
    ),
}
"""Sentences by language: with points, quotation marks, numbers, names of files."""

TOOLS = (
    ToolSpec(
        "search_documents",
        'מחפש במסמכי החדר לפי מילים. לדוגמה: {"query": "שעות קבלה"}. לא לשאלות כלליות.',
        '{"properties":{"query":{"type":"string"}},"required":["query"],"type":"object"}',
    ),
    ToolSpec(
        "read_page",
        'Returns one page of a document. Example: {"document": "lease", "page": 3}.',
        '{"properties":{"document":{"type":"string"},"page":{"minimum":1,"type":"integer"}},'
        '"required":["document","page"],"type":"object"}',
    ),
    ToolSpec(
        "send_email",
        "Sends an e-mail to one address. Ask before you use it.",
        '{"properties":{"body":{"type":"string"},"to":{"type":"string"}},"type":"object"}',
        risk=Risk.ACT,
    ),
    ToolSpec("list_rooms", "يعرض أسماء الغرف المتاحة للمستخدم. بلا معاملات."),
)
"""Tools of a trajectory; `random_tools` takes some of them, in any order."""

INSTRUCTIONS = (
    "אתה עוזר של משרד. ענה בשפת השואל, צטט מקור לכל טענה, ואל תנחש.",
    "You assist an office. The contract archive was closed on 2024-03-14; say so when asked.",
    "أنت مساعد في مكتب. أجب بلغة السائل واذكر المصدر.",
    "Вы помощник в конторе. Отвечайте на языке вопроса и указывайте источник.",
)
"""System messages; one lawfully holds a date that never changes."""


def seeded(*seed: str | int) -> Random:
    """Return a source of chance, the same for the same seed in every process."""
    return Random(repr(seed))  # noqa: S311 - chance for tests, no secret


def sentences(rng: Random, language: str, *, fewest: int = 1, most: int = 4) -> str:
    """Return a few sentences of a language as one text."""
    return " ".join(rng.choice(SENTENCES[language]) for _ in range(rng.randint(fewest, most)))


def random_prefix(rng: Random) -> Prefix:
    """Return a prefix: instructions long enough to be cached, one to four tools, some examples."""
    language = rng.choice(list(SENTENCES))
    system = rng.choice(INSTRUCTIONS) + "\n\n" + sentences(rng, language, fewest=20, most=60)
    tools = rng.sample(TOOLS, rng.randint(1, len(TOOLS)))
    examples = [
        Message(role, sentences(rng, language))
        for _ in range(rng.choice((0, 0, 2)))
        for role in (Role.USER, Role.ASSISTANT)
    ]
    return make_prefix(system, tools, examples)


def random_trajectory(
    rng: Random, *, turns: int | None = None, edits: bool = True, statuses: bool = False
) -> Trajectory:
    """Return a trajectory that is valid after every event of it.

    Args:
        turns: Requests of the user; two to six where it is None. Each is followed by none to four
            rounds of one to three calls, and an answer.
        edits: Some of what was said is later offloaded, shortened, dropped or summarised.
        statuses: Statuses are kept in it (append mode).
    """
    return _Grown(rng, edits=edits, statuses=statuses).trajectory(turns or rng.randint(2, 6))


def request_points(trajectory: Trajectory) -> list[int]:
    """Return the sequences after which a request went out: each before an answer of the model."""
    return [
        event.sequence - 1
        for event in trajectory.events
        if isinstance(event.payload, Said) and event.payload.origin is Origin.MODEL
    ]


class _Grown:
    """A trajectory while it grows."""

    def __init__(self, rng: Random, *, edits: bool, statuses: bool) -> None:
        self._rng = rng
        self._edits = edits
        self._statuses = statuses
        self._language = rng.choice(list(SENTENCES))
        self._trajectory = Trajectory(random_prefix(rng))
        self._at = START
        self._signs = rng.random() < 0.5
        self._calls = 0

    def trajectory(self, turns: int) -> Trajectory:
        for turn in range(turns):
            pinned = turn > 0 and self._rng.random() < 0.1
            text = sentences(self._rng, self._language)
            self._say(Said(Message(Role.USER, text), Origin.USER, pinned=pinned))
            self._maybe_edit()
            for _ in range(self._rng.randint(0, 4)):
                self._round()
                self._maybe_edit()
            self._keep_status()
            self._say(Said(self._answer(), Origin.MODEL))
        return self._trajectory

    def _say(self, payload: Said | CallStarted | StatusKept) -> None:
        self._at += timedelta(seconds=self._rng.uniform(0.5, 60))
        self._trajectory.append(payload, at=self._at)

    def _round(self) -> None:
        self._keep_status()
        calls = tuple(self._call() for _ in range(self._rng.randint(1, 3)))
        words = sentences(self._rng, self._language, most=1) if self._rng.random() < 0.3 else None
        message = Message(Role.ASSISTANT, words, calls, reasoning=self._reasoning())
        self._say(Said(message, Origin.MODEL))
        for call in calls:
            self._say(CallStarted(call))
        for call in self._rng.sample(calls, len(calls)):
            self._say(self._result(call))

    def _call(self) -> ToolCall:
        self._calls += 1
        schema = json.loads(self._rng.choice(self._trajectory.prefix.tools))
        arguments = {"query": self._rng.choice(SENTENCES[self._language]), "page": self._calls}
        written = json.dumps(arguments, ensure_ascii=self._rng.random() < 0.2)
        return ToolCall(f"call_{self._calls}", schema["function"]["name"], written)

    def _result(self, call: ToolCall) -> Said:
        external = self._rng.random() < 0.3
        language = self._rng.choice(list(SENTENCES))
        text = sentences(self._rng, language, most=self._rng.choice((3, 12, 40)))
        if self._rng.random() < 0.15:
            text = f"error: {call.name} failed. {text}"
        return Said(
            Message(Role.TOOL, text, tool_call_id=call.id),
            Origin.EXTERNAL if external else Origin.TOOL,
            source="mail" if external else "",
        )

    def _reasoning(self) -> tuple[Reasoning, ...]:
        if self._rng.random() < 0.3:
            return ()
        signature = f"c2ln{self._rng.getrandbits(64):016x}" if self._signs else None
        return (Reasoning(sentences(self._rng, self._language, most=2), signature),)

    def _answer(self) -> Message:
        text = sentences(self._rng, self._language, fewest=2, most=6)
        return Message(Role.ASSISTANT, text, reasoning=self._reasoning())

    def _keep_status(self) -> None:
        if self._statuses:
            minute = len(self._trajectory.events)
            self._say(StatusKept(f"<agent_status>{minute} minutes gone</agent_status>"))

    def _maybe_edit(self) -> None:
        if not self._edits or self._rng.random() > 0.25:
            return
        edit = self._edit()
        if edit is not None and self._changes(edit):
            self._at += timedelta(seconds=1)
            self._trajectory.apply(edit, at=self._at)

    def _changes(self, edit: Edit) -> bool:
        """Whether it changes what is shown; a summary may be drawn that stands there already."""
        if edit.kind is EditKind.RESTORE:
            return True
        shown = self._trajectory.entries()
        after = apply_edit(shown, edit)
        return [e.message for e in shown] != [e.message for e in after]

    def _edit(self) -> Edit | None:
        name = f"edit_{len(self._trajectory.events)}"
        last = [e.payload.edit for e in self._trajectory.events if isinstance(e.payload, Edited)]
        if last and last[-1].kind is not EditKind.RESTORE and self._rng.random() < 0.1:
            return _made(name, EditKind.RESTORE, restores=last[-1].id)
        free = self._free_groups()
        if not free:
            return None
        kind = self._rng.choice([k for k in EditKind if k is not EditKind.RESTORE])
        if kind is EditKind.DROP:
            return _made(name, kind, (self._rng.choice(free).id,))
        if kind is EditKind.SUMMARISE:
            return _made(name, kind, self._run_of(free), (self._summary(),))
        results = [e.sequence for g in free for e in g.entries if e.message.role is Role.TOOL]
        if not results:
            return None
        targets = tuple(sorted(self._rng.sample(results, self._rng.randint(1, len(results)))))
        return _made(name, kind, targets, tuple(self._summary() for _ in targets))

    def _free_groups(self) -> list[Group]:
        """Return the groups that an edit may touch: none pinned, none the last, no end of talk."""
        shown = self._trajectory.entries()
        kept = {entry.group for entry in kept_for_ever(shown)}
        return [group for group in groups(shown)[:-1] if group.id not in kept]

    def _run_of(self, free: Sequence[Group]) -> tuple[int, ...]:
        order = [group.id for group in groups(self._trajectory.entries())]
        first = order.index(self._rng.choice(free).id)
        allowed = {group.id for group in free}
        run = []
        for group in order[first : first + self._rng.randint(1, 4)]:
            if group not in allowed:
                break
            run.append(group)
        return tuple(run)

    def _summary(self) -> str:
        return f"[{sentences(self._rng, self._language, fewest=1, most=2)}]"


def _made(
    name: str,
    kind: EditKind,
    targets: tuple[int, ...] = (),
    texts: tuple[str, ...] = (),
    *,
    restores: str | None = None,
) -> Edit:
    return Edit(name, kind, targets, texts, "room is needed", "random", restores=restores)
