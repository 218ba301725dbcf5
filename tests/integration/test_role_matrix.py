"""Every route by every caller on one's own things, on others', and on what is not there.

What is expected of whom is written here by role and right, apart from the code that decides it;
which right a route needs is read from the policy, and looked over once more at the end.
"""

import re

import pytest

from in_process import Given, InProcess
from kesher.domain.access import Right
from kesher.domain.standing import Thing
from kesher.server.policy import RULES
from kesher.server.rules import (
    Administers,
    InRoom,
    InThread,
    Open,
    OwnTrajectory,
    Rule,
    SignedIn,
    UsesAgents,
)
from peopled import Peopled, mark

pytestmark = pytest.mark.anyio

CALLERS = (
    "nobody",
    "disabled",
    "stranger",
    "viewer",
    "member",
    "manager",
    "owner",
    "administrator",
    "second",
    "local",
)
ADMINISTRATORS = ("administrator", "second")
MAY = {
    Right.READ: ("viewer", "member", "manager", "owner"),
    Right.ASK: ("viewer", "member", "manager", "owner"),
    Right.WRITE: ("member", "manager", "owner"),
    Right.MANAGE: ("manager", "owner"),
    Right.OWN: ("owner",),
}
OF_HOME = MAY[Right.READ]
PASSES, NOT_SIGNED_IN, FORBIDDEN, MISSING = "passes", "401", "403", "404"

BEHIND = {"owner": "home", "member": "home", "shared": "home", "stranger": "other"}
"""In which room each conversation is."""

NO_EFFECT = {
    "GET /documents/{document_id}/pages/{number}": "?width=1",
    "GET /documents/{document_id}/pages/{number}/boxes": "?start=0&end=3",
}
"""Queries that spare the work behind a rule, or that a route cannot do without."""

NOT_CALLED = ("POST /sample",)
"""Too much work for whoever may: its rule is that of `POST /rooms`."""

NOTHING_THERE = (
    "POST /answers/{answer_id}/stop",
    "POST /research/{run_id}/stop",
    "POST /rooms/{room_id}/evaluation/runs/{run_id}/stop",
    "POST /backups/stop",
    "GET /memory/graph",
)
"""Nothing is under way that could be stopped, nothing known: 404 for those who may, too."""


def expected(rule: Rule, caller: str, target: str) -> str:
    """Return what a caller is told at a route with this rule.

    Args:
        target: Of a room's thing: `home` or `other`. Of a conversation: whose it is (`BEHIND`).
    """
    if isinstance(rule, Open):
        return PASSES
    if caller == "local":
        needs_account = isinstance(rule, SignedIn) and rule.with_account and not rule.by_key
        return FORBIDDEN if needs_account else PASSES
    if caller in ("nobody", "disabled"):
        return NOT_SIGNED_IN
    told = PASSES
    match rule:
        case Administers() | UsesAgents() if caller not in ADMINISTRATORS:
            told = FORBIDDEN
        case OwnTrajectory():
            told = {"administrator": PASSES, "second": MISSING}.get(caller, FORBIDDEN)
        case InRoom():
            told = _expected_in_room(rule, caller, target)
        case InThread():
            told = _expected_in_thread(rule, caller, target)
    return told


def _expected_in_room(rule: InRoom, caller: str, target: str) -> str:
    if rule.or_administrator and caller in ADMINISTRATORS:
        return PASSES
    if target == "other":
        return PASSES if caller == "stranger" else MISSING
    if caller in MAY[rule.right]:
        return PASSES
    return FORBIDDEN if caller in OF_HOME else MISSING


def _expected_in_thread(rule: InThread, caller: str, target: str) -> str:
    whose = "member" if target == "shared" else target
    if caller == whose:
        return PASSES
    if target != "shared" or caller not in OF_HOME:
        return MISSING
    return PASSES if rule.shared else FORBIDDEN


def cases(rule: Rule) -> list[tuple[str, str]]:
    """Return whose things are asked for by whom; where all are alike, one stands for all."""
    outside = ("stranger", "owner", "administrator")
    if isinstance(rule, InThread):
        near = [(tag, caller) for tag in ("member", "shared") for caller in CALLERS]
        return near + [(tag, caller) for tag in ("owner", "stranger") for caller in outside]
    if isinstance(rule, InRoom):
        return [("home", each) for each in CALLERS] + [("other", each) for each in outside]
    if isinstance(rule, Administers | UsesAgents | OwnTrajectory):
        return [("home", each) for each in CALLERS]
    return [("home", each) for each in ("nobody", "disabled", "viewer", "administrator", "local")]


