"""MCP servers, read from the file in which people name them.

The form is the one that other programs use too: `{"mcpServers": {"NAME": {"command": …}}}`.
"""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from kesher.domain.json_value import Json, JsonObject
from kesher.domain.mcp_server import McpServer
from kesher.errors import ConfigurationError

if TYPE_CHECKING:
    from kesher.adapters.mcp_tools.source import McpTools

SERVERS = "mcpServers"
_KINDS = ("stdio", "http", "streamable-http")
_VARIABLE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")


def mcp_sources(file: Path | None, environment: Mapping[str, str]) -> tuple["McpTools", ...]:
    """Return a source of tools for each server of a file; none is started yet.

    Whoever takes them closes them.

    Args:
        file: None: there are none.
        environment: Where `${NAME}` in `env` and `headers` is looked up.

    Raises:
        ConfigurationError: the file cannot be read as a list of servers.
    """
    if file is None:
        return ()
    from kesher.adapters.mcp_tools.source import McpTools

    return tuple(McpTools(server) for server in read_mcp_servers(file, environment))


def read_mcp_servers(file: Path, environment: Mapping[str, str]) -> tuple[McpServer, ...]:
    """Return the servers of a file, in its order, without those that it disables.

    Raises:
        ConfigurationError: as `mcp_sources`; the file and the key are named.
    """
    try:
        whole: Json = json.loads(file.read_text(encoding="utf-8"), object_pairs_hook=_once)
    except (OSError, ValueError, RecursionError) as error:
        raise ConfigurationError(
            f"`{file}` cannot be read as a list of MCP servers: {error}. Mend the file or unset "
            f"`mcp_servers_file`."
        ) from error
    root = _Place(file, "", environment, whole)
    servers = root.object_of(known=(SERVERS,)).get(SERVERS)
    if servers is None:
        raise root.wrong(f"has no `{SERVERS}`", f'Write {{"{SERVERS}": {{}}}}.')
    listed = root.at(SERVERS, servers).object_of()
    places = [root.at(SERVERS, servers).at(name, value) for name, value in listed.items()]
    found = [_server(name, place) for name, place in zip(listed, places, strict=True)]
    return tuple(server for server in found if server is not None)


class _Place:
    """One value of the file, with the key that leads to it."""

    def __init__(self, file: Path, key: str, environment: Mapping[str, str], value: Json) -> None:
        self._file = file
        self._key = key
        self._environment = environment
        self._value = value

    def at(self, key: str, value: Json) -> "_Place":
        whole = f"{self._key}.{key}" if self._key else key
        return _Place(self._file, whole, self._environment, value)

    def wrong(self, what: str, remedy: str) -> ConfigurationError:
        where = f"`{self._key}` of `{self._file}`" if self._key else f"`{self._file}`"
        return ConfigurationError(f"{where} {what}. {remedy}")

    def object_of(self, known: tuple[str, ...] | None = None) -> JsonObject:
        """Return the object that stands here, with keys among `known` (None: any)."""
        if not isinstance(self._value, dict):
            raise self.wrong("is no JSON object", "Write one in braces.")
        unknown = [key for key in self._value if known is not None and key not in known]
        if unknown and known is not None:
            names = ", ".join(f"`{key}`" for key in known)
            raise self.wrong(f"has the unknown key `{unknown[0]}`", f"Known are {names}.")
        return self._value

    def text(self) -> str:
        if not isinstance(self._value, str) or not self._value or "\0" in self._value:
            raise self.wrong("is no text, or an empty one", "Write it in quotation marks.")
        return self._value

    def texts(self) -> tuple[str, ...]:
        if not isinstance(self._value, list) or not all(isinstance(v, str) for v in self._value):
            raise self.wrong("is no list of texts", 'Write one such as ["-m", "server"].')
        return tuple(str(value) for value in self._value)

    def mapping(self) -> dict[str, str]:
        """Return texts by name, with `${NAME}` replaced by what the environment holds."""
        given = self.object_of()
        return {name: self.at(name, value).expanded() for name, value in given.items()}

    def expanded(self) -> str:
        if not isinstance(self._value, str):
            raise self.wrong("is no text", "Write it in quotation marks.")
        missing = [n for n in _VARIABLE.findall(self._value) if n not in self._environment]
        if missing:
            raise self.wrong(
                f"names `{missing[0]}`, which the environment does not hold",
                f"Set `{missing[0]}` where Kesher runs.",
            )
        return _VARIABLE.sub(lambda found: self._environment[found[1]], self._value)

    def flag(self) -> bool:
        if not isinstance(self._value, bool):
            raise self.wrong("is neither `true` nor `false`", "Write one of them.")
        return self._value

    def seconds(self) -> float:
        value = self._value
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < 86_400:
            raise self.wrong("is no number of seconds above 0 and below a day", "Write one.")
        return float(value)


_KEYS = (
    "type",
    "command",
    "args",
    "env",
    "url",
    "headers",
    "trusted",
    "deferred",
    "timeoutSeconds",
    "disabled",
)


def _server(name: str, place: _Place) -> McpServer | None:
    given = {key: place.at(key, value) for key, value in place.object_of(_KEYS).items()}
    if not name.strip():
        raise place.wrong("has no name", "Give the server one.")
    if "disabled" in given and given["disabled"].flag():
        return None
    if "type" in given and given["type"].text() not in _KINDS:
        kinds = ", ".join(f"`{kind}`" for kind in _KINDS)
        raise given["type"].wrong("is no transport that Kesher speaks", f"Write one of {kinds}.")
    if ("command" in given) is ("url" in given):
        raise place.wrong("needs either `command` or `url`", "Write exactly one of them.")
    for key in ("headers",) if "command" in given else ("args", "env"):
        if key in given:
            raise given[key].wrong("does not go with how the server is reached", "Remove it.")
    return McpServer(
        name,
        command=_command(given),
        url=_url(given),
        env=given["env"].mapping() if "env" in given else {},
        headers=given["headers"].mapping() if "headers" in given else {},
        trusted="trusted" in given and given["trusted"].flag(),
        deferred="deferred" in given and given["deferred"].flag(),
        timeout_seconds=given["timeoutSeconds"].seconds() if "timeoutSeconds" in given else 60.0,
    )


def _command(given: Mapping[str, _Place]) -> tuple[str, ...]:
    if "command" not in given:
        return ()
    return given["command"].text(), *(given["args"].texts() if "args" in given else ())


def _url(given: Mapping[str, _Place]) -> str:
    if "url" not in given:
        return ""
    url = given["url"].text()
    if not url.startswith(("http://", "https://")):
        raise given["url"].wrong("is no address", "Write one that begins with `https://`.")
    return url


def _once(pairs: list[tuple[str, Json]]) -> JsonObject:
    """Refuse a key that stands twice, of which a reader would take one without a word."""
    found: JsonObject = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"`{key}` stands twice in one object")
        found[key] = value
    return found
