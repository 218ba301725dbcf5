"""Facts by a model: what it is asked, and what of its answer may become facts.

A model may miss, invent, translate or break the form. So each record is checked by itself: the
quote must stand in its message and the value in that message, and a record that fails takes no
other with it.
"""

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar, cast

from kesher.domain.entity import Reference, ReferenceKind
from kesher.domain.fact import Expiry, Extraction, FactKind, Statement, StatementAction
from kesher.domain.log import LogMessage
from kesher.domain.message import Message, Role
from kesher.memory.own_words import own_words
from kesher.memory.rules.clause import Framing
from kesher.memory.rules.clauses import read as clauses_of
from kesher.memory.rules.clauses import without
from kesher.memory.schema import Key, Schema
from kesher.ports.models import ChatRequest
from kesher.prompts.catalog import extraction_prompt
from kesher.text.dates import find_times
from kesher.text.language import language
from kesher.text.terms import index_terms

OUTPUT_TOKENS = 2_000
RECORDS_LIMIT = 60
"""More records than this of one batch are noise; the rest is not read."""

_YEARS = range(1900, 2200)
_KEY_CHARS = 48
_CONTEXT_CHARS = 1_000
"""Of a message that is shown for understanding only."""

_Word = TypeVar("_Word", FactKind, StatementAction)
_SPEAKER = frozenset({"speaker", "user", "i", "me", "the speaker", "the user", "הדובר", "אני"})
_UNSAID = frozenset({Framing.QUOTED, Framing.REQUEST, Framing.HYPOTHETICAL})
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_TYPES = frozenset(
    {
        "person",
        "order",
        "company",
        "task",
        "appointment",
        "medication",
        "pet",
        "product",
        "place",
        "ticket",
        "thing",
    }
)


@dataclass(frozen=True, slots=True)
class Reading:
    """What of a model's answer may become facts.

    Attributes:
        by_message: Statements by the id of their message.
        dropped: Records that were not taken, each with the reason.
        is_whole: False: the answer was no JSON of the asked form, and nothing was read from it.
    """

    by_message: Mapping[str, Extraction]
    dropped: tuple[str, ...]
    is_whole: bool


def request(
    messages: Sequence[LogMessage], before: Sequence[LogMessage], schema: Schema
) -> ChatRequest:
    """Return the request that reads a batch of messages of one thread in one call.

    Args:
        before: Messages before them, for understanding only.
    """
    spoken = language(" ".join(message.text for message in messages))
    prompt = extraction_prompt(spoken, keys=_key_lines(schema, hebrew=spoken == "he"))
    shown = [_shown(each, "context", _CONTEXT_CHARS) for each in before] + [
        _shown(each, "read") for each in messages
    ]
    return ChatRequest(
        messages=(
            Message(Role.SYSTEM, prompt.text),
            Message(Role.USER, json.dumps(shown, ensure_ascii=False, indent=0)),
        ),
        max_output_tokens=OUTPUT_TOKENS,
    )


def read(answer: str, messages: Sequence[LogMessage], schema: Schema) -> Reading:
    """Return the records of a model's answer that hold against their messages."""
    records = _records(answer)
    if records is None:
        return Reading({}, (), is_whole=False)
    by_id = {message.id: message for message in messages}
    statements: dict[str, list[Statement]] = {}
    dropped: list[str] = []
    for record in records[:RECORDS_LIMIT]:
        made = _statement(record, by_id, schema)
        if isinstance(made, str):
            dropped.append(made)
        else:
            statements.setdefault(made[0], []).append(made[1])
    extractions = {
        message_id: Extraction(statements=tuple(found)) for message_id, found in statements.items()
    }
    return Reading(extractions, tuple(dropped), is_whole=True)


def _key_lines(schema: Schema, *, hebrew: bool) -> str:
    keys = (schema.key(name) for name in schema.names())
    return "\n".join(f"{key.name}: {key.he if hebrew else key.en}" for key in keys)


def _shown(message: LogMessage, use: str, chars: int | None = None) -> dict[str, str]:
    return {
        "id": message.id,
        "use": use,
        "by": message.speaker if message.role == "user" else message.role.value,
        "at": message.at.isoformat(timespec="minutes"),
        "text": without(message.text, own_words(message).injected).strip()[:chars],
    }


def _records(answer: str) -> list[dict[str, Any]] | None:
    try:
        value = json.loads(answer[answer.find("{") : answer.rfind("}") + 1])
    except (ValueError, RecursionError):  # ValueError: also a number of thousands of digits
        return None
    records = value.get("records") if isinstance(value, dict) else None
    if not isinstance(records, list):
        return None
    return [cast("dict[str, Any]", each) for each in records if isinstance(each, dict)]


