"""Which facts answer a question: by meaning, words, the key asked for, and whom they are about.

A fact is scored by itself and by its surroundings: what speaks for one fact of an order speaks for
the others of that order, and most for those on the same topic (the sum, way and date of a refund).
"""

from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from kesher.domain.entity import Entity
from kesher.domain.fact import Fact
from kesher.memory.schema import Schema
from kesher.ranking.best_first import best_first
from kesher.ranking.number_column import NumberColumn
from kesher.ranking.standard import standard
from kesher.ranking.term_counts import TermCounts, bm25
from kesher.ranking.vector_column import VectorColumn
from kesher.text.question_aims import Aim, aim, is_personal
from kesher.text.question_cues import asked_keys, vital_keys
from kesher.text.terms import index_terms, query_terms

Floats = NDArray[np.float64]
Places = slice | NDArray[np.int_]
"""Which facts are ranked: all, or some positions in order."""

LIVING = frozenset({"person", "pet"})

_NEXT = 0.8
"""What a fact more between an entity and the one meant leaves of its weight."""

_UNGUESSED = 0.7
"""What remains of it for others where the question perhaps means a thing lately spoken of."""

MOST_HINTS = 2
"""More cue words than this for one key say nothing more."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What each view of a fact counts for; the first two are standard scores.

    Chosen on the development set of `benchmarks/memory`.
    """

    meaning: float = 0.7
    words: float = 0.7
    asked_key: float = 1.0
    subject: float = 0.5
    object: float = 0.2
    named: float = 1.0
    beside: float = 1.0
    topic: float = 0.3
    vital: float = 1.4
    aimed: float = 5.0
    others_aimed: float = 0.1


WEIGHTS = Weights()


def described(fact: Fact, subject: Entity, schema: Schema, *, also: str = "") -> str:
    """Return the text that stands for a fact in search: whose, what in Hebrew and English, value.

    Args:
        also: More about the subject: the product of an order, for instance.
    """
    key = schema.key(fact.key)
    whose = "" if subject.speaker else f"{subject.name} {also}".strip()
    return f"{whose} {key.he} {key.en}: {fact.value}".strip()


def family(key: str) -> str:
    """Return what keys of one matter share: of `refund_status` and `refund_eta` it is `refund`."""
    return key.partition("_")[0]


