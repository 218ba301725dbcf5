"""Holds rooms and people to what they may take, before a model is asked or a file kept."""

from collections.abc import Mapping
from dataclasses import dataclass

from kesher.domain.access import Caller
from kesher.domain.limits import KEPT, Amounts, Holder, Limit, Reached, SetLimits
from kesher.domain.scope import RoomScope, Scope
from kesher.errors import ForbiddenError, InputError, LimitReachedError
from kesher.ports.clock import Clock
from kesher.ports.usage import LimitStore

_WHAT: Mapping[Limit, str] = {
    Limit.TOKENS_DAY: "tokens a day",
    Limit.USD_MONTH: "US dollars a month",
    Limit.QUESTIONS_MINUTE: "questions a minute",
    Limit.QUESTIONS_DAY: "questions a day",
    Limit.DOCUMENTS: "documents",
    Limit.BYTES: "bytes of documents",
}
_WHOSE: Mapping[Holder, str] = {Holder.ROOM: "This room", Holder.PERSON: "You"}


@dataclass(frozen=True, slots=True)
class HeldLimits:
    """What one room or person may take.

    Attributes:
        given: As they were set.
        in_force: What holds; what is not in it is not limited.
        used: How much of each is taken by now, where it is limited or not.
    """

    given: SetLimits
    in_force: Amounts
    used: Amounts


@dataclass(frozen=True, slots=True)
class Limiting:
    """Looks at what was taken, and refuses more where it is enough.

    What is under way when a limit is reached comes to its end, so that each answer of several at
    once may pass a limit of tokens or dollars by what it takes itself.

    Attributes:
        defaults: Of the settings, for rooms and people without limits of their own.
    """

    store: LimitStore
    defaults: Mapping[Holder, Amounts]
    clock: Clock

    async def take_question(self, scope: RoomScope) -> None:
        """Count a question of the scope's person in the room.

        Raises:
            LimitReachedError: a limit of the room or of the person is used up; nothing is counted.
        """
        _refuse(await self.store.take_question(scope, self.defaults, now=self.clock()))

    async def check_spending(self, scope: Scope) -> None:
        """Refuse one more request to a model.

        Args:
            scope: Of a room: the room's limits and its person's; else the person's alone.

        Raises:
            LimitReachedError: a limit of tokens or dollars is used up.
        """
        _refuse(await self.reached(scope))

    async def reached(self, scope: Scope) -> Reached | None:
        """Return the limit of tokens or dollars that is used up; None: none is."""
        now = self.clock()
        if isinstance(scope, RoomScope):
            return await self.store.reached(scope, self.defaults, now=now)
        if scope.user_id is None:
            return None
        return await self.store.reached_by_person(scope, self.defaults[Holder.PERSON], now=now)

    async def check_document(self, scope: RoomScope, sha256: str, size_bytes: int) -> None:
        """Refuse one more document of these bytes, unless the room has them.

        Raises:
            LimitReachedError: the room may not hold so many, or so much.
        """
        defaults = self.defaults[Holder.ROOM]
        _refuse(
            await self.store.room_is_full(scope, defaults, sha256=sha256, size_bytes=size_bytes)
        )

    async def held(self, scope: Scope, holder: Holder, holder_id: str) -> HeldLimits:
        """Return the limits of a room or a person. Raises NotFoundError: there is none such."""
        given = await self.store.limits(scope, holder, holder_id)
        used = await self.store.used(scope, holder, holder_id, now=self.clock())
        return HeldLimits(given, given.in_force(self.defaults[holder]), used)

    async def put(
        self,
        scope: Scope,
        held: tuple[Holder, str],
        amounts: Mapping[str, float | None],
        *,
        caller: Caller,
    ) -> HeldLimits:
        """Set limits of a room or a person, and return what holds then.

        Args:
            amounts: By name; 0: none, whatever the settings say; None: as if it were not set.

        Raises:
            NotFoundError: no such room or person.
            ForbiddenError: an owner goes beyond what the administrator or the settings give.
            InputError: a person keeps no documents.
        """
        holder, holder_id = held
        kept = [name for name in amounts if name in KEPT]
        if holder is Holder.PERSON and kept:
            raise InputError(f"`{kept[0]}` is a limit of rooms: a person keeps nothing elsewhere.")
        if not caller.administers:
            given = await self.store.limits(scope, holder, holder_id)
            _check_owner(given.ceiling(self.defaults[holder]), amounts)
        await self.store.put_limits(
            scope, holder, holder_id, amounts, by_administrator=caller.administers
        )
        return await self.held(scope, holder, holder_id)


def _check_owner(ceiling: Amounts, amounts: Mapping[str, float | None]) -> None:
    for name, amount in amounts.items():
        most = ceiling.get(Limit(name))
        if most is not None and amount is not None and (amount == 0 or amount > most):
            raise ForbiddenError(
                f"An administrator gives this room at most {most:,g} {_WHAT[Limit(name)]}. Set "
                f"`{name}` to no more, or ask one to raise it."
            )


def _refuse(reached: Reached | None) -> None:
    if reached is None:
        return
    whose = _WHOSE[reached.holder]
    have = "has" if reached.holder is Holder.ROOM else "have"
    used = f"{reached.used:,.2f}" if reached.limit is Limit.USD_MONTH else f"{reached.used:,.0f}"
    again = (
        f"It is free again at {reached.free_at:%Y-%m-%d %H:%M:%S} UTC; an administrator can raise"
        if reached.free_at
        else "Delete some documents, or have an administrator raise"
    )
    raise LimitReachedError(
        f"{whose} {have} used {used} of {reached.allowed:,g} {_WHAT[reached.limit]} "
        f"(`{reached.limit.value}`). {again} the limit.",
        free_at=reached.free_at,
    )
