"""Which known entities a question names or points at, in any of our languages."""

from collections.abc import Iterable, Iterator
from itertools import product

from kesher.domain.entity import Entity, EntityName
from kesher.domain.fact import Fact
from kesher.domain.log import USER_SPEAKER
from kesher.memory.asked_things import things_asked
from kesher.memory.draft import DESCRIBED
from kesher.memory.names import (
    Likeness,
    content_words,
    likeness,
    meanings,
    name_keys,
    peeled,
)
from kesher.memory.related import described_key, keys_of
from kesher.ports.memory import MemoryView
from kesher.text.hebrew import FOLDS, QUESTION_WORDS
from kesher.text.naming.folding import fold_name
from kesher.text.naming.lists import Relation, relations, small_words
from kesher.text.naming.sounds import script

_LONGEST = 4
_LETTERS_LEFT = 2
_CERTAIN = 4
_WHOLE = 3
_RUSSIAN_CASES = {
    **dict.fromkeys(("ого", "ому", "ым"), ("ый", "ий")),
    **dict.fromkeys(("ой", "ою"), ("а",)),
    **dict.fromkeys(("ом", "ем"), ("", "й")),
    **dict.fromkeys(("у", "е"), ("а", "я", "")),
    **dict.fromkeys(("ы", "а"), ("а", "")),
    **dict.fromkeys(("и", "ю", "я"), ("я", "й", "а", "")),
}
"""Endings of nouns and names in other cases, the longest first, with those of the nominative."""


def mentioned(question: str, view: MemoryView, thread_id: str = "") -> tuple[str, ...]:
    """Return the ids of known entities that a question names, the surest first.

    By names and numbers in any script, by what common nouns mean in any language ("the dentist"
    finds "תור לרופאת שיניים"), and by relations to the speaker ("אשתי", "my wife"). "I" and "my"
    alone do not bring the speaker; the speaker's name does.

    Args:
        thread_id: Whose last user message says who "I" is; empty: the speaker `user`.
    """
    pieces = tuple(dict.fromkeys(_pieces(question)))
    found: dict[str, int] = {}
    for entity_id in _related(pieces, view, thread_id):
        found[entity_id] = _CERTAIN
    for entity, strength in _named(pieces, view):
        found[entity.id] = max(found.get(entity.id, 0), strength)
    owner = _asker(view, thread_id)
    if owner is not None and not any(strength >= _WHOLE for strength in found.values()):
        for entity_id in things_asked(question, view, owner, thread_id):
            found.setdefault(entity_id, 1)
    return tuple(sorted(found, key=lambda id_: -found[id_]))


def _pieces(question: str) -> Iterator[str]:
    """Runs of words, the longest first, with and without prefix letters on the first one."""
    words = [word.removesuffix("'s") for word in fold_name(question).split()]
    for size in range(_LONGEST, 0, -1):
        for at in range(len(words) - size + 1):
            for first in peeled(words[at]):
                yield " ".join((first, *words[at + 1 : at + size]))
            if script(words[at]) == "cyrillic":
                for way in product(*map(_undeclined, words[at : at + min(size, 2)])):
                    yield " ".join(way)


def _undeclined(word: str) -> tuple[str, ...]:
    """A Russian word, and what it may be in the nominative: "жену" is "жена"."""
    ending = next((one for one in _RUSSIAN_CASES if word.endswith(one)), "")
    if not ending or len(word) - len(ending) < _LETTERS_LEFT:
        return (word,)
    root = word.removesuffix(ending)
    return (word, *(root + nominative for nominative in _RUSSIAN_CASES[ending]))


def _named(pieces: tuple[str, ...], view: MemoryView) -> Iterator[tuple[Entity, int]]:
    """Entities whose names are like a piece of the question, with how sure it is.

    What is within a piece that is somebody's whole name means nobody else: in "שירן כהן" the
    family name does not bring שירה כהן.
    """
    by_key: dict[str, list[str]] = {}
    for piece in pieces:
        if piece not in _passed():
            for key in _asked_keys(piece):
                by_key.setdefault(key, []).append(piece)
    found = [
        (entity, _strength(name, piece, entity), piece)
        for name, entity in view.entities_named(by_key.keys())
        for piece in by_key[name.key]
    ]
    whole = {piece for _, strength, piece in found if strength == _WHOLE and " " in piece}
    for entity, strength, piece in found:
        within = any(f" {piece} " in f" {longer} " for longer in whole - {piece})
        if strength and not within:
            yield entity, strength


def _asked_keys(piece: str) -> Iterator[str]:
    """The keys of a piece as a person's name, as a thing's, as a number and as a description."""
    keys = {*name_keys(piece), *name_keys(piece, "person"), *name_keys(piece, "thing")}
    single = " " not in piece
    yield from sorted(key for key in keys if single or not key.startswith(("^", "%")))
    words = content_words(piece)
    yield from (f"{DESCRIBED}%{notion}" for notion in meanings(words) if words)
    if len(words) == 1 and len(words[0]) > 1:
        yield f"{DESCRIBED}^{words[0]}"


def _strength(name: EntityName, piece: str, entity: Entity) -> int:
    """How sure a key makes that the piece means the entity; 0: it does not."""
    if name.key.startswith(("%", DESCRIBED)):
        return 1
    alike = likeness(piece, name.text, entity.type)
    return {Likeness.SAME: _WHOLE, Likeness.PART: 2, Likeness.DOUBTFUL: 1}.get(alike, 0)


def _related(pieces: tuple[str, ...], view: MemoryView, thread_id: str) -> Iterator[str]:
    """Entities that stand to the speaker in a relation the question names."""
    asked = {one.keys: one for piece in pieces for one in relations() if _says(piece, one)}
    owner = _asker(view, thread_id) if asked else None
    if owner is None:
        return
    for relation in asked.values():
        keys = frozenset().union(*map(keys_of, relation.keys))
        facts = view.facts(subjects={owner.id}, keys=keys)
        yield from (fact.object_id for fact in facts if fact.object_id and _holds(fact))
        told = view.entities_named({described_key(owner.id, key) for key in keys})
        past = {fact.object_id for fact in facts if not _holds(fact)}
        yield from (entity.id for _, entity in told if entity.id not in past)


def _says(piece: str, relation: Relation) -> bool:
    """Whether words name the relation to the speaker: "אשתי", "my wife", "אמא שלי"."""
    if piece in relation.mine:
        return True
    words = piece.split()
    whose = small_words("mine") | small_words("theirs") | {"the"}
    noun = " ".join(word for word in words if word not in whose)
    bare = noun.removeprefix("ה")
    if noun in relation.nouns:
        return len(noun.split()) > 1 or any(word in whose for word in words)
    return bare in relation.nouns and noun.translate(FOLDS) not in QUESTION_WORDS


def _holds(fact: Fact) -> bool:
    return fact.superseded_by is None and fact.recorded_until is None and fact.held is None


def _asker(view: MemoryView, thread_id: str) -> Entity | None:
    before: Iterable[str] = ()
    if thread_id:
        messages = view.messages_before(thread_id, None, limit=_LONGEST)
        before = [message.speaker for message in reversed(messages) if message.role == "user"]
    return next((found for found in map(view.speaker, (*before, USER_SPEAKER)) if found), None)


def _passed() -> frozenset[str]:
    return small_words("mine") | small_words("definite") | small_words("of") | small_words("one")
