"""API keys: one's own, and everybody's for administrators."""

from datetime import timedelta

from fastapi import APIRouter, status

from kesher.app.people.keys import Keys, KeyWish, ShownKey
from kesher.domain.access import ApiKey, Caller, Capability, Right, User
from kesher.domain.scope import Scope
from kesher.errors import ForbiddenError
from kesher.server import key_schemas as schemas
from kesher.server.deps import CallerIs, State
from kesher.server.state import ServerState

router = APIRouter(tags=["keys"])

_EVERYBODY = Scope()
"""All accounts of a server are one tenant's."""


@router.get("/me/keys")
async def my_keys(state: State, caller: CallerIs) -> list[schemas.Key]:
    """List one's own API keys, newest first, those that open nothing any more too."""
    keys = _keys(state)
    return [_shown(keys, key) for key in await keys.of(_EVERYBODY, _user(caller).id)]


@router.post("/me/keys", status_code=status.HTTP_201_CREATED)
async def make_my_key(
    state: State, caller: CallerIs, body: schemas.KeyCreate
) -> schemas.KeyCreated:
    """Make an API key for a program of one's own. Its secret is shown in this answer only."""
    keys = _keys(state)
    return _created(keys, await keys.make(_EVERYBODY, _user(caller), _wish(body)))


@router.delete("/me/keys/{key_id}")
async def revoke_my_key(state: State, caller: CallerIs, key_id: str) -> schemas.Key:
    """Revoke one of one's own API keys; it opens nothing from the next request on."""
    keys = _keys(state)
    return _shown(keys, await keys.revoke(_EVERYBODY, key_id, user_id=_user(caller).id))


@router.post("/people/{user_id}/keys", status_code=status.HTTP_201_CREATED)
async def make_key_for(
    state: State, caller: CallerIs, user_id: str, body: schemas.KeyCreate
) -> schemas.KeyCreated:
    """Make an API key for a person, as the owner of the data folder (`kesher key create`).

    Administrators make none for others: with it they would read what only that person may.
    """
    if caller.user is not None:
        raise ForbiddenError(
            "People make their own API keys: `POST /api/me/keys`. For others only `kesher key "
            "create` on the server's machine does."
        )
    user = await state.services.people.accounts.person(_EVERYBODY, user_id)
    keys = _keys(state)
    return _created(keys, await keys.make(_EVERYBODY, user, _wish(body)))


@router.get("/keys")
async def everybodys_keys(state: State) -> list[schemas.Key]:
    """List everybody's API keys, newest first."""
    keys = _keys(state)
    return [_shown(keys, key) for key in await keys.everybodys(_EVERYBODY)]


@router.delete("/keys/{key_id}")
async def revoke_key(state: State, key_id: str) -> schemas.Key:
    """Revoke anybody's API key; it opens nothing from the next request on."""
    keys = _keys(state)
    return _shown(keys, await keys.revoke(_EVERYBODY, key_id))


def _keys(state: ServerState) -> Keys:
    return state.services.people.keys


def _user(caller: Caller) -> User:
    if caller.user is None:
        raise ForbiddenError("API keys are an account's. Sign in with one to make keys.")
    return caller.user


def _wish(body: schemas.KeyCreate) -> KeyWish:
    days = body.expires_in_days
    return KeyWish(
        name=body.name,
        rights=frozenset(body.rights),
        capabilities=frozenset(body.capabilities),
        rooms=None if body.rooms is None else frozenset(body.rooms),
        lasting=None if days is None else timedelta(days=days),
    )


def _created(keys: Keys, made: ShownKey) -> schemas.KeyCreated:
    return schemas.KeyCreated(key=_shown(keys, made.key), secret=made.secret)


def _shown(keys: Keys, key: ApiKey) -> schemas.Key:
    return schemas.Key(
        id=key.id,
        user_id=key.user_id,
        name=key.name,
        prefix=key.prefix,
        rights=[right for right in Right if right in key.rights],
        capabilities=[each for each in Capability if each in key.capabilities],
        rooms=None if key.rooms is None else sorted(key.rooms),
        open=key.is_open(keys.clock()),
        created_at=key.created_at,
        expires_at=key.expires_at,
        revoked_at=key.revoked_at,
        used_at=key.used_at,
    )
