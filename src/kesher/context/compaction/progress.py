"""The progress document: decisions with reasons, limits, failed paths, open questions, files.

It is made from the whole log without a model and joined with what was written before, so that no
compaction loses any of it.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields

from kesher.context.compaction import signals
from kesher.context.compaction.essentials import EssentialKind, essentials
from kesher.context.compaction.labels import LABELS, Labels
from kesher.context.compaction.situation import PROGRESS_SOURCE, Count, open_steps
from kesher.context.guard.tags import unwrap
from kesher.domain.canonical import canonical
from kesher.domain.json_value import Json
from kesher.domain.message import Message, Role, ToolCall
from kesher.domain.trajectory import Event, Noted, Origin, Said
from kesher.text.language import Language

TOPIC = "progress"
_ITEM_CHARS = 300
_PATH_KEYS = ("path", "file", "file_path", "filename", "filepath", "folder")


@dataclass(frozen=True, slots=True)
class Item:
    """One line of the document.

    Attributes:
        event: The event that it comes from.
    """

    text: str
    event: int


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a session has come; each part in the order of its events."""

    decisions: tuple[Item, ...] = ()
    constraints: tuple[Item, ...] = ()
    failures: tuple[Item, ...] = ()
    questions: tuple[Item, ...] = ()
    files: tuple[Item, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to tell."""
        return not any(getattr(self, part.name) for part in fields(self))


def progress_of(events: Sequence[Event]) -> Progress:
    """Return the session's progress: what the log says now, joined with earlier documents."""
    now = _extracted(events)
    for earlier in _written(events):
        now = merge(earlier, now)
    return now


def merge(earlier: Progress, later: Progress) -> Progress:
    """Return both, nothing lost and nothing twice; of the questions, only the later ones."""
    joined = {
        part.name: _each_once([*getattr(earlier, part.name), *getattr(later, part.name)])
        for part in fields(Progress)
        if part.name != "questions"
    }
    return Progress(**joined, questions=later.questions)


def note(progress: Progress, spoken: Language) -> Noted:
    """Return the event that keeps the document: its parts, and the Markdown that a person reads."""
    parts: dict[str, Json] = {
        part.name: [{"text": i.text, "event": i.event} for i in getattr(progress, part.name)]
        for part in fields(Progress)
    }
    return Noted(TOPIC, canonical({"markdown": markdown(progress, spoken), "parts": parts}))


def message(text: str) -> Said:
    """Return the document as the message by which it is read again."""
    return Said(Message(Role.USER, text), Origin.HARNESS, source=PROGRESS_SOURCE)


def markdown(progress: Progress, spoken: Language) -> str:
    """Return the whole document; empty where there is nothing to tell."""
    return _markdown(progress, LABELS[spoken], 10**9) if not progress.is_empty else ""


def shown(progress: Progress, spoken: Language, *, limit_tokens: int, count: Count) -> str:
    """Return the document within a limit: each part keeps its newest lines and says what is left.

    At least one line of each part stays.
    """
    if progress.is_empty:
        return ""
    most = max(len(getattr(progress, part.name)) for part in fields(Progress))
    while True:
        text = _markdown(progress, LABELS[spoken], most)
        if most <= 1 or count(text) <= limit_tokens:
            return text
        most = most * 3 // 4


def _markdown(progress: Progress, labels: Labels, most: int) -> str:
    sections = (
        (labels.decided, progress.decisions),
        (labels.constraints, progress.constraints),
        (labels.failed, progress.failures),
        (labels.open_questions, progress.questions),
        (labels.files, progress.files),
    )
    lines = [f"# {labels.progress}"]
    for title, items in sections:
        if items:
            lines += ["", f"## {title}"]
            lines += [f"- {item.text}" for item in items[-most:]]
            left = len(items) - most
            lines += [labels.more.format(count=left)] if left > 0 else []
    return "\n".join(lines)


def _written(events: Sequence[Event]) -> Iterator[Progress]:
    for event in events:
        if isinstance(event.payload, Noted) and event.payload.topic == TOPIC:
            parts = json.loads(event.payload.body).get("parts", {})
            known = [part.name for part in fields(Progress) if part.name in parts]
            yield Progress(**{name: tuple(Item(**item) for item in parts[name]) for name in known})


def _extracted(events: Sequence[Event]) -> Progress:
    said = [(e.sequence, e.payload) for e in events if isinstance(e.payload, Said)]
    mine = [(at, s.message.text or "") for at, s in said if s.origin is Origin.MODEL]
    asked = [(at, s.message.text or "") for at, s in said if s.origin is Origin.USER]
    told = sorted([*mine, *asked])
    steps = tuple(Item(step, len(events)) for step in open_steps(events))
    return Progress(
        decisions=_items((at, s) for at, text in told for s in signals.decisions(text)),
        constraints=_items((at, s) for at, text in asked for s in _limits(text)),
        failures=_items(sorted([*_failed_words(mine), *_failed_calls(said)])),
        questions=_each_once([*_last_questions(mine), *steps]),
        files=_items(_paths(said)),
    )


def _limits(text: str) -> list[str]:
    """Return the sentences of a user that limit or deny something."""
    denied = [
        sentence
        for sentence in signals.sentences(text)
        if any(each.kind is EssentialKind.NEGATION for each in essentials(sentence))
    ]
    return [*signals.constraints(text), *denied]


def _failed_words(mine: Iterable[tuple[int, str]]) -> list[tuple[int, str]]:
    return [(at, sentence) for at, text in mine for sentence in signals.failures(text)]


def _failed_calls(said: Sequence[tuple[int, Said]]) -> Iterator[tuple[int, str]]:
    """Yield the calls that failed or found nothing: paths not to be walked again."""
    calls = _calls(said)
    for at, each in said:
        text = _unwrapped(each.message.text or "")
        call = calls.get(each.message.tool_call_id or "")
        if call is None or each.message.role is not Role.TOOL:
            continue
        if signals.is_failure(text) or signals.is_empty(text):
            arguments = signals.first_words(call.arguments, 120)
            told = signals.first_words(text, 160) or "∅"
            yield at, f"`{call.name} {arguments}`: {_harmless(told)}"


def _unwrapped(text: str) -> str:
    wrapped = unwrap(text)
    return wrapped.text if wrapped else text


def _harmless(text: str) -> str:
    """Return words of a tool as data: marks that could open or close a block are escaped."""
    return text.replace("<", "&lt;").replace("`", "'")


def _calls(said: Sequence[tuple[int, Said]]) -> dict[str, ToolCall]:
    return {call.id: call for _, each in said for call in each.message.tool_calls}


def _last_questions(mine: Sequence[tuple[int, str]]) -> list[Item]:
    """Return what the model asked last: an earlier question has been answered or dropped."""
    at, text = mine[-1] if mine else (0, "")
    return [Item(_line(question), at) for question in signals.questions(text)]


def _paths(said: Sequence[tuple[int, Said]]) -> Iterator[tuple[int, str]]:
    for at, each in said:
        for call in each.message.tool_calls:
            yield from ((at, path) for path in _paths_in(call.arguments))


def _paths_in(arguments: str) -> Iterator[str]:
    try:
        given = json.loads(arguments)
    except ValueError:
        return
    if isinstance(given, dict):
        for key in _PATH_KEYS:
            if isinstance(given.get(key), str) and given[key].strip():
                yield given[key]


def _items(found: Iterable[tuple[int, str]]) -> tuple[Item, ...]:
    return _each_once([Item(_line(text), at) for at, text in found if text.strip()])


def _line(text: str) -> str:
    return signals.first_words(text, _ITEM_CHARS)


def _each_once(items: Sequence[Item]) -> tuple[Item, ...]:
    seen: dict[str, Item] = {}
    for item in items:
        seen.setdefault(re.sub(r"\W+", " ", item.text).casefold().strip(), item)
    return tuple(sorted(seen.values(), key=lambda item: item.event))
