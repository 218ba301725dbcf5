"""An MCP server that breaks the protocol, for tests: `python mcp_rude_server.py HOW`.

It is written by hand, since no library does what it does. HOW is what it does where a tool is
called, or where its tools are listed: see `CALLED` and `listing`.
"""

import json
import signal
import sys
from typing import Any

CALLED: dict[str, Any] = {
    "malformed": {"content": "no list"},
    "strange": {"content": [{"type": "hologram", "data": "?"}]},
}
WANTS = {
    "roots": {"method": "roots/list"},
    "elicitation": {
        "method": "elicitation/create",
        "params": {
            "mode": "form",
            "message": "הסיסמה?",
            "requestedSchema": {"type": "object", "properties": {}},
        },
    },
    "sampling": {
        "method": "sampling/createMessage",
        "params": {
            "maxTokens": 9,
            "messages": [{"role": "user", "content": {"type": "text", "text": "שלום"}}],
        },
    },
}
"""Servers of the 2026 protocol ask in the place of a result."""
SHOW = {"name": "show", "inputSchema": {"type": "object"}}


def send(message: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


def listing(how: str) -> dict[str, Any]:
    if how == "endless":
        return {"tools": [SHOW] * 100, "nextCursor": "again"}
    if how == "no-tools":
        return {"tools": [{"title": "nameless"}]}
    return {"tools": [SHOW]}


def called(how: str, request: dict[str, Any]) -> None:
    if how == "long":
        sys.stdout.write('{"jsonrpc": "2.0", "result": "' + "x" * 17 * 1024 * 1024)
        sys.stdout.flush()
    elif how == "asks":
        send({"id": "mine", "method": "roots/list"})
        answer = json.loads(sys.stdin.readline())
        text = answer["error"]["message"]
        send({"id": request["id"], "result": {"content": [{"type": "text", "text": text}]}})
    elif how == "silent":
        sys.stdout.write("thinking\n")
        sys.stdout.flush()
    elif how == "flood":
        while True:
            send({"method": "notifications/message", "params": {"level": "info", "data": "הצפה"}})
    elif how == "demands":
        send({"id": request["id"], "error": {"code": -32600, "message": "Roots wanted\u202e!"}})
    elif how in WANTS:
        wanted = {"resultType": "input_required", "inputRequests": {"a": WANTS[how]}}
        send({"id": request["id"], "result": wanted})
    else:
        send({"id": request["id"], "result": CALLED[how]})


def main(how: str) -> None:
    for line in sys.stdin:
        request = json.loads(line)
        method = request.get("method")
        if method == "initialize":
            result = {
                "protocolVersion": request["params"]["protocolVersion"],
                "capabilities": {"tools": {}},
                "serverInfo": {"name": "rude", "version": "1"},
            }
            send({"id": request["id"], "result": result})
        elif method == "server/discover" and how in WANTS:
            result = {
                "resultType": "complete",
                "supportedVersions": ["2026-07-28"],
                "capabilities": {"tools": {}},
                "ttlMs": 0,
                "cacheScope": "private",
            }
            send({"id": request["id"], "result": result})
        elif method == "tools/list":
            send({"id": request["id"], "result": listing(how)})
        elif method == "tools/call":
            called(how, request)
        elif "id" in request:
            send({"id": request["id"], "error": {"code": -32601, "message": "Unknown method"}})
    if how == "stays":
        signal.pause()


if __name__ == "__main__":
    main(sys.argv[1])
