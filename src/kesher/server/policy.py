"""Who may call which route: one rule for each, and the one dependency that holds everybody to it.

Whoever adds a route adds its rule; without one the server does not start.
"""

from collections.abc import Iterable, Mapping
from functools import partial
from types import MappingProxyType

from fastapi import APIRouter, Request
from fastapi.routing import APIRoute

from kesher.app.billing import bill_to
from kesher.domain.access import Caller, Capability, Right
from kesher.domain.scope import RoomScope, Scope
from kesher.domain.standing import Standing, Thing
from kesher.errors import ForbiddenError, NotSignedInError
from kesher.server.deps import CallerScope, MaybeCaller, State
from kesher.server.lasting import STILL
from kesher.server.rules import (
    ADDRESSED,
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
    decide,
    needs_standing,
    thing_of,
)
from kesher.server.state import ServerState

_READ, _ASK, _WRITE = InRoom(Right.READ), InRoom(Right.ASK), InRoom(Right.WRITE)
_MANAGE, _OWN = InRoom(Right.MANAGE), InRoom(Right.OWN)
_PEOPLE = InRoom(Right.MANAGE, or_administrator=True)
_READ_DOCUMENT = InRoom(Right.READ, Thing.DOCUMENT)
_WRITE_DOCUMENT = InRoom(Right.WRITE, Thing.DOCUMENT)
_OWN_THREAD = InThread(Right.READ)
# An API key that may only read deletes nothing, not even what its person may always delete.
_OWN_THREAD_CHANGED = InThread(Right.READ, key_right=Right.ASK)
_OWN_ANSWER_CHANGED = InThread(Right.READ, Thing.ANSWER, key_right=Right.ASK)
_IN_PERSON = SignedIn(by_key=False)
_OWN_RECORD = InThread(Right.READ, Thing.ANSWER)

