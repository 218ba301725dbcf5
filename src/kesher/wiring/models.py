"""The models in force: those of the settings, else those that administrators set while it runs."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import SecretStr

from kesher.app.model_settings import ModelAccess, ModelSettings, Tried, opened
from kesher.config.settings import Settings
from kesher.domain.message import Message, Role
from kesher.domain.model_setting import ModelRole, ModelSetting, Provider
from kesher.domain.scope import Scope
from kesher.ports.model_settings import Sealer
from kesher.ports.models import ChatModel, ChatRequest, Progress
from kesher.wiring.parts import EmbedderState, make_chat, make_embedder

if TYPE_CHECKING:
    from kesher.adapters.sql.store import SqlStore

_SECRET_FILE = "secret.key"  # noqa: S105 - a name
_TRY_SECONDS = 20.0
_TRY_TOKENS = 16
_TRY_CHARS = 200


@dataclass(frozen=True, slots=True)
class Models:
    """The models in force.

    Attributes:
        settings: As if the settings had named them all.
        chat, embedding: What administrators set; None: the settings decide.
    """

    settings: Settings
    chat: ModelAccess | None = None
    embedding: ModelAccess | None = None


def make_model_settings(settings: Settings, store: "SqlStore") -> ModelSettings:
    """Return what administrators set models with.

    Raises:
        SecretKeyError: `secret_key` is too short.
    """
    from kesher.adapters.system import utc_now

    return ModelSettings(
        store=store.parts.model_settings,
        sealer=make_sealer(settings),
        given=lambda role: _given(settings, role),
        check=lambda access: _check(settings, access),
        try_out=lambda access: _try_out(settings, access),
        clock=utc_now,
    )


def make_sealer(settings: Settings) -> Sealer:
    """Return what encrypts the keys of models.

    Raises:
        SecretKeyError: `secret_key` is too short.
    """
    from kesher.adapters.sealing import FileSealer, GivenSealer

    given = settings.secret_key.get_secret_value()
    if given:
        return GivenSealer(given)
    if settings.secret_key_file is not None:
        return FileSealer(settings.secret_key_file, private=False)
    return FileSealer(settings.data_folder / _SECRET_FILE)


async def models_in_force(settings: Settings, stored: ModelSettings) -> Models:
    """Look up which models are set. One whose key cannot be decrypted is among them, with why."""
    found = await stored.store.model_settings(Scope())
    return stored_in_force(settings, found, stored.sealer)


def stored_in_force(settings: Settings, found: Iterable[ModelSetting], sealer: Sealer) -> Models:
    """Return the models in force, of those that are stored."""
    free = [each for each in found if _given(settings, each.role) is None]
    accesses = {each.role: opened(each, sealer) for each in free}
    chat, embedding = accesses.get(ModelRole.CHAT), accesses.get(ModelRole.EMBEDDING)
    in_force = settings
    for access in (chat, embedding):
        in_force = in_force if access is None else with_access(in_force, access)
    return Models(in_force, chat, embedding)


def with_access(settings: Settings, access: ModelAccess) -> Settings:
    """Return settings that name this model."""
    changes: dict[str, object] = {
        f"{access.role}": access.provider.value,
        f"{access.role}_url": access.url,
        f"{access.role}_model": access.model,
        f"{access.role}_key": SecretStr(access.key),
    }
    if access.dimensions is not None:
        changes["embedding_dimensions"] = access.dimensions
    return settings.model_copy(update=changes)


def chat_in_force(models: Models) -> ChatModel | None:
    """Return the model that writes answers, or None where none is set."""
    if models.chat is not None and models.chat.fault:
        from kesher.adapters.models.locked import LockedChat

        return LockedChat(models.chat.model, models.chat.fault)
    return make_chat(models.settings)


def embedding_in_force(models: Models, *, progress: Progress | None = None) -> EmbedderState:
    """Return what makes vectors. Raises as `make_embedder`."""
    access = models.embedding
    if access is not None and access.fault:
        from kesher.adapters.models.locked import LockedEmbedder

        locked = LockedEmbedder(access.model, access.dimensions or 0, access.fault)
        return EmbedderState(locked, lambda: True, lambda: True, _nothing)
    return make_embedder(models.settings, progress=progress)


async def _nothing() -> None:
    return None


def _given(settings: Settings, role: ModelRole) -> ModelAccess | None:
    if role is ModelRole.CHAT:
        if settings.chat == "none":
            return None
        key = settings.chat_key.get_secret_value()
        provider = Provider(settings.chat)
        return ModelAccess(role, provider, settings.chat_model, settings.chat_url, key=key)
    if settings.embedding == "local":
        return None
    return ModelAccess(
        role,
        Provider(settings.embedding),
        settings.embedding_model,
        settings.embedding_url,
        settings.embedding_dimensions,
        settings.embedding_key.get_secret_value(),
    )


async def _check(settings: Settings, access: ModelAccess) -> None:
    """Refuse what no model could be at, as it would be refused when it is used."""
    from kesher.adapters.endpoint_address import check_endpoint

    _built(settings, access)
    await check_endpoint(access.url)


async def _try_out(settings: Settings, access: ModelAccess) -> Tried:
    """Send one small request, once, and return what came back."""
    patient = min(settings.chat_timeout_seconds, _TRY_SECONDS)
    quick = settings.model_copy(update={"chat_retries": 0, "chat_timeout_seconds": patient})
    built = _built(quick, access)
    if not isinstance(built, EmbedderState):
        asked = Message(Role.USER, "Answer with the one word OK.")
        pieces = built.stream(ChatRequest((asked,), _TRY_TOKENS))
        words = [piece.text async for piece in pieces]
        return Tried(words="".join(words).strip()[:_TRY_CHARS])
    vector = await built.embedder.embed_query("בדיקה. A trial.")
    return Tried(dimensions=len(vector))


def _built(settings: Settings, access: ModelAccess) -> ChatModel | EmbedderState:
    """Return the model itself. Raises ConfigurationError where none could be so."""
    named = with_access(settings, access)
    chat = make_chat(named) if access.role is ModelRole.CHAT else None
    return chat or make_embedder(named)
