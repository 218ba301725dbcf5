"""Memory on gold conversations: predictions for a scorer, made from the messages alone."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from kesher.app.memory.recalling import MemoryContext, RecallQuery
from kesher.app.memory.remembering import NewMessage
from kesher.app.memory.services import MemoryServices
from kesher.domain.entity import Entity
from kesher.domain.fact import Fact, FactKind, FactState, Held, Review
from kesher.domain.log import USER_SPEAKER, Speaking
from kesher.domain.scope import Scope
from kesher.errors import InputError
from kesher.ports.memory import MemoryView
from kesher.ports.models import Progress

QUERY_TOKENS = 300
ALL = 1_000_000
_UTTERANCES = "utterances.jsonl"
_NEAREST = 6
"""Entities of so many of the best facts count as those that a question is about."""

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Gold:
    """What of a folder may be read before predicting: never facts, entities or answers."""

    conversations: Sequence[Json]
    utterances: Sequence[Json]


def read_gold(folder: Path) -> Gold:
    """Return messages and questions of a folder of conversations.

    Raises:
        InputError: there is no such folder, or a file in it is no conversation.
    """
    files = sorted(folder.glob("*.json"))
    utterances = folder / _UTTERANCES
    if not files and not utterances.is_file():
        raise InputError(f"`{folder}` holds no conversation (`*.json`) and no `{_UTTERANCES}`.")
    lines = _text(utterances).splitlines() if utterances.is_file() else []
    return Gold(
        [_read(file, _conversation, _text(file)) for file in files],
        [_read(utterances, _utterance, line) for line in lines if line.strip()],
    )


def _text(file: Path) -> str:
    try:
        return file.read_text("utf-8")
    except (OSError, UnicodeError) as error:
        raise InputError(f"`{file}` cannot be read as UTF-8 text: {error}.") from error


def _read(file: Path, shaped: Callable[[Json], Json], text: str) -> Json:
    try:
        return shaped(json.loads(text))
    except KeyError as error:
        raise InputError(f"`{file}` is not of the expected shape: it has no {error}.") from error
    except (ValueError, TypeError) as error:
        raise InputError(f"`{file}` is not of the expected shape: {error}.") from error


async def predict(
    memory: MemoryServices, gold: Gold, *, progress: Progress | None = None
) -> tuple[list[Json], list[Json]]:
    """Run every conversation and utterance through a memory of its own; return predictions.

    Args:
        memory: On an empty store: each conversation becomes a tenant.
        progress: Called with (done, all).
    """
    total = len(gold.conversations) + len(gold.utterances)
    tell = progress or (lambda done, all_of: None)
    conversations, utterances = [], []
    for given in gold.conversations:
        conversations.append(await _predict_conversation(memory, given))
        tell(len(conversations), total)
    for given in gold.utterances:
        utterances.append(await _predict_utterance(memory, given))
        tell(len(conversations) + len(utterances), total)
    return conversations, utterances


def written(folder: Path, conversations: Sequence[Json], utterances: Sequence[Json]) -> None:
    """Write predictions as the scorer reads them."""
    folder.mkdir(parents=True, exist_ok=True)
    for each in conversations:
        text = json.dumps(each, ensure_ascii=False, indent=1)
        (folder / f"{each['id']}.json").write_text(text, encoding="utf-8")
    lines = (json.dumps(each, ensure_ascii=False) + "\n" for each in utterances)
    (folder / _UTTERANCES).write_text("".join(lines), encoding="utf-8")


def _conversation(whole: Json) -> Json:
    messages = [{name: m[name] for name in ("id", "role", "at", "text")} for m in whole["messages"]]
    questions = [
        {name: query[name] for name in ("id", "at_message", "question")}
        for query in whole.get("queries", ())
    ]
    zone = whole.get("timezone", "Asia/Jerusalem")
    return {"id": whole["id"], "zone": zone, "messages": messages, "queries": questions}


def _utterance(whole: Json) -> Json:
    return {
        "id": whole["id"],
        "at": whole["at"],
        "role": whole["role"],
        "text": whole["text"],
        "before": [{"role": m["role"], "text": m["text"]} for m in whole.get("context", ())],
    }


async def _predict_conversation(memory: MemoryServices, given: Json) -> Json:
    scope = Scope(given["id"])
    asked: dict[str, list[Json]] = {}
    for query in given["queries"]:
        asked.setdefault(query["at_message"], []).append(query)
    queries = []
    for message in given["messages"]:
        await memory.remember.add(scope, _message(given["id"], given["zone"], message))
        queries += [
            await _answered(memory, scope, given["zone"], message, query)
            for query in asked.get(message["id"], ())
        ]
    reviews = await memory.store.review_list(scope, pending=False)
    known = await memory.store.look(scope, lambda view: _known(view, given["id"]))
    end = datetime.fromisoformat(given["messages"][-1]["at"])
    return {
        "id": given["id"],
        **known,
        "records": _records(known["facts"], end),
        "reviews": [{"message": review.message_id} for review in _of_facts(reviews)],
        "queries": queries,
    }


def _of_facts(reviews: Sequence[Review]) -> Iterator[Review]:
    return (review for review in reviews if not review.entity_ids)


def _message(thread: str, zone: str, given: Json) -> NewMessage:
    return NewMessage(
        thread_id=thread,
        text=given["text"] if given["text"].strip() else "-",
        at=datetime.fromisoformat(given["at"]),
        role=Speaking(given["role"]),
        id=given["id"],
        zone=zone,
    )


async def _answered(
    memory: MemoryServices, scope: Scope, zone: str, message: Json, query: Json
) -> Json:
    while await memory.tending.step():
        continue
    context = await memory.recall.recall(
        scope,
        RecallQuery(
            text=query["question"],
            as_of=datetime.fromisoformat(message["at"]),
            budget_tokens=QUERY_TOKENS,
            zone=zone,
            thread_id=scope.tenant_id,
            turns=False,
        ),
    )
    return {
        "query": query["id"],
        "entities": _entities(context),
        "unknown": not context.is_known,
        "context": context.text,
        "facts": [{"fact": known.fact.id, "as": _shown_as(known.state)} for known in context.facts],
    }


def _entities(context: MemoryContext) -> list[str]:
    best = context.facts[:_NEAREST]
    return list(dict.fromkeys(_entity_name(known.subject) for known in best))


def _entity_name(entity: Entity) -> str:
    return "user" if entity.speaker == USER_SPEAKER else entity.id


def _shown_as(state: FactState) -> str:
    if state is FactState.EVENT:
        return "event"
    return "current" if state in (FactState.CURRENT, FactState.FUTURE) else "past"


def _known(view: MemoryView, thread: str) -> Json:
    mentions = view.recent_mentions(thread, None, limit=ALL)
    ids = {mention.entity_id for mention in mentions}
    user = view.speaker(USER_SPEAKER)
    ids |= {user.id} if user else set()
    rows = _all_facts(view, ids)
    by_id = {fact.id: fact for fact in rows}
    ids |= {end for fact in rows for end in (fact.subject_id, fact.object_id) if end}
    standing = {each.id: _root(view, each) for each in view.entities(ids)}
    return {
        "entities": [
            {
                "id": _entity_name(entity),
                "type": entity.type,
                "name": entity.name,
                "aliases": [name.text for name in view.names([entity.id])],
                "mentions": [
                    {"message": m.message_id, "text": m.text, "start": m.start, "end": m.end}
                    for m in mentions
                    if standing[m.entity_id].id == entity.id
                ],
            }
            for entity in {each.id: each for each in standing.values()}.values()
        ],
        "facts": [_fact(fact, standing) for fact in rows if not _reworded(fact, by_id)],
    }


def _reworded(fact: Fact, by_id: dict[str, Fact]) -> bool:
    """Tell of a row of which only our belief ended: another one says the same, or more of it."""
    later = by_id.get(fact.superseded_by or "")
    return (
        fact.recorded_until is not None
        and later is not None
        and later.key == fact.key
        and (fact.value in later.value or later.object_id == fact.object_id is not None)
    )


def _all_facts(view: MemoryView, ids: set[str]) -> list[Fact]:
    found: dict[str, Fact] = {}
    seen: set[str] = set()
    while ids - seen:
        fresh = ids - seen
        seen |= fresh
        for fact in view.facts(subjects=sorted(fresh), history=True):
            found[fact.id] = fact
            ids = ids | {fact.object_id} if fact.object_id else ids
    return list(found.values())


def _root(view: MemoryView, entity: Entity) -> Entity:
    while entity.merged_into is not None:
        (entity,) = view.entities([entity.merged_into])
    return entity


def _fact(fact: Fact, standing: dict[str, Entity]) -> Json:
    lapses = fact.expires.at if fact.expires else None
    row: Json = {
        "id": fact.id,
        "subject": _entity_name(standing[fact.subject_id]),
        "key": fact.key,
        "value": _entity_name(standing[fact.object_id]) if fact.object_id else fact.value,
        "kind": fact.kind.value,
        "source_message": fact.source_message_id,
        "confidence": fact.confidence,
        "valid_from": fact.valid_from.isoformat(),
        "valid_until": fact.valid_until.isoformat() if fact.valid_until else None,
        "superseded_by": fact.superseded_by,
        "expires": lapses.isoformat() if lapses else None,
    }
    if fact.recorded_until is not None or fact.held is Held.RETRACTED:
        row["status"] = "superseded"
    return row


def _records(facts: Sequence[Json], end: datetime) -> list[Json]:
    return [
        {
            "entity": fact["subject"],
            "key": fact["key"],
            "value": fact["value"],
            "confidence": fact["confidence"],
            "source_turn": fact["source_message"],
            "updated_at": fact["valid_from"],
        }
        for fact in facts
        if fact["kind"] != FactKind.EVENT and _holds(fact, end)
    ]


def _holds(fact: Json, end: datetime) -> bool:
    if fact.get("status") or fact["superseded_by"]:
        return False
    ends = [fact[name] for name in ("valid_until", "expires") if fact[name]]
    return all(datetime.fromisoformat(each) > end for each in ends)


async def _predict_utterance(memory: MemoryServices, given: Json) -> Json:
    scope = Scope(f"utterance {given['id']}")
    at = datetime.fromisoformat(given["at"])
    for place, before in enumerate(given["before"]):
        earlier = at - timedelta(minutes=len(given["before"]) - place)
        said = {**before, "id": f"before {place}", "at": earlier.isoformat()}
        await memory.remember.add(scope, _message(given["id"], "Asia/Jerusalem", said))
    added = await memory.remember.add(scope, _message(given["id"], "Asia/Jerusalem", given))
    facts = added.learned.facts if added.learned else ()
    ids = {fact.subject_id for fact in facts} | {f.object_id for f in facts if f.object_id}
    entities = await memory.store.look(
        scope, lambda view: {each.id: each for each in view.entities(ids)}
    )
    return {"id": given["id"], "records": list(_utterance_records(facts, entities, given["id"]))}


def _as_told(fact: Fact, entities: dict[str, Entity]) -> str | None:
    """Return the key of a flat record; None: the record of another fact says it.

    In a flat list an appointment or task has no row of its own: when it is, and by when it is due,
    are rows of the person whose it is, and that it is done is the end of the person's row,
    its deadline's too.
    """
    of = entities[fact.subject_id].type
    if of == "appointment":
        return "appointment" if fact.key == "time" else None
    if of == "task" and fact.key == "task_status":
        return None
    points = entities[fact.object_id].type if fact.object_id else ""
    return None if fact.key == "appointment" == points else fact.key


def _is_ones_own(subject: Entity) -> bool:
    return subject.type in ("appointment", "task")


def _utterance_records(
    facts: Sequence[Fact], entities: dict[str, Entity], message_id: str
) -> Iterator[Json]:
    corrected = {fact.superseded_by for fact in facts if fact.recorded_until is not None}
    for fact in facts:
        own = fact.source_message_id == message_id
        ended = fact.ended_by == message_id and fact.superseded_by is None
        if not (own or ended) or fact.recorded_until is not None:
            continue
        subject = entities[fact.subject_id]
        told = _as_told(fact, entities)
        if told is None or (ended and subject.type == "task"):
            continue
        value = entities[fact.object_id].name if fact.object_id else fact.value
        yield {
            "entity": "user" if subject.speaker or _is_ones_own(subject) else subject.name,
            "key": told,
            "value": value,
            "confidence": fact.confidence,
            "op": "end" if ended else "correct" if fact.id in corrected else "set",
        }
