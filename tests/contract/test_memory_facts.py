"""Facts: what a reader is given, what the database forbids, and what lapses."""

from dataclasses import replace
from datetime import timedelta

import pytest

from contract.remembered import TENANT, THREAD, add, apply, entity, fact, facts_of, instant
from contract.samples import OTHER_TENANT
from kesher.domain.fact import Expiry, FactKind, Held
from kesher.domain.log import Speaking
from kesher.domain.scope import Scope
from kesher.errors import ConflictError
from kesher.ports.memory import MemoryChange, MemoryStore

pytestmark = pytest.mark.anyio

WHOLE = replace(
    fact("fct_whole", 'רח\' "הרצל" 5\x00\ud800'),
    key="כתובת למשלוח",
    kind=FactKind.TEMPORARY,
    object_id="ent_b",
    confidence=0.1,
    said_by=Speaking.ASSISTANT,
    valid_from=instant(1),
    recorded_from=instant(2),
    valid_until=instant(3),
    end_recorded_at=instant(4),
    recorded_until=instant(5),
    superseded_by="fct_next",
    ended_by="msg\x00_9",
    expires=Expiry(
        at=instant(6),
        duration=timedelta(days=7, microseconds=1),
        condition="עד שהספק עונה",
        trigger="reply",
        trigger_entity_id="ent_b",
        review_at=instant(7),
    ),
    held=Held.QUARANTINED,
)


async def remember(memory: MemoryStore, *facts: object, scope: Scope = TENANT) -> None:
    """Add a message and two entities with these facts."""
    await add(memory, scope=scope, entities=[entity(), entity("ent_b", "יוסי")], facts=facts)


@pytest.mark.parametrize(
    "stored",
    [
        WHOLE,
        replace(WHOLE, expires=Expiry(condition="עד סוף הפרויקט")),
        replace(WHOLE, expires=Expiry(review_at=instant(1))),
        replace(WHOLE, expires=None, held=None, object_id=None, value=""),
        fact(),
    ],
)
async def test_a_fact_comes_back_with_all_its_times(memory: MemoryStore, stored: object) -> None:
    await remember(memory, stored)
    assert await facts_of(memory) == [stored]


async def test_facts_are_found_by_subject_value_and_key_in_the_order_of_writing(
    memory: MemoryStore,
) -> None:
    home, work = fact("fct_z"), fact("fct_y", "עכו", key="work_city")
    spouse = fact("fct_x", "דנה", subject_id="ent_b", object_id="ent_dana", key="spouse")
    await remember(memory, home, work, spouse)

    async def found(**where: object) -> list[object]:
        looked = await memory.look(
            TENANT,
            lambda view: view.facts(**where),  # type: ignore[arg-type]  # as given
        )
        return list(looked)

    assert await found() == [home, work, spouse]
    assert await found(subjects=["ent_dana"]) == [home, work]
    assert await found(subjects=["ent_dana", "ent_b"], keys={"city", "spouse"}) == [home, spouse]
    assert await found(objects=["ent_dana"]) == [spouse]
    assert await found(objects=["ent_dana"], subjects=["ent_dana"]) == []
    assert await found(keys=["work_city"]) == [work]
    assert await found(subjects=[]) == await found(keys=[]) == []
    by_id = await memory.look(TENANT, lambda view: view.facts_by_id(["fct_x", "fct_z", "none"]))
    assert by_id == [spouse, home]


async def test_facts_of_one_time_stand_as_written_and_older_ones_before_them(
    memory: MemoryStore,
) -> None:
    late, first, second = fact("a", key="x", minutes=5), fact("c", key="y"), fact("b", key="z")
    await remember(memory, late, first, second)
    assert await facts_of(memory) == [first, second, late]


async def test_many_thousand_ids_are_asked_for_in_one_call(memory: MemoryStore) -> None:
    await remember(memory, fact())
    ids = [f"x{number}" for number in range(12_000)]
    found = await memory.look(
        TENANT, lambda view: view.facts(subjects=[*ids, "ent_dana"], keys=[*ids, "city"])
    )
    assert found == [fact()]


async def test_what_is_no_longer_believed_is_given_only_as_history(memory: MemoryStore) -> None:
    corrected = replace(fact("fct_0", "21"), recorded_until=instant(9))
    ended = replace(fact("fct_1", "עכו"), valid_until=instant(9))
    held = replace(fact("fct_2", "צפת"), held=Held.REVIEW)
    open_one = fact("fct_3", "12")
    await remember(memory, corrected, ended, held, open_one)
    assert await facts_of(memory, history=False) == [ended, held, open_one]
    assert await facts_of(memory) == [corrected, ended, held, open_one]


async def test_a_single_valued_key_has_one_open_value(memory: MemoryStore) -> None:
    await remember(memory, fact())
    with pytest.raises(ConflictError, match="two open values"):
        await apply(memory, MemoryChange(facts=(fact("fct_2", "עכו"),)))
    with pytest.raises(ConflictError):
        await apply(memory, MemoryChange(facts=(fact("fct_3", key="a"), fact("fct_4", key="a"))))
    assert await facts_of(memory) == [fact()]


@pytest.mark.parametrize(
    "other",
    [
        fact("fct_2", single=False),
        fact("fct_2", key="work_city"),
        fact("fct_2", subject_id="ent_b"),
        fact("fct_2", kind=FactKind.TEMPORARY),
        fact("fct_2", held=Held.REVIEW),
        fact("fct_2", recorded_until=instant(1)),
        fact("fct_2", valid_until=instant(1)),
    ],
)
async def test_what_is_not_a_second_open_value_may_stand_beside_it(
    memory: MemoryStore, other: object
) -> None:
    await remember(memory, fact(), other)
    assert len(await facts_of(memory)) == 2


