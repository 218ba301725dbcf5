"""The audit, usage and limits over HTTP, as people of every role meet them."""

import asyncio
import csv
import io
import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any

import pytest

from in_process import Given, InProcess
from kesher.domain.limits import Holder
from kesher.domain.retention import Kept
from kesher.domain.scope import RoomScope, Scope
from kesher.domain.usage import Sums, UsageKey
from kesher.errors import LimitReachedError
from peopled import Peopled, mark

pytestmark = pytest.mark.anyio

HOME = "/api/rooms/room_home"
QUESTION = "כמה ימי חופשה מגיעים לי? How many days?"
PASSWORD = "סיסמה ארוכה מספיק 8"  # noqa: S105 - of nobody


@pytest.fixture
async def changing(place: Peopled) -> AsyncIterator[Peopled]:
    """The server as it was at first, whatever others left in its audit; put back afterwards."""
    await place.restore()
    yield place
    await place.restore()


def body(given: Given, status: int = 200) -> Any:
    assert given.status == status, given.text
    return given.json()


async def events(place: Peopled, query: str = "", who: str = "administrator") -> list[Any]:
    given = await place.callers[who].send("GET", f"/api/audit?{query}")
    found: list[Any] = body(given)["events"]
    return found


async def _spend(place: Peopled, who: str, tokens: int) -> None:
    today = datetime.now(UTC).date()
    key = UsageKey(today, place.users[who].id, "room_home", "מודל-א", "turn")
    await place.services.ledger.usage.count(Scope(), key, Sums(requests=1, input_tokens=tokens))


async def test_what_is_done_and_what_is_refused_is_noted_with_who_where_and_what(
    changing: Peopled,
) -> None:
    users, guest = changing.users, changing.users["guest"].id
    path = f"{HOME}/members/{guest}"
    body(await changing.callers["manager"].send("PUT", path, {"role": "member"}))
    body(await changing.callers["viewer"].send("DELETE", "/api/documents/doc_home"), 403)
    body(await changing.callers["owner"].send("DELETE", "/api/documents/doc_home"), 204)
    gone, refused, put = await events(changing)
    assert (put["actor"], put["action"], put["outcome"]) == (
        users["manager"].id,
        "member.put",
        "done",
    )
    assert (put["room_id"], put["thing_id"], put["details"]) == (
        "room_home",
        guest,
        {"role": "member"},
    )
    assert (refused["actor"], refused["outcome"]) == (users["viewer"].id, "refused")
    assert (gone["action"], gone["room_id"], gone["thing_id"], gone["address"]) == (
        "document.delete",
        "room_home",
        "doc_home",
        "127.0.0.1",
    )
    verified = await changing.callers["administrator"].send("GET", "/api/audit/verification")
    assert body(verified) == {"whole": True, "events": 3, "broken_at": None, "reason": ""}


async def test_a_question_is_noted_with_the_thread_that_it_was_asked_in(
    changing: Peopled,
) -> None:
    caller = changing.callers["member"]
    asked = await caller.send("POST", f"{HOME}/ask", {"text": "كم يوم إجازة? כמה ימי חופשה?"})
    assert asked.status == 200
    (first,) = await events(changing, "action=question.ask")
    threads = body(await caller.send("GET", f"{HOME}/threads"))
    assert (first["outcome"], first["room_id"]) == ("done", "room_home")
    assert first["thing_id"] in {each["id"] for each in threads}
    again = {"text": "А дальше?", "thread_id": first["thing_id"]}
    await caller.send("POST", f"{HOME}/ask", again)
    assert (await events(changing, "action=question.ask"))[0]["thing_id"] == first["thing_id"]


async def test_signing_in_is_noted_and_so_is_who_failed_without_a_name_or_a_password(
    changing: Peopled,
) -> None:
    administrator, nobody = changing.callers["administrator"], changing.callers["nobody"]
    person = {"email": "דנה@example.org", "name": "דנה", "password": PASSWORD}
    made = body(await administrator.send("POST", "/api/people", person), 201)["person"]
    wrong = {"email": person["email"], "password": "לא זו אלא אחרת 1"}
    assert (await nobody.send("POST", "/api/sign-in", wrong)).status in (401, 403)
    body(await nobody.send("POST", "/api/sign-in", {**wrong, "password": PASSWORD}))
    opened, failed, created = await events(changing)
    assert (opened["actor"], opened["action"]) == (made["id"], "session.open")
    assert (failed["actor"], failed["action"]) == ("nobody", "session.refused")
    assert (created["action"], created["thing_id"]) == ("account.create", made["id"])
    written = json.dumps([opened, failed, created], ensure_ascii=False)
    assert PASSWORD not in written
    assert "דנה" not in written


