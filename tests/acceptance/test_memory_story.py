"""A whole story (capability G9): an order placed, cancelled, another one placed, and much other
talk; then the question about the refund. In Python and over HTTP.
"""

import json
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from api import Api
from kesher import Kesher
from kesher.app.memory.recalling import MemoryContext
from kesher.config.settings import Settings
from kesher.context.tokens import estimate
from kesher.engine.memory import MemoryHandle, MessageContext
from kesher.server.run import temporary_server

STORY = Path(__file__).parents[1] / "data" / "memory_story.jsonl"
THREAD = "שירות לקוחות"
TENANT = "נועם אדלר"
BUDGET_TOKENS = 110
REFUND = {
    ("7314", "order_status", "cancelled", "current"),
    ("7314", "refund_status", "pending", "current"),
    ("7314", "refund_amount", "640 ILS", "current"),
    ("7314", "refund_eta", "14 ימי עסקים", "current"),
}
MOVED, CANCELLED = "m49", "m26"
ASKED_AGAIN = ("m28", "m46", "m60")
QUESTION = "מה קורה עם ההחזר הכספי?"

Shown = tuple[str, str, str, str]
"""A fact of a context: whose, key, value, what it is."""


def story() -> list[dict[str, str]]:
    return [json.loads(line) for line in STORY.read_text(encoding="utf-8").splitlines()]


def transcript_tokens() -> int:
    return estimate("\n".join(f"{said['role']}: {said['text']}" for said in story()))


def stale(message_id: str) -> set[tuple[str, str]]:
    """Return what was true once and is no more when the message was said, as (key, value)."""
    ended = {
        ("address", "רחוב הרימון 8, רחובות"): MOVED,
        ("city", "רחובות"): MOVED,
        ("order_status", "placed"): CANCELLED,
        ("order_status", "confirmed"): CANCELLED,
    }
    return {fact for fact, since in ended.items() if message_id >= since}


def shown(context: MessageContext | MemoryContext) -> set[Shown]:
    return {(f.subject.name, f.key, f.value, f.state.value) for f in context.facts}


def shown_over_http(context: dict[str, Any]) -> set[Shown]:
    return {(f["subject"]["name"], f["key"], f["value"], f["state"]) for f in context["facts"]}


def check_nothing_stale(message_id: str, facts: set[Shown]) -> None:
    current = {(key, value) for whose, key, value, state in facts if state == "current"}
    of_the_other_order = {("order_status", "placed"), ("order_status", "confirmed")} & {
        (key, value) for whose, key, value, _ in facts if whose != "7314"
    }
    assert not (stale(message_id) - of_the_other_order) & current, message_id


def check_the_refund(facts: set[Shown], tokens: int, way: str) -> None:
    assert facts >= REFUND
    assert {state for whose, _, _, state in facts if whose == "7350"} <= {"superseded", "ended"}
    whole = transcript_tokens()
    print(f"{way}: {tokens} tokens of context, {whole} of transcript")  # noqa: T201 - a figure
    assert tokens <= BUDGET_TOKENS
    assert tokens * 10 < whole


@dataclass(frozen=True)
class Told:
    """The story as a memory heard it.

    Attributes:
        contexts: What each message brought.
        asked: What the refund's question gave at some messages: (as of, believed at, context).
    """

    memory: MemoryHandle
    other: MemoryHandle
    contexts: dict[str, MessageContext]
    asked: Sequence[tuple[datetime, datetime, MemoryContext]]


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Told]:
    with Kesher(tmp_path_factory.mktemp("story"), log_level="error") as kesher:
        memory = kesher.memory(TENANT)
        thread = memory.thread(THREAD)
        contexts, asked = {}, []
        for said in story():
            at = datetime.fromisoformat(said["at"])
            if said is story()[-1]:
                memory.settle()
            contexts[said["id"]] = thread.message(
                said["text"],
                at=at,
                role=said["role"],
                id=said["id"],
                context_tokens=BUDGET_TOKENS,
            )
            if said["id"] in ASKED_AGAIN:
                memory.settle()
                answer = memory.recall(QUESTION, tokens=120, as_of=at, thread=THREAD)
                asked.append((at, datetime.now(UTC), answer))
        memory.settle()
        yield Told(memory, kesher.memory("מישהי אחרת"), contexts, asked)


def test_eighty_messages_later_the_refund_is_the_cancelled_orders(told: Told) -> None:
    assert len(told.contexts) > 80
    context = told.contexts[story()[-1]["id"]]
    assert context.is_known
    check_the_refund(shown(context), context.tokens, "Python")


def test_no_context_of_the_whole_story_gives_what_was_replaced_as_holding(told: Told) -> None:
    for message_id, context in told.contexts.items():
        check_nothing_stale(message_id, shown(context))


def test_the_address_is_the_new_one_now_and_the_old_one_then(told: Told) -> None:
    def address(day: str) -> list[str]:
        as_of = datetime.fromisoformat(f"{day}T00:00:00+02:00")
        return [fact.value for fact in told.memory.facts(keys=["address"], as_of=as_of)]

    (now,) = address("2026-02-20")
    assert "האלון 21, נס ציונה" in now
    (then,) = address("2026-02-05")
    assert then == "רחוב הרימון 8, רחובות"