def address(route: str, rule: Rule, target: str, place: Peopled) -> tuple[str, str]:
    """Return the method, and the path with the ids of one target."""
    method, template = route.split(" ", 1)
    room = BEHIND[target] if isinstance(rule, InThread) else target
    ids = {
        "room_id": f"room_{room}",
        "document_id": f"doc_{room}",
        "chunk_id": f"chk_doc_{room}_0",
        "question_id": f"qst_{room}",
        "invitation_id": f"inv_{room}",
        "user_id": place.users["guest" if room == "home" else "stranger"].id,
        "number": "1",
        "trajectory_id": "trj_administrator",
        "share_id": "shr_shared" if room == "home" else "shr_stranger",
        "run_id": f"evl_{room}",
    }
    if isinstance(rule, InThread):
        ids |= {
            "thread_id": f"thr_{target}",
            "answer_id": f"ans_{target}",
            "run_id": f"res_{target}",
            "request_id": f"req_{target}",
            "share_id": f"shr_{target}",
        }
    path = re.sub(r"\{(\w+)\}", lambda found: ids.get(found[1], "nothing"), template)
    return method, f"/api{path}{NO_EFFECT.get(route, '')}"


async def ask(client: InProcess, method: str, path: str) -> Given:
    """Send what a route refuses for its shape where it takes a body, so that nothing is begun."""
    return await client.send(method, path, None if method == "GET" else {"no such": "field"})


def told(given: Given) -> str:
    return str(given.status) if given.status in (401, 403, 404) else PASSES


def foreign(caller: str) -> list[str]:
    """Return the marks that a caller may never be shown."""
    if caller == "local":
        return []
    rooms = {"stranger": ("home",), **dict.fromkeys(OF_HOME, ("other",))}
    hidden = list(rooms.get(caller, ("home", "other")))
    hidden += [tag for tag in ("owner", "member", "stranger", "administrator") if tag != caller]
    return [*hidden, *(() if caller in OF_HOME else ("shared",))]


@pytest.mark.parametrize("route", sorted(set(RULES) - set(NOT_CALLED)))
async def test_each_caller_is_told_what_the_role_allows_and_shown_nothing_of_others(
    place: Peopled, route: str
) -> None:
    rule, wrong = RULES[route], []
    for target, caller in cases(rule):
        method, path = address(route, rule, target, place)
        given = await ask(place.callers[caller], method, path)
        wanted = expected(rule, caller, target)
        if told(given) != wanted and not _nothing_there(route, given, wanted):
            wrong.append(f"{caller} at {target}: {given.status}, not {wanted}: {given.text}")
        wrong += [
            f"{caller} at {target} was shown {mark(tag)}"
            for tag in foreign(caller)
            if mark(tag) in given.text
        ]
        if method != "GET" and given.status < 300:
            await place.restore()
    assert wrong == []


def _nothing_there(route: str, given: Given, wanted: str) -> bool:
    """Tell whether 404 says only that what is asked for inside is not there."""
    inside = "nothing" in given.text or route in NOTHING_THERE
    return wanted == PASSES and given.status == 404 and inside


@pytest.mark.parametrize(
    "route", [at for at, rule in RULES.items() if isinstance(rule, InRoom | InThread)]
)
async def test_what_is_anothers_is_told_apart_from_nothing_by_no_word(
    place: Peopled, route: str
) -> None:
    rule = RULES[route]
    target = "stranger" if isinstance(rule, InThread) else "other"
    method, path = address(route, rule, target, place)
    missing = re.sub(
        r"(room|doc|chk|thr|ans|res|req|shr)_(\w*)(other|stranger)", r"\1_\2nowhere", path
    )
    for caller in ("viewer", "owner"):
        there = await ask(place.callers[caller], method, path)
        nowhere = await ask(place.callers[caller], method, missing)
        assert there.status == nowhere.status == 404
        assert re.sub("other|stranger", "nowhere", there.text) == nowhere.text


