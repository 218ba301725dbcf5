"""The record behind an answer that a model wrote, and the question asked of it again.

A hosted model is stood in for by `kesher.testing`'s scripted server, which understands nothing; all
else is real: the sample handbook, the local embedding model, SQLite.
"""

import asyncio
import shutil
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path

import pytest

from asked import QUESTION, QUOTE, Asked, chat, cited
from kesher.answer.record_export import as_markdown
from kesher.app.memory.remembering import NewMessage
from kesher.app.replaying import Replaying
from kesher.config.settings import Settings
from kesher.context.profiles import profile
from kesher.domain.answer import AnswerKind
from kesher.domain.canonical import digest
from kesher.domain.record_view import RecordView
from kesher.domain.replay import Fate, SettingsOf, Side
from kesher.domain.request import Purpose, SegmentKind
from kesher.domain.scope import RoomScope, Scope
from kesher.errors import ShareEndedError
from kesher.testing.model_script import Script
from kesher.testing.model_server import ModelServer, scripted_model_server
from kesher.wiring.services import Services, build

pytestmark = pytest.mark.anyio

AGAIN = "المجموع 22 يوما"


@pytest.fixture(scope="module")
def server() -> Iterator[ModelServer]:
    with scripted_model_server() as running:
        yield running


@dataclass(frozen=True)
class Place:
    """The handbook's room with a model that has prices."""

    asked: Asked
    services: Services
    replaying: Replaying

    async def seen(self, answer_id: str) -> RecordView:
        return await self.services.records.show(Scope(), answer_id)


@pytest.fixture(scope="module")
async def place(
    handbook_folder: Path, tmp_path_factory: pytest.TempPathFactory, server: ModelServer
) -> AsyncIterator[Place]:
    folder = tmp_path_factory.mktemp("recorded") / "data"
    shutil.copytree(handbook_folder, folder)
    services = await build(Settings.model_validate({"data_folder": folder}))
    (room,) = await services.store.rooms(Scope())
    ask = replace(services.ask, chat=chat(server), profile=profile("openai"))
    asked = Asked(ask, RoomScope(Scope().tenant_id, room.id))
    yield Place(asked, services, Replaying(ask, services.replaying.records))
    await services.close()


@pytest.fixture(autouse=True)
def _answers(server: ModelServer) -> None:
    server.follow(Script(answer=cited(QUOTE)))


async def test_a_record_holds_the_prompt_as_sent_with_its_tokens_and_price(place: Place) -> None:
    answer, _ = await place.asked()
    record = await place.seen(answer.id)
    request = await place.services.store.request(Scope(), answer.request_id or "")
    assert record.prompt.sent
    assert digest("".join(each.text for each in record.prompt.segments)) == request.body_hash
    assert {each.state for each in record.prompt.segments} == {"kept"}
    (call,) = record.calls
    assert (call.label, call.request_id) == ("answer", answer.request_id)
    assert (call.input_tokens or 0) > 0
    assert call.uncached_tokens == (call.input_tokens or 0) - (call.cached_tokens or 0)
    assert record.price_usd == call.price_usd == request.price_usd
    assert record.price_usd is not None
    assert record.price_usd > 0
    assert f"${record.price_usd:.6f}" in as_markdown(record)


async def test_a_replay_asks_no_model_unless_it_is_wanted(
    place: Place, server: ModelServer
) -> None:
    answer, _ = await place.asked()
    before = len(server.requests)
    again = await place.replaying.replay(Scope(), answer.id)
    assert (again.answer, again.differs) == (None, False)
    assert len(server.requests) == before


async def test_an_answer_written_again_is_compared_word_by_word_and_stored_nowhere(
    place: Place, server: ModelServer
) -> None:
    answer, _ = await place.asked()
    server.follow(Script(answer=lambda _: AGAIN))
    again = await place.replaying.replay(Scope(), answer.id, write=True)
    assert again.answer is not None
    sides = dict.fromkeys(Side, "")
    for piece in again.answer.pieces:
        sides[piece.side] += piece.text
    assert sides == {Side.BOTH: "22 ", Side.THEN: "מגיעים ימים בשנה.", Side.NOW: "المجموع يوما"}
    assert again.answer.quotes_out == (QUOTE,)
    assert again.answer.kind_now is AnswerKind.MODEL
    assert again.differs
    sent = await place.services.store.request(Scope(), again.answer.request_id or "")
    assert sent.purpose is Purpose.REPLAY
    assert len(await place.services.store.answers(Scope(), answer.thread_id)) == 1


async def test_a_replay_does_not_stand_between_two_turns_of_the_thread(place: Place) -> None:
    first, _ = await place.asked()
    await place.replaying.replay(Scope(), first.id, write=True)
    second, _ = await place.asked("ומה בשנה השלישית?", thread_id=first.thread_id)
    sent = await place.services.store.requests(Scope(), first.thread_id)
    assert [each.purpose for each in sent] == [Purpose.TURN, Purpose.REPLAY, Purpose.TURN]
    follow_up = sent[-1]
    assert follow_up.audit is not None
    assert follow_up.audit.broken is None
    assert second.request_id == follow_up.id


