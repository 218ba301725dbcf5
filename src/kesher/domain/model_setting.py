"""Which models a server uses, as administrators set them while it runs."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum


class ModelRole(StrEnum):
    """What a model is for."""

    CHAT = "chat"
    EMBEDDING = "embedding"


class Provider(StrEnum):
    """Whose protocol its endpoint speaks."""

    OPENAI = "openai"
    ANTHROPIC = "anthropic"


@dataclass(frozen=True, slots=True)
class ModelSetting:
    """A model that an administrator set.

    Attributes:
        url: Base URL of its endpoint; empty: the provider's own.
        dimensions: Numbers a vector; None for a model that writes.
        sealed_key: The endpoint's key, encrypted; empty: it needs none.
        key_hint: The key's last characters, to tell keys apart; empty: none, or too short a key.
        changed_by: Whose change it was; None: the local person's.
    """

    role: ModelRole
    provider: Provider
    model: str
    changed_at: datetime
    url: str = ""
    dimensions: int | None = None
    sealed_key: str = field(default="", repr=False)
    key_hint: str = ""
    changed_by: str | None = None