def _statement(
    record: Mapping[str, Any], messages: Mapping[str, LogMessage], schema: Schema
) -> tuple[str, Statement] | str:
    """Return the message's id and the statement, or why there is none."""
    message = messages.get(_text(record, "message"))
    if message is None:
        return f"It names the message `{_text(record, 'message')}`, which was not to be read."
    seen = without(message.text, own_words(message).injected)
    quote, value = _text(record, "quote"), _text(record, "value")
    key = schema.key(schema.fold(_text(record, "key").strip().lower().replace(" ", "_")))
    action = _choice(StatementAction, record, "action", StatementAction.SET)
    subject = _subject(record, seen)
    start = seen.find(quote) if quote else -1
    if start < 0:
        return f"`{key.name}`: its quote does not stand in message `{message.id}`."
    if subject is None:
        return f"`{key.name}`: its subject does not stand in message `{message.id}`."
    fault = _fault(value, key, action, message, seen)
    if fault:
        return f"`{key.name[:_KEY_CHARS]}` of message `{message.id}`: {fault}."
    if subject.kind is ReferenceKind.SPEAKER and _is_unsaid(quote, message):
        return f"`{key.name}`: message `{message.id}` quotes, supposes or asks for it."
    return message.id, Statement(
        subject=subject,
        key=key.name,
        value=value,
        quote=(start, start + len(quote)),
        kind=_choice(FactKind, record, "kind", key.kind),
        action=action,
        object=_entity(value, seen, "") if record.get("value_is_entity") is True else None,
        confidence=_confidence(record.get("confidence")),
        replaces=_text(record, "replaces"),
        valid_from=_instant(_text(record, "valid_from"), message),
        expires=_expiry(_text(record, "expires"), seen, message),
    )


def _stands(value: str, seen: str, message: LogMessage, key: Key) -> bool:
    """Tell whether the message itself says the value, in its own words or as a date in it."""
    said, wanted = set(index_terms(seen)), index_terms(value)
    if wanted and said.issuperset(wanted):
        return True
    if key.status and not _NUMBER.search(value):
        return True
    times = find_times(seen, at=message.at, zone=message.time_zone)
    dated = " ".join(
        f"{time.begins.isoformat()} {time.ends.isoformat()} {time.value}" for time in times
    )
    numbers = set(_NUMBER.findall(seen.replace(",", ""))) | set(_NUMBER.findall(dated))
    return bool(_NUMBER.search(value)) and numbers.issuperset(
        _NUMBER.findall(value.replace(",", ""))
    )


def _fault(value: str, key: Key, action: StatementAction, message: LogMessage, seen: str) -> str:
    """Say why a value of a key is none; empty: nothing is wrong."""
    if not 0 < len(key.name) <= _KEY_CHARS:
        return "it has no key, or one as long as a sentence"
    if not (value or action is StatementAction.END):
        return "it has no value"
    return (
        "" if not value or _stands(value, seen, message, key) else "its value does not stand there"
    )


def _is_unsaid(quote: str, message: LogMessage) -> bool:
    """Tell whether the words stand only where rules hear nothing that is meant of the speaker."""
    clauses = clauses_of(own_words(message), answers=False)
    spans = [found.span() for found in re.finditer(re.escape(quote), message.text)]
    return bool(spans) and all(
        any(
            frame.framing in _UNSAID and frame.start <= start and end <= frame.end
            for clause in clauses
            for frame in clause.frames
        )
        for start, end in spans
    )


def _subject(record: Mapping[str, Any], seen: str) -> Reference | None:
    """Return whom the record is about; None for a name that the message does not say.

    It may be meant rightly, by an earlier message, but nothing shows it; and the speaker it is not.
    """
    name = _text(record, "subject").strip()
    if not name or name.lower() in _SPEAKER:
        return Reference(ReferenceKind.SPEAKER)
    if name not in seen:
        return None
    given = _text(record, "subject_type")
    return _entity(name, seen, given if given in _TYPES else "")


def _entity(name: str, seen: str, type_: str) -> Reference:
    start = max(seen.find(name), 0)
    numbered = any(char.isdigit() for char in name)
    kind = ReferenceKind.NUMBER if numbered else ReferenceKind.NAME
    return Reference(kind, name, start, start + len(name), type=type_)


def _expiry(text: str, seen: str, message: LogMessage) -> Expiry | None:
    """Return an end by its time, or by a condition in the message's own words."""
    at = _instant(text, message)
    if at is not None:
        return Expiry(at=at)
    wanted = index_terms(text)
    said = bool(wanted) and set(index_terms(seen)).issuperset(wanted)
    return Expiry(condition=text) if said else None


def _instant(text: str, message: LogMessage) -> datetime | None:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    if moment.year not in _YEARS:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=message.at.tzinfo)


def _confidence(given: object) -> float:
    if isinstance(given, bool) or not isinstance(given, int | float):
        return 0.7
    if isinstance(given, float) and math.isnan(given):
        return 0.7
    return float(min(max(given, 0), 1))  # a whole number may be too large for a float


def _text(record: Mapping[str, Any], name: str) -> str:
    value = record.get(name, "")
    return value if isinstance(value, str) else str(value) if isinstance(value, int | float) else ""


def _choice(kind: type[_Word], record: Mapping[str, Any], name: str, usual: _Word) -> _Word:
    try:
        return kind(_text(record, name))
    except ValueError:
        return usual
