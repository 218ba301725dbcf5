"""What went wrong with a server, in words that name it, the cause and the remedy."""

import httpx2
from mcp import MCPError
from mcp_types import CONNECTION_CLOSED
from pydantic import ValidationError

from kesher.adapters.mcp_tools.listing import cleaned
from kesher.domain.mcp_server import McpServer
from kesher.errors import ToolError
from kesher.text.storable import visible

REASON_CHARS = 600

_ASKED = {
    "Sampling not supported": "a model's answer (sampling)",
    "Elicitation not supported": "an answer of the user (elicitation)",
    "List roots not supported": "the list of the user's folders (roots)",
}


def failed(server: McpServer, what: str, cause: str, remedy: str) -> ToolError:
    """Return an error in our words."""
    return ToolError(f"The MCP server `{visible(server.name)}` {what}: {cause} {remedy}")


def closed(server: McpServer) -> ToolError:
    """Return the error for a request after the end."""
    return failed(server, "is left", "Kesher has closed it.", "Begin a new run.")


def not_opened(server: McpServer, error: BaseException, *, said: str = "") -> ToolError:
    """Return the error for a server that cannot be reached.

    Args:
        said: More that is known of it: whole sentences after a space, here and below.
    """
    cause = leaf(error)
    if not server.command:
        why = f"`{server.url}`: {reason(cause)}{said}"
        remedy = "Check `url` and `headers`, and that the server runs."
        return failed(server, "cannot be reached", why, remedy)
    if isinstance(cause, FileNotFoundError | PermissionError):
        why = f"`{server.command[0]}` cannot be run ({cause.strerror})."
        return failed(server, "did not start", why, "Correct `command` or install it.")
    why = f"{reason(cause)}{said}"
    return failed(server, "did not start", why, "Run its command by hand to see what it says.")


def broke_off(server: McpServer, doing: str, cause: str) -> ToolError:
    """Return the error for a connection that was lost under way."""
    remedy = (
        "It is not known whether it took effect; find out before you do it again. The next call "
        "connects anew."
    )
    return failed(server, f"broke off during {doing}", cause, remedy)


def timed_out(server: McpServer, doing: str, *, said: str = "") -> ToolError:
    """Return the error for a server that did not answer."""
    seconds = f"{server.timeout_seconds:g} seconds have passed.{said}"
    remedy = (
        "It is not known whether it took effect. Ask for less at a time, or raise the server's "
        "`timeout_seconds`."
    )
    return failed(server, f"did not answer {doing} in time", seconds, remedy)


def refused(server: McpServer, doing: str, error: BaseException, *, said: str = "") -> ToolError:
    """Return the error for an answer that is an error, or none that MCP knows."""
    cause = leaf(error)
    if isinstance(cause, MCPError) and cause.message in _ASKED:
        why = f"It asked for {_ASKED[cause.message]}, which Kesher gives to no server."
        return failed(server, f"could not do {doing}", why, "Use a tool that needs none of it.")
    why = f"{reason(cause)}{said}"
    if isinstance(cause, MCPError):
        return failed(server, f"refused {doing}", why, "Correct what it names, or do without it.")
    remedy = "Update the server, or tell those who make it."
    return failed(server, f"answered {doing} with what MCP does not allow", why, remedy)


def is_lost(error: BaseException) -> bool:
    """Tell whether the connection is of no more use."""
    cause = leaf(error)
    if isinstance(cause, MCPError):
        return cause.code == CONNECTION_CLOSED or cause.message == "Session terminated"
    return not isinstance(cause, ValueError | RuntimeError)


def leaf(error: BaseException) -> BaseException:
    """Return the first single error in a group of errors."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def reason(error: BaseException) -> str:
    """Return a cause in one bounded sentence."""
    if isinstance(error, ValidationError):
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        return cleaned(f"`{place}`: {first['msg']}.", REASON_CHARS)
    if isinstance(error, MCPError):
        return cleaned(f"{_line(error.message)} (MCP error {error.code}).", REASON_CHARS)
    if isinstance(error, httpx2.HTTPStatusError):
        return f"HTTP status {error.response.status_code}."
    said = _line(str(error)) or "no reason was given"
    return cleaned(f"{type(error).__name__}: {said}.", REASON_CHARS)


def said(*, stderr: str, stray: str) -> str:
    """Return what a server wrote beside its messages, as sentences after a space."""
    errors = _line(stderr)[-REASON_CHARS:]
    found = f" The end of its stderr: {errors}" if errors else ""
    line = _line(stray)[:REASON_CHARS]
    return f"{found} Its stdout holds a line that is no message: {line}" if line else found


def _line(text: str) -> str:
    return " ".join(cleaned(text, len(text)).split())
