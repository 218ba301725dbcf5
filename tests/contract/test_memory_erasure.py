"""Erasing a message, a person or a tenant: what goes, what stays, and what the receipt says."""

from dataclasses import replace

import pytest
from sqlalchemy import text as sql

from contract.recorded import grown, request, segment
from contract.remembered import (
    TABLES,
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
    row_counts,
)
from contract.samples import NOW, OTHER_TENANT, SCOPE, thread
from kesher.adapters.sql.database import Database
from kesher.adapters.sql.row_security import EVERYTHING
from kesher.adapters.sql.tables import metadata
from kesher.domain.entity import EntityName, Merge
from kesher.domain.fact import Fact, Held, Review, ReviewKind, fact_ref
from kesher.domain.log import MessageRef, Speaking, message_ref
from kesher.domain.request import SegmentKind
from kesher.domain.scope import Scope
from kesher.errors import NotFoundError
from kesher.ports.memory import Erased, Erasing, Erasure, MemoryChange, MemoryStore
from kesher.ports.stores import Store

pytestmark = pytest.mark.anyio


def lost(receipt: Erased) -> dict[str, int]:
    return {name: getattr(receipt, name) for name in TABLES}


async def story(memory: MemoryStore, scope: Scope = TENANT) -> None:
    """Dana lives in Haifa, Yosi is her neighbour; then she moves, and Yosi says where to."""
    dana, yosi = entity(speaker="user"), entity("ent_yosi", "יוסי", speaker="יוסי")
    await add(
        memory,
        scope=scope,
        entities=[dana, yosi],
        names=[EntityName("ent_dana", "דנה", "דנה"), EntityName("ent_yosi", "יוסי", "יוסי")],
        facts=[
            fact(),
            fact("fct_2", "יוסי", key="neighbour", object_id="ent_yosi"),
            fact("fct_3", "חולון", subject_id="ent_yosi"),
        ],
        mentions=[mention(), mention("ent_yosi", start=5)],
    )
    moved = replace(fact(), valid_until=instant(5), end_recorded_at=instant(5))
    await add(
        memory,
        "msg_2",
        scope=scope,
        speaker="יוסי",
        facts=[
            replace(moved, superseded_by="fct_4", ended_by="msg_2"),
            fact("fct_4", "עכו", source_message_id="msg_2", minutes=5),
        ],
        mentions=[mention(source="msg_2")],
    )


async def test_what_would_go_is_told_and_stays_until_it_is_erased(
    memory: MemoryStore, database: Database
) -> None:
    await story(memory)
    before = row_counts(database)
    foreseen = await memory.foresee(TENANT, Erasure(Erasing.THREAD, (THREAD,)))
    assert row_counts(database) == before
    assert await memory.erasure_list(TENANT) == []
    assert set(foreseen.facts) == {"fct_1", "fct_2", "fct_3", "fct_4"}
    assert foreseen.messages == (MessageRef(THREAD, "msg_1"), MessageRef(THREAD, "msg_2"))
    receipt = await memory.erase_thread(TENANT, THREAD)
    assert lost(receipt) == lost(foreseen.receipt) == before
    with pytest.raises(NotFoundError):
        await memory.foresee(TENANT, Erasure(Erasing.THREAD, (THREAD,)))


async def test_a_receipt_counts_exactly_the_rows_that_went(
    memory: MemoryStore, database: Database
) -> None:
    await story(memory)
    await story(memory, OTHER_TENANT)
    before = row_counts(database)
    receipts = [
        await memory.erase_message(TENANT, THREAD, "msg_2"),
        await memory.erase_entity(TENANT, "ent_yosi"),
        await memory.erase_tenant(TENANT),
    ]
    for name, count in before.items():
        assert sum(lost(receipt)[name] for receipt in receipts) == count
    assert row_counts(database) == dict.fromkeys(TABLES, 0)
    assert row_counts(database, OTHER_TENANT) == before
    assert await memory.erasure_list(TENANT) == receipts
    assert await memory.erasure_list(OTHER_TENANT) == []


