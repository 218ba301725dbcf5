"""Work under way that a person may end: answers and agents' runs, each person's own."""

import asyncio

from kesher.domain.scope import Scope


def name_of(scope: Scope, identifier: str) -> str:
    """Return what a person's own work is called, so that nobody else finds it."""
    return identifier if scope.user_id is None else f"{scope.user_id} {identifier}"


class Stops:
    """The stop of each piece of work under way in this server, by tenant, person and id.

    One id may have several: of two runs on one trajectory the second is refused, but until then
    both are there.
    """

    def __init__(self) -> None:
        self._stops: dict[tuple[str, str], list[asyncio.Event]] = {}

    def add(self, scope: Scope, identifier: str, stop: asyncio.Event) -> None:
        """Let `stop` be set by the scope's person, who names the id."""
        self._stops.setdefault((scope.tenant_id, name_of(scope, identifier)), []).append(stop)

    def remove(self, scope: Scope, identifier: str, stop: asyncio.Event) -> None:
        """Forget a stop whose work has ended."""
        key = (scope.tenant_id, name_of(scope, identifier))
        left = [each for each in self._stops.pop(key, []) if each is not stop]
        if left:
            self._stops[key] = left

    def end(self, scope: Scope, identifier: str) -> bool:
        """End the work of that id; False: the person has none under way here."""
        found = self._stops.get((scope.tenant_id, name_of(scope, identifier)), [])
        for stop in found:
            stop.set()
        return bool(found)

    def end_all(self) -> None:
        """End everything, as the server itself ends."""
        for found in self._stops.values():
            for stop in found:
                stop.set()
