"""What the API takes and shows of the models that administrators set. A key only ever goes in."""

from datetime import datetime
from typing import Annotated

from pydantic import Field, SecretStr, StringConstraints

from kesher.app.model_settings import Source
from kesher.domain.model_setting import ModelRole, Provider
from kesher.server.schemas import Schema

_MODEL_CHARS = 200
_URL_CHARS = 2_000
_KEY_CHARS = 2_000
_DIMENSIONS = 8_192

_Stripped = StringConstraints(strip_whitespace=True)


class ModelWish(Schema):
    """A model to use."""

    provider: Provider = Field(
        description="`openai`: any endpoint that speaks OpenAI's protocol. `anthropic`: "
        "Anthropic's."
    )
    model: Annotated[str, _Stripped] = Field(
        min_length=1, max_length=_MODEL_CHARS, description="Its name at the endpoint."
    )
    url: Annotated[str, _Stripped] = Field(
        "", max_length=_URL_CHARS, description="Base URL; empty: the provider's own."
    )
    dimensions: int | None = Field(
        None, ge=1, le=_DIMENSIONS, description="Numbers a vector; of an embedding model only."
    )
    key: SecretStr | None = Field(
        None,
        max_length=_KEY_CHARS,
        description="The endpoint's key; empty: it needs none; null: the stored one, where "
        "provider and URL are the same.",
    )


class ModelShown(Schema):
    """The model of a role, without its key."""

    role: ModelRole
    source: Source = Field(
        description="`environment`: set there or in `kesher.toml`, and it cannot be changed here. "
        "`store`: set by an administrator. `default`: none; answers are quoted, vectors are the "
        "built-in model's."
    )
    provider: Provider | None
    model: str | None
    url: str | None = Field(description="Empty: the provider's own.")
    dimensions: int | None
    has_key: bool
    key_hint: str = Field(description="The key's last four characters; empty: none or a short key.")
    fault: str = Field(description="Why the key cannot be used; empty: it can.")
    changed_at: datetime | None = Field(description="When it was stored.")
    changed_by: str | None = Field(description="Who stored it; null: the local person, or none.")


class ModelTried(Schema):
    """How one small request to a model went."""

    ok: bool
    code: str = Field(description="The error's stable name; empty: there was none.")
    error: str = Field(description="What went wrong, without the key; empty: nothing.")
    seconds: float
    words: str = Field(
        description="What a model that writes answered, to 200 characters; empty: nothing."
    )
    dimensions: int | None = Field(
        description="Numbers in the vector that came back; null: none did."
    )


class SecretRotated(Schema):
    """How many keys are encrypted with the new secret."""

    keys: int