async def test_an_erased_message_takes_its_facts_along_and_the_old_value_is_current_again(
    memory: MemoryStore, database: Database
) -> None:
    await story(memory)
    before = row_counts(database)
    receipt = await memory.erase_message(TENANT, THREAD, "msg_2")
    assert (receipt.messages, receipt.facts, receipt.mentions) == (1, 1, 1)
    assert (receipt.entities, receipt.names, receipt.at) == (0, 0, NOW)
    after = row_counts(database)
    assert {name: before[name] - after[name] for name in before} == lost(receipt)
    assert [each.id for each in await memory.log(TENANT, THREAD)] == ["msg_1"]
    assert (await facts_of(memory))[0] == fact()


async def test_what_is_not_there_cannot_be_erased(memory: MemoryStore) -> None:
    await story(memory)
    for call in (
        memory.erase_message(TENANT, THREAD, "msg_9"),
        memory.erase_message(TENANT, "אחרת", "msg_1"),
        memory.erase_message(OTHER_TENANT, THREAD, "msg_1"),
        memory.erase_entity(OTHER_TENANT, "ent_dana"),
    ):
        with pytest.raises(NotFoundError):
            await call
    assert await memory.erasure_list(TENANT) == await memory.erasure_list(OTHER_TENANT) == []


async def test_entities_that_nothing_else_knows_of_go_with_the_message(
    memory: MemoryStore,
) -> None:
    await add(
        memory, "msg_0", entities=[entity("ent_known")], mentions=[mention("ent_known", "msg_0")]
    )
    news = [entity("ent_new"), entity("ent_named", "נטע"), entity("ent_object")]
    await add(
        memory,
        entities=news,
        names=[EntityName("ent_named", "נטע", "נטע")],
        mentions=[mention("ent_new"), mention("ent_known", start=4)],
        facts=[fact(subject_id="ent_known", object_id="ent_object")],
    )
    receipt = await memory.erase_message(TENANT, THREAD, "msg_1")
    assert (receipt.entities, receipt.names, receipt.mentions) == (3, 1, 2)
    assert [each.id for each in await memory.entity_list(TENANT)] == ["ent_known"]


async def test_an_entity_stays_while_its_speaker_has_messages_left(memory: MemoryStore) -> None:
    await add(memory, "msg_0")
    await add(memory, entities=[entity(speaker="user")], mentions=[mention()], facts=[fact()])
    assert (await memory.erase_message(TENANT, THREAD, "msg_1")).entities == 0
    assert (await memory.erase_message(TENANT, THREAD, "msg_0")).entities == 0
    # The last message neither mentions nor names it: only erasing the person reaches it now.
    assert (await memory.erase_entity(TENANT, "ent_dana")).entities == 1


async def test_a_name_goes_with_the_only_message_that_said_it(memory: MemoryStore) -> None:
    await add(
        memory,
        "msg_0",
        entities=[entity(name="אשתי")],
        names=[EntityName("ent_dana", "אשתי", "אשתי")],
        mentions=[replace(mention(source="msg_0"), text="אשתי")],
    )
    named = replace(entity(), name="דנה")
    await add(
        memory, entities=[named], names=[EntityName("ent_dana", "דנה", "דנה")], mentions=[mention()]
    )
    receipt = await memory.erase_message(TENANT, THREAD, "msg_1")
    assert (receipt.names, receipt.entities) == (1, 0)
    assert [each.name for each in await memory.entity_list(TENANT)] == ["אשתי"]
    assert await memory.look(TENANT, lambda view: view.entities_named(["דנה"])) == []


async def test_a_name_that_another_message_repeats_stays_until_that_one_goes(
    memory: MemoryStore,
) -> None:
    name = EntityName("ent_dana", "דנה", "דנה")
    await add(memory, entities=[entity()], names=[name], mentions=[mention()], facts=[fact()])
    await add(memory, "msg_2", names=[name], mentions=[mention(source="msg_2")])
    await add(memory, "msg_3", mentions=[replace(mention(source="msg_3"), text="היא")])
    assert (await memory.erase_message(TENANT, THREAD, "msg_1")).names == 0
    assert await memory.look(TENANT, lambda view: view.names(["ent_dana"])) == [name]
    assert (await memory.erase_message(TENANT, THREAD, "msg_2")).names == 1
    assert [each.name for each in await memory.entity_list(TENANT)] == [""]