def test_an_orders_history_is_asked_for_by_its_name_and_leads_back_to_what_was_said(
    told: Told,
) -> None:
    (status,) = told.memory.facts("7314", keys=["order_status"])
    why = told.memory.why(status)
    assert why.message is not None
    assert why.message.id == CANCELLED
    assert why.message.text == "הבנתי. ביטלתי את הזמנה 7314."
    assert why.quote in why.message.text
    assert why.quote


def test_what_memory_gave_then_is_what_it_gives_for_then(told: Told) -> None:
    assert len(told.asked) == len(ASKED_AGAIN)
    for as_of, believed_at, given in told.asked:
        again = told.memory.recall(
            QUESTION, tokens=120, as_of=as_of, believed_at=believed_at, thread=THREAD
        )
        assert again.text == given.text
        assert shown(again) == shown(given)


def test_someone_elses_memory_holds_nothing_of_it(told: Told) -> None:
    assert told.other.recall(QUESTION).text == ""
    assert told.other.facts(history=True) == []
    assert told.other.entities() == []
    assert told.other.threads() == []
    assert told.other.review.pending() == []


def test_a_changed_allergy_waits_for_a_person_and_the_old_one_serves(tmp_path: Path) -> None:
    with Kesher(tmp_path, log_level="error") as kesher:
        memory = kesher.memory(TENANT)
        thread = memory.thread(THREAD)
        thread.message("אני אלרגי לבוטנים", id="m1")
        thread.message("טעיתי, האלרגיה שלי היא לאגוזים ולא לבוטנים", id="m2")
        (review,) = memory.review.pending()
        assert review.old is not None
        assert review.new is not None
        assert (review.old.fact.value, review.old.message.message_id) == ("בוטנים", "m1")
        assert (review.new.fact.value, review.new.message.message_id) == ("אגוזים", "m2")
        assert review.asked_by == "טעיתי, האלרגיה שלי היא לאגוזים ולא לבוטנים"
        (serving,) = memory.facts(keys=["allergy"])
        assert (serving.value, serving.in_review) == ("בוטנים", True)
        assert "בוטנים (בבדיקה)" in memory.recall("למה אני אלרגי?", turns=False).text
        (decided,) = memory.review.accept(review.review.id, by="ד״ר לוי")
        assert decided.decided_by == "ד״ר לוי"
        assert [fact.value for fact in memory.facts(keys=["allergy"])] == ["אגוזים"]
        assert memory.review.pending() == []


def test_a_refused_change_leaves_everything_as_it_was(tmp_path: Path) -> None:
    with Kesher(tmp_path, log_level="error") as kesher:
        memory = kesher.memory(TENANT)
        memory.thread(THREAD).message("אני אלרגי לבוטנים")
        memory.thread(THREAD).message("טעיתי, האלרגיה שלי היא לאגוזים ולא לבוטנים")
        (review,) = memory.review.pending()
        memory.review.refuse(review.review.id, by="ד״ר לוי")
        (allergy,) = memory.facts(keys=["allergy"])
        assert (allergy.value, allergy.in_review) == ("בוטנים", False)
        assert memory.why(allergy).reviews[0].decided_by == "ד״ר לוי"


ONE_MESSAGE = """
import sys
from kesher import Kesher

with Kesher(sys.argv[1], log_level="error") as kesher:
    kesher.memory("נועם").thread("שיחה").message("אני גר בחיפה")
"""


def test_a_program_that_ends_right_after_a_message_ends_well(tmp_path: Path) -> None:
    """The vectors of the message are being made then; see `adapters.models.local_e5`."""
    for number in range(2):
        done = subprocess.run(
            [sys.executable, "-c", ONE_MESSAGE, tmp_path / str(number)],
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        assert (done.returncode, done.stderr) == (0, "")


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[Api]:
    settings = Settings.model_validate({"data_folder": tmp_path, "log_level": "error"})
    async with temporary_server(settings) as url, aiohttp.ClientSession(url) as session:
        yield Api(session)


@pytest.mark.anyio
async def test_the_same_story_over_http(served: Api) -> None:
    where = f"/api/memory/messages?tenant={TENANT}"
    context: dict[str, Any] = {}
    for said in story():
        body = {**said, "thread": THREAD, "context_tokens": BUDGET_TOKENS}
        context = (await served.call("POST", where, body))["context"]
        check_nothing_stale(said["id"], shown_over_http(context))
    assert context["is_known"]
    check_the_refund(shown_over_http(context), context["tokens"], "HTTP")
    other = {"question": QUESTION, "tokens": BUDGET_TOKENS}
    unknown = await served.call("POST", "/api/memory/recall?tenant=מישהי אחרת", other)
    assert (unknown["text"], unknown["facts"], unknown["is_known"]) == ("", [], False)