async def test_a_program_is_told_by_its_key_and_a_person_of_the_machine_as_local(
    changing: Peopled,
) -> None:
    asked = {"name": "סקריפט", "rights": ["read", "write"]}
    made = body(await changing.callers["owner"].send("POST", "/api/me/keys", asked), 201)
    program = InProcess(changing.app, {"authorization": f"Bearer {made['secret']}"})
    body(await program.send("DELETE", "/api/documents/doc_home"), 204)
    body(await changing.callers["local"].send("DELETE", "/api/documents/doc_other"), 204)
    local, deleted, created = await events(changing)
    assert (local["actor"], local["room_id"]) == ("local", "room_other")
    assert (deleted["actor"], deleted["details"]) == (
        made["key"]["id"],
        {"user_id": changing.users["owner"].id},
    )
    assert (created["action"], created["thing_id"]) == ("key.create", made["key"]["id"])
    assert made["secret"] not in json.dumps([local, deleted, created])


async def test_events_come_with_what_people_and_documents_are_called_now(
    changing: Peopled,
) -> None:
    guest = changing.users["guest"]
    path = f"{HOME}/members/{guest.id}"
    body(await changing.callers["manager"].send("PUT", path, {"role": "member"}))
    body(await changing.callers["viewer"].send("DELETE", "/api/documents/doc_home"), 403)
    body(await changing.callers["stranger"].send("DELETE", "/api/documents/doc_other"), 204)
    at_home = body(await changing.callers["manager"].send("GET", f"{HOME}/audit"))["names"]
    assert at_home[guest.id] == guest.name
    assert at_home[changing.users["viewer"].id] == changing.users["viewer"].name
    assert at_home["doc_home"].endswith((".md", ".pdf", ".txt"))
    everywhere = body(await changing.callers["administrator"].send("GET", "/api/audit"))["names"]
    assert "room_home" in everywhere
    assert not {"doc_home", "doc_other"} & set(everywhere)


async def test_a_room_tells_who_joined_it_by_a_link_with_a_new_account(changing: Peopled) -> None:
    wish = {"role": "viewer"}
    made = body(await changing.callers["owner"].send("POST", f"{HOME}/invitations", wish), 201)
    person = {"email": "hanan@example.org", "name": "حنان", "password": PASSWORD}
    asked = {**person, "secret": made["secret"]}
    joined = body(await changing.callers["nobody"].send("POST", "/api/invitations/sign-up", asked))
    told = body(await changing.callers["manager"].send("GET", f"{HOME}/audit"))
    newest = told["events"][0]
    assert (newest["action"], newest["actor"]) == ("account.create", joined["person"]["id"])
    assert told["names"][newest["actor"]] == "حنان"


async def test_a_rooms_manager_reads_the_rooms_events_and_no_others(changing: Peopled) -> None:
    body(await changing.callers["stranger"].send("DELETE", "/api/documents/doc_other"), 204)
    body(await changing.callers["owner"].send("DELETE", "/api/documents/doc_home"), 204)
    found = body(await changing.callers["manager"].send("GET", f"{HOME}/audit"))
    assert [event["thing_id"] for event in found["events"]] == ["doc_home"]
    assert (await changing.callers["member"].send("GET", f"{HOME}/audit")).status == 403
    assert (await changing.callers["manager"].send("GET", "/api/audit")).status == 403


async def test_events_are_paged_filtered_and_exported_so_that_spreadsheets_read_them(
    changing: Peopled,
) -> None:
    owner, administrator = changing.callers["owner"], changing.callers["administrator"]
    for archived in (True, False, True):
        body(await owner.send("PATCH", HOME, {"archived": archived}))
    page = body(await administrator.send("GET", "/api/audit?limit=2&action=room."))
    assert [event["sequence"] for event in page["events"]] == [3, 2]
    rest = body(await administrator.send("GET", f"/api/audit?limit=2&before={page['before']}"))
    assert ([event["sequence"] for event in rest["events"]], rest["before"]) == ([1], None)
    assert await events(changing, "since=2100-01-01T00:00:00Z") == []
    exported = await administrator.send("GET", "/api/audit/export?format=csv")
    assert exported.text.startswith("\ufeffsequence,")
    rows = list(csv.DictReader(io.StringIO(exported.text.removeprefix("\ufeff"))))
    assert [row["action"] for row in rows] == ["room.change"] * 3
    lines = (await administrator.send("GET", "/api/audit/export")).text.splitlines()
    assert [json.loads(line)["sequence"] for line in lines] == [3, 2, 1]


async def test_a_person_over_the_limit_is_told_which_and_when_it_is_free_again(
    changing: Peopled,
) -> None:
    member = changing.users["member"].id
    administrator = changing.callers["administrator"]
    path = f"/api/people/{member}/limits"
    held = body(await administrator.send("PUT", path, {"tokens_day": 1_000}))
    assert held["in_force"] == {"tokens_day": 1_000}
    await _spend(changing, "member", 1_234)
    refused = await changing.callers["member"].send("POST", f"{HOME}/ask", {"text": QUESTION})
    problem = body(refused, 429)
    assert problem["code"] == "limit.reached"
    assert "You have used 1,234 of 1,000 tokens a day (`tokens_day`)" in problem["detail"]
    assert 0 < int(refused.headers["retry-after"]) <= 24 * 3600
    asked = await changing.callers["member"].send("POST", f"{HOME}/research", {"text": QUESTION})
    assert body(asked, 429)["code"] == "limit.reached"
    threads = body(await changing.callers["member"].send("GET", f"{HOME}/threads"))
    assert all(QUESTION not in thread["title"] for thread in threads)


