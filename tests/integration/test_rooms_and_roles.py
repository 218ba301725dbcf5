"""People of rooms over HTTP: links, roles, archives, what is shared, and what an agent may read."""

import asyncio
from functools import partial
from typing import Any

import pytest

from in_process import Given, InProcess
from kesher.app.people.accounts import NewPerson
from kesher.app.room_tools import Askable, room_tools
from kesher.domain.access import ApiKey, Caller, Capability, Right
from kesher.domain.scope import Scope
from kesher.errors import ToolError
from kesher.wiring.services import build
from peopled import Peopled, mark
from surroundings import MakeSettings

pytestmark = pytest.mark.anyio

PASSWORD = "מספיק ארוכה וגם זרה 7"  # noqa: S105 - of nobody
HOME = "/api/rooms/room_home"


def body(given: Given, status: int = 200) -> Any:
    assert given.status == status, given.text
    return given.json()


async def invited(place: Peopled, **changes: object) -> dict[str, Any]:
    offer = {"role": "member", **changes}
    made = await place.callers["manager"].send("POST", f"{HOME}/invitations", offer)
    found: dict[str, Any] = body(made, 201)
    return found


async def test_a_signed_in_person_joins_by_a_link_that_shows_its_secret_once(
    changing: Peopled,
) -> None:
    made = await invited(changing)
    stranger = changing.callers["stranger"]
    looked = body(await stranger.send("POST", "/api/invitations/look", {"secret": made["secret"]}))
    assert (looked["room_name"], looked["role"]) == ("חדר home", "member")
    joined = await stranger.send("POST", "/api/invitations/accept", {"secret": made["secret"]})
    assert body(joined)["room_id"] == "room_home"
    rooms = body(await stranger.send("GET", "/api/rooms"))
    assert [(room["name"], room["role"]) for room in rooms] == [
        ("חדר home", "member"),
        ("חדר other", "owner"),
    ]
    listed = await changing.callers["manager"].send("GET", f"{HOME}/invitations")
    assert made["secret"] not in listed.text
    assert body(listed)[-1]["uses_left"] is None  # the room's first link
    assert [each["uses_left"] for each in body(listed) if each["id"] == made["id"]] == [0]


async def test_somebody_new_joins_with_an_account_and_is_signed_in(changing: Peopled) -> None:
    made = await invited(changing, uses=1)
    nobody = changing.callers["nobody"]
    person = {"secret": made["secret"], "email": "חדש@example.org", "name": "Новый איש"}
    short = await nobody.send("POST", "/api/invitations/sign-up", {**person, "password": "קצר"})
    assert short.status == 422
    given = await nobody.send("POST", "/api/invitations/sign-up", {**person, "password": PASSWORD})
    assert body(given)["person"]["name"] == "Новый איש"
    cookie = given.headers["set-cookie"].split(";")[0]
    new = InProcess(changing.app, {"cookie": cookie})
    assert [room["role"] for room in body(await new.send("GET", "/api/rooms"))] == ["member"]
    again = await nobody.send("POST", "/api/invitations/sign-up", {**person, "password": PASSWORD})
    assert again.status == 404


async def test_of_two_who_take_a_links_last_use_at_once_one_joins(changing: Peopled) -> None:
    made = await invited(changing, uses=1)
    told = await asyncio.gather(
        *(
            changing.callers[who].send(
                "POST", "/api/invitations/accept", {"secret": made["secret"]}
            )
            for who in ("stranger", "second")
        )
    )
    assert sorted(given.status for given in told) == [200, 404]


async def test_a_revoked_link_lets_nobody_in(changing: Peopled) -> None:
    made = await invited(changing)
    gone = await changing.callers["owner"].send("DELETE", f"{HOME}/invitations/{made['id']}")
    assert gone.status == 204
    for path in ("look", "accept"):
        given = await changing.callers["stranger"].send(
            "POST", f"/api/invitations/{path}", {"secret": made["secret"]}
        )
        assert given.status == 404


async def test_a_role_that_is_lowered_counts_from_the_next_request(changing: Peopled) -> None:
    member, path = changing.callers["member"], f"{HOME}/members/{changing.users['member'].id}"
    question = f"{HOME}/evaluation/questions/qst_home"
    watching = asyncio.create_task(member.send("GET", f"{HOME}/events"))
    lowered = await changing.callers["owner"].send("PUT", path, {"role": "viewer"})
    assert body(lowered)["role"] == "viewer"
    assert (await watching).status == 200
    assert (await member.send("DELETE", question)).status == 403
    assert (await changing.callers["owner"].send("DELETE", path)).status == 204
    assert (await member.send("GET", HOME)).status == 404


async def test_leaving_takes_away_ones_threads_too_and_the_owner_stays(changing: Peopled) -> None:
    member = changing.callers["member"]
    assert (await changing.callers["owner"].send("POST", f"{HOME}/leave")).status == 409
    assert (await member.send("POST", f"{HOME}/leave")).status == 204
    for path in ("/api/threads/thr_member", "/api/threads/thr_shared", f"{HOME}/threads"):
        assert (await member.send("GET", path)).status == 404
    seen = body(await changing.callers["viewer"].send("GET", f"{HOME}/threads"))
    assert [each["id"] for each in seen] == ["thr_shared"]


