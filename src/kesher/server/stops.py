"""Work under way that a person may end: answers and agents' runs, each tenant's own."""

import asyncio

from kesher.domain.scope import Scope


class Stops:
    """The stop of each piece of work under way in this server, by tenant and id.

    One id may have several: of two runs on one trajectory the second is refused, but until then
    both are there.
    """

    def __init__(self) -> None:
        self._stops: dict[tuple[str, str], list[asyncio.Event]] = {}

    def add(self, scope: Scope, identifier: str, stop: asyncio.Event) -> None:
        """Let `stop` be set by whoever names the id."""
        self._stops.setdefault((scope.tenant_id, identifier), []).append(stop)

    def remove(self, scope: Scope, identifier: str, stop: asyncio.Event) -> None:
        """Forget a stop whose work has ended."""
        key = (scope.tenant_id, identifier)
        left = [each for each in self._stops.pop(key, []) if each is not stop]
        if left:
            self._stops[key] = left

    def end(self, scope: Scope, identifier: str) -> bool:
        """End the work of that id; False: the tenant has none under way here."""
        found = self._stops.get((scope.tenant_id, identifier), [])
        for stop in found:
            stop.set()
        return bool(found)

    def end_all(self) -> None:
        """End everything, as the server itself ends."""
        for found in self._stops.values():
            for stop in found:
                stop.set()
