"""A tenant of a hundred thousand facts, made up by a seed: see README.md."""

import random
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from kesher.app.memory.services import MemoryServices
from kesher.domain.entity import Entity, EntityName
from kesher.domain.fact import Fact, FactKind
from kesher.domain.log import LogMessage, MessageRef, Speaking
from kesher.domain.scope import Scope
from kesher.memory.names import name_keys
from kesher.ports.memory import MemoryChange, MemoryView
from kesher.ports.memory_vectors import MemoryVectorStore


def _listed(words: str) -> tuple[str, ...]:
    return tuple(words.split())


SCOPE = Scope("מלא")
PEOPLE = 2_000
MESSAGES = 20_000
FACTS_A_MESSAGE = 5
FIRST = _listed(
    """
    דנה יואב נועה איתן שירה עומר מאיה גיל רות אסף ליאור תמר אלון הדס עידו יעל רוני טל אורי ענת
    Dana Omar Nadia Yusuf Ivan Olga Peter Anna Tom Ruth
    """
)
SYLLABLES = _listed("בר גל דן הר זיו חן טל כרם לב מור נוף סער עד פז צור קרן רם שקד תום אל")
KEYS = (
    "city",
    "phone",
    "workplace",
    "job",
    "hobby",
    "favorite_food",
    "car",
    "pet",
    "refund_status",
)
WORDS = _listed(
    """
    חיפה רחובות מהנדס מורה רופאה ספרייה גינה שולחן מנורה ארון כחול לבן ירוק שחור מרפסת חדר קומה
    ריצה שחייה ציור פסנתר גיטרה טיול הר ים כביש רכבת אופניים מכונית כלב חתול ארנב קפה תה לחם
    garden piano violin teacher lawyer baker train harbour bridge window winter summer orange
    """
)
BEGAN = datetime(2024, 1, 1, 8, tzinfo=UTC)
_VECTORS_AT_ONCE = 2_000


async def fill(memory: MemoryServices, vectors: MemoryVectorStore, *, dimensions: int) -> None:
    """Store the tenant: messages, their facts, and a vector of random direction for each."""
    chance = random.Random(4521)  # noqa: S311 - made-up data, not a secret
    people = [
        Entity(f"ent_{number}", "person", name, BEGAN) for number, name in enumerate(_names(chance))
    ]
    await memory.store.decide(SCOPE, lambda _: (MemoryChange(entities=tuple(people)), None))
    names = tuple(
        EntityName(each.id, key, each.name) for each in people for key in name_keys(each.name)
    )
    await memory.store.decide(SCOPE, lambda _: (MemoryChange(names=names), None))
    for number in range(MESSAGES):
        message, change = _said(chance, people, number)
        await memory.store.add_message(SCOPE, message, _changing(change))
    await _embed(memory, vectors, dimensions)


def _changing(change: MemoryChange) -> Callable[[MemoryView], tuple[MemoryChange, None]]:
    return lambda _: (change, None)


def _names(chance: random.Random) -> list[str]:
    """Return names of two words, each of them once; many share a first name, as people do."""
    whole = [f"{first} {start}{end}" for first in FIRST for start in SYLLABLES for end in SYLLABLES]
    return chance.sample(whole, PEOPLE)


def _said(
    chance: random.Random, people: list[Entity], number: int
) -> tuple[LogMessage, MemoryChange]:
    at = BEGAN + timedelta(minutes=40 * number)
    stated = [(chance.choice(people), chance.choice(KEYS)) for _ in range(FACTS_A_MESSAGE)]
    values = [" ".join(chance.choices(WORDS, k=3)) for _ in stated]
    text = ". ".join(
        f"{who.name} {key} {value}" for (who, key), value in zip(stated, values, strict=True)
    )
    message = LogMessage(f"msg_{number}", f"שיחה {number // 100}", Speaking.USER, at, text)
    facts = tuple(_facts(message, stated, values, number))
    return message, MemoryChange(facts=facts)


def _facts(
    message: LogMessage, stated: list[tuple[Entity, str]], values: list[str], number: int
) -> Iterator[Fact]:
    for place, ((who, key), value) in enumerate(zip(stated, values, strict=True)):
        start = message.text.index(value)
        yield Fact(
            id=f"fct_{number}_{place}",
            subject_id=who.id,
            key=key,
            value=value,
            kind=FactKind.STABLE,
            confidence=0.9,
            thread_id=message.thread_id,
            source_message_id=message.id,
            quote=(start, start + len(value)),
            said_by=Speaking.USER,
            valid_from=message.at,
            recorded_from=message.at,
        )


async def _embed(memory: MemoryServices, vectors: MemoryVectorStore, dimensions: int) -> None:
    chance = np.random.default_rng(4521)
    embedder = memory.tending.embedder.name
    while True:
        lacking = await vectors.vectorless(embedder=embedder, limit=_VECTORS_AT_ONCE)
        if lacking is None:
            return
        turns = [MessageRef(each.thread_id, each.id) for each in lacking.messages]
        facts = [each.id for each in lacking.facts]
        await vectors.save_memory_vectors(
            lacking.scope,
            embedder=embedder,
            turns=dict(zip(turns, _directions(chance, len(turns), dimensions), strict=True)),
            facts=dict(zip(facts, _directions(chance, len(facts), dimensions), strict=True)),
        )


def _directions(chance: np.random.Generator, count: int, dimensions: int) -> NDArray[np.float32]:
    made = chance.standard_normal((count, dimensions)).astype(np.float32)
    found: NDArray[np.float32] = made / np.linalg.norm(made, axis=1, keepdims=True)
    return found
