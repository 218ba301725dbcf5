"""The commands by name: the module of one is loaded when it is asked for, and no other."""

from collections.abc import Iterator, MutableMapping
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup
from typing_extensions import override

MODULES = {
    "documents": ("add", "documents", "retry", "remove", "sample"),
    "versions": ("versions", "restore-version"),
    "retention": ("retention",),
    "ask": ("ask", "search"),
    "research": ("research",),
    "requests": ("trajectories", "requests", "request"),
    "agents": ("agent",),
    "backup": ("backup", "restore"),
    "audit": ("audit",),
    "usage": ("usage", "limits"),
    "local": ("read", "serve", "doctor", "openapi"),
    "worker": ("worker",),
    "lint_trace": ("lint-trace",),
    "lint_prompt": ("lint-prompt",),
    "rooms": ("room",),
    "threads": ("thread",),
    "skills": ("skills",),
    "memory": ("memory",),
    "records": ("record",),
    "admin": ("admin",),
    "keys": ("key",),
    "evaluate": ("evaluate",),
}
"""The commands of each module of this package, as its `add_to` adds them, in the order of help."""


def commands_of(module: str) -> dict[str, Any]:
    """Return the commands that a module of this package adds, by name; it is loaded by that."""
    alone = typer.Typer(rich_markup_mode=None)
    import_module(f"kesher.cli.{module}").add_to(alone)
    return dict(typer.main.get_group(alone).commands)


class Commands(MutableMapping[str, Any]):
    """Every command by name, and its module loaded at the first look at it.

    Any, since the framework keeps its class of commands to itself.
    """

    def __init__(self) -> None:
        self._homes = {name: module for module, names in MODULES.items() for name in names}
        self._loaded: dict[str, Any] = {}

    @override
    def __getitem__(self, name: str) -> Any:
        if name not in self._loaded:
            self._loaded |= commands_of(self._homes[name])
        return self._loaded[name]

    @override
    def __setitem__(self, name: str, command: Any) -> None:
        self._homes[name] = ""
        self._loaded[name] = command

    @override
    def __delitem__(self, name: str) -> None:
        del self._homes[name]
        self._loaded.pop(name, None)

    @override
    def __iter__(self) -> Iterator[str]:
        return iter(self._homes)

    @override
    def __len__(self) -> int:
        return len(self._homes)


class LazyGroup(TyperGroup):
    """The main command: only its help loads every module."""

    def __init__(self, **given: Any) -> None:  # noqa: ANN401 - whatever the framework gives
        super().__init__(**given)
        self.commands = Commands()

    @override
    def list_commands(self, ctx: Any) -> list[str]:
        return list(self.commands)