@dataclass(slots=True)
class FactIndex:
    """All facts of one tenant as search sees them, whatever their state; it only grows."""

    schema: Schema
    weights: Weights = WEIGHTS
    ids: list[str] = field(default_factory=list)
    _keys: NumberColumn[np.int32] = field(default_factory=lambda: NumberColumn(np.int32))
    _subjects: NumberColumn[np.int32] = field(default_factory=lambda: NumberColumn(np.int32))
    _objects: NumberColumn[np.int32] = field(default_factory=lambda: NumberColumn(np.int32))
    _topics: NumberColumn[np.int32] = field(default_factory=lambda: NumberColumn(np.int32))
    _speaks: NumberColumn[np.bool_] = field(default_factory=lambda: NumberColumn(np.bool_))
    _recorded: NumberColumn[np.float64] = field(default_factory=lambda: NumberColumn(np.float64))
    _key_of: dict[str, int] = field(default_factory=dict)
    _entities: dict[str, int] = field(default_factory=dict)
    _owners: dict[int, bool] = field(default_factory=dict)
    _topic_of: dict[tuple[str, str], int] = field(default_factory=dict)
    _terms: TermCounts = field(default_factory=TermCounts)
    _vectors: VectorColumn = field(default_factory=VectorColumn)

    def add(
        self, fact: Fact, subject: Entity, *, also: str = "", vector: NDArray[np.float32] | None
    ) -> int:
        """Append a fact; return its position, by which `embed` gives it a vector later."""
        self.ids.append(fact.id)
        self._keys.add(self._key_of.setdefault(fact.key, len(self._key_of)))
        self._subjects.add(self._number(fact.subject_id))
        self._objects.add(self._number(fact.object_id) if fact.object_id else -1)
        if fact.object_id and subject.type in LIVING:
            owned = self._number(fact.object_id)
            self._owners[owned] = self._owners.get(owned, False) or bool(subject.speaker)
        topic = (fact.subject_id, family(fact.key))
        self._topics.add(self._topic_of.setdefault(topic, len(self._topic_of)))
        self._speaks.add(bool(subject.speaker))
        self._recorded.add(fact.recorded_from.timestamp())
        self._terms.add(self._described_terms(fact, subject, also))
        return self._vectors.add(vector)

    def _described_terms(self, fact: Fact, subject: Entity, also: str) -> list[str]:
        """Return the terms of `described`; what it shares with other facts is taken apart once."""
        key = self.schema.key(fact.key)
        whose = () if subject.speaker else _terms_of(f"{subject.name} {also}".strip())
        return [*whose, *_terms_of(f"{key.he} {key.en}"), *index_terms(fact.value)]

    def embed(self, position: int, vector: NDArray[np.float32]) -> None:
        """Give a fact the unit-length vector of its `described` text."""
        self._vectors.put(position, vector)

    def has_word(self, word: str) -> bool:
        """Tell whether facts have a word, with or without Hebrew's article; of a phrase all."""
        ways = (word, word[1:]) if word.startswith("ה") else (word,)
        return any(all(map(self._terms.has, index_terms(way) or [way])) for way in ways)

    def rank(
        self,
        question: str,
        vector: NDArray[np.float32] | None,
        *,
        named: frozenset[str] = frozenset(),
        sure: frozenset[str] = frozenset(),
        top: int,
        believed_at: datetime | None = None,
    ) -> list[tuple[str, float]]:
        """Return the ids of up to `top` facts, best first, with their scores.

        Args:
            vector: The question's unit-length embedding; None: by words alone.
            named: Ids of the entities that the question names.
            sure: Those of them that its words surely name.
            believed_at: As if nothing recorded later stood here: scores are then what they were.
        """
        weights, at = self.weights, self._recorded_by(believed_at)
        keys, topics = self._keys.values[at], self._topics.values[at]
        if not len(keys):
            return []
        own = self._own(question, vector, weights, at)
        beside = self._beside(named, at)
        scores = own + self._by_key(question, weights)[keys]
        scores += self._by_entity(own, named, beside, weights, at)
        scores += weights.aimed * self._aimed(aim(question), sure, named - sure, weights, at)
        best_of_topic = np.full(len(self._topic_of), -np.inf)
        np.maximum.at(best_of_topic, topics, scores)
        scores += weights.topic * best_of_topic[topics]
        return [(self.ids[_place(at, n)], float(scores[n])) for n in best_first(scores, top)]

    def _recorded_by(self, believed_at: datetime | None) -> Places:
        if believed_at is None:
            return slice(None)
        return np.flatnonzero(self._recorded.values <= believed_at.timestamp())

    def _own(
        self, question: str, vector: NDArray[np.float32] | None, weights: Weights, at: Places
    ) -> Floats:
        rows = self._terms.rows(query_terms(question))[:, at]
        own = weights.words * standard(bm25(rows, self._terms.lengths()[at]))
        if vector is not None:
            every, held = self._vectors.products(vector)
            products, known = every[at], held[at]
            if known.any():
                own[known] += weights.meaning * standard(products[known])
        return own

    def _by_key(self, question: str, weights: Weights) -> Floats:
        """Return what each key counts for: asked for by the question's words, and vital ones."""
        asked, vital = asked_keys(question), vital_keys()
        return np.asarray(
            [
                weights.asked_key * min(asked.get(key, 0), MOST_HINTS)
                + weights.vital * (key in vital)
                for key in self._key_of
            ]
        )

    def _beside(self, ids: frozenset[str], at: Places) -> NDArray[np.bool_]:
        """Mark by number the entities one fact away from some, the speaker's facts left out."""
        subjects, objects = self._subjects.values[at], self._objects.values[at]
        marked = np.zeros(len(self._entities) + 1, dtype=np.bool_)  # the last: where -1 points
        marked[[self._entities[id_] for id_ in ids & self._entities.keys()]] = True
        linked = (objects >= 0) & ~self._speaks.values[at]
        near = np.zeros_like(marked)
        near[objects[linked & marked[subjects]]] = True
        near[subjects[linked & marked[objects]]] = True
        return near[:-1] & ~marked[:-1]

    def _aimed(
        self,
        wanted: Aim,
        sure: frozenset[str],
        guessed: frozenset[str],
        weights: Weights,
        at: Places,
    ) -> Floats:
        """Mark the facts that have what is asked, less where they are about somebody else."""
        asked = np.asarray([key in wanted.keys for key in self._key_of], dtype=np.float64)
        personal = np.asarray([is_personal(key) for key in self._key_of], dtype=np.bool_)
        keys, speaks = self._keys.values[at], self._speaks.values[at]
        sure = sure | self._in_the_role(wanted.roles, at)
        if sure:
            near = self._nearness(sure, at)
        else:
            near = self._of_the_asker()
            if guessed:
                near = np.maximum(_UNGUESSED * near, self._nearness(guessed, at))
        subjects, objects = self._subjects.values[at], self._objects.values[at]
        share = np.maximum(near[subjects], near[objects])
        if not sure or wanted.of_someone:
            share = np.where(speaks, 1.0, share)
        if not sure:
            share = np.where(~speaks & personal[keys], 0.0, share)
        return asked[keys] * np.maximum(share, weights.others_aimed)

    def _nearness(self, sure: frozenset[str], at: Places) -> Floats:
        """Return by number 1 for the entities meant, less the more facts lie between; last 0."""
        near = np.zeros(len(self._entities) + 1)
        reached = sure
        for share in (_NEXT, _NEXT * _NEXT):
            marked = np.flatnonzero(self._beside(reached, at))
            near[marked] = np.maximum(near[marked], share)
            names = list(self._entities) if len(marked) else []
            reached = reached | {names[number] for number in marked}
        near[[self._entities[id_] for id_ in sure & self._entities.keys()]] = 1.0
        return near

    def _of_the_asker(self) -> Floats:
        """Return by number 1 for all but what belongs to somebody else alone; 0 last."""
        near = np.ones(len(self._entities) + 1)
        near[[number for number, own in self._owners.items() if not own]] = 0.0
        near[-1] = 0.0
        return near

    def _in_the_role(self, roles: frozenset[str], at: Places) -> frozenset[str]:
        """Return who stands as a value of some keys: the technicians, the couriers."""
        numbers = [self._key_of[key] for key in roles & self._key_of.keys()]
        if not numbers:
            return frozenset()
        objects = self._objects.values[at][np.isin(self._keys.values[at], numbers)]
        names = list(self._entities)
        return frozenset(names[number] for number in set(objects.tolist()) if number >= 0)

    def _by_entity(
        self,
        own: Floats,
        named: frozenset[str],
        beside: NDArray[np.bool_],
        weights: Weights,
        at: Places,
    ) -> Floats:
        """Return what the best fact of its subject, and of its object, adds to each fact.

        The speaker has facts of every sort: one of them says nothing about the others.
        """
        subjects, objects = self._subjects.values[at], self._objects.values[at]
        others = ~self._speaks.values[at]
        best = np.full(len(self._entities), -np.inf)
        np.maximum.at(best, subjects[others], own[others])
        linked = objects >= 0
        np.maximum.at(best, objects[linked], own[linked])
        best[np.isinf(best)] = 0.0
        for entity in named & self._entities.keys():
            best[self._entities[entity]] += weights.named / weights.subject
        best[beside] += weights.beside / weights.subject
        added = np.zeros(len(own))
        added[others] += weights.subject * best[subjects[others]]
        added[linked] += weights.object * best[objects[linked]]
        return added

    def _number(self, entity_id: str) -> int:
        return self._entities.setdefault(entity_id, len(self._entities))


@lru_cache(maxsize=4_096)
def _terms_of(text: str) -> tuple[str, ...]:
    return tuple(index_terms(text))


def _place(at: Places, number: int) -> int:
    return number if isinstance(at, slice) else int(at[number])
