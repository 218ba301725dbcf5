"""The models that administrators set while the server runs; their keys are never shown."""

import time

from fastapi import APIRouter

from kesher.app.model_settings import ModelWish, ShownModel, Tried
from kesher.domain.model_setting import ModelRole
from kesher.domain.scope import Scope
from kesher.errors import ModelError
from kesher.server import model_schemas as schemas
from kesher.server.deps import CallerIs, State
from kesher.server.state import ServerState

router = APIRouter(prefix="/settings", tags=["settings"])

_EVERYBODY = Scope()
"""A server's models serve all of its people."""


@router.get("/models")
async def show_models(state: State) -> list[schemas.ModelShown]:
    """Show which models are set and where; of a key only its last four characters."""
    return await _all(state)


@router.put("/models/{role}")
async def set_model(
    state: State, caller: CallerIs, role: ModelRole, body: schemas.ModelWish
) -> schemas.ModelShown:
    """Use a model from now on; its key is encrypted before it is stored.

    Rooms go over to another embedding model by themselves, and are searched meanwhile.
    """
    settings = state.services.ground.model_settings
    await settings.put(_EVERYBODY, _wish(role, body), by=caller.user_id)
    await state.use_models_in_force()
    return await _one(state, role)


@router.delete("/models/{role}")
async def unset_model(state: State, role: ModelRole) -> schemas.ModelShown:
    """Use no stored model from now on, and forget its key."""
    await state.services.ground.model_settings.delete(_EVERYBODY, role)
    await state.use_models_in_force()
    return await _one(state, role)


@router.post("/models/{role}/test")
async def try_model(
    state: State, role: ModelRole, body: schemas.ModelWish | None = None
) -> schemas.ModelTried:
    """Send a model one small request, before it is set (with a body) or as it is set (without)."""
    wish = None if body is None else _wish(role, body)
    began = time.perf_counter()
    try:
        tried = await state.services.ground.model_settings.test(_EVERYBODY, role, wish)
    except ModelError as error:
        return _tried(Tried(), time.perf_counter() - began, error)
    return _tried(tried, time.perf_counter() - began, None)


@router.post("/secret/rotate")
async def rotate_secret(state: State) -> schemas.SecretRotated:
    """Encrypt every stored key with a new secret; the former one opens nothing any more."""
    changed = await state.services.ground.model_settings.rotate(_EVERYBODY)
    await state.use_models_in_force()
    return schemas.SecretRotated(keys=changed)


async def _all(state: ServerState) -> list[schemas.ModelShown]:
    shown = await state.services.ground.model_settings.shown(_EVERYBODY)
    return [_shown(each) for each in shown]


async def _one(state: ServerState, role: ModelRole) -> schemas.ModelShown:
    (found,) = [each for each in await _all(state) if each.role is role]
    return found


def _wish(role: ModelRole, body: schemas.ModelWish) -> ModelWish:
    key = None if body.key is None else body.key.get_secret_value().strip()
    return ModelWish(role, body.provider, body.model, body.url, body.dimensions, key)


def _tried(tried: Tried, seconds: float, error: ModelError | None) -> schemas.ModelTried:
    return schemas.ModelTried(
        ok=error is None,
        code=error.code if error else "",
        error=str(error) if error else "",
        seconds=seconds,
        words=tried.words,
        dimensions=tried.dimensions,
    )


def _shown(found: ShownModel) -> schemas.ModelShown:
    access, setting = found.access, found.setting
    return schemas.ModelShown(
        role=found.role,
        source=found.source,
        provider=access.provider if access else None,
        model=access.model if access else None,
        url=access.url if access else None,
        dimensions=access.dimensions if access else None,
        has_key=found.has_key,
        key_hint=found.key_hint,
        fault=access.fault if access else "",
        changed_at=setting.changed_at if setting else None,
        changed_by=setting.changed_by if setting else None,
    )
