"""What a conversation has at hand: entities lately mentioned, and the words they were called by."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from kesher.domain.entity import Entity
from kesher.domain.fact import Fact
from kesher.domain.log import USER_SPEAKER, Speaking
from kesher.memory.draft import Draft
from kesher.memory.names import content_words, meanings
from kesher.text.naming.folding import fold_name
from kesher.text.naming.lists import notions, small_words

MENTIONS = 160
MESSAGES = 60
ASSISTANT = "assistant"
"""The other side of a thread in which nobody else has spoken yet."""

_TELLING = ("product", "color", "size", "issue", "about", "order_status", "status", "pet_type")
_HAVING = ("order", "pet", "task", "appointment", "medication", "contact", "supplier")
_STATUS = frozenset({"order_status", "status", "ticket_status", "task_status", "medication_status"})


@dataclass(frozen=True, slots=True)
class Seen:
    """An entity of the conversation.

    Attributes:
        words: Folded words that it was called by or that facts tell of it, without articles.
        kind_words: Nouns that it has from what it replaces.
        notions: What common nouns among them mean.
        age: Messages since it was last mentioned; 0: in this one.
        rank: 0 for the one mentioned last of all.
        closed: Its last status says that it is over.
        faulty: Something was wrong with it.
    """

    entity: Entity
    words: frozenset[str]
    kind_words: frozenset[str]
    notions: frozenset[str]
    age: int
    rank: int
    closed: bool
    faulty: bool


class Window:
    """The entities of a thread in the order in which they come to mind, latest first."""

    def __init__(self, draft: Draft, owner: Entity) -> None:
        self._draft = draft
        self._owner = owner

    def seen(self) -> list[Seen]:
        """Return what is at hand: this thread's mentions, then what the user's facts lead to."""
        texts: dict[str, list[str]] = {}
        ages: dict[str, int] = {}
        for age, entity_id, text in self._mentioned():
            texts.setdefault(entity_id, []).append(text)
            ages.setdefault(entity_id, age)
        merged: dict[str, tuple[Entity, list[str], int]] = {}
        for id_, entity in self._draft.roots(texts).items():
            known = merged.setdefault(entity.id, (entity, [], ages[id_]))
            known[1].extend(texts[id_])
        for entity in self._owned:
            merged.setdefault(entity.id, (entity, [], MESSAGES))
        return self._described(merged)

    @cached_property
    def ages(self) -> dict[str, int]:
        """Messages of the thread by how many lie between."""
        message = self._draft.message
        before = self._draft.view.messages_before(message.thread_id, message.id, limit=MESSAGES)
        ages = {one.id: age for age, one in enumerate(reversed(before), start=1)}
        return ages | {message.id: 0}

    @cached_property
    def _stored(self) -> list[tuple[int, str, str]]:
        message = self._draft.message
        found = self._draft.view.recent_mentions(message.thread_id, message.id, limit=MENTIONS)
        return [(self.ages.get(m.message_id, MESSAGES), m.entity_id, m.text) for m in found]

    @cached_property
    def _owned(self) -> list[Entity]:
        """What facts of the speaker lead to: orders, appointments, medications of other threads."""
        facts = self._draft.view.facts(subjects={self._owner.id}, keys=_HAVING)
        ids = [fact.object_id for fact in reversed(facts) if fact.object_id and not fact.held]
        return self._draft.standing(ids[:MENTIONS])

    def _mentioned(self) -> Iterable[tuple[int, str, str]]:
        own = [(0, mention.entity_id, mention.text) for mention in reversed(self._draft.mentions)]
        return [*own, *self._stored]

    def _described(self, known: dict[str, tuple[Entity, list[str], int]]) -> list[Seen]:
        view = self._draft.view
        told = _by_subject(view.facts(subjects=known.keys(), keys=_TELLING))
        replacing = view.facts(objects=known.keys(), keys={"replaces"})
        called: dict[str, list[str]] = {id_: [] for id_ in known}
        names = self._draft.names(known.keys())
        roots = self._draft.roots(name.entity_id for name in names)
        for name in names:
            called.setdefault(roots[name.entity_id].id, []).append(name.text)
        found = [
            _seen(entity, [*texts, *called[id_]], age, rank, told.get(id_, []))
            for rank, (id_, (entity, texts, age)) in enumerate(known.items())
        ]
        return _replaced(found, {f.subject_id: f.object_id or "" for f in replacing})


def partner(draft: Draft) -> str:
    """Return who the other side of a message is: its `speaker`, or `assistant`."""
    message = draft.message
    before = draft.view.messages_before(message.thread_id, message.id, limit=MESSAGES)
    if message.role is Speaking.ASSISTANT:
        users = [one.speaker for one in before if one.role is Speaking.USER]
        return users[-1] if users else USER_SPEAKER
    others = [one.speaker for one in before if one.speaker != message.speaker]
    return others[-1] if others else ASSISTANT


def _seen(entity: Entity, called: list[str], age: int, rank: int, facts: list[Fact]) -> Seen:
    texts = [entity.name, *called, *(fact.value for fact in facts if fact.key not in _STATUS)]
    word_lists = [content_words(text) for text in dict.fromkeys(texts)]
    states = [fact for fact in facts if fact.key in _STATUS and fact.superseded_by is None]
    return Seen(
        entity=entity,
        words=frozenset(word for words in word_lists for word in words),
        kind_words=frozenset(),
        notions=frozenset(notion for words in word_lists for notion in meanings(words)),
        age=age,
        rank=rank,
        closed=bool(states) and _is_closed(states[-1].value),
        faulty=any(fact.key == "issue" for fact in facts),
    )


def _replaced(found: list[Seen], replacing: Mapping[str, str]) -> list[Seen]:
    """What was replaced is over, and what replaces it is called by the same nouns."""
    by_id = {one.entity.id: one for one in found}
    after = []
    for one in found:
        old = by_id.get(replacing.get(one.entity.id, ""))
        kind = frozenset(w for w in old.words if w in notions()) if old else frozenset()
        after.append(
            replace(
                one,
                closed=one.closed or one.entity.id in replacing.values(),
                kind_words=kind | one.kind_words,
                notions=one.notions | (old.notions if old else frozenset()),
            )
        )
    return after


def _is_closed(status: str) -> bool:
    folded = fold_name(status)
    return folded in small_words("closed") or bool(set(folded.split()) & small_words("closed"))


def _by_subject(facts: Collection[Fact]) -> dict[str, list[Fact]]:
    found: dict[str, list[Fact]] = {}
    for fact in facts:
        if fact.held is None:
            found.setdefault(fact.subject_id, []).append(fact)
    return found