async def chain(memory: MemoryStore) -> list[Fact]:
    """Three values of one key, each said by a message of its own and followed by the next."""
    await add(memory, "m0", entities=[entity()], mentions=[mention(source="m0")])
    values: list[Fact] = []
    for number, city in enumerate(("חיפה", "עכו", "צפת"), start=1):
        new = fact(f"f{number}", city, source_message_id=f"m{number}", minutes=number)
        if values:
            values[-1] = replace(
                values[-1],
                valid_until=new.valid_from,
                end_recorded_at=new.recorded_from,
                superseded_by=new.id,
                ended_by=f"m{number}",
            )
        await add(memory, f"m{number}", facts=[*values[-1:], new])
        values.append(new)
    return values


async def test_where_a_middle_value_is_erased_its_forerunner_takes_over_its_end(
    memory: MemoryStore,
) -> None:
    first, middle, last = await chain(memory)
    await memory.erase_message(TENANT, THREAD, "m2")
    end = {
        "valid_until": middle.valid_until,
        "end_recorded_at": middle.end_recorded_at,
        "superseded_by": "f3",
        "ended_by": "m3",
    }
    assert await facts_of(memory) == [replace(first, **end), last]  # type: ignore[arg-type]
    await memory.erase_message(TENANT, THREAD, "m3")
    assert await facts_of(memory) == [fact("f1", source_message_id="m1", minutes=1)]


async def test_of_several_that_would_be_open_again_the_newest_is(memory: MemoryStore) -> None:
    await add(memory, "m0", entities=[entity()], mentions=[mention(source="m0")])
    older, newer = (
        fact("f1", "חיפה", source_message_id="m0"),
        fact("f2", "עכו", source_message_id="m0", minutes=2),
    )
    ended = {"valid_until": instant(3), "superseded_by": "f3", "ended_by": "m1"}
    closed = [replace(each, **ended) for each in (older, newer)]  # type: ignore[arg-type]
    last = fact("f3", "צפת", source_message_id="m1", minutes=3)
    await add(memory, "m1", facts=[*closed, last])
    await memory.erase_message(TENANT, THREAD, "m1")
    assert await facts_of(memory) == [replace(closed[0], superseded_by="f2"), newer]


async def test_an_erased_correction_gives_the_belief_back(memory: MemoryStore) -> None:
    await add(memory, entities=[entity()], mentions=[mention()])
    wrong = replace(fact("f1", "21"), recorded_until=instant(5), superseded_by="f2")
    right = fact("f2", "12", source_message_id="m2", minutes=5)
    await add(memory, "m2", facts=[wrong, right])
    await memory.erase_message(TENANT, THREAD, "m2")
    assert await facts_of(memory) == [fact("f1", "21")]


async def test_what_an_erased_message_had_only_ended_goes_on(memory: MemoryStore) -> None:
    await add(memory, entities=[entity()], facts=[fact()], mentions=[mention()])
    ended = replace(fact(), valid_until=instant(5), end_recorded_at=instant(5), ended_by="m2")
    await add(memory, "m2", facts=[ended])
    await memory.erase_message(TENANT, THREAD, "m2")
    assert await facts_of(memory) == [fact()]


async def test_an_end_stays_where_it_cannot_be_told_which_message_it_came_from(
    memory: MemoryStore,
) -> None:
    ended = replace(fact(), valid_until=instant(5), end_recorded_at=instant(5), ended_by="m2")
    await add(memory, entities=[entity()], facts=[ended], mentions=[mention()])
    await add(memory, "m2")
    await add(memory, "m2", thread="אחרת")
    await memory.erase_message(TENANT, "אחרת", "m2")
    assert await facts_of(memory) == [ended]


