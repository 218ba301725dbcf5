import json
from pathlib import Path
from typing import Any

import pytest

from kesher.domain.mcp_server import McpServer
from kesher.errors import ConfigurationError
from kesher.wiring.mcp_servers import mcp_sources, read_mcp_servers

ENVIRONMENT = {"TOKEN": "סוד"}


def file_of(folder: Path, content: Any) -> Path:
    path = folder / "mcp.json"
    text = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)
    path.write_text(text, encoding="utf-8")
    return path


def read(folder: Path, **servers: Any) -> tuple[McpServer, ...]:
    return read_mcp_servers(file_of(folder, {"mcpServers": servers}), ENVIRONMENT)


def test_servers_are_read_with_all_that_can_be_said_of_them(tmp_path: Path) -> None:
    diary = {"command": "python", "args": ["-m", "יומן"], "env": {"KEY": "${TOKEN}"}}
    web = {
        "type": "http",
        "url": "https://mcp.example.org/mcp",
        "headers": {"authorization": "Bearer ${TOKEN}"},
        "trusted": True,
        "deferred": True,
        "timeoutSeconds": 5,
    }
    assert read(tmp_path, יומן=diary, web=web) == (
        McpServer("יומן", command=("python", "-m", "יומן"), env={"KEY": "סוד"}),
        McpServer(
            "web",
            url="https://mcp.example.org/mcp",
            headers={"authorization": "Bearer סוד"},
            trusted=True,
            deferred=True,
            timeout_seconds=5.0,
        ),
    )


def test_a_disabled_server_is_left_out(tmp_path: Path) -> None:
    assert read(tmp_path, off={"command": "x", "disabled": True}) == ()


def test_without_a_file_there_are_no_sources() -> None:
    assert mcp_sources(None, {}) == ()


def test_secrets_do_not_show_where_a_server_is_printed(tmp_path: Path) -> None:
    [server] = read(tmp_path, s={"command": "x", "env": {"KEY": "${TOKEN}"}})
    assert "סוד" not in repr(server)


@pytest.mark.parametrize(
    ("server", "told"),
    [
        ([], "`mcpServers.יומן` of .* is no JSON object"),
        ({}, "`mcpServers.יומן` .*either `command` or `url`"),
        ({"command": "x", "url": "http://y"}, "exactly one"),
        ({"command": ""}, "`mcpServers.יומן.command` .*empty"),
        ({"command": "x", "args": "y"}, r"`mcpServers.יומן.args` .*list of texts"),
        ({"command": "x", "env": {"A": 1}}, "`mcpServers.יומן.env.A` .*no text"),
        ({"command": "x", "env": {"A": "${NONE}"}}, "`mcpServers.יומן.env.A` .*`NONE`.*Set"),
        ({"command": "x", "headers": {}}, "`mcpServers.יומן.headers` does not go|headers"),
        ({"url": "ftp://y"}, "`mcpServers.יומן.url` .*no address"),
        ({"url": "http://y", "type": "sse"}, "`mcpServers.יומן.type` .*`streamable-http`"),
        ({"command": "x", "comand": "y"}, "unknown key `comand`.*`command`"),
        ({"command": "x", "trusted": "yes"}, "`mcpServers.יומן.trusted` .*`true`"),
        ({"command": "x", "timeoutSeconds": 0}, "`mcpServers.יומן.timeoutSeconds` .*seconds"),
    ],
)
def test_a_fault_is_told_with_its_key_and_the_file(tmp_path: Path, server: Any, told: str) -> None:
    with pytest.raises(ConfigurationError, match=told) as caught:
        read(tmp_path, יומן=server)
    assert "mcp.json" in str(caught.value)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("{", "cannot be read"),
        ("{}", "has no `mcpServers`"),
        ("[]", "no JSON object"),
        ('{"mcpServers": {"a": {"command": "x"}, "a": {"command": "y"}}}', "stands twice"),
        ('{"servers": {}}', "unknown key `servers`"),
    ],
)
def test_a_file_of_another_form_is_told(tmp_path: Path, content: str, told: str) -> None:
    with pytest.raises(ConfigurationError, match=told):
        read_mcp_servers(file_of(tmp_path, content), {})


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"cannot be read.*`mcp_servers_file`"):
        read_mcp_servers(tmp_path / "none.json", {})