RULES: Mapping[str, Rule] = MappingProxyType(
    {
        "GET /health": Open(),
        "GET /ready": Open(),
        "GET /metrics": Administers(),
        "GET /info": SignedIn(),
        "GET /doctor": Administers(),
        "POST /session": Open(),
        "GET /sample/questions": SignedIn(),
        "POST /sample": MakesRooms(),
        "GET /rooms": SignedIn(),
        "POST /rooms": MakesRooms(),
        "GET /rooms/{room_id}": _READ,
        "PATCH /rooms/{room_id}": _MANAGE,
        "DELETE /rooms/{room_id}": _OWN,
        "GET /rooms/{room_id}/members": InRoom(Right.READ, or_administrator=True),
        "PUT /rooms/{room_id}/members/{user_id}": _PEOPLE,
        "DELETE /rooms/{room_id}/members/{user_id}": _PEOPLE,
        "POST /rooms/{room_id}/leave": InRoom(Right.READ, by_key=False),
        "POST /rooms/{room_id}/transfer": _OWN,
        "GET /rooms/{room_id}/invitations": _PEOPLE,
        "POST /rooms/{room_id}/invitations": _MANAGE,
        "DELETE /rooms/{room_id}/invitations/{invitation_id}": _PEOPLE,
        "POST /invitations/look": Open(),
        "POST /invitations/accept": SignedIn(by_key=False),
        "POST /invitations/sign-up": Open(),
        "GET /administration/rooms": Administers(),
        "PUT /administration/rooms/{room_id}/owner": Administers(),
        "GET /rooms/{room_id}/documents": _READ,
        "POST /rooms/{room_id}/documents": _WRITE,
        "GET /rooms/{room_id}/events": _READ,
        "GET /rooms/{room_id}/sample-line": _READ,
        "GET /documents/{document_id}": _READ_DOCUMENT,
        "DELETE /documents/{document_id}": _WRITE_DOCUMENT,
        "POST /documents/{document_id}/cancel": _WRITE_DOCUMENT,
        "POST /documents/{document_id}/retry": _WRITE_DOCUMENT,
        "GET /documents/{document_id}/versions": _READ_DOCUMENT,
        "POST /documents/{document_id}/versions": _WRITE_DOCUMENT,
        "POST /documents/{document_id}/restore": _WRITE_DOCUMENT,
        "GET /documents/{document_id}/file": _READ_DOCUMENT,
        "GET /documents/{document_id}/text": _READ_DOCUMENT,
        "GET /documents/{document_id}/pages": _READ_DOCUMENT,
        "POST /documents/{document_id}/pages/{number}/ocr": _WRITE_DOCUMENT,
        "GET /documents/{document_id}/pages/{number}": _READ_DOCUMENT,
        "GET /documents/{document_id}/pages/{number}/text": _READ_DOCUMENT,
        "GET /documents/{document_id}/pages/{number}/boxes": _READ_DOCUMENT,
        "GET /chunks/{chunk_id}/places": InRoom(Right.READ, Thing.CHUNK),
        "POST /rooms/{room_id}/search": _ASK,
        "POST /rooms/{room_id}/ask": _ASK,
        # An answer under way is not stored yet: each caller finds only their own there.
        "POST /answers/{answer_id}/stop": SignedIn(),
        "GET /rooms/{room_id}/threads": _READ,
        "GET /threads/{thread_id}": InThread(Right.READ, shared=True),
        "POST /threads/{thread_id}/branches": InThread(Right.ASK),
        "GET /threads/{thread_id}/export": InThread(Right.READ, shared=True),
        "PUT /answers/{answer_id}/feedback": _OWN_ANSWER_CHANGED,
        "DELETE /answers/{answer_id}/feedback": _OWN_ANSWER_CHANGED,
        "GET /rooms/{room_id}/feedback": _READ,
        "GET /rooms/{room_id}/suggestions": _READ,
        "GET /threads/{thread_id}/answers/{answer_id}/events": _OWN_THREAD,
        "PATCH /threads/{thread_id}": _OWN_THREAD_CHANGED,
        "DELETE /threads/{thread_id}": _OWN_THREAD_CHANGED,
        "GET /threads/{thread_id}/requests": _OWN_THREAD,
        "GET /requests": SignedIn(by_key=False, with_account=False),
        "GET /requests/{request_id}": InThread(Right.READ, Thing.REQUEST),
        "POST /rooms/{room_id}/research/estimate": _ASK,
        "POST /rooms/{room_id}/research": _ASK,
        "GET /rooms/{room_id}/research": _READ,
        "GET /research/{run_id}": InThread(Right.READ, Thing.RESEARCH),
        "POST /research/{run_id}/resume": InThread(Right.ASK, Thing.RESEARCH),
        "POST /research/{run_id}/stop": InThread(Right.READ, Thing.RESEARCH, key_right=Right.ASK),
        "GET /answers/{answer_id}/record": _OWN_RECORD,
        "GET /answers/{answer_id}/record/vectors": _OWN_RECORD,
        "POST /answers/{answer_id}/record/replay": InThread(Right.ASK, Thing.ANSWER),
        "GET /answers/{answer_id}/record/export": _OWN_RECORD,
        "POST /answers/{answer_id}/record/shares": InThread(
            Right.READ, Thing.ANSWER, key_right=Right.ASK
        ),
        "GET /answers/{answer_id}/record/shares": _OWN_RECORD,
        "GET /rooms/{room_id}/shared/{share_id}": _READ,
        "DELETE /rooms/{room_id}/shared/{share_id}": InThread(
            Right.READ, Thing.SHARE, key_right=Right.ASK
        ),
        "GET /rooms/{room_id}/evaluation/questions": _READ,
        "POST /rooms/{room_id}/evaluation/questions/import": _WRITE,
        "POST /rooms/{room_id}/evaluation/questions/take": _WRITE,
        "DELETE /rooms/{room_id}/evaluation/questions/{question_id}": _WRITE,
        "POST /rooms/{room_id}/evaluation/runs": _WRITE,
        "POST /rooms/{room_id}/evaluation/runs/{run_id}/stop": _WRITE,
        "GET /rooms/{room_id}/evaluation/runs": _READ,
        "GET /rooms/{room_id}/evaluation/runs/{run_id}": _READ,
        "DELETE /rooms/{room_id}/evaluation/runs/{run_id}": _WRITE,
        "GET /rooms/{room_id}/evaluation/comparison": _READ,
        "GET /rooms/{room_id}/retention": _READ,
        "PUT /rooms/{room_id}/retention": _MANAGE,
        "GET /rooms/{room_id}/vectors": _READ,
        "POST /rooms/{room_id}/vectors/stop": _MANAGE,
        "POST /rooms/{room_id}/vectors/resume": _MANAGE,
        "GET /trajectories": UsesAgents(),
        "GET /trajectories/{trajectory_id}": OwnTrajectory(),
        "GET /trajectories/{trajectory_id}/export": OwnTrajectory(),
        "GET /trajectories/{trajectory_id}/requests": OwnTrajectory(),
        "DELETE /trajectories/{trajectory_id}": OwnTrajectory(),
        "POST /agents/run": UsesAgents(),
        "POST /agents/{trajectory_id}/resume": OwnTrajectory(),
        "POST /agents/{trajectory_id}/decisions/{interrupt_id}": OwnTrajectory(),
        "POST /agents/{trajectory_id}/stop": OwnTrajectory(),
        "GET /agents/waiting": UsesAgents(),
        "POST /memory/messages": Remembers(),
        "GET /memory/threads": Remembers(),
        "GET /memory/messages": Remembers(),
        "POST /memory/recall": Remembers(),
        "GET /memory/entities": Remembers(),
        "GET /memory/facts": Remembers(),
        "GET /memory/profile": Remembers(),
        "GET /memory/facts/{fact_id}": Remembers(),
        "GET /memory/graph": Remembers(),
        "GET /memory/reviews": Remembers(),
        "GET /memory/reviews/{review_id}": Remembers(),
        "POST /memory/reviews/verdict": Remembers(),
        "POST /memory/reviews/{review_id}/amend": Remembers(),
        "GET /memory/merges": Remembers(),
        "POST /memory/merges": Remembers(),
        "POST /memory/merges/{merge_id}/undo": Remembers(),
        "POST /memory/erasures": Remembers(),
        "POST /memory/erasures/preview": Remembers(),
        "GET /memory/erasures": Remembers(),
        "POST /memory/sample": Remembers(),
        "GET /memory/export": Remembers(),
        "GET /memory/cypher": Remembers(),
        "GET /memory/backlog": Remembers(),
        "POST /memory/backlog/retry": Remembers(),
        "GET /me": Open(),
        "PATCH /me": _IN_PERSON,
        "PUT /me/password": _IN_PERSON,
        "GET /me/sessions": _IN_PERSON,
        "DELETE /me/sessions/{session_id}": _IN_PERSON,
        "GET /me/keys": _IN_PERSON,
        "POST /me/keys": _IN_PERSON,
        "DELETE /me/keys/{key_id}": _IN_PERSON,
        "POST /sign-in": Open(),
        "POST /sign-out": Open(),
        "POST /sign-out/everywhere": _IN_PERSON,
        "GET /people": Administers(),
        "POST /people": Administers(),
        "PATCH /people/{user_id}": Administers(),
        "POST /people/{user_id}/password-link": Administers(),
        "POST /people/{user_id}/keys": Administers(),
        "GET /keys": Administers(),
        "DELETE /keys/{key_id}": Administers(),
        "GET /settings/models": Administers(),
        "GET /settings/limits": Administers(),
        "PUT /settings/models/{role}": Administers(),
        "DELETE /settings/models/{role}": Administers(),
        "POST /settings/models/{role}/test": Administers(),
        "POST /settings/secret/rotate": Administers(),
        "GET /audit": Administers(),
        "GET /audit/verification": Administers(),
        "GET /audit/export": Administers(),
        "GET /rooms/{room_id}/audit": _MANAGE,
        "GET /rooms/{room_id}/audit/export": _MANAGE,
        "GET /usage": Administers(),
        "GET /usage/export": Administers(),
        "GET /rooms/{room_id}/usage": _MANAGE,
        "GET /me/usage": SignedIn(),
        "GET /rooms/{room_id}/limits": _PEOPLE,
        "PUT /rooms/{room_id}/limits": InRoom(Right.OWN, or_administrator=True),
        "GET /people/{user_id}/limits": Administers(),
        "PUT /people/{user_id}/limits": Administers(),
        "GET /backups": Administers(),
        "POST /backups": Administers(),
        "POST /backups/stop": Administers(),
        "GET /backups/{name}": Administers(),
        "DELETE /backups/{name}": Administers(),
        # Each of these carries a secret of its own, or tells nothing.
        "POST /first-administrator": Open(),
        "POST /password": Open(),
        "POST /password/mail": Open(),
        "GET /oidc/begin": Open(),
        "GET /oidc/callback": Open(),
        "GET /oidc/sign-out": Open(),
    }
)
"""By method and address under `/api`."""