async def test_reviews_lose_what_was_erased_and_go_where_nothing_is_left_to_decide(
    memory: MemoryStore,
) -> None:
    await add(memory, entities=[entity(), entity("ent_b")], facts=[fact("f_old")])
    held = fact("f_new", "עכו", source_message_id="m2", held=Held.REVIEW)
    await add(memory, "m2", facts=[held], mentions=[mention(source="m2")])
    conflict = Review("r1", ReviewKind.CONFLICT, "חיפה או עכו", THREAD, "m2", NOW, "f_old", "f_new")
    doubt = replace(conflict, id="r2", kind=ReviewKind.DOUBT, message_id="m3", new_fact_id=None)
    merge = Review("r3", ReviewKind.MERGE, "?", THREAD, "m3", NOW, entity_ids=("ent_b", "ent_x"))
    await apply(memory, MemoryChange(reviews=(conflict, doubt, merge)))
    receipt = await memory.erase_message(TENANT, THREAD, "msg_1")
    assert receipt.reviews == 1
    left, other = await memory.review_list(TENANT, pending=True)
    assert other == merge
    assert (left.id, left.old_fact_id, left.new_fact_id) == ("r1", None, "f_new")
    assert "חיפה" not in left.reason
    assert (await memory.erase_entity(TENANT, "ent_b")).reviews == 1
    assert (await memory.erase_message(TENANT, THREAD, "m2")).reviews == 1


async def test_an_erased_person_takes_all_along_that_was_merged_with_it(
    memory: MemoryStore,
) -> None:
    await story(memory)
    absorbed = replace(entity("ent_dudu", "דנהל'ה"), merged_into="ent_dana")
    merge = Merge("mrg_1", "ent_dana", "ent_dudu", "אותו שם", "rule", NOW, ("fct_1",))
    other = replace(merge, id="mrg_2", kept_id="ent_yosi", absorbed_id="ent_yosi_2")
    await apply(memory, MemoryChange(entities=(absorbed,), merges=(merge, other)))
    receipt = await memory.erase_entity(TENANT, "ent_dudu")
    assert (receipt.entities, receipt.merges, receipt.messages, receipt.facts) == (2, 1, 1, 4)
    assert receipt.kept_messages == 1
    assert await memory.entity_list(TENANT) == [entity("ent_yosi", "יוסי", speaker="יוסי")]
    assert [each.id for each in await memory.log(TENANT, THREAD)] == ["msg_2"]
    assert await memory.merge_list(TENANT) == [replace(other, moved_facts=())]
    assert await facts_of(memory) == []


async def test_what_the_assistant_said_to_a_person_is_not_that_persons_message(
    memory: MemoryStore,
) -> None:
    await add(memory, entities=[entity(speaker="user")])
    reply = replace(message("msg_2", "רשמתי"), role=Speaking.ASSISTANT)
    await memory.add_message(TENANT, reply, changing(MemoryChange()))
    await memory.erase_entity(TENANT, "ent_dana")
    assert await memory.log(TENANT, THREAD) == [reply]


async def test_an_entity_that_a_merge_would_give_facts_back_to_stays(memory: MemoryStore) -> None:
    absorbed = replace(entity("ent_old", "דניאלה"), merged_into="ent_dana")
    merge = Merge("mrg_1", "ent_dana", "ent_old", "כינוי", "rule", NOW, ("fct_1",))
    await add(memory, entities=[entity(), absorbed], facts=[fact()])
    await apply(memory, MemoryChange(merges=(merge,)))
    await add(memory, "msg_2", mentions=[mention("ent_old", "msg_2")])
    assert (await memory.erase_message(TENANT, THREAD, "msg_2")).entities == 0
    receipt = await memory.erase_message(TENANT, THREAD, "msg_1")
    assert (receipt.facts, receipt.entities, receipt.merges) == (1, 2, 1)


async def test_recorded_requests_lose_the_words_and_keep_the_hashes(
    store: Store, memory: MemoryStore
) -> None:
    await story(memory)
    await grown(store, TENANT)
    shown = segment("דנה גרה בעכו", refs=("fct_4",))
    said = segment("יוסי: דנה עברה", refs=(message_ref(THREAD, "msg_2"),))
    kept = segment("יוסי גר בחולון", refs=("fct_3", message_ref("אחרת", "msg_2")))
    await store.save_request(TENANT, request("req_a", shown, said, kept, owner="trj_a"))
    await store.save_request(TENANT, request("req_b", kept, owner="trj_a"))
    assert (await memory.erase_message(TENANT, THREAD, "msg_2")).requests == 1
    found = (await store.request(TENANT, "req_a")).segments
    texts = {each.hash: each.text for each in found}
    assert (texts[shown.hash], texts[said.hash], texts[kept.hash]) == ("", "", kept.text)


