"""An MCP server, as a person configured it."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class McpServer:
    """How a server is reached and how far its word goes. Exactly one of `command` and `url`.

    Attributes:
        name: Any text; names of its tools begin with it.
        command: Program and arguments of a server that speaks over its standard streams.
        url: Address of a server that speaks streamable HTTP.
        env: For `command`: all that it finds in its environment, beside PATH, HOME and LANG.
        headers: For `url`: sent with every request.
        trusted: What it says of its tools' effects (its annotations) is believed. Otherwise each
            tool counts as one whose effects cannot be taken back.
        deferred: Its tools' schemas stay out of the prefix; tool search reveals them.
        timeout_seconds: Limit of one start, one listing and one call.
    """

    name: str
    command: tuple[str, ...] = ()
    url: str = ""
    env: dict[str, str] = field(default_factory=dict, repr=False)
    headers: dict[str, str] = field(default_factory=dict, repr=False)
    trusted: bool = False
    deferred: bool = False
    timeout_seconds: float = 60.0
