"""The policy: no route without a rule, and what each rule decides of people and of their keys."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from fastapi import APIRouter

from kesher.domain.access import LOCAL, ApiKey, Caller, Capability, Right, RoomRole, User
from kesher.domain.standing import Standing, Thing
from kesher.errors import ConflictError, ForbiddenError, NotFoundError
from kesher.server import policy
from kesher.server.app import create_app
from kesher.server.rules import InRoom, InThread, MakesRooms, OwnTrajectory, SignedIn, decide
from surroundings import MakeSettings

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
PERSON = User("usr_noa", "noa@example.org", "נועה כהן", NOON)
IN_ROOM = Standing("room_a", RoomRole.OWNER)
OWN = Standing("room_a", RoomRole.VIEWER, owner_id=PERSON.id)


def keyed(
    *rights: Right, rooms: Iterable[str] | None = None, capabilities: Iterable[Capability] = ()
) -> Caller:
    held = None if rooms is None else frozenset(rooms)
    key = ApiKey(
        "key_a", PERSON.id, "סקריפט", "ks_", NOON, frozenset(rights), frozenset(capabilities), held
    )
    return Caller(PERSON, key)


def test_a_route_without_a_rule_and_a_rule_without_a_route_stop_the_server(
    make_settings: MakeSettings,
) -> None:
    assert create_app(make_settings()).routes
    router = APIRouter()
    router.add_api_route("/rooms/{room_id}/secrets", lambda: None, methods=["GET"])
    with pytest.raises(TypeError, match=r"GET /rooms/\{room_id\}/secrets"):
        policy.check_complete([router])


def test_a_key_does_no_more_than_its_person_and_no_more_than_it_says() -> None:
    read_only = keyed(Right.READ)
    decide(InRoom(Right.READ), read_only, IN_ROOM, "room_a")
    for right in (Right.ASK, Right.WRITE, Right.MANAGE, Right.OWN):
        with pytest.raises(ForbiddenError, match=right):
            decide(InRoom(right), read_only, IN_ROOM, "room_a")
    every = keyed(*Right)
    with pytest.raises(ForbiddenError, match="write"):
        decide(InRoom(Right.WRITE), every, Standing("room_a", RoomRole.VIEWER), "room_a")


def test_a_key_of_one_room_finds_no_other_room_of_its_person() -> None:
    key = keyed(*Right, rooms=["room_a"])
    decide(InRoom(Right.OWN), key, IN_ROOM, "room_a")
    elsewhere = Standing("room_b", RoomRole.OWNER)
    with pytest.raises(NotFoundError, match="document"):
        decide(InRoom(Right.READ, Thing.DOCUMENT), key, elsewhere, "doc_b")
    with pytest.raises(NotFoundError):
        decide(
            InThread(Right.READ), key, Standing("room_b", RoomRole.OWNER, owner_id=PERSON.id), "t"
        )
    with pytest.raises(ForbiddenError):
        decide(MakesRooms(), key, None, "")


def test_a_key_acts_for_no_person_where_the_person_must_be_there() -> None:
    for caller in (keyed(*Right), LOCAL):
        with pytest.raises(ForbiddenError):
            decide(SignedIn(by_key=False), caller, None, "")
    decide(SignedIn(by_key=False), Caller(PERSON), None, "")
    decide(SignedIn(by_key=False, with_account=False), LOCAL, None, "")


def test_agents_need_the_capability_even_for_a_trajectory_of_ones_own() -> None:
    own, boss = Standing(None, owner_id=PERSON.id), replace(PERSON, administrator=True)
    able = replace(keyed(capabilities=[Capability.AGENTS]), user=boss)
    unable = replace(keyed(*Right), user=boss)
    decide(OwnTrajectory(), able, own, "trj_a")
    for rule in (OwnTrajectory(), InThread(Right.READ, Thing.REQUEST)):
        decide(rule, able, own, "trj_a")
        for caller in (Caller(PERSON), unable):
            with pytest.raises(ForbiddenError, match="Agents"):
                decide(rule, caller, own, "trj_a")
        with pytest.raises(NotFoundError):
            decide(rule, able, Standing(None, owner_id="usr_else"), "trj_a")


@pytest.mark.parametrize("caller", [LOCAL, Caller(PERSON)], ids=["local", "person"])
def test_an_archived_room_is_neither_asked_nor_changed_by_anybody(caller: Caller) -> None:
    archived = Standing("room_a", RoomRole.OWNER, archived=True, owner_id=PERSON.id)
    for rule in (InRoom(Right.ASK), InRoom(Right.WRITE), InThread(Right.ASK)):
        with pytest.raises(ConflictError, match="archived"):
            decide(rule, caller, archived, "room_a")
    for passed in (InRoom(Right.READ), InRoom(Right.MANAGE), InThread(Right.READ)):
        decide(passed, caller, archived, "room_a")


def test_a_thread_of_nobody_is_nobodys_but_the_local_persons() -> None:
    nobodys = Standing("room_a", RoomRole.OWNER)
    decide(InThread(Right.READ), LOCAL, nobodys, "thr_a")
    with pytest.raises(NotFoundError):
        decide(InThread(Right.READ), Caller(PERSON), nobodys, "thr_a")
    decide(InThread(Right.READ), Caller(PERSON), OWN, "thr_a")
