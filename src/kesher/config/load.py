"""Reads the settings once, at the start of a program; nobody else reads the environment."""

import os
import tomllib
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from kesher.config.settings import Settings
from kesher.errors import ConfigurationError

CONFIG_FILE = "kesher.toml"

# A name that every OpenTelemetry SDK knows, for who has set it for all programs of a machine.
_OTLP_ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT"

# Where tests and benchmarks find their data, and where the page under development finds a server.
_NO_SETTINGS = {"KESHER_SHARED", "KESHER_URL"}


def load(file: Path | None = None, **overrides: object) -> Settings:
    """Return the settings: `overrides`, else the environment, else `kesher.toml`, else defaults.

    Args:
        file: A TOML file; None reads `kesher.toml` of the working folder if it is there.
        overrides: Settings by name; None values are ignored.

    Raises:
        ConfigurationError: a name is unknown or a value is out of range; all of them are named.
    """
    given = {name: value for name, value in overrides.items() if value is not None}
    _check_environment()
    try:
        from_environment = Settings.model_validate(given).model_dump(exclude_unset=True)
        named = {**_read_file(file), **from_environment, **given}
        return Settings(**{**_common(), **named})
    except ValidationError as error:
        raise ConfigurationError(_explain(error)) from error


def _common() -> dict[str, Any]:
    """Return what the environment says to all programs alike."""
    endpoint = os.environ.get(_OTLP_ENDPOINT, "")
    return {"otlp_endpoint": endpoint} if endpoint else {}


def _check_environment() -> None:
    """Refuse names of our own that are no settings; the library would pass over them."""
    prefix = str(Settings.model_config.get("env_prefix", ""))
    known = {prefix + name.upper() for name in Settings.model_fields} | _NO_SETTINGS
    for name in os.environ:
        if name.upper().startswith(prefix) and name.upper() not in known:
            raise ConfigurationError(
                f"`{name}` in the environment is no setting. See docs/reference/settings.md for "
                f"those that there are, or remove it."
            )


def _read_file(file: Path | None) -> dict[str, Any]:
    path = file or Path(CONFIG_FILE)
    if file is None and not path.is_file():
        return {}
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigurationError(
            f"`{path}` cannot be read as settings: {error}. Mend the file or remove it."
        ) from error


def _explain(error: ValidationError) -> str:
    found = []
    for item in error.errors():
        name = ".".join(str(part) for part in item["loc"]) or "settings"
        found.append(f"`{name}` (KESHER_{name.upper()}): {item['msg']}")
    return "Settings are wrong. " + "; ".join(found) + ". See docs/reference/settings.md."
