"""Faults that users of other libraries have reported, by their number in our list of the field."""

import asyncio
import json

import pytest

from kesher.app.compact import Compact, CompactSettings, Outcome, Session
from kesher.context.compaction import breaker, full, summary
from kesher.context.compaction.situation import PROGRESS_SOURCE
from kesher.context.compaction.strategies import Strategy, tasks
from kesher.context.compaction.summary import Reply
from kesher.context.trajectory import Trajectory
from kesher.domain.message import Reasoning, Role
from kesher.domain.trajectory import Event, Noted, Origin, Payload
from kesher.errors import CompactionError
from kesher.ports.models import FinishReason
from kesher.text.language import language
from unit.context.compaction.sessions import (
    applied,
    call,
    count,
    grown,
    model,
    page,
    research,
    result,
    seen,
    texts,
    user,
)
from unit.context.compaction.test_every_order import assert_valid
from unit.context.spine import AT


def session(trajectory: Trajectory, *, budget_tokens: int) -> Session:
    async def record(payload: Payload) -> Event:
        return trajectory.append(payload, at=AT)

    return Session(trajectory, record, budget_tokens=budget_tokens, count=count)


def compacted(
    trajectory: Trajectory, *, budget_tokens: int, settings: CompactSettings | None = None
) -> Outcome:
    compact = Compact(chat=None, blobs=None, settings=settings or CompactSettings())
    return asyncio.run(compact.compact(session(trajectory, budget_tokens=budget_tokens)))


def long_session(*, signature: str | None = None) -> Trajectory:
    payloads: list[Payload] = [user('מצא את תקציב "אלון". אסור לפנות לעיתונאים.')]
    for at in range(12):
        thought = Reasoning(f"מחשבה {at}", signature=signature) if signature else None
        payloads += [
            call("search", f'{{"q":"תקציב {at}"}}', f"c{at}", thought=thought),
            result(f"c{at}", page("תקציבים", f'בשנת {2010 + at} התקציב היה {at},500,000 ש"ח.')),
        ]
    return grown(*payloads, model("החלטנו לקחת את נתון 2021, כי הוא האחרון."))


def test_case_1_no_call_or_result_is_left_alone() -> None:
    trajectory = long_session()
    compacted(trajectory, budget_tokens=2_500)
    assert_valid(trajectory.entries())
    assert seen(trajectory).tokens < 2_000


def test_case_2_signed_thinking_is_whole_or_its_group_is_gone() -> None:
    trajectory = long_session(signature="c2lnbmVk")
    before = {e.sequence: e.message for e in trajectory.entries() if e.message.reasoning}
    compacted(trajectory, budget_tokens=2_500)
    after = {e.sequence: e.message for e in trajectory.entries() if e.message.reasoning}
    assert after.items() <= before.items()
    assert 0 < len(after) < len(before)


def test_case_5_a_resumed_session_shows_the_same_bytes_after_compaction() -> None:
    trajectory = long_session()
    compacted(trajectory, budget_tokens=2_500)
    resumed = Trajectory.from_jsonl(trajectory.to_jsonl())
    assert resumed.entries() == trajectory.entries()
    assert resumed.prefix.hash == trajectory.prefix.hash


def test_case_6_compaction_never_begins_where_what_must_stay_is_over_the_threshold() -> None:
    skill = user("הוראות מיומנות. " * 400, pinned=True)
    trajectory = grown(user("שאלה"), skill, model("תשובה. " * 50), user("עוד"))
    events = len(trajectory.events)
    with pytest.raises(CompactionError, match=r"pinned messages take [\d,]+ tokens"):
        compacted(trajectory, budget_tokens=2_000)
    assert len(trajectory.events) == events


def test_case_6_compaction_never_begins_where_nothing_can_be_gained() -> None:
    trajectory = grown(user("שאלה ארוכה. " * 120), user("ועוד אחת. " * 100))
    events = len(trajectory.events)
    with pytest.raises(CompactionError, match="could be freed"):
        compacted(trajectory, budget_tokens=1_100, settings=CompactSettings(start_fraction=0.99))
    assert len(trajectory.events) == events