async def test_an_owner_sets_no_more_than_an_administrator_gives(changing: Peopled) -> None:
    administrator, owner = changing.callers["administrator"], changing.callers["owner"]
    path = f"{HOME}/limits"
    body(await administrator.send("PUT", path, {"usd_month": 20, "documents": 9}))
    for beyond in ({"usd_month": 21}, {"usd_month": 0}):
        assert (await owner.send("PUT", path, beyond)).status == 403
    held = body(await owner.send("PUT", path, {"usd_month": 5, "questions_day": 50}))
    assert held["in_force"] == {"usd_month": 5, "documents": 9, "questions_day": 50}
    assert (await changing.callers["manager"].send("PUT", path, {"documents": 1})).status == 403
    noted = (await events(changing, "action=limits.change"))[1]
    assert noted["details"] == {"usd_month": 5, "questions_day": 50}


async def test_a_full_room_takes_no_more_documents_but_those_it_has(changing: Peopled) -> None:
    services, at = changing.services, RoomScope(room_id="room_home")
    limits = services.ledger.limiting.store
    await limits.put_limits(
        Scope(), Holder.ROOM, at.room_id, {"documents": 1}, by_administrator=True
    )
    with pytest.raises(LimitReachedError, match="1 of 1 documents"):
        await services.ingest.add(at, "חדש.txt", io.BytesIO("שלום וברכה".encode()))
    there = f"{mark('home')}: 22 ימי חופשה. Leave is 22 days.".encode()
    _, new = await services.ingest.add(at, "שוב.txt", io.BytesIO(there))
    assert not new


async def test_of_many_documents_at_once_no_more_come_in_than_the_room_may_hold(
    changing: Peopled,
) -> None:
    services, at = changing.services, RoomScope(room_id="room_home")
    await services.ledger.limiting.store.put_limits(
        Scope(), Holder.ROOM, at.room_id, {"documents": 3}, by_administrator=True
    )
    told = await asyncio.gather(
        *(
            services.ingest.add(at, f"{number}.txt", io.BytesIO(f"נוהל {number}".encode()))
            for number in range(8)
        ),
        return_exceptions=True,
    )
    assert sum(isinstance(each, tuple) for each in told) == 2  # one was there
    assert sum(isinstance(each, LimitReachedError) for each in told) == 6


async def test_usage_is_shown_to_whom_it_concerns(changing: Peopled) -> None:
    await _spend(changing, "member", 700)
    await _spend(changing, "owner", 300)
    administrator = changing.callers["administrator"]
    users = body(await administrator.send("GET", "/api/usage?by=user&room_id=room_home"))
    spent = {row["name"]: row["input_tokens"] for row in users["rows"] if row["requests"]}
    assert spent["Иван Петров"] >= 700
    assert spent['רב"ט לוי'] >= 300
    room = body(await changing.callers["manager"].send("GET", f"{HOME}/usage?by=room"))
    assert [row["name"] for row in room["rows"]] == ["חדר home"]
    own = body(await changing.callers["member"].send("GET", "/api/me/usage?by=model"))
    assert {"מודל-א": 700}.items() <= {r["key"]: r["input_tokens"] for r in own["rows"]}.items()
    exported = await administrator.send("GET", "/api/usage/export?by=user")
    assert exported.text.startswith("\ufeffuser,name,")
    assert "Иван Петров" in exported.text


async def test_who_may_read_a_room_no_more_is_not_told_its_name_by_what_they_took_there(
    changing: Peopled,
) -> None:
    await _spend(changing, "member", 700)
    member, path = changing.callers["member"], f"{HOME}/members/{changing.users['member'].id}"
    (own,) = body(await member.send("GET", "/api/me/usage?by=room"))["rows"]
    assert own["name"] == "חדר home"
    body(await changing.callers["owner"].send("DELETE", path), 204)
    (left,) = body(await member.send("GET", "/api/me/usage?by=room"))["rows"]
    assert left == {**own, "name": ""}


async def test_what_the_server_removes_by_itself_is_noted_as_its_own(changing: Peopled) -> None:
    retaining, at = changing.services.retaining, RoomScope(room_id="room_home")
    await retaining.keep(at, {Kept.THREADS: 1})
    removed = await retaining.sweep()
    (event,) = await events(changing, "action=retention.removed")
    assert (event["actor"], event["room_id"]) == ("system", "room_home")
    assert event["details"] == {"kind": "threads", "count": removed}