async def test_one_change_ends_the_old_value_and_opens_the_new_in_any_order(
    memory: MemoryStore,
) -> None:
    await remember(memory, fact())
    new = fact("fct_2", "עכו", minutes=5)
    old = replace(fact(), valid_until=instant(5), end_recorded_at=instant(6), superseded_by="fct_2")
    await apply(memory, MemoryChange(facts=(new, old)))
    assert await facts_of(memory) == [old, new]


async def test_one_change_may_exchange_open_values(memory: MemoryStore) -> None:
    """Undoing a merge gives one fact back to its entity and opens another in its place."""
    moved, closed = fact("fct_1"), replace(fact("fct_2", "עכו"), valid_until=instant(1))
    await remember(memory, moved, closed)
    back = replace(moved, subject_id="ent_b")
    reopened = replace(closed, valid_until=None)
    await apply(memory, MemoryChange(facts=(reopened, back)))
    assert await facts_of(memory) == [back, reopened]
    with pytest.raises(ConflictError):
        await apply(memory, MemoryChange(facts=(moved,)))
    assert await facts_of(memory) == [back, reopened]


async def test_a_change_that_is_refused_leaves_nothing_of_itself(memory: MemoryStore) -> None:
    await remember(memory, fact())
    change = MemoryChange(entities=(entity("ent_new"),), facts=(fact("fct_2", "עכו"),))
    with pytest.raises(ConflictError):
        await apply(memory, change)
    assert [each.id for each in await memory.entity_list(TENANT)] == ["ent_dana", "ent_b"]


async def test_a_fact_needs_its_entities_and_its_message(memory: MemoryStore) -> None:
    await remember(memory)
    for wrong in (
        fact(subject_id="ent_none"),
        fact(object_id="ent_none"),
        fact(source_message_id="msg_none"),
        fact(thread_id="אחרת"),
    ):
        with pytest.raises(ConflictError, match="not stored"):
            await apply(memory, MemoryChange(facts=(wrong,)))


async def test_what_has_expired_lapses_once_and_stays_in_history(memory: MemoryStore) -> None:
    due = fact("fct_due", kind=FactKind.TEMPORARY, expires=Expiry(at=instant(10)))
    later = fact("fct_later", key="task", expires=Expiry(at=instant(11)))
    await remember(memory, due, later, fact())
    assert await memory.lapse(TENANT, now=instant(9)) == []
    lapsed = replace(due, valid_until=instant(10), end_recorded_at=instant(10))
    assert await memory.lapse(TENANT, now=instant(10)) == [lapsed]
    assert await memory.lapse(TENANT, now=instant(10)) == []
    assert await facts_of(memory) == [lapsed, later, fact()]


async def test_the_end_of_what_lapsed_is_its_own_and_learned_when_it_was_swept(
    memory: MemoryStore,
) -> None:
    due = fact(kind=FactKind.TEMPORARY, expires=Expiry(at=instant(10), duration=timedelta(hours=1)))
    await remember(memory, due)
    (lapsed,) = await memory.lapse(TENANT, now=instant(500))
    assert (lapsed.valid_until, lapsed.end_recorded_at) == (instant(10), instant(500))
    new = fact("fct_2", "עכו", kind=FactKind.TEMPORARY, minutes=501)
    await apply(memory, MemoryChange(facts=(new,)))


async def test_only_what_is_open_lapses(memory: MemoryStore) -> None:
    expires = Expiry(at=instant(1))
    await remember(
        memory,
        fact("fct_1", key="a", expires=expires, held=Held.RETRACTED),
        fact("fct_2", key="b", expires=expires, valid_until=instant(0)),
        fact("fct_3", key="c", expires=expires, recorded_until=instant(0)),
        fact("fct_4", key="d", expires=Expiry(condition="עד שיענה", review_at=instant(1))),
    )
    assert await memory.due_tenants(now=instant(99)) == []
    assert await memory.lapse(TENANT, now=instant(99)) == []


async def test_the_tenants_that_have_something_to_lapse_are_told(memory: MemoryStore) -> None:
    for scope, minutes in ((TENANT, 5), (OTHER_TENANT, 8), (Scope("שלישי"), 8)):
        due = fact(expires=Expiry(at=instant(minutes)))
        twice = fact("fct_2", key="work_city", expires=Expiry(at=instant(minutes)))
        await remember(memory, due, twice, scope=scope)
    assert await memory.due_tenants(now=instant(4)) == []
    assert await memory.due_tenants(now=instant(5)) == [TENANT.tenant_id]
    assert len(await memory.due_tenants(now=instant(8))) == 3
    assert len(await memory.lapse(TENANT, now=instant(8))) == 2
    due_tenants = await memory.due_tenants(now=instant(8))
    assert sorted(due_tenants) == sorted([OTHER_TENANT.tenant_id, "שלישי"])
    assert [each.thread_id for each in await facts_of(memory, OTHER_TENANT)] == [THREAD, THREAD]


async def test_facts_whose_review_date_has_come_are_told_by_tenant(memory: MemoryStore) -> None:
    asked = Expiry(condition="עד שהספק עונה", review_at=instant(5))
    await remember(memory, fact(expires=asked), fact("fct_2", key="b", valid_until=instant(1)))
    await remember(memory, fact(expires=asked), scope=OTHER_TENANT)
    assert await memory.facts_to_review(now=instant(4)) == []
    told = dict(await memory.facts_to_review(now=instant(5)))
    assert told == {TENANT.tenant_id: ["fct_1"], OTHER_TENANT.tenant_id: ["fct_1"]}