def compacted_again_and_again(
    trajectory: Trajectory, *, budget_tokens: int, settings: CompactSettings
) -> None:
    """Six times: as often as three attempts with progress and three without may take."""
    for _ in range(6):
        compacted(trajectory, budget_tokens=budget_tokens, settings=settings)


def test_case_6_endless_compaction_is_impossible() -> None:
    """Everything that could go is refused by the invariants: the attempts end after three."""
    words = "החלטנו על סעיף {} כי אין ברירה אחרת."
    trajectory = grown(user("שאלה"), *(model(words.format(at)) for at in range(60)), user("עוד"))
    settings = CompactSettings(document_tokens=10_000, target_fraction=0.05)
    with pytest.raises(CompactionError, match="in a row"):
        compacted_again_and_again(trajectory, budget_tokens=1_000, settings=settings)
    events = len(trajectory.events)
    notes = [e.payload for e in trajectory.events if isinstance(e.payload, Noted)]
    told = [json.loads(note.body) for note in notes if note.topic == breaker.TOPIC]
    assert (told[-1]["failures"], told[-1]["open"]) == (3, True)
    with pytest.raises(CompactionError, match="is stopped"):
        compacted(trajectory, budget_tokens=1_000)
    assert len(trajectory.events) == events


@pytest.mark.parametrize(
    "reply",
    [
        Reply(""),
        Reply("Error: 503 service unavailable"),
        Reply("I cannot summarise this conversation for you."),
        Reply("אינני יכול לסכם את הטקסט הזה."),
        Reply("The institute is run by Ruth Sagi and its budget is four million shekels a year."),
        Reply("מנהלת המכון היא רות", FinishReason.LENGTH),
        Reply("מנהלת המכון היא רות", FinishReason.FILTERED),
        Reply("מנהלת המכון היא רות", None),
    ],
)
def test_case_7_a_failed_empty_or_refusing_summary_is_never_accepted(reply: Reply) -> None:
    situation = seen(research())
    task = tasks(Strategy.CONTEXT_AWARE, situation)[0]
    _, verdict = summary.read(task, situation, reply)
    assert verdict.refusal


def test_case_8_the_language_stays_that_of_the_conversation() -> None:
    trajectory = long_session()
    compacted(trajectory, budget_tokens=2_000)
    harness = [e for e in trajectory.entries() if e.origin is Origin.HARNESS]
    assert harness
    assert {language(e.message.text or "") for e in harness} == {"he"}


def test_case_10_the_first_request_skills_and_constraints_stay() -> None:
    payloads = [event.payload for event in long_session().events]
    skill = user("מיומנות: כתוב תמיד בגוף ראשון.", pinned=True)
    trajectory = grown(payloads[0], skill, *payloads[1:], user("המשך בבקשה"))
    first = trajectory.entries()[:2]
    compacted(trajectory, budget_tokens=1_500)
    assert trajectory.entries()[:2] == first
    applied(trajectory, full.plan_everything(seen(trajectory), target_tokens=10))
    assert trajectory.entries()[:2] == first


def test_the_progress_document_is_read_again_after_each_compaction_and_stands_once() -> None:
    trajectory = long_session()
    compacted(trajectory, budget_tokens=2_500)
    for at in range(20, 32):
        for payload in (
            call("search", f'{{"q":"עוד {at}"}}', f"d{at}"),
            result(f"d{at}", page("תקציבים", f"נתון {at} הוא {at},250.")),
        ):
            trajectory.append(payload, at=AT)
    trajectory.append(model("בחרנו בנתון 30, משום שהוא מאומת."), at=AT)
    compacted(trajectory, budget_tokens=2_500)
    documents = [e for e in trajectory.entries() if e.source == PROGRESS_SOURCE]
    assert len(documents) == 1
    text = documents[0].message.text or ""
    assert "החלטנו לקחת את נתון 2021, כי הוא האחרון." in text
    assert "בחרנו בנתון 30, משום שהוא מאומת." in text
    assert "אסור לפנות לעיתונאים." in text
    assert documents[0].message.role is Role.USER
    assert "תקציב" in texts(trajectory)