@pytest.mark.parametrize(
    "route",
    [
        at
        for at in RULES
        if re.search(r"\{room_id\}.*\{(share|question|run|invitation|user)_id\}", at)
    ],
)
async def test_another_rooms_thing_is_not_found_through_ones_own_room(
    place: Peopled, route: str
) -> None:
    method, path = address(route, InRoom(Right.READ), "other", place)
    through = path.replace("room_other", "room_home").replace("shr_stranger", "shr_stranger")
    given = await ask(place.callers["owner"], method, through)
    assert given.status in (404, 422)
    assert mark("other") not in given.text


MEMORY_TOLD = {
    # caller: own, another person's account, any other name
    "viewer": (PASSES, FORBIDDEN, FORBIDDEN),
    "administrator": (PASSES, FORBIDDEN, PASSES),
    "local": (PASSES, PASSES, PASSES),
    "nobody": (NOT_SIGNED_IN, NOT_SIGNED_IN, NOT_SIGNED_IN),
}


@pytest.mark.parametrize("caller", MEMORY_TOLD)
async def test_nobody_reads_the_memory_of_another_persons_account(
    place: Peopled, caller: str
) -> None:
    client, own = place.callers[caller], place.users["viewer"].id
    mine = place.users[caller].id if caller in place.users else own
    names = (mine, place.users["member"].id, "לקוח 7")
    for name, wanted in zip(names, MEMORY_TOLD[caller], strict=True):
        for path in ("entities", "threads", "export"):
            given = await client.send("GET", f"/api/memory/{path}?tenant={name}")
            assert told(given) == wanted


async def test_a_persons_memory_without_a_name_is_that_persons(place: Peopled) -> None:
    said = {"thread": "t", "text": f"{mark('viewer')}: אני גרה בחיפה", "at": "2026-03-01T09:00:00Z"}
    given = await place.callers["viewer"].send("POST", "/api/memory/messages", said)
    assert given.status == 200
    kept = [
        (await place.callers[caller].send("GET", "/api/memory/messages?thread=t")).text
        for caller in ("viewer", "member")
    ]
    assert [mark("viewer") in text for text in kept] == [True, False]
    await place.restore()


@pytest.mark.parametrize("where", ["ask", "research"])
async def test_a_body_names_no_conversation_and_no_memory_of_others(
    place: Peopled, where: str
) -> None:
    path = f"/api/rooms/room_home/{where}"
    viewer = place.callers["viewer"]
    for named, status in (
        ({"thread_id": "thr_member"}, 404),
        ({"thread_id": "thr_stranger"}, 404),
        ({"thread_id": "thr_nowhere"}, 404),
        ({"thread_id": "thr_shared"}, 403),
        ({"memory": place.users["member"].id}, 403),
        ({"memory": "לקוח 7"}, 403),
    ):
        assert (
            await viewer.send("POST", path, {"text": "כמה ימי חופשה?", **named})
        ).status == status


def test_what_changes_a_room_needs_more_than_reading_it() -> None:
    """A second look at the policy: reading is for reading, and who only reads changes nothing."""
    reads = {
        at for at, rule in RULES.items() if isinstance(rule, InRoom) and rule.right is Right.READ
    }
    assert {at for at in reads if not at.startswith("GET ")} == {"POST /rooms/{room_id}/leave"}
    asks = {
        at for at, rule in RULES.items() if isinstance(rule, InRoom) and rule.right is Right.ASK
    }
    assert {at.rsplit("/", 1)[-1] for at in asks} == {"search", "ask", "estimate", "research"}
    people = ("members/", "invitations", "transfer", "vectors/")
    ruling = {at for at in RULES if any(word in at for word in people) and "{room_id}" in at}
    assert all(
        isinstance(rule, InRoom) and rule.right in (Right.MANAGE, Right.OWN)
        for rule in map(RULES.__getitem__, ruling)
    )


def test_whatever_is_named_in_an_address_is_looked_up() -> None:
    named = {thing: f"{{{thing}_id}}" for thing in (Thing.DOCUMENT, Thing.THREAD, Thing.ANSWER)}
    unguarded = {
        at
        for at, rule in RULES.items()
        if any(word in at for word in (*named.values(), "{room_id}", "{chunk_id}", "{request_id}"))
        and not isinstance(rule, InRoom | InThread | Administers)
    }
    assert unguarded == {"POST /answers/{answer_id}/stop"}
