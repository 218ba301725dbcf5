"""Every route by API keys: what a key may is what its person may, and no more than it says."""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta

import pytest

from in_process import Given, InProcess, running
from integration.test_role_matrix import (
    FORBIDDEN,
    MISSING,
    NOT_CALLED,
    NOT_SIGNED_IN,
    NOTHING_THERE,
    PASSES,
    address,
    ask,
    expected,
    told,
)
from kesher.adapters.system import utc_now
from kesher.app.people.keys import Keys
from kesher.config.settings import Settings
from kesher.domain.access import ApiKey, Capability, Right
from kesher.domain.accounts import AccountChange
from kesher.domain.key_texts import new_key, shown_prefix
from kesher.domain.scope import Scope
from kesher.domain.secret_texts import hashed
from kesher.server.app import create_app
from kesher.server.policy import RULES
from kesher.server.rules import (
    Administers,
    InRoom,
    InThread,
    MakesRooms,
    Open,
    OwnTrajectory,
    Remembers,
    Rule,
    SignedIn,
    UsesAgents,
)
from kesher.wiring.people import People
from peopled import Peopled, peopled

pytestmark = pytest.mark.anyio

EVERY_RIGHT = frozenset(Right)


@dataclass(frozen=True)
class Carried:
    """A key as the matrix has it: whose, and what it says that it may."""

    whose: str
    rights: frozenset[Right] = EVERY_RIGHT
    capabilities: frozenset[Capability] = frozenset()
    rooms: frozenset[str] | None = None
    opens: bool = True


CLOSED_AT = tuple({type(rule): at for at, rule in RULES.items()}.values())
"""One route of each kind of rule: at the others, too, a closed key stops at the gate."""

READING = frozenset({Right.READ})
KEYS: Mapping[str, Carried] = {
    "whole": Carried("owner"),
    "reading": Carried("owner", READING),
    "reading-own": Carried("member", READING),
    "one-room": Carried("owner", rooms=frozenset({"room_home"})),
    "elsewhere": Carried("owner", rooms=frozenset({"room_elsewhere"})),
    "viewing": Carried("viewer"),
    "memory": Carried("viewer", frozenset(), frozenset({Capability.MEMORY})),
    "administration": Carried("administrator", READING, frozenset({Capability.ADMINISTRATION})),
    "agents": Carried("administrator", READING, frozenset({Capability.AGENTS})),
    "plain-administrator": Carried("administrator"),
    "promoted-once": Carried("viewer", READING, frozenset(Capability)),
    "revoked": Carried("owner", opens=False),
    "over": Carried("owner", opens=False),
    "disabled": Carried("disabled", opens=False),
}


@pytest.fixture(scope="module")
async def place(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Peopled]:
    """The rooms and people of the role matrix, where programs ask by keys."""
    folder = tmp_path_factory.mktemp("keyed") / "data"
    settings = Settings.model_validate({"data_folder": folder, "log_level": "error"})
    async with running(create_app(settings)) as app:
        made = await peopled(app, folder)
        people = app.state.kesher.services.people
        await _enable(people, made, disabled=False)
        callers = {name: await _caller(people.keys, made, name) for name in KEYS}
        await _enable(people, made, disabled=True)
        made.keep()
        yield replace(made, callers={**made.callers, **callers})


async def _enable(people: People, place: Peopled, *, disabled: bool) -> None:
    gone = AccountChange(disabled=disabled)
    await people.accounts.change(Scope(), place.users["disabled"].id, gone)


async def _caller(keys: Keys, place: Peopled, name: str) -> InProcess:
    """Store a key as it is, also one that nobody could make, and return who carries it."""
    carried, secret, now = KEYS[name], new_key(), utc_now()
    key = ApiKey(
        id=f"key_{name}",
        user_id=place.users[carried.whose].id,
        name=name,
        prefix=shown_prefix(secret),
        created_at=now - timedelta(days=2),
        rights=carried.rights,
        capabilities=carried.capabilities,
        rooms=carried.rooms,
        expires_at=now - timedelta(seconds=1) if name == "over" else None,
        revoked_at=now if name == "revoked" else None,
    )
    await keys.store.add_key(Scope(), key, hashed(secret), most=9)
    return InProcess(place.app, {"authorization": f"Bearer {secret}"})