async def test_a_follow_up_is_asked_again_in_its_own_place_of_the_thread(place: Place) -> None:
    first, _ = await place.asked()
    second, _ = await place.asked("And in the third year?", thread_id=first.thread_id)
    await place.asked("Сколько дней больничного?", thread_id=first.thread_id)
    again = await place.replaying.replay(Scope(), second.id)
    assert not again.differs
    assert again.prompt is not None
    assert {part.fate for part in again.prompt.parts} == {Fate.SAME}
    (search,) = (await place.seen(second.id)).retrievals
    assert search.earlier == (QUESTION,)
    assert search.cited == tuple(dict.fromkeys(cite.chunk_id for cite in first.citations))
    assert again.searches[0].search_text == search.search_text


async def test_settings_of_then_are_put_back(place: Place) -> None:
    answer, _ = await place.asked()
    ask = place.replaying.ask
    fewer = replace(ask.search, settings=replace(ask.search.settings, top=2, neighbours=0))
    changed = Replaying(replace(ask, search=fewer), place.replaying.records)
    today = await changed.replay(Scope(), answer.id)
    assert {each.name for each in today.settings} == {"search.top", "search.neighbours"}
    assert Fate.OUT in {hit.fate for hit in today.searches[0].hits}
    then = await changed.replay(Scope(), answer.id, with_settings=SettingsOf.THEN)
    assert {each.name for each in then.settings} == {"search.top", "search.neighbours"}
    assert not then.differs


async def test_a_link_opens_nothing_that_memory_told_the_model(place: Place) -> None:
    await place.services.memory.remember.add(Scope("דנה"), NewMessage("קודם", "אני גר בדימונה"))
    answer, _ = await place.asked(memory="דנה")
    own = await place.seen(answer.id)
    told = [each for each in own.prompt.segments if each.kind is SegmentKind.MEMORY]
    assert any("דימונה" in each.text for each in told)
    share = await place.services.records.share(Scope(), answer.id)
    opened = await place.services.records.open_share(place.asked.room, share.id)
    withheld = [each for each in opened.prompt.segments if each.kind is SegmentKind.MEMORY]
    assert {(each.state, each.text) for each in withheld} == {("withheld", "")}
    kept = [each for each in opened.prompt.segments if each.kind is not SegmentKind.MEMORY]
    assert all(each.state == "kept" for each in kept)
    assert "דימונה" not in "".join(each.text for each in opened.prompt.segments)


async def test_a_link_whose_time_is_over_opens_nothing(place: Place) -> None:
    answer, _ = await place.asked()
    records = place.services.records
    share = await records.share(Scope(), answer.id, hours=1)
    assert share.expires_at is not None
    ends = share.expires_at
    before = replace(records, clock=lambda: ends - timedelta(seconds=1))
    assert (await before.open_share(place.asked.room, share.id)).answer_id == answer.id
    with pytest.raises(ShareEndedError, match="has expired"):
        await replace(records, clock=lambda: ends).open_share(place.asked.room, share.id)


async def test_memory_hears_nothing_of_a_replay(place: Place) -> None:
    answer, _ = await place.asked("אני גר בעכו. כמה ימי חופשה מגיעים?", memory="يوسف")
    memory = place.services.memory.looking.store
    before = await memory.log_threads(Scope("يوسف"))
    await place.replaying.replay(Scope(), answer.id, write=True)
    assert await memory.log_threads(Scope("يوسف")) == before
    (thread,) = before
    said = await memory.log(Scope("يوسف"), thread.id)
    assert [each.id for each in said] == [f"{answer.id}:question", f"{answer.id}:answer"]


async def test_a_research_is_recorded_search_by_search_and_each_is_done_again(
    place: Place,
) -> None:
    research, room = place.services.research, place.asked.room
    run = await research.begin(room, "כמה ימי חופשה מגיעים, ומה הכללים לעבודה מהבית?")
    answer = await research.go_on(
        room, run.id, emit=lambda _: None, stop=asyncio.Event(), cut=asyncio.Event()
    )
    assert answer is not None
    record = await place.seen(answer.id)
    assert record.research_id == run.id
    assert [each.label for each in record.retrievals] == ["aspect 1, round 1", "aspect 2, round 1"]
    assert {each.fusion for each in record.retrievals} == {"ranks"}
    assert all("grams" not in each.rankings for each in record.retrievals)
    again = await place.replaying.replay(Scope(), answer.id, write=True)
    assert [each.label for each in again.searches] == [each.label for each in record.retrievals]
    assert (again.prompt, again.answer, again.differs, again.settings) == (None, None, False, ())
