"""What we ask of the outside about models that administrators set, and about sealing their keys."""

from collections.abc import Callable, Sequence
from typing import Protocol

from kesher.domain.model_setting import ModelRole, ModelSetting
from kesher.domain.scope import Scope

Reseal = Callable[[ModelRole, str], str]
"""Gives a key of that role, sealed in another way."""


class ModelSettingStore(Protocol):
    """The models that administrators set. Every call is one transaction."""

    async def model_settings(self, scope: Scope) -> Sequence[ModelSetting]:
        """Return all that are set, by role."""
        ...

    async def put_model_setting(
        self, scope: Scope, setting: ModelSetting, seal: Callable[[], str] | None = None
    ) -> None:
        """Set a model in place of the one of the same role.

        Args:
            seal: Gives the sealed key, within the transaction: a secret that is renewed meanwhile
                seals it, or it is sealed anew with all others. None: the setting's own.
        """
        ...

    async def delete_model_setting(self, scope: Scope, role: ModelRole) -> None:
        """Take a model back; nothing happens if none is set."""
        ...

    async def reseal_keys(self, scope: Scope, reseal: Reseal) -> int:
        """Seal every key in another way, all or none, and return how many there are.

        Raises:
            SecretKeyError: `reseal` cannot open one; all stay as they were.
        """
        ...

    async def look_at_keys(self, scope: Scope, look: Callable[[Sequence[str]], None]) -> None:
        """Call `look` with all sealed keys; until it returns none can be set or sealed anew."""
        ...


class Sealer(Protocol):
    """Encrypts short texts with a secret that is not in the database. Blocks for the disk only."""

    def seal(self, text: str, *, purpose: str) -> str:
        """Return the text encrypted; only `open` with the same purpose gives it back.

        Raises:
            SecretKeyError: there is no secret, and none can be made.
        """
        ...

    def open(self, sealed: str, *, purpose: str) -> str:
        """Return the text that was sealed.

        Raises:
            SecretKeyError: the secret that sealed it is not there, or it was changed since.
        """
        ...

    def renew(self) -> None:
        """Make a new secret that seals from now on; the former ones still open.

        Raises:
            SecretKeyError: the secret is a setting, or its file cannot be written.
        """
        ...

    def forget_former(self, sealed: Sequence[str] = ()) -> None:
        """Let only the present secret open; nothing happens where the secret is a setting.

        Args:
            sealed: Texts that are to open still: what sealed them stays, such as the secret of
                somebody else who renews it at the same time.

        Raises:
            SecretKeyError: its file cannot be written.
        """
        ...
