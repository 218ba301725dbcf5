"""In the place of a lexical index, where a process works on documents and searches none."""

from collections.abc import Mapping, Sequence

from typing_extensions import override

from kesher.domain.retrieval import Ranked
from kesher.domain.scope import RoomScope
from kesher.errors import ConfigurationError
from kesher.ports.indexes import LexicalIndex


class NoTerms(LexicalIndex):
    """Holds nothing, so that there is nothing to keep up."""

    @override
    async def search(self, scope: RoomScope, text: str, *, top: int) -> Sequence[Ranked]:
        raise _unsearched(scope)

    @override
    async def search_grams(self, scope: RoomScope, text: str, *, top: int) -> Sequence[Ranked]:
        raise _unsearched(scope)

    @override
    async def catch_up(self, scope: RoomScope) -> None:
        return

    @override
    def applied(self) -> Mapping[RoomScope, int]:
        return {}

    @override
    async def check(self) -> None:
        return

    @override
    async def rewrite(self, scope: RoomScope) -> bool:
        return False

    @override
    async def forget(self, scope: RoomScope) -> None:
        return


def _unsearched(scope: RoomScope) -> ConfigurationError:
    return ConfigurationError(
        f"This process keeps no index to search `{scope.room_id}` in. Ask a server: `kesher serve`."
    )
