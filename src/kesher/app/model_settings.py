"""Models that administrators set while the server runs: shown without their keys, tried, kept.

All changes of them pass here, so that whatever must know of them (an audit) stands here.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial

from kesher.domain.model_setting import ModelRole, ModelSetting, Provider
from kesher.domain.scope import Scope
from kesher.errors import ConflictError, InputError, SecretKeyError
from kesher.ports.clock import Clock
from kesher.ports.model_settings import ModelSettingStore, Sealer

HINT_CHARS = 4
_LEAST_CHARS_TO_HINT = 12
"""Of a shorter key four characters would tell too much."""


class Source(StrEnum):
    """Where a model is set."""

    ENVIRONMENT = "environment"
    STORE = "store"
    DEFAULT = "default"


@dataclass(frozen=True, slots=True)
class ModelAccess:
    """A model, and all that it takes to reach it.

    Attributes:
        url: Empty: the provider's own.
        key: Empty: it needs none.
        fault: Why its key cannot be had; empty: it can.
    """

    role: ModelRole
    provider: Provider
    model: str
    url: str = ""
    dimensions: int | None = None
    key: str = field(default="", repr=False)
    fault: str = ""


@dataclass(frozen=True, slots=True)
class ModelWish:
    """What an administrator wants a model to be.

    Attributes:
        key: None: the one that is stored, where the endpoint is the same.
    """

    role: ModelRole
    provider: Provider
    model: str
    url: str = ""
    dimensions: int | None = None
    key: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class ShownModel:
    """A model as it is shown: of its key only whether there is one, and its last characters.

    Attributes:
        access: None: none is set.
        fault: Why its key cannot be used; empty: it can.
    """

    role: ModelRole
    source: Source
    access: ModelAccess | None = None
    has_key: bool = False
    key_hint: str = ""
    setting: ModelSetting | None = None


@dataclass(frozen=True, slots=True)
class Tried:
    """What a model gave back to one small request.

    Attributes:
        words: Of a model that writes; empty: it wrote nothing, or makes vectors.
        dimensions: Numbers in the vector of one that makes them; None: it writes.
    """

    words: str = ""
    dimensions: int | None = None


Given = Callable[[ModelRole], ModelAccess | None]
"""The model that the environment or `kesher.toml` sets; None: they set none."""

Check = Callable[[ModelAccess], Awaitable[None]]
"""Refuses what no model could be at. Raises ConfigurationError or InputError."""

TryOut = Callable[[ModelAccess], Awaitable[Tried]]
"""Sends a model one small request. Raises ModelError, without the key in its words."""


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """Shows, sets, tries and takes back models."""

    store: ModelSettingStore
    sealer: Sealer
    given: Given
    check: Check
    try_out: TryOut
    clock: Clock

    async def shown(self, scope: Scope) -> Sequence[ShownModel]:
        """Return each role's model, in the order of `ModelRole`."""
        stored = {each.role: each for each in await self.store.model_settings(scope)}
        return [self._shown(role, stored.get(role)) for role in ModelRole]

    async def put(self, scope: Scope, wish: ModelWish, *, by: str | None) -> None:
        """Set a model in place of what is set.

        Raises:
            ConflictError: the environment sets it, which wins.
            ConfigurationError, InputError: no model could be so.
            SecretKeyError: its key cannot be encrypted, or the stored one not decrypted.
        """
        self._check_free(wish.role)
        access = await self._access_of(scope, wish)
        await self.check(access)
        setting = ModelSetting(
            role=wish.role,
            provider=wish.provider,
            model=wish.model,
            changed_at=self.clock(),
            url=wish.url,
            dimensions=wish.dimensions,
            sealed_key="",
            key_hint=_hint(access.key),
            changed_by=by,
        )
        seal = partial(self.sealer.seal, access.key, purpose=wish.role) if access.key else None
        await self.store.put_model_setting(scope, setting, seal)

    async def delete(self, scope: Scope, role: ModelRole) -> None:
        """Take a stored model back; nothing happens if none is.

        Raises:
            ConflictError: the environment sets it.
        """
        self._check_free(role)
        await self.store.delete_model_setting(scope, role)

    async def test(self, scope: Scope, role: ModelRole, wish: ModelWish | None) -> Tried:
        """Send one small request to a model that is wished for; None: to the one in force.

        Raises:
            InputError: none is set, or no model could be so.
            ModelError: it did not serve.
        """
        access = await self._in_force(scope, role) if wish is None else None
        if wish is not None:
            access = await self._access_of(scope, wish)
        if access is None:
            raise InputError(f"No {role} model is set that could be tried. Set one first.")
        if access.fault:
            raise SecretKeyError(access.fault)
        await self.check(access)
        return await self.try_out(access)

    async def rotate(self, scope: Scope) -> int:
        """Encrypt every key with a new secret, and return how many there are.

        Stopped half-way it leaves every key readable; say it again.

        Raises:
            SecretKeyError: a key cannot be decrypted, or the secret is a setting and still the old
                one; nothing was changed.
        """
        for each in await self.store.model_settings(scope):
            if each.sealed_key:
                self.sealer.open(each.sealed_key, purpose=each.role)
        self.sealer.renew()
        changed = await self.store.reseal_keys(scope, self._resealed)
        await self.store.look_at_keys(scope, self.sealer.forget_former)
        return changed

    async def _access_of(self, scope: Scope, wish: ModelWish) -> ModelAccess:
        """Return what is wished for with its key.

        Raises:
            InputError: no key is given for another endpoint than the stored key's: whoever could
                send it elsewhere could read it.
        """
        _check_fits(wish)
        key = await self._stored_key(scope, wish) if wish.key is None else wish.key
        return ModelAccess(wish.role, wish.provider, wish.model, wish.url, wish.dimensions, key)

    async def _in_force(self, scope: Scope, role: ModelRole) -> ModelAccess | None:
        (shown,) = [each for each in await self.shown(scope) if each.role is role]
        return shown.access

    async def _stored_key(self, scope: Scope, wish: ModelWish) -> str:
        stored = {each.role: each for each in await self.store.model_settings(scope)}
        held = stored.get(wish.role)
        if held is None or not held.sealed_key:
            return ""
        if (held.provider, held.url) != (wish.provider, wish.url):
            raise InputError(
                "The stored key is another endpoint's. Give `key` again (empty: it needs none)."
            )
        return self.sealer.open(held.sealed_key, purpose=wish.role)

    def _shown(self, role: ModelRole, stored: ModelSetting | None) -> ShownModel:
        given = self.given(role)
        if given is not None:
            has_key, hint = bool(given.key), _hint(given.key)
            return ShownModel(role, Source.ENVIRONMENT, given, has_key, hint)
        if stored is None:
            return ShownModel(role, Source.DEFAULT)
        has_key = bool(stored.sealed_key)
        return ShownModel(
            role, Source.STORE, opened(stored, self.sealer), has_key, stored.key_hint, stored
        )

    def _check_free(self, role: ModelRole) -> None:
        if self.given(role) is not None:
            raise ConflictError(
                f"The {role} model is set by the environment or `kesher.toml` (`{role}`), which "
                f"wins. Take it out there and start the server anew."
            )

    def _resealed(self, role: ModelRole, sealed: str) -> str:
        return self.sealer.seal(self.sealer.open(sealed, purpose=role), purpose=role)


def opened(setting: ModelSetting, sealer: Sealer) -> ModelAccess:
    """Return a stored model with its key, or with why that cannot be had."""
    access = ModelAccess(
        setting.role, setting.provider, setting.model, setting.url, setting.dimensions
    )
    if not setting.sealed_key:
        return access
    try:
        return replace(access, key=sealer.open(setting.sealed_key, purpose=setting.role))
    except SecretKeyError as error:
        return replace(access, fault=str(error))


def _check_fits(wish: ModelWish) -> None:
    embeds = wish.role is ModelRole.EMBEDDING
    if embeds and (wish.provider is not Provider.OPENAI or not wish.dimensions):
        raise InputError(
            "An embedding model needs `dimensions` and the provider `openai`: any endpoint that "
            "speaks its protocol."
        )
    if not embeds and wish.dimensions is not None:
        raise InputError("`dimensions` are an embedding model's. Leave them out.")


def _hint(key: str) -> str:
    return key[-HINT_CHARS:] if len(key) >= _LEAST_CHARS_TO_HINT else ""