def check_complete(routers: Iterable[APIRouter]) -> None:
    """Refuse to start where a route has no rule, a rule no route, or names nothing to look up.

    Raises:
        TypeError: a fault of ours, by the routes' names.
    """
    addresses = [
        f"{method} {route.path}"
        for router in routers
        for route in router.routes
        if isinstance(route, APIRoute)
        for method in sorted(route.methods or ())
    ]
    unlike = sorted(set(addresses) ^ set(RULES))
    unled = [at for at, rule in RULES.items() if not _leads(at, rule)]
    if unlike or unled:
        raise TypeError(f"Routes and rules of kesher.server.policy differ: {unlike or unled}.")


def _leads(address: str, rule: Rule) -> bool:
    thing = thing_of(rule)
    return thing is None or f"{{{ADDRESSED[thing]}}}" in address


async def enforce(request: Request, state: State, scope: CallerScope, caller: MaybeCaller) -> None:
    """Hold a request to the rule of its route; every router depends on it."""
    route: APIRoute = request.scope["route"]
    rule = RULES[f"{request.method} {route.path.removeprefix('/api')}"]
    if isinstance(rule, Open):
        return
    if caller is None:
        raise NotSignedInError(
            "Nobody is signed in. Sign in on the page, or send `Authorization: Bearer KEY`."
        )
    if isinstance(rule, Remembers):
        await check_memory(state, caller, request.query_params.get("tenant"))
    identifier, standing = await _standing(state, scope, rule, request, caller)
    request.scope["state"]["room_id"] = standing.room_id if standing else None
    decide(rule, caller, standing, identifier)
    room_id = standing.room_id if standing else None
    bill_to(RoomScope(scope.tenant_id, room_id, user_id=scope.user_id) if room_id else scope)
    if caller.user is not None:
        request.scope["state"][STILL] = partial(_check_still, state, scope, rule, request)


