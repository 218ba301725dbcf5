"""What a log says is still to be done: open calls, answers that were cut off, where a run began.

Pure: a run goes on from its log alone, so that a crash after any event loses nothing.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from kesher.context.compaction.situation import PROGRESS_SOURCE
from kesher.context.view import entries
from kesher.domain.agent import AgentStop
from kesher.domain.canonical import canonical
from kesher.domain.json_value import Json, JsonObject
from kesher.domain.message import Message, Reasoning, Role, ToolCall
from kesher.domain.trajectory import (
    CallStarted,
    Decided,
    Edited,
    Entry,
    Event,
    Interrupted,
    Noted,
    Origin,
    Requested,
    Said,
    Stopped,
)
from kesher.ports.models import FinishReason

BEGUN = "answer_begun"
"""Topic of the note that keeps an answer's words and reasoning until the answer is whole."""
ENDED = "answer_ended"
"""Topic of the note that says why an answer ended, where that is not the ordinary end."""

_STOPPED = "stopped"

ANOTHER_REQUEST = "The user wrote something else instead of answering."
"""The comment of a call that was closed without a person's word on it."""

P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class OpenCall:
    """A call of the last answer that has no result.

    Attributes:
        started: Its tool had begun.
        interrupt: The question to a person about it, if it was asked.
        decision: That person's word.
    """

    call: ToolCall
    started: bool
    interrupt: Interrupted | None = None
    decision: Decided | None = None

    @property
    def is_waiting(self) -> bool:
        """Whether a person has been asked and has not spoken."""
        return not self.started and self.interrupt is not None and self.decision is None


def open_calls(events: Sequence[Event]) -> tuple[OpenCall, ...]:
    """Return the calls that the last answer made and that have no result, in their order."""
    started = {each.call.id for each in _of(events, CallStarted)}
    asked = {each.call.id: each for each in _of(events, Interrupted)}
    words = {each.interrupt_id: each for each in _of(events, Decided)}
    found = []
    for call in _unanswered(events):
        interrupt = asked.get(call.id)
        word = words.get(interrupt.id) if interrupt else None
        found.append(OpenCall(call, call.id in started, interrupt, word))
    return tuple(found)


def unsaid_calls(events: Sequence[Event]) -> tuple[ToolCall, ...]:
    """Return calls that were started while the model still wrote, its answer never stored."""
    said = {call.id for message in _messages(events) for call in message.tool_calls}
    return tuple(each.call for each in _of(events, CallStarted) if each.call.id not in said)


def begun_note(text: str, reasoning: Sequence[Reasoning]) -> Noted:
    """Return the note that keeps an unfinished answer."""
    blocks: list[Json] = [[block.text, block.signature, block.redacted] for block in reasoning]
    return Noted(BEGUN, canonical({"text": text, "reasoning": blocks}))


def ended_note(finish: FinishReason) -> Noted:
    """Return the note that says why an answer ended."""
    return Noted(ENDED, canonical({"finish": finish.value}))


def stopped_note() -> Noted:
    """Return the note that the answer after it was stopped in the midst of its words."""
    return Noted(ENDED, canonical({"finish": _STOPPED}))


def cut_off(events: Sequence[Event]) -> int | None:
    """Return the sequence of the last answer, if it was stopped in the midst of its words."""
    place = _last_word(events)
    return place if place is not None and _end_before(events, place) == _STOPPED else None


def rescued(events: Sequence[Event]) -> Said:
    """Return the answer of which only calls were started, as far as it is known."""
    notes = [note for note in _of(_since_request(events), Noted) if note.topic == BEGUN]
    body: JsonObject = json.loads(notes[-1].body) if notes else {}
    kept = body.get("reasoning")
    blocks = [block for block in kept if isinstance(block, list)] if isinstance(kept, list) else []
    message = Message(
        Role.ASSISTANT,
        str(body.get("text") or "") or None,
        unsaid_calls(events),
        reasoning=tuple(
            Reasoning(str(text), _text(signature), _text(redacted))
            for text, signature, redacted in blocks
        ),
    )
    return Said(message, Origin.MODEL)


def answered(events: Sequence[Event]) -> FinishReason | None:
    """Return why the last answer ended if it is the last word; None: something is still to do.

    An answer that was stopped in the midst of its words is none.
    """
    place = _last_word(events)
    if place is None:
        return None
    end = _end_before(events, place)
    if end == _STOPPED:
        return None
    return FinishReason(end) if end else FinishReason.STOP


