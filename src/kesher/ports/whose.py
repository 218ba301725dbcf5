"""What we ask of the database before a request is let to a thing that it names."""

from typing import Protocol

from kesher.domain.scope import Scope
from kesher.domain.standing import Standing, Thing


class Whose(Protocol):
    """Where things are, and what a person is there. Every call is one query."""

    async def standing(self, scope: Scope, thing: Thing, identifier: str) -> Standing | None:
        """Return where a thing is and what the scope's person is there; None: there is none.

        It tells of things that the person may not see: only for deciding that.
        """
        ...

    async def is_account(self, scope: Scope, name: str) -> bool:
        """Tell whether this is the id of somebody's account."""
        ...
