"""The kinds of rules that a route may have, and what each decides of one request. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass

from kesher.domain.access import Caller, Capability, Right
from kesher.domain.standing import Standing, Thing
from kesher.errors import ConflictError, ForbiddenError, NotFoundError

ADDRESSED: Mapping[Thing, str] = {
    Thing.ROOM: "room_id",
    Thing.DOCUMENT: "document_id",
    Thing.CHUNK: "chunk_id",
    Thing.THREAD: "thread_id",
    Thing.ANSWER: "answer_id",
    Thing.RESEARCH: "run_id",
    Thing.REQUEST: "request_id",
    Thing.SHARE: "share_id",
    Thing.TRAJECTORY: "trajectory_id",
}
"""By which parameter of an address each thing is named."""

_CHANGING = frozenset({Right.ASK, Right.WRITE})


@dataclass(frozen=True, slots=True)
class Open:
    """Everybody, signed in or not."""


@dataclass(frozen=True, slots=True)
class SignedIn:
    """Whoever is signed in; what the route gives is the caller's own.

    Attributes:
        by_key: An API key will do; else it must be the person in a session of their own.
        with_account: Without `by_key`: it needs an account, which the local person has not.
    """

    by_key: bool = True
    with_account: bool = True


@dataclass(frozen=True, slots=True)
class MakesRooms:
    """A person; an API key only where it opens every room of its person and holds every right."""


@dataclass(frozen=True, slots=True)
class Administers:
    """Administrators, and API keys of theirs that administer."""


@dataclass(frozen=True, slots=True)
class InRoom:
    """Whoever has this right in the room that the thing is in.

    Attributes:
        thing: What the address names.
        or_administrator: An administrator needs no role for it.
        by_key: An API key will do; else it must be the person in a session of their own.
    """

    right: Right
    thing: Thing = Thing.ROOM
    or_administrator: bool = False
    by_key: bool = True


@dataclass(frozen=True, slots=True)
class InThread:
    """Whose thread it is, with this right in its room still.

    Attributes:
        shared: Of a shared thread, the others of its room too, where they may read.
        key_right: What an API key needs, where it changes something; None: no more than `right`.
    """

    right: Right
    thing: Thing = Thing.THREAD
    shared: bool = False
    key_right: Right | None = None


@dataclass(frozen=True, slots=True)
class OwnTrajectory:
    """Whose trajectory it is, where the caller may use agents."""


@dataclass(frozen=True, slots=True)
class UsesAgents:
    """Administrators, and API keys of theirs that may use agents."""


@dataclass(frozen=True, slots=True)
class Remembers:
    """Each person their own memory (`tenant`); others' names where the caller may."""


Rule = (
    Open
    | SignedIn
    | MakesRooms
    | Administers
    | InRoom
    | InThread
    | OwnTrajectory
    | UsesAgents
    | Remembers
)


def thing_of(rule: Rule) -> Thing | None:
    """Return what an address under this rule names that must be looked up; None: nothing."""
    if isinstance(rule, InRoom | InThread):
        return rule.thing
    return Thing.TRAJECTORY if isinstance(rule, OwnTrajectory) else None


def needs_standing(rule: Rule, caller: Caller) -> bool:
    """Tell whether the rule asks where the thing is; of the local person only if it may change."""
    if caller.user is not None:
        return thing_of(rule) is not None
    return isinstance(rule, InRoom | InThread) and rule.right in _CHANGING


def decide(rule: Rule, caller: Caller, standing: Standing | None, identifier: str) -> None:
    """Let a caller who is signed in pass, or raise why not.

    Args:
        standing: Of the thing that the address names; None: there is none of that id.
        identifier: As the address has it.

    Raises:
        NotFoundError: there is no such thing, or the caller has no part in it: the same words.
        ForbiddenError: the caller has a part in it and lacks the right.
        ConflictError: the room is archived.
    """
    if caller.user is None:
        _local(rule, standing)
        return
    match rule:
        case SignedIn(by_key=False) | InRoom(by_key=False) if caller.key is not None:
            raise ForbiddenError("An API key cannot do this. Sign in and do it yourself.")
        case MakesRooms() if not _makes_rooms(caller):
            raise ForbiddenError(
                "This API key cannot make rooms. Use one that opens all rooms with every right."
            )
        case Administers() if not caller.administers:
            raise ForbiddenError("Only an administrator may do this. Ask one of this server's.")
        case UsesAgents():
            _check_agents(caller)
        case InRoom():
            _in_room(rule, caller, standing, identifier)
        case InThread():
            _in_thread(rule, caller, standing, identifier)
        case OwnTrajectory():
            _own_trajectory(caller, standing, Thing.TRAJECTORY, identifier)


def _local(rule: Rule, standing: Standing | None) -> None:
    if isinstance(rule, SignedIn) and rule.with_account and not rule.by_key:
        raise ForbiddenError(
            "The local person has no account of their own. Sign in with an account for this."
        )
    _check_in_use(rule, standing)


def _in_room(rule: InRoom, caller: Caller, standing: Standing | None, identifier: str) -> None:
    if standing is None or standing.room_id is None:
        raise NotFoundError(rule.thing, identifier)
    if not (rule.or_administrator and caller.administers):
        rights = caller.rights_in(standing.room_id, standing.role)
        if not rights:
            raise NotFoundError(rule.thing, identifier)
        _check_right(rule.right, rights)
    _check_in_use(rule, standing)


def _in_thread(rule: InThread, caller: Caller, standing: Standing | None, identifier: str) -> None:
    if standing is not None and standing.room_id is None:
        _own_trajectory(caller, standing, rule.thing, identifier)
        return
    rights = _rights(caller, standing)
    if standing is None or not rights:
        raise NotFoundError(rule.thing, identifier)
    if standing.owner_id == caller.user_id:
        needed = rule.key_right if caller.key and rule.key_right else rule.right
        _check_right(needed, rights)
        _check_in_use(rule, standing)
        return
    if not standing.shared:
        raise NotFoundError(rule.thing, identifier)
    if not rule.shared:
        raise ForbiddenError(
            "This conversation is another person's and shared for reading only. Begin one of "
            "your own."
        )
    _check_right(Right.READ, rights)


def _own_trajectory(
    caller: Caller, standing: Standing | None, thing: Thing, identifier: str
) -> None:
    _check_agents(caller)
    if standing is None or standing.owner_id != caller.user_id:
        raise NotFoundError(thing, identifier)


def _rights(caller: Caller, standing: Standing | None) -> frozenset[Right]:
    if standing is None or standing.room_id is None:
        return frozenset()
    return caller.rights_in(standing.room_id, standing.role)


def _check_right(right: Right, rights: frozenset[Right]) -> None:
    if right not in rights:
        raise ForbiddenError(
            f"This needs the right to {right} in the room, which you lack. Ask the room's owner "
            f"or a manager for a role that has it."
        )


def _check_in_use(rule: Rule, standing: Standing | None) -> None:
    if not isinstance(rule, InRoom | InThread) or rule.right not in _CHANGING:
        return
    if standing is not None and standing.archived:
        raise ConflictError(
            "The room is archived: it can be read and exported, not asked or changed. Take it "
            "out of the archive first (`kesher room unarchive`)."
        )


def _check_agents(caller: Caller) -> None:
    if not caller.may(Capability.AGENTS):
        raise ForbiddenError(
            "Agents are for administrators, and for API keys of theirs that may use them. Ask an "
            "administrator."
        )


def _makes_rooms(caller: Caller) -> bool:
    key = caller.key
    return key is None or (key.rooms is None and key.rights >= frozenset(Right))
