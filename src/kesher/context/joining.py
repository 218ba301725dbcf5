"""What may join a trajectory: an event of ours, at a known time, that a provider would take."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import get_args

from kesher.context.given import expected
from kesher.domain.message import Message, Role
from kesher.domain.trajectory import (
    Edit,
    Edited,
    EditKind,
    Event,
    Origin,
    Payload,
    Said,
    StatusKept,
)
from kesher.errors import InputError, InvariantError

_PAYLOADS = get_args(Payload)


def check_given(payload: object, at: object) -> None:
    """Make sure that an event is one, with a time that means the same everywhere.

    Raises:
        InputError: it is none; the message says what to give.
    """
    if not isinstance(payload, _PAYLOADS):
        raise InputError(
            f"An event is of type `{type(payload).__name__}`. Append a message as "
            f"`Said(from_dict(message), Origin.USER)`, or another event of "
            f"`kesher.domain.trajectory`."
        )
    if expected(at, datetime, name="at", give="a `datetime` with a time zone").tzinfo is None:
        raise InputError("`at` has no time zone. Give one: `datetime.now(UTC)`.")
    if isinstance(payload, Said):
        expected(payload.message, Message, name="message", give="a `Message`: `from_dict(message)`")
        expected(payload.origin, Origin, name="origin", give="one of `Origin`: `Origin.USER`")
    if isinstance(payload, Edited):
        edit = expected(payload.edit, Edit, name="edit", give="an `Edit`")
        expected(edit.kind, EditKind, name="kind", give="one of `EditKind`: `EditKind.DROP`")


def check_order(events: Sequence[Event], payload: Payload) -> None:
    """Make sure that a message may stand after the events before it.

    Raises:
        InvariantError: a result without a call that waits for it, a message while calls wait for
            their results, or two calls of one id.
    """
    if isinstance(payload, StatusKept):
        _check_nothing_waits(events, "a status")
        return
    if not isinstance(payload, Said):
        return
    message = payload.message
    if message.role is Role.TOOL:
        _check_result(events, message)
        return
    _check_nothing_waits(events, f"a message of role `{message.role}`")
    ids = [call.id for call in message.tool_calls]
    twice = next((each for each in ids if ids.count(each) > 1), None)
    if twice is not None:
        raise InvariantError(
            f"Two calls of one message have the id `{twice}`, so no result could name the one "
            f"that it answers. Give each call its own id."
        )


def _check_result(events: Sequence[Event], message: Message) -> None:
    if message.tool_call_id not in set(_waiting(events)):
        raise InvariantError(
            f"The result of call `{message.tool_call_id}` answers no call of the last message "
            f"that waits for one. Append the model's message with its calls first, and one "
            f"result for each."
        )


def _check_nothing_waits(events: Sequence[Event], what: str) -> None:
    waiting = ", ".join(f"`{call_id}`" for call_id in _waiting(events))
    if waiting:
        raise InvariantError(
            f"The calls {waiting} still wait for their results, so {what} cannot follow. Append "
            f"one result for each first; for a call that was not made, one that says so."
        )


def _waiting(events: Sequence[Event]) -> Iterator[str]:
    """Yield the ids of the last message's calls that have no result yet, in their order."""
    answered: set[str | None] = set()
    for event in reversed(events):
        said = event.payload
        if not isinstance(said, Said):
            continue
        if said.message.role is not Role.TOOL:
            yield from (c.id for c in said.message.tool_calls if c.id not in answered)
            return
        answered.add(said.message.tool_call_id)
