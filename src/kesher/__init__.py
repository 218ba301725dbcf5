"""Kesher: the context engine that decides what a language model sees. Hebrew first.

Names load when they are first used: importing this package opens, reads and connects to nothing.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kesher.app.function_tools import tool
    from kesher.context.assembly import Block, Evidence, assemble
    from kesher.context.audit import audit
    from kesher.context.prefix import make_prefix
    from kesher.context.profiles import profile
    from kesher.context.trajectory import Trajectory
    from kesher.domain.agent import AgentStop
    from kesher.domain.tool import Risk
    from kesher.engine import AgentHandle, Kesher, RoomHandle, read_pages
    from kesher.errors import KesherError
    from kesher.wiring.agents import AgentOptions

__version__ = "0.1.0"
__all__ = [
    "AgentHandle",
    "AgentOptions",
    "AgentStop",
    "Block",
    "Evidence",
    "Kesher",
    "KesherError",
    "Risk",
    "RoomHandle",
    "Trajectory",
    "__version__",
    "assemble",
    "audit",
    "make_prefix",
    "profile",
    "read_pages",
    "tool",
]

_HOMES = {
    "Block": "kesher.context.assembly",
    "Evidence": "kesher.context.assembly",
    "assemble": "kesher.context.assembly",
    "audit": "kesher.context.audit",
    "profile": "kesher.context.profiles",
    "make_prefix": "kesher.context.prefix",
    "Trajectory": "kesher.context.trajectory",
    "tool": "kesher.app.function_tools",
    "AgentHandle": "kesher.engine",
    "AgentOptions": "kesher.wiring.agents",
    "AgentStop": "kesher.domain.agent",
    "Risk": "kesher.domain.tool",
    "Kesher": "kesher.engine",
    "RoomHandle": "kesher.engine",
    "read_pages": "kesher.engine",
    "KesherError": "kesher.errors",
}


def __getattr__(name: str) -> Any:  # noqa: ANN401 - the protocol's own type
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module `kesher` has no attribute `{name}`")
    from importlib import import_module  # noqa: PLC0415 - nothing loads before it is used

    return getattr(import_module(home), name)


def __dir__() -> list[str]:
    return sorted(__all__)
