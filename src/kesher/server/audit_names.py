"""What the ids of audit events are called now. The audit itself holds no names: people go."""

from collections.abc import Iterable, Mapping

from kesher.domain.audit import AuditEvent
from kesher.domain.scope import RoomScope, Scope
from kesher.server.state import ServerState


async def names_of(
    state: ServerState, scope: Scope, events: Iterable[AuditEvent]
) -> Mapping[str, str]:
    """Return the names of people, API keys and, in a room, documents that events tell of.

    Who or what is gone has none. Administrators, who see all rooms, are told rooms' names too,
    and no document's.
    """
    named = {each for event in events for each in _ids(event)}
    if not named:
        return {}
    known = await _known(state, scope)
    return {each: known[each] for each in sorted(named) if known.get(each)}


async def _known(state: ServerState, scope: Scope) -> dict[str, str]:
    services, everybody = state.services, Scope(scope.tenant_id)
    people = await services.people.accounts.people(everybody)
    keys = await services.people.keys.everybodys(everybody)
    found = {each.id: each.name for each in people} | {each.id: each.name for each in keys}
    if isinstance(scope, RoomScope):
        documents = await services.store.documents(scope, superseded=True)
        return found | {each.id: each.name for each in documents}
    return found | {each.id: each.name for each in await services.store.rooms(everybody)}


def _ids(event: AuditEvent) -> Iterable[str]:
    act = event.act
    told = [value for value in act.details.values() if isinstance(value, str)]
    return (each for each in (act.actor, act.thing_id, act.room_id, *told) if each)
