"""A scripted model that researches the sample handbook, and what its server was asked for.

It stands in for a hosted model: real protocol, real sockets; what it says at each step is a test's
own, and it understands nothing.
"""

import asyncio
import json
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import anyio

from asked import PASSAGE, QUOTE, chat
from kesher.app.research.events import ResearchEvent
from kesher.app.research.research import Research
from kesher.domain.answer import Answer
from kesher.domain.research import ResearchRun
from kesher.domain.scope import RoomScope
from kesher.testing.model_script import ReceivedRequest
from kesher.testing.model_server import ModelServer

QUESTION = "כמה ימי חופשה מגיעים בשנה הראשונה, ומה שעות הבריכה?"
LEAVE = "כמה ימי חופשה מגיעים לעובד במשרה מלאה בשנה הראשונה?"
POOL = "מה שעות הפתיחה של הבריכה?"
PARKING = "עד איזו שעה מותר לחנות?"
SECONDS = 60

_STEPS = {
    "plan": ("מתכנן חיפוש", "plan a search"),
    "grade": ("אומר עד כמה", "say how far each"),
    "gap": ("בודק אם הקטעים", "check whether the passages"),
    "answer": ("תשובה מסכמת", "closing answer"),
}


def step_of(request: ReceivedRequest) -> str:
    """Which step of a research a request is for."""
    system = request.messages[0][1]
    return next(step for step, words in _STEPS.items() if any(word in system for word in words))


def calls(server: ModelServer) -> Counter[str]:
    """How often each step was asked for."""
    return Counter(step_of(request) for request in server.requests)


def relevant(*words: str) -> Callable[[ReceivedRequest], str]:
    """Grade 3 for passages that hold any of the words, 0 for all others."""

    def grades(request: ReceivedRequest) -> str:
        found = PASSAGE.findall(request.messages[-1][1])
        each = {name: 3 * any(w in " ".join(text.split()) for w in words) for name, text in found}
        return json.dumps({"grades": each})

    return grades


def plan(*questions: str) -> str:
    return json.dumps({"questions": list(questions)}, ensure_ascii=False)


def findings(*covered: bool, query: str = "חדר כושר ושחייה") -> str:
    """What is said of the aspects of one check, in order."""
    aspects = [
        {
            "aspect": number,
            "covered": is_covered,
            "missing": "" if is_covered else "אין בקטעים",
            "query": "" if is_covered else query,
        }
        for number, is_covered in enumerate(covered, start=1)
    ]
    return json.dumps({"aspects": aspects}, ensure_ascii=False)


def quoting(quote: str = QUOTE) -> Callable[[ReceivedRequest], str]:
    """An answer that cites the passage with the quotation."""

    def answer(request: ReceivedRequest) -> str:
        found = PASSAGE.finditer(request.messages[-1][1])
        name = next(each[1] for each in found if quote in " ".join(each[2].split()))
        return f'מגיעים 22 ימים<cite id="{name}">{quote}</cite>.'

    return answer


Reply = str | Callable[[ReceivedRequest], str]


@dataclass
class Librarian:
    """What the model says at each step; several replies go by turns, the last one stays.

    Each request for grades is told from the others by the aspect that it is about.
    """

    replies: Mapping[str, Reply | Sequence[Reply]]
    _given: Counter[str] = field(default_factory=Counter)

    def __call__(self, request: ReceivedRequest) -> str:
        step = step_of(request)
        said = self.replies[step]
        if isinstance(said, str) or callable(said):
            reply = said
        else:
            reply = said[min(self._given[step], len(said) - 1)]
        self._given[step] += 1
        return reply if isinstance(reply, str) else reply(request)


def librarian(**changes: Reply | Sequence[Reply]) -> Librarian:
    """A model that splits the question in two, finds the leave and never the pool."""
    usual: dict[str, Reply | Sequence[Reply]] = {
        "plan": plan(LEAVE, POOL),
        "grade": relevant("זכאי ל-22 ימי חופשה"),
        "gap": (findings(True, False), findings(False)),
        "answer": quoting(),
    }
    return Librarian({**usual, **changes})


@dataclass(frozen=True)
class Researched:
    """A room's research with a model, and what it told."""

    research: Research
    room: RoomScope

    async def __call__(
        self,
        text: str = QUESTION,
        *,
        thread_id: str | None = None,
        on: Callable[[ResearchEvent], None] | None = None,
        stop: asyncio.Event | None = None,
        cut: asyncio.Event | None = None,
    ) -> tuple[Answer | None, list[ResearchEvent], ResearchRun]:
        """Begin a run and go on with it to its end."""
        run = await self.research.begin(self.room, text, thread_id=thread_id)
        answer, told = await self.resume(run.id, on=on, stop=stop, cut=cut)
        return answer, told, run

    async def resume(
        self,
        run_id: str,
        *,
        on: Callable[[ResearchEvent], None] | None = None,
        stop: asyncio.Event | None = None,
        cut: asyncio.Event | None = None,
    ) -> tuple[Answer | None, list[ResearchEvent]]:
        told: list[ResearchEvent] = []

        def emit(event: ResearchEvent) -> None:
            told.append(event)
            if on is not None:
                on(event)

        with anyio.fail_after(SECONDS):
            answer = await self.research.go_on(
                self.room,
                run_id,
                emit=emit,
                stop=stop or asyncio.Event(),
                cut=cut or asyncio.Event(),
            )
        return answer, told


def with_model(
    research: Research, server: ModelServer, *, timeout_seconds: float = 20.0
) -> Research:
    """The same research, its model the scripted one."""
    model = chat(server, timeout_seconds=timeout_seconds)
    return replace(research, ask=replace(research.ask, chat=model))


def lines(text: str) -> list[str]:
    """The lines of an answer that are not empty."""
    return [line for line in text.split("\n") if re.search(r"\S", line)]