async def test_a_room_is_transferred_and_one_whose_owner_is_gone_is_rescued(
    changing: Peopled,
) -> None:
    ids = {key: user.id for key, user in changing.users.items()}
    owner, administrator = changing.callers["owner"], changing.callers["administrator"]
    given = await owner.send("POST", f"{HOME}/transfer", {"user_id": ids["member"]})
    assert body(given)["role"] == "owner"
    assert body(await owner.send("GET", HOME))["role"] == "manager"
    listed = body(await administrator.send("GET", "/api/administration/rooms"))
    assert [(room["name"], room["owner"]["user_id"]) for room in listed] == [
        ("חדר home", ids["member"]),
        ("חדר other", ids["stranger"]),
    ]
    rescue = "/api/administration/rooms/room_other/owner"
    given = await administrator.send("PUT", rescue, {"user_id": ids["viewer"]})
    assert body(given)["role"] == "owner"
    missing = await administrator.send(
        "PUT", rescue.replace("other", "nowhere"), {"user_id": ids["viewer"]}
    )
    assert missing.status == 404


async def test_an_archived_room_is_read_and_exported_and_not_asked_or_changed(
    changing: Peopled,
) -> None:
    owner = changing.callers["owner"]
    shown = body(await owner.send("PATCH", HOME, {"archived": True}))
    assert shown["archived_at"] is not None
    for caller in ("owner", "local"):
        client = changing.callers[caller]
        for method, path in (
            ("POST", f"{HOME}/ask"),
            ("POST", f"{HOME}/research"),
            ("DELETE", f"{HOME}/evaluation/questions/qst_home"),
            ("DELETE", "/api/documents/doc_home"),
        ):
            given = await client.send(method, path, {"text": "כמה ימי חופשה?"})
            assert given.status == 409
            assert "archived" in given.text
        for path in (
            f"{HOME}/documents",
            "/api/documents/doc_home/file",
            "/api/answers/ans_owner/record/export",
        ):
            assert (await client.send("GET", path)).status == 200
    assert body(await owner.send("PATCH", HOME, {"archived": False}))["archived_at"] is None
    assert (await owner.send("DELETE", "/api/documents/doc_home")).status == 204


async def test_a_thread_is_shared_for_reading_and_taken_back(changing: Peopled) -> None:
    viewer, member = changing.callers["viewer"], changing.callers["member"]
    path = "/api/threads/thr_member"
    assert (await viewer.send("GET", path)).status == 404
    shared = body(await member.send("PATCH", path, {"shared": True, "title": "  שיתוף\nחדש "}))
    assert (shared["title"], shared["shared"]) == ("שיתוף חדש", True)
    assert body(await viewer.send("GET", path))["answers"][0]["question"] == f"{mark('member')}?"
    for method in ("PATCH", "DELETE"):
        assert (await viewer.send(method, path, {"shared": False})).status == 403
    assert (await viewer.send("GET", f"{path}/requests")).status == 403
    assert body(await member.send("PATCH", path, {"shared": False}))["shared"] is False
    assert (await viewer.send("GET", path)).status == 404
    blank = await member.send("PATCH", path, {"title": "\u200f "})
    assert blank.status == 422


async def test_nobody_stops_anothers_answer(place: Peopled) -> None:
    state, stop = place.app.state.kesher, asyncio.Event()
    member = Scope(user_id=place.users["member"].id)
    state.stops.add(member, "ans_under_way", stop)
    path = "/api/answers/ans_under_way/stop"
    assert (await place.callers["owner"].send("POST", path)).status == 404
    assert not stop.is_set()
    assert (await place.callers["member"].send("POST", path)).status == 204
    assert stop.is_set()
    state.stops.remove(member, "ans_under_way", stop)


async def test_an_agent_finds_only_the_rooms_that_its_caller_may_ask(place: Peopled) -> None:
    members, search = place.services.access.members, place.services.search
    user = place.users["stranger"]
    only_reads = ApiKey(
        "key_a",
        user.id,
        "k",
        "ks_",
        user.created_at,
        frozenset({Right.READ}),
        frozenset(Capability),
    )
    for caller, rooms in ((Caller(user), "חדר other"), (Caller(user, only_reads), "no room yet")):
        scope = Scope(user_id=user.id)
        askable = Askable(place.services.store, scope, partial(members.may_ask, caller))
        listing, searching = room_tools(askable, search)
        text = (await listing.call({})).text
        assert rooms in text
        assert "חדר home" not in text
        with pytest.raises(ToolError):
            await searching.call({"room": "חדר home", "query": "חופשה"})


async def test_room_names_are_taken_once_and_who_makes_a_room_owns_it(changing: Peopled) -> None:
    stranger = changing.callers["stranger"]
    made = body(await stranger.send("POST", "/api/rooms", {"name": "غرفة جديدة"}), 201)
    assert (made["role"], made["rights"][-1]) == ("owner", "own")
    assert (await stranger.send("POST", "/api/rooms", {"name": "غرفة جديدة"})).status == 409
    assert (await changing.callers["owner"].send("GET", f"/api/rooms/{made['id']}")).status == 404


async def test_each_person_loads_a_sample_of_their_own(make_settings: MakeSettings) -> None:
    services = await build(make_settings())
    try:
        for name in ("dana", "sami"):
            person = NewPerson(f"{name}@example.org", administrator=name == "dana")
            user = await services.people.accounts.create(Scope(), person)
            scope = Scope(user_id=user.id)
            first = await services.sample.load(scope)
            assert (await services.sample.load(scope)).id == first.id
            assert [room.id for room in await services.store.rooms(scope)] == [first.id]
        assert len(await services.store.rooms(Scope())) == 2
    finally:
        await services.close()
