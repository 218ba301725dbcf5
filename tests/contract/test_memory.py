"""The log, and what a transaction on memory sees and changes."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest

from contract.remembered import (
    IN_ISRAEL,
    TENANT,
    THREAD,
    add,
    apply,
    changing,
    entity,
    fact,
    facts_of,
    instant,
    mention,
    message,
)
from contract.samples import NOW, OTHER_TENANT
from kesher.domain.entity import EntityName, Merge
from kesher.domain.fact import Review, ReviewKind, Verdict
from kesher.domain.log import LogMessage, Speaking
from kesher.domain.scope import Scope
from kesher.errors import ConflictError, InputError
from kesher.ports.memory import MemoryChange, MemoryStore, MemoryView, ThreadHead

pytestmark = pytest.mark.anyio

EXACT = "שלום\x00 \ud83d world \ufffd \x1a0041 \u200fעברית\u200e \udc00 مرحبا Привет é"


async def test_a_message_comes_back_code_point_for_code_point(memory: MemoryStore) -> None:
    said = LogMessage(
        id="הודעה\x00\ud800",
        thread_id="thread\x00 של דנה",
        role=Speaking.ASSISTANT,
        at=datetime(2026, 3, 27, 1, 59, 59, 999999, tzinfo=timezone(timedelta(hours=-3.5))),
        text=EXACT,
        speaker="דנה \ud83d",
        time_zone="America/St_Johns",
        injected=((0, 4), (7, 12)),
    )
    await memory.add_message(TENANT, said, changing(MemoryChange()))
    (found,) = await memory.log(TENANT, said.thread_id)
    assert found == said
    assert found.at.utcoffset() == timedelta(hours=-3.5)


async def test_ids_that_differ_only_in_what_no_database_holds_are_two(memory: MemoryStore) -> None:
    for identifier in ("a\x00", "a\ufffd", "a\ud800", "a"):
        await add(memory, identifier)
    assert len(await memory.log(TENANT, THREAD)) == 4


async def test_deciding_sees_the_message_and_its_answer_comes_back(memory: MemoryStore) -> None:
    await add(memory, "msg_0")

    def deciding(view: MemoryView) -> tuple[MemoryChange, tuple[str | None, list[str]]]:
        found = view.message(THREAD, "msg_1")
        before = [each.id for each in view.messages_before(THREAD, "msg_1", limit=5)]
        return MemoryChange(), (found.text if found else None, before)

    said = message(text="אני גר בחולון")
    assert await memory.add_message(TENANT, said, deciding) == (True, ("אני גר בחולון", ["msg_0"]))


async def test_the_same_message_again_adds_nothing_and_decides_nothing(memory: MemoryStore) -> None:
    await add(memory, entities=[entity()], facts=[fact()])
    again = changing(MemoryChange(facts=(fact("fct_2", "עכו"),)))
    elsewhere = replace(message(), at=message().at.astimezone(UTC))
    for said in (message(), elsewhere):
        assert await memory.add_message(TENANT, said, again) == (False, None)
    assert len(await memory.log(TENANT, THREAD)) == 1
    assert [each.id for each in await facts_of(memory)] == ["fct_1"]


@pytest.mark.parametrize(
    "changed",
    [
        {"text": "אחר"},
        {"speaker": "יוסי"},
        {"at": instant(1)},
        {"role": Speaking.ASSISTANT},
    ],
)
async def test_an_id_with_another_content_is_refused(
    memory: MemoryStore, changed: dict[str, object]
) -> None:
    await add(memory)
    with pytest.raises(ConflictError, match="msg_1"):
        await memory.add_message(
            TENANT,
            replace(message(), **changed),  # type: ignore[arg-type]  # one field of several types
            changing(MemoryChange()),
        )
    assert await memory.log(TENANT, THREAD) == [message()]


async def test_one_id_may_stand_in_several_threads_and_tenants(memory: MemoryStore) -> None:
    await add(memory)
    await add(memory, thread="אחרת")
    await add(memory, scope=OTHER_TENANT)
    for scope, thread in ((TENANT, THREAD), (TENANT, "אחרת"), (OTHER_TENANT, THREAD)):
        assert [each.id for each in await memory.log(scope, thread)] == ["msg_1"]


async def test_what_raises_while_deciding_leaves_neither_message_nor_change(
    memory: MemoryStore,
) -> None:
    def deciding(view: MemoryView) -> tuple[MemoryChange, None]:
        raise InputError("אין ערך")

    with pytest.raises(InputError, match="אין ערך"):
        await memory.add_message(TENANT, message(), deciding)
    assert await memory.log(TENANT, THREAD) == []
    assert await memory.log_threads(TENANT) == []


async def test_the_log_is_read_in_the_order_it_was_said_from_where_a_reader_stands(
    memory: MemoryStore,
) -> None:
    ids = [f"m{number}" for number in (3, 1, 2, 10, 9)]
    for identifier in ids:
        await add(memory, identifier)

    async def read(**where: object) -> list[str]:
        found = await memory.log(TENANT, THREAD, **where)  # type: ignore[arg-type]  # as given
        return [each.id for each in found]

    assert await read() == ids
    assert await read(after="m1") == ids[2:]
    assert await read(after="m1", limit=1) == ["m2"]
    assert await read(limit=2) == ids[:2]
    assert await read(after="m9") == await read(after="unknown") == []
    assert await memory.log(TENANT, "אין שיחה כזו") == []


async def test_the_messages_before_one_are_the_nearest_oldest_first(memory: MemoryStore) -> None:
    for number in range(5):
        await add(memory, f"m{number}")
    await add(memory, "elsewhere", thread="אחרת")

    async def before(identifier: str | None, limit: int) -> list[str]:
        found = await memory.look(
            TENANT, lambda view: view.messages_before(THREAD, identifier, limit=limit)
        )
        return [each.id for each in found]

    assert await before("m3", 2) == ["m1", "m2"]
    assert await before("m0", 2) == await before("unknown", 2) == []
    assert await before(None, 3) == ["m2", "m3", "m4"]


async def test_conversations_are_listed_by_what_was_said_last(memory: MemoryStore) -> None:
    for identifier, thread, minutes in (("a", "א", 0), ("b", "ב", 5), ("c", "א", 9)):
        said = message(identifier, thread=thread, minutes=minutes)
        await memory.add_message(TENANT, said, changing(MemoryChange()))
    assert await memory.log_threads(TENANT) == [
        ThreadHead("א", 2, instant(0), instant(9)),
        ThreadHead("ב", 1, instant(5), instant(5)),
    ]
    assert await memory.log_threads(OTHER_TENANT) == []


async def test_a_speaker_has_one_entity_and_the_standing_one_is_given(memory: MemoryStore) -> None:
    absorbed = replace(entity("ent_old", speaker="user"), merged_into="ent_dana")
    await apply(memory, MemoryChange(entities=(absorbed,)))
    assert await memory.look(TENANT, lambda view: view.speaker("user")) == absorbed
    standing = entity(speaker="user")
    await apply(memory, MemoryChange(entities=(standing, entity("ent_other", speaker="יוסי"))))
    assert await memory.look(TENANT, lambda view: view.speaker("user")) == standing
    assert await memory.look(TENANT, lambda view: view.speaker("user ")) is None
    assert await memory.look(OTHER_TENANT, lambda view: view.speaker("user")) is None


async def test_an_entity_with_a_known_id_replaces_the_stored_one_and_keeps_its_place(
    memory: MemoryStore,
) -> None:
    await apply(memory, MemoryChange(entities=(entity("ent_b"), entity("ent_a", "יוסי"))))
    renamed = replace(entity("ent_b"), name="דנה כהן", plural=True)
    await apply(memory, MemoryChange(entities=(renamed,)))
    assert await memory.entity_list(TENANT) == [renamed, entity("ent_a", "יוסי")]
    by_id = await memory.look(TENANT, lambda view: view.entities({"ent_a", "ent_b", "ent_none"}))
    assert {each.id for each in by_id} == {"ent_b", "ent_a"}
    asked = await memory.look(TENANT, lambda view: view.entities(["ent_a", "ent_b"]))
    assert [each.id for each in asked] == ["ent_a", "ent_b"]


async def test_a_merged_entity_is_no_longer_listed_but_its_names_find_what_it_stands_in(
    memory: MemoryStore,
) -> None:
    merged = replace(entity("ent_old", "דנה'לה"), merged_into="ent_dana")
    older = replace(entity("ent_older", "דודו"), merged_into="ent_old")
    names = (
        EntityName("ent_dana", "דנה", "דַּנָּה"),
        EntityName("ent_old", "דנה", "דנה"),
        EntityName("ent_older", "דודו", "דודו"),
    )
    await apply(memory, MemoryChange(entities=(entity(), merged, older), names=names))
    assert await memory.entity_list(TENANT) == [entity()]
    named = await memory.look(TENANT, lambda view: view.entities_named(["דודו", "דנה", "יוסי"]))
    assert named == [(name, entity()) for name in names]
    assert await memory.look(TENANT, lambda view: view.entities(["ent_old"])) == [merged]
    assert await memory.look(TENANT, lambda view: view.names(["ent_dana"])) == list(names)
    assert await memory.look(TENANT, lambda view: view.names(["ent_old"])) == list(names[1:])
    assert await memory.look(TENANT, lambda view: view.names(["ent_older"])) == [names[2]]


async def test_names_only_grow_and_the_first_spelling_stays(memory: MemoryStore) -> None:
    first = EntityName("ent_dana", "דנה כהן", "דנה כהן")
    await apply(memory, MemoryChange(entities=(entity(),), names=(first,)))
    more = EntityName("ent_dana", "dana cohen", "Dana Cohen")
    again = replace(first, text="דנה כֹּהֵן")
    await apply(memory, MemoryChange(names=(again, more, more)))
    assert await memory.look(TENANT, lambda view: view.names(["ent_dana"])) == [first, more]
    assert await memory.look(OTHER_TENANT, lambda view: view.names(["ent_dana"])) == []


async def test_recent_mentions_are_newest_first_and_kept_once(memory: MemoryStore) -> None:
    await add(memory, "m1", entities=[entity(), entity("ent_b", "יוסי")])
    at = [mention("ent_dana", "m1", start=4), mention("ent_b", "m1", start=0)]
    await apply(memory, MemoryChange(mentions=(*at, *at)))
    await add(memory, "m2", mentions=[mention("ent_b", "m2")])
    # Read further by a model later: it still stands where it was said.
    late = mention("ent_b", "m1", start=9)
    await apply(memory, MemoryChange(mentions=(late,)))

    async def recent(before: str | None, limit: int = 9) -> list[object]:
        found = await memory.look(
            TENANT, lambda view: view.recent_mentions(THREAD, before, limit=limit)
        )
        return list(found)

    assert await recent(None) == [mention("ent_b", "m2"), late, *at]
    assert await recent(None, 1) == [mention("ent_b", "m2")]
    assert await recent("m2", 2) == [late, at[0]]
    assert await recent("m1") == []


async def test_a_mention_needs_its_message_and_its_entity(memory: MemoryStore) -> None:
    await add(memory, entities=[entity()])
    for wrong in (mention(source="unknown"), mention("ent_unknown")):
        with pytest.raises(ConflictError):
            await apply(memory, MemoryChange(mentions=(wrong,)))


async def test_reviews_and_merges_are_kept_and_listed_oldest_first(memory: MemoryStore) -> None:
    waiting = Review(
        "rev_b", ReviewKind.CONFLICT, "ערך רגיש", THREAD, "msg_1", NOW, "fct_1", "fct_2"
    )
    other = replace(waiting, id="rev_a", kind=ReviewKind.MERGE, entity_ids=("ent_a", "ent_b"))
    merge = Merge("mrg_1", "ent_a", "ent_b", "אותו שם", "rule", NOW, ("fct_1", "fct_2"))
    await apply(memory, MemoryChange(reviews=(waiting, other), merges=(merge,)))
    assert await memory.review_list(TENANT, pending=True) == [waiting, other]
    decided = replace(waiting, verdict=Verdict.ACCEPT, decided_by="רות", decided_at=instant(3))
    undone = replace(merge, undone_at=instant(4))
    await apply(memory, MemoryChange(reviews=(decided,), merges=(undone,)))
    assert await memory.review_list(TENANT, pending=True) == [other]
    assert await memory.review_list(TENANT, pending=False) == [decided, other]
    assert await memory.merge_list(TENANT) == [undone]
    assert await memory.review_list(OTHER_TENANT, pending=False) == []
    assert await memory.merge_list(OTHER_TENANT) == []


async def test_no_tenant_sees_or_changes_what_is_anothers(memory: MemoryStore) -> None:
    tenants = [Scope(name) for name in ("א", "א\u200f", "\U0001f511", "a", "A", "é", "e\u0301")]
    for scope in tenants:
        person = entity("ent_same", scope.tenant_id)
        held = fact("fct_same", scope.tenant_id, subject_id="ent_same")
        name = EntityName("ent_same", "שם", scope.tenant_id)
        await add(memory, scope=scope, entities=[person], facts=[held], names=[name])
    for scope in tenants:
        (found,) = await facts_of(memory, scope)
        assert found.value == scope.tenant_id
        ((name, person),) = await memory.look(scope, lambda view: view.entities_named(["שם"]))
        assert name.text == person.name == scope.tenant_id


async def test_a_tenant_whose_name_no_database_holds_is_refused(memory: MemoryStore) -> None:
    for name in ("דייר\x00", "\ud800"):
        with pytest.raises(InputError, match="tenant"):
            await add(memory, scope=Scope(name))


async def test_one_look_sees_one_state_though_others_write(memory: MemoryStore) -> None:
    await add(memory, "m0")
    loop = asyncio.get_running_loop()

    def reading(view: MemoryView) -> tuple[int, int]:
        before = len(view.messages_before(THREAD, None, limit=9))
        asyncio.run_coroutine_threadsafe(add(memory, "m1"), loop).result(timeout=30)
        return before, len(view.messages_before(THREAD, None, limit=9))

    assert await memory.look(TENANT, reading) == (1, 1)
    assert len(await memory.log(TENANT, THREAD)) == 2


async def test_writers_of_one_tenant_decide_one_after_the_other(memory: MemoryStore) -> None:
    await apply(memory, MemoryChange(entities=(entity(name="0"),)))

    def counting(view: MemoryView) -> tuple[MemoryChange, None]:
        (found,) = view.entities(["ent_dana"])
        return MemoryChange(entities=(replace(found, name=str(int(found.name) + 1)),)), None

    await asyncio.gather(*(memory.decide(TENANT, counting) for _ in range(20)))
    assert [each.name for each in await memory.entity_list(TENANT)] == ["20"]


async def test_times_keep_their_instant_whatever_their_zone(memory: MemoryStore) -> None:
    held = replace(fact(), valid_from=instant(5).astimezone(IN_ISRAEL))
    await add(memory, entities=[entity()], facts=[held])
    (found,) = await facts_of(memory)
    assert found == held
    assert found.valid_from.utcoffset() == timedelta(0)