def run_events(events: Sequence[Event]) -> Sequence[Event]:
    """Return the events of the present run: since a task was given, or since it last ended.

    A wait for a person is no end.
    """
    for place in range(len(events) - 1, -1, -1):
        payload = events[place].payload
        ended = isinstance(payload, Stopped) and payload.reason != AgentStop.CONFIRMATION
        if ended and place < len(events) - 1:
            return events[place + 1 :]
        if isinstance(payload, Said) and _is_task(payload):
            return events[place:]
    return events


def used_events(events: Sequence[Event]) -> Sequence[Event]:
    """Return the events that count against the limits of a run that is taken up now.

    One that had come to rest gets its limits anew.
    """
    last = events[-1].payload if events else None
    ended = isinstance(last, Stopped) and last.reason != AgentStop.CONFIRMATION
    return () if ended else run_events(events)


def request_ids(events: Sequence[Event]) -> tuple[str, ...]:
    """Return the ids of the requests that these events sent."""
    return tuple(each.request_id for each in _of(events, Requested))


def last_text(events: Sequence[Event]) -> str:
    """Return the model's last words in these events; empty where it said none."""
    texts = [m.text for m in _messages(events) if m.role is Role.ASSISTANT and m.text]
    return texts[-1] if texts else ""


def open_interrupts(events: Sequence[Event]) -> tuple[Interrupted, ...]:
    """Return the questions that no person has answered yet."""
    words = {each.interrupt_id for each in _of(events, Decided)}
    return tuple(each for each in _of(events, Interrupted) if each.id not in words)


def decided_for(events: Sequence[Event], call_id: str) -> Mapping[str, bool]:
    """Return a person's words by binding, as they stand for one call.

    A no stands for every call of that tool with those arguments; a yes for its own call only, so
    that what was allowed once is not done twice. Writing something else is no word on later calls.
    """
    words = {
        each.interrupt_id: each.allowed
        for each in _of(events, Decided)
        if each.comment != ANOTHER_REQUEST
    }
    found: dict[str, bool] = {}
    for asked in _of(events, Interrupted):
        allowed = words.get(asked.id)
        if allowed is not None and (not allowed or asked.call.id == call_id):
            found[asked.binding] = allowed
    return found


def call_ids(events: Sequence[Event]) -> frozenset[str]:
    """Return the ids of all calls so far."""
    said = {call.id for message in _messages(events) for call in message.tool_calls}
    return frozenset(said | {each.call.id for each in _of(events, CallStarted)})


def unedited(events: Sequence[Event]) -> tuple[Entry, ...]:
    """Return the messages as they were said, without edits: what the guard judges by."""
    return entries(event for event in events if not isinstance(event.payload, Edited))


def _last_word(events: Sequence[Event]) -> int | None:
    """Return the place of the model's last words, if nothing that asks for more came after."""
    for place in range(len(events) - 1, -1, -1):
        payload = events[place].payload
        if not isinstance(payload, Said) or _is_aside(payload):
            continue
        is_word = payload.message.role is Role.ASSISTANT and not payload.message.tool_calls
        return place if is_word else None
    return None


def _end_before(events: Sequence[Event], place: int) -> str | None:
    """Return what is noted of the end of the answer at that place; None: the ordinary end."""
    before = events[place - 1].payload if place else None
    if isinstance(before, Noted) and before.topic == ENDED:
        return str(json.loads(before.body)["finish"])
    return None


def _unanswered(events: Sequence[Event]) -> tuple[ToolCall, ...]:
    messages = _messages(events)
    done = {message.tool_call_id for message in messages if message.role is Role.TOOL}
    made = [message.tool_calls for message in messages if message.tool_calls]
    return tuple(call for call in made[-1] if call.id not in done) if made else ()


def _since_request(events: Sequence[Event]) -> Sequence[Event]:
    places = [at for at, event in enumerate(events) if isinstance(event.payload, Requested)]
    return events[places[-1] :] if places else events


def _is_task(said: Said) -> bool:
    return said.message.role is Role.USER and said.origin in (Origin.USER, Origin.MODEL)


def _is_aside(said: Said) -> bool:
    """Tell whether it is Kesher's own word, after which the same thing is still to do."""
    return said.origin is Origin.HARNESS and said.source == PROGRESS_SOURCE


def _messages(events: Sequence[Event]) -> list[Message]:
    return [said.message for said in _of(events, Said)]


def _of(events: Sequence[Event], kind: type[P]) -> list[P]:
    return [event.payload for event in events if isinstance(event.payload, kind)]


def _text(value: Json) -> str | None:
    return value if isinstance(value, str) else None
