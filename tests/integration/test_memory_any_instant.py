"""Random talks, merges, undoings and erasures: every instant of world and belief has its answer."""

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from databases import KINDS, new_database
from kesher.app.memory.looking import FactsQuery
from kesher.app.memory.recalling import RecallQuery
from kesher.app.memory.remembering import NewMessage
from kesher.app.memory.services import MemoryServices
from kesher.config.settings import Settings
from kesher.domain.entity import Merge
from kesher.domain.fact import FactState
from kesher.domain.scope import Scope
from kesher.errors import ConflictError, NotFoundError
from kesher.memory.states import state
from kesher.wiring.services import build

pytestmark = pytest.mark.anyio

WHO = Scope("נועה 👩\u200d👧")
START = datetime(2026, 3, 1, 9, tzinfo=UTC)
PEOPLE = ("תומר", "Tamar", "דניאל", "Daniel")
CITIES = ("חיפה", "עכו", "צפת", "Haifa", "Ashdod")
SAYINGS = (
    "אני גר ב{city}",
    "עברתי ל{city}",
    "טעיתי, אני גר ב{city}",
    "קוראים לאחי {name} והוא גר ב{city}",
    "My sister {name} lives in {city}",
    "הטלפון שלי 052-55501{number:02}",
    "אני כבר לא גר ב{city}",
)
UNTOLD = (FactState.UNKNOWN_THEN, FactState.CORRECTED, FactState.HELD)
WORLD = [START + timedelta(days=days) for days in range(-1, 60, 6)]
Answers = dict[datetime, Counter[tuple[str, str, FactState]]]


@pytest.fixture
async def memory(tmp_path: Path) -> AsyncIterator[MemoryServices]:
    services = await build(Settings.model_validate({"data_folder": tmp_path}))
    yield services.memory
    await services.close()


@pytest.fixture(params=KINDS)
async def on_either(
    request: pytest.FixtureRequest, tmp_path: Path
) -> AsyncIterator[MemoryServices]:
    url = new_database(request.param, tmp_path)
    services = await build(Settings.model_validate({"data_folder": tmp_path, "database_url": url}))
    yield services.memory
    await services.close()


async def say(memory: MemoryServices, chance: random.Random, number: int) -> None:
    text = chance.choice(SAYINGS).format(
        name=chance.choice(PEOPLE), city=chance.choice(CITIES), number=number
    )
    at = START + timedelta(days=chance.randint(0, 50))
    await memory.remember.add(WHO, NewMessage(f"ש{number % 2}", text, at=at, id=f"m{number}"))


async def merge(memory: MemoryServices, chance: random.Random) -> Merge | None:
    known = await memory.store.entity_list(WHO)
    if len(known) < 2:
        return None
    kept, absorbed = chance.sample(list(known), 2)
    try:
        return await memory.decide.merge(WHO, kept.id, absorbed.id, reason="ניסיון", by="נועם")
    except ConflictError:
        return None


async def undo(memory: MemoryServices, chance: random.Random) -> None:
    standing = [each for each in await memory.decide.merges(WHO) if each.undone_at is None]
    if standing:
        await memory.decide.undo_merge(WHO, chance.choice(standing).id)


async def answers(memory: MemoryServices, believed_at: datetime | None) -> Answers:
    """Return what is told of all instants of the world, whosoever's it is."""
    facts = await memory.store.look(WHO, lambda view: view.facts(history=True))
    return {
        at: Counter(
            (fact.key, fact.value, told)
            for fact in facts
            if (told := state(fact, as_of=at, believed_at=believed_at)) not in UNTOLD
        )
        for at in WORLD
    }


async def looked_at(memory: MemoryServices, chance: random.Random) -> Sequence[str]:
    """Ask everything from random instants; return the ids of the messages that are shown."""
    shown = []
    for _ in range(4):
        at, believed = (
            chance.choice((None, START + timedelta(hours=chance.randint(-99, 9_999))))
            for _ in range(2)
        )
        for entity in await memory.store.entity_list(WHO):
            query = FactsQuery(entity.id, at, believed, history=chance.random() < 0.5)
            shown += [
                each.fact.source_message_id for each in await memory.looking.facts(WHO, query)
            ]
            await memory.looking.graph(WHO, entity.id, hops=2, as_of=at)
        recalled = await memory.recall.recall(
            WHO,
            RecallQuery("איפה תומר גר?", at or START, 200, "Asia/Jerusalem", believed_at=believed),
        )
        shown += [each.fact.source_message_id for each in recalled.facts]
        shown += [each.id for each in recalled.turns]
    return shown


@pytest.mark.parametrize("seed", range(4))
async def test_what_was_told_is_told_again_however_entities_were_merged_since(
    memory: MemoryServices, seed: int
) -> None:
    chance = random.Random(seed)  # noqa: S311 - a story, not a secret
    told: dict[datetime, Answers] = {}
    for number in range(24):
        await say(memory, chance, number)
        if chance.random() < 0.3:
            await merge(memory, chance)
        told[datetime.now(UTC)] = await answers(memory, None)
    for believed_at, then in told.items():
        assert await answers(memory, believed_at) == then


@pytest.mark.parametrize("seed", range(4))
async def test_merges_that_are_all_undone_leave_every_answer_as_without_them(
    memory: MemoryServices, seed: int
) -> None:
    chance = random.Random(seed)  # noqa: S311 - as above
    for number in range(16):
        await say(memory, chance, number)
    before = await answers(memory, None)
    while chance.random() < 0.9:
        await merge(memory, chance)
        if chance.random() < 0.3:
            await undo(memory, chance)
    while any(each.undone_at is None for each in await memory.decide.merges(WHO)):
        await undo(memory, chance)
    assert await answers(memory, None) == before


@pytest.mark.parametrize("seed", range(4))
async def test_what_is_erased_is_seen_from_no_instant_and_nothing_else_breaks(
    memory: MemoryServices, seed: int
) -> None:
    chance = random.Random(seed)  # noqa: S311 - as above
    erased: set[str] = set()
    for number in range(20):
        await say(memory, chance, number)
        if chance.random() < 0.3:
            await merge(memory, chance)
        if chance.random() < 0.2:
            await undo(memory, chance)
        if chance.random() < 0.3:
            gone = chance.randint(0, number)
            try:
                await memory.store.erase_message(WHO, f"ש{gone % 2}", f"m{gone}")
            except NotFoundError:
                assert f"m{gone}" in erased
            erased.add(f"m{gone}")
    assert erased.isdisjoint(await looked_at(memory, chance))


async def test_many_who_merge_undo_say_and_erase_at_once_end_in_one_whole_memory(
    on_either: MemoryServices,
) -> None:
    memory = on_either

    async def user(seed: int) -> None:
        chance = random.Random(seed)  # noqa: S311 - as above
        for turn in range(10):
            number = seed * 100 + turn
            await say(memory, chance, number)
            try:
                await merge(memory, chance)
                await undo(memory, chance)
                if chance.random() < 0.3:
                    await memory.store.erase_message(WHO, f"ש{number % 2}", f"m{number}")
            except (ConflictError, NotFoundError):
                continue  # another was first, and the loser is told so

    await asyncio.gather(*(user(seed) for seed in range(4)))
    facts = await memory.store.look(WHO, lambda view: view.facts(history=True))
    ids = {fact.id for fact in facts}
    assert {fact.superseded_by for fact in facts} - {None} <= ids
    for each in await memory.decide.merges(WHO):
        assert set(each.moved_facts) <= ids
    assert await looked_at(memory, random.Random(1)) != []  # noqa: S311 - as above