async def _check_still(state: ServerState, scope: Scope, rule: Rule, request: Request) -> None:
    """Hold a request to its rule once more, with what its session, key and role are by now."""
    caller = await request.scope["state"]["tell"]()
    if not isinstance(caller, Caller):
        raise NotSignedInError("The session or the key has ended meanwhile. Sign in again.")
    identifier, standing = await _standing(state, scope, rule, request, caller)
    decide(rule, caller, standing, identifier)


async def check_memory(state: ServerState, caller: Caller, name: str | None) -> None:
    """Refuse a memory that is not the caller's.

    A name that is somebody else's account is refused to everybody: nobody reads another's mind.

    Args:
        name: Whose memory; None: the caller's own, or none.

    Raises:
        ForbiddenError: it is another's.
    """
    if caller.user is None or (name is None and caller.key is None):
        return
    if name is None or name == caller.user_id:
        allowed = caller.remembers
    else:
        others = await state.services.access.whose.is_account(Scope(), name)
        allowed = caller.may(Capability.MEMORY) and not others
    if not allowed:
        raise ForbiddenError(
            f"The memory of `{name or 'this person'}` is not yours to use. Leave its name out, or "
            f"use an API key that may use memory."
        )


async def check_named(
    state: ServerState, scope: Scope, caller: Caller, *, thread_id: str | None, memory: str | None
) -> None:
    """Refuse a body that names a conversation or a memory which the caller may not go on with.

    Raises:
        NotFoundError, ForbiddenError, ConflictError: as `decide` and `check_memory`.
    """
    if memory is not None:
        await check_memory(state, caller, memory)
    if thread_id is not None and caller.user is not None:
        standing = await state.services.access.whose.standing(scope, Thing.THREAD, thread_id)
        decide(InThread(Right.ASK), caller, standing, thread_id)


async def _standing(
    state: ServerState, scope: Scope, rule: Rule, request: Request, caller: Caller
) -> tuple[str, Standing | None]:
    thing = thing_of(rule)
    # What is changed, the audit tells with its room, which none can be asked for afterwards.
    if thing is None or not (needs_standing(rule, caller) or request.method != "GET"):
        return "", None
    identifier = str(request.path_params[ADDRESSED[thing]])
    return identifier, await state.services.access.whose.standing(scope, thing, identifier)
