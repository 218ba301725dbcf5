"""Threads that branch, and what is said of their answers, on either database."""

from dataclasses import replace

import pytest

from contract.answer_records import record
from contract.samples import NOW, SCOPE, answer, publish, thread
from kesher.adapters.sql.store import SqlStore
from kesher.domain.feedback import Feedback, Verdict
from kesher.domain.scope import RoomScope, Scope
from kesher.errors import NotFoundError
from kesher.ports.stores import Store

pytestmark = pytest.mark.anyio

DANA = RoomScope(SCOPE.tenant_id, SCOPE.room_id, user_id="usr_дана")
NOAH = RoomScope(SCOPE.tenant_id, SCOPE.room_id, user_id="usr_noah")


@pytest.fixture
async def held(store: Store) -> SqlStore:
    """A store with Dana's thread of two answers."""
    assert isinstance(store, SqlStore)
    await publish(store)
    await store.create_thread(DANA, thread())
    await store.save_answer(DANA, answer(), record())
    await store.save_answer(DANA, answer("ans_b"))
    return store


async def test_a_branch_shares_the_turns_before_it_and_the_records_behind_them(
    held: SqlStore,
) -> None:
    made = replace(thread("thr_b"), branched_from="thr_a", branched_before="ans_b")
    conversations = held.parts.conversations
    with pytest.raises(NotFoundError):
        await conversations.branch(NOAH, made, {"ans_a": "ans_c"})
    await conversations.branch(DANA, made, {"ans_a": "ans_c"})
    assert await held.answers(DANA, "thr_b") == [replace(answer(), id="ans_c", thread_id="thr_b")]
    copied = await held.parts.answer_records.answer_record(SCOPE, "ans_c")
    assert copied == replace(record(), answer_id="ans_c", thread_id="thr_b")
    await held.delete_thread(DANA, "thr_a")
    assert len(await held.answers(DANA, "thr_b")) == 1
    assert [each.thread_id for each in await conversations.said(DANA)] == ["thr_b"]
    assert await conversations.said(NOAH) == []


async def test_what_a_thread_is_kept_to_and_since_when_it_is_away_come_back(
    held: SqlStore,
) -> None:
    kept = replace(
        thread(), title="שיחה", archived_at=NOW, document_ids=("doc_a",), user_id=DANA.user_id
    )
    await held.update_thread(DANA, kept)
    assert await held.thread(DANA, "thr_a") == kept
    assert await held.chunk_ids(SCOPE, ["doc_a"]) > {"chk_doc_a_0"}
    assert await held.chunk_ids(SCOPE, ["doc_none"]) == frozenset()


async def test_what_each_person_says_of_an_answer_is_their_own_and_goes_with_it(
    held: SqlStore,
) -> None:
    feedback = held.parts.feedback
    bad = Feedback("ans_a", Verdict.BAD, "לא מדויק. Не точно.", NOW)
    good = replace(bad, verdict=Verdict.GOOD, reason="")
    for said in (good, bad):
        await feedback.save(DANA, said)
    await feedback.save(Scope(SCOPE.tenant_id), good)
    shown = replace(bad, question=answer().question, thread_id="thr_a")
    assert await feedback.of_thread(DANA, "thr_a") == [shown]
    assert len(await feedback.of_room(DANA)) == 2
    assert await feedback.of_room(NOAH) == []
    await feedback.withdraw(DANA, "ans_a")
    assert await feedback.of_thread(DANA, "thr_a") == []
    await held.delete_thread(DANA, "thr_a")
    assert await feedback.of_room(SCOPE) == []
    with pytest.raises(NotFoundError):
        await feedback.save(DANA, good)


async def test_the_newest_turns_are_read_and_then_those_before_them(held: SqlStore) -> None:
    await held.save_answer(DANA, answer("ans_c"))
    turns = held.parts.conversations.turns
    newest, earlier = await turns(DANA, "thr_a", count=2)
    assert ([each.id for each in newest], earlier) == (["ans_b", "ans_c"], 1)
    first, none = await turns(DANA, "thr_a", count=2, before="ans_b")
    assert (first, none) == ([answer()], 0)
    assert await turns(DANA, "thr_a", count=2, before="ans_a") == ([], 0)
    with pytest.raises(NotFoundError):
        await turns(DANA, "thr_a", count=2, before="ans_none")