def expected_by_key(rule: Rule, carried: Carried, target: str) -> str:
    """Return what the carrier of a key is told at a route with this rule, at `home`."""
    if not carried.opens:
        return NOT_SIGNED_IN
    if isinstance(rule, Open):
        return PASSES
    by_person = expected(rule, carried.whose, target)
    if isinstance(rule, InRoom | InThread):
        return _expected_in_room(rule, carried, by_person)
    needed: dict[type[Rule], bool] = {
        SignedIn: isinstance(rule, SignedIn) and rule.by_key,
        MakesRooms: carried.rights == EVERY_RIGHT and carried.rooms is None,
        Administers: Capability.ADMINISTRATION in carried.capabilities,
        UsesAgents: Capability.AGENTS in carried.capabilities,
        OwnTrajectory: Capability.AGENTS in carried.capabilities,
        Remembers: Capability.MEMORY in carried.capabilities,
    }
    return by_person if needed[type(rule)] else FORBIDDEN


def _expected_in_room(rule: InRoom | InThread, carried: Carried, by_person: str) -> str:
    if isinstance(rule, InRoom):
        if not rule.by_key:
            return FORBIDDEN
        administers = Capability.ADMINISTRATION in carried.capabilities
        if rule.or_administrator and administers and carried.whose == "administrator":
            return PASSES
        if rule.or_administrator and carried.whose == "administrator":
            return MISSING  # without the capability it is a person without a role
    if by_person == MISSING or not carried.rights or not _opens(carried):
        return MISSING
    needed = rule.right
    if isinstance(rule, InThread) and rule.key_right:
        needed = rule.key_right
    return by_person if needed in carried.rights else FORBIDDEN


def _opens(carried: Carried) -> bool:
    return carried.rooms is None or "room_home" in carried.rooms


@pytest.mark.parametrize("route", sorted(set(RULES) - set(NOT_CALLED)))
async def test_a_key_may_what_its_person_may_as_far_as_it_says_so(
    place: Peopled, route: str
) -> None:
    rule, wrong = RULES[route], []
    for name, carried in KEYS.items():
        if not carried.opens and route not in CLOSED_AT:
            continue
        target = carried.whose if carried.whose in ("owner", "member") else "shared"
        method, path = address(route, rule, target if isinstance(rule, InThread) else "home", place)
        given = await ask(place.callers[name], method, path)
        wanted = expected_by_key(rule, carried, target if isinstance(rule, InThread) else "home")
        if told(given) != wanted and not _nothing_there(route, given, wanted):
            wrong.append(f"{name}: {given.status}, not {wanted}: {given.text}")
        if method != "GET" and given.status < 300:
            await place.restore()
    assert wrong == []


def _nothing_there(route: str, given: Given, wanted: str) -> bool:
    inside = "nothing" in given.text or route in NOTHING_THERE
    return wanted == PASSES and given.status == 404 and inside


async def test_rooms_are_listed_only_as_far_as_a_key_opens_them(place: Peopled) -> None:
    seen = {}
    for name in ("whole", "one-room", "elsewhere", "memory", "plain-administrator"):
        given = await place.callers[name].send("GET", "/api/rooms")
        seen[name] = "room_home" in given.text
        assert "room_other" not in given.text
    assert seen == {
        "whole": True,
        "one-room": True,
        "elsewhere": False,
        "memory": False,
        "plain-administrator": False,
    }


@pytest.mark.parametrize(
    ("name", "own", "anothers", "any_other"),
    [
        ("memory", PASSES, FORBIDDEN, FORBIDDEN),
        ("promoted-once", PASSES, FORBIDDEN, FORBIDDEN),
        ("viewing", FORBIDDEN, FORBIDDEN, FORBIDDEN),
        ("agents", FORBIDDEN, FORBIDDEN, FORBIDDEN),
    ],
)
async def test_a_key_reaches_no_memory_that_its_person_does_not(
    place: Peopled, name: str, own: str, anothers: str, any_other: str
) -> None:
    whose = place.users[KEYS[name].whose].id
    names = {whose: own, place.users["member"].id: anothers, "לקוח 7": any_other}
    for tenant, wanted in names.items():
        given = await place.callers[name].send("GET", f"/api/memory/entities?tenant={tenant}")
        assert told(given) == wanted