async def test_a_rooms_request_keeps_facts_that_stand_and_none_that_were_erased(
    store: Store, memory: MemoryStore
) -> None:
    await store.create_thread(SCOPE, thread())
    await add(memory, scope=SCOPE, entities=[entity()], facts=[fact()])
    shown = segment("דנה גרה בחיפה", refs=("fct_1", message_ref(THREAD, "msg_1")))
    await store.save_request(SCOPE, request("req_a", shown), room_id=SCOPE.room_id)
    assert (await store.request(SCOPE, "req_a")).segments == (shown,)
    assert (await memory.erase_message(SCOPE, THREAD, "msg_1")).requests == 1
    # Recalled before the erasure, stored after it.
    await store.save_request(SCOPE, request("req_b", shown), room_id=SCOPE.room_id)
    for identifier in ("req_a", "req_b"):
        assert [each.text for each in (await store.request(SCOPE, identifier)).segments] == [""]


async def test_no_word_of_what_was_erased_is_left_in_any_table(
    memory: MemoryStore, database: Database
) -> None:
    words = "סוד4521"
    person = entity("ent_s", words, speaker=words)
    await add(
        memory,
        speaker=words,
        entities=[person, entity()],
        names=[EntityName("ent_s", words, words)],
        facts=[fact("f_s", words, subject_id="ent_s"), fact(object_id="ent_s", value=words)],
        mentions=[replace(mention("ent_s"), text=words)],
    )
    review = Review("r1", ReviewKind.CONFLICT, words, THREAD, "msg_1", NOW, "f_s", None)
    merge = Merge("m1", "ent_dana", "ent_s", words, words, NOW)
    await apply(memory, MemoryChange(reviews=(review,), merges=(merge,)))
    await memory.erase_entity(TENANT, "ent_s")
    with database.reading(EVERYTHING) as connection:
        for table in metadata.sorted_tables:
            for row in connection.execute(sql(f'SELECT * FROM "{table.name}"')):  # noqa: S608
                assert words not in repr(tuple(row)), table.name


async def test_a_fact_in_another_tenants_room_goes_with_its_erasure_and_no_namesake_of_it(
    store: Store, memory: MemoryStore
) -> None:
    await store.create_thread(SCOPE, thread())
    for scope in (TENANT, OTHER_TENANT):
        await add(memory, scope=scope, entities=[entity()], facts=[fact()])
    shown, others = (
        segment(
            f"עיר חיפה, {scope.tenant_id}",
            SegmentKind.MEMORY,
            refs=(fact_ref("fct_1", tenant=scope.tenant_id, seen_by=SCOPE.tenant_id),),
        )
        for scope in (TENANT, OTHER_TENANT)
    )
    sent = request("req_a", shown, others)
    await store.save_request(SCOPE, sent, room_id=SCOPE.room_id)
    assert (await store.request(SCOPE, "req_a")).segments == (shown, others)
    assert (await memory.erase_message(TENANT, THREAD, "msg_1")).requests == 1
    await store.save_request(SCOPE, replace(sent, id="req_b"), room_id=SCOPE.room_id)
    for identifier in ("req_a", "req_b"):
        texts = [each.text for each in (await store.request(SCOPE, identifier)).segments]
        assert texts == ["", others.text]


async def test_an_agents_request_is_kept_without_remembered_words_that_were_erased_before(
    store: Store, memory: MemoryStore
) -> None:
    await grown(store, SCOPE)
    ref = fact_ref("fct_1", tenant=TENANT.tenant_id, seen_by=SCOPE.tenant_id)
    shown = segment("עיר חיפה", SegmentKind.MEMORY, refs=(ref,))
    await store.save_request(SCOPE, request("req_a", shown, owner="trj_a"))
    assert [each.text for each in (await store.request(SCOPE, "req_a")).segments] == [""]
