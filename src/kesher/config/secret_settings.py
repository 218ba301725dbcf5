"""The settings of the secret by which keys of models are kept encrypted."""

from pathlib import Path

from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings


class SecretSettings(BaseSettings):
    """A part of `Settings`, apart for its length."""

    secret_key: SecretStr = Field(
        SecretStr(""),
        description="Secret that encrypts the keys of models that administrators set, at least 32 "
        "characters (`openssl rand -hex 32`). Several with commas: the first encrypts, all "
        "decrypt. Empty: that of `secret_key_file`.",
    )
    secret_key_file: Path | None = Field(
        None,
        description="File of that secret, one a line. Empty: `secret.key` in the data folder, made "
        "when it is first needed.",
    )
