"""Which known entities a question names or points at, in any of our languages."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product

from kesher.domain.entity import Entity, EntityName
from kesher.domain.log import USER_SPEAKER
from kesher.memory.asked_things import things_asked
from kesher.memory.draft import DESCRIBED
from kesher.memory.kin_asked import Reached, holders, missing_kin, reached
from kesher.memory.names import (
    NUMBERED,
    Likeness,
    content_words,
    likeness,
    meanings,
    name_keys,
    peeled,
)
from kesher.ports.memory import MemoryView
from kesher.text import stems
from kesher.text.hebrew import FOLDS, QUESTION_WORDS
from kesher.text.naming.folding import fold_name
from kesher.text.naming.lists import Relation, relations, small_words
from kesher.text.naming.sounds import script

_LONGEST = 4
_LETTERS_LEFT = 2
_CERTAIN, _WHOLE, _PART, _DESCRIBED, _DOUBTFUL, _GUESSED = range(5, -1, -1)
"""How sure a question's words make whom it names."""
_RUSSIAN_CASES = {
    **dict.fromkeys(("ого", "ому", "ым"), ("ый", "ий")),
    **dict.fromkeys(("ой", "ою"), ("а",)),
    **dict.fromkeys(("ом", "ем"), ("", "й")),
    **dict.fromkeys(("у", "е"), ("а", "я", "")),
    **dict.fromkeys(("ы", "а"), ("а", "")),
    **dict.fromkeys(("и", "ю", "я"), ("я", "й", "а", "")),
}
"""Endings of nouns and names in other cases, the longest first, with those of the nominative."""


@dataclass(frozen=True, slots=True)
class Named:
    """Known entities that a question names, by id.

    Attributes:
        ids: The surest first.
        sure: Those that its words say, rather than perhaps mean.
    """

    ids: tuple[str, ...]
    sure: frozenset[str]


def mentioned(question: str, view: MemoryView, thread_id: str = "") -> Named:
    """Return the known entities that a question names.

    By names and numbers in any script, by what common nouns mean in any language ("the dentist"
    finds "תור לרופאת שיניים"), and by relations to the speaker ("אשתי", "my wife"). "I" and "my"
    alone do not bring the speaker; the speaker's name does.

    Args:
        thread_id: Whose last user message says who "I" is; empty: the speaker `user`.
    """
    pieces = tuple(dict.fromkeys(_pieces(question)))
    over = reached(question)
    meant = dict.fromkeys(_over(over, view, thread_id)) if over is not None else {}
    if meant:
        return Named(tuple(meant), frozenset(meant))
    found: dict[str, int] = {}
    for entity_id in _related(pieces, view, thread_id):
        found[entity_id] = _CERTAIN
    for entity, strength in _named(pieces, view):
        found[entity.id] = max(found.get(entity.id, 0), strength)
    owner = _asker(view, thread_id)
    if owner is not None and not any(strength >= _WHOLE for strength in found.values()):
        for entity_id in things_asked(question, view, owner, thread_id):
            found.setdefault(entity_id, _GUESSED)
    return Named(
        ids=tuple(sorted(found, key=lambda id_: -found[id_])),
        sure=frozenset(id_ for id_, strength in found.items() if strength >= _DESCRIBED),
    )


def is_called(word: str, view: MemoryView) -> bool:
    """Tell whether something known is called like a word, or by what it means."""
    return any(strength for _, strength in _named(tuple(dict.fromkeys(_pieces(word))), view))


def unmet_kin(question: str, view: MemoryView, thread_id: str = "") -> tuple[str, ...]:
    """Return the words for people of the asker's, or of somebody's, whom nobody is known to be."""
    over = reached(question)
    if over is not None and not any(True for _ in _over(over, view, thread_id)):
        return (over.relation.keys[0],)
    if over is not None:
        return ()
    return tuple(
        word
        for word in missing_kin(question)
        if not any(True for _ in _related((word, f"my {word}"), view, thread_id))
        and not is_called(word, view)
    )


def _over(over: Reached, view: MemoryView, thread_id: str) -> Iterator[str]:
    """Those whom a question reaches over somebody whom it names."""
    through = tuple(dict.fromkeys(_pieces(over.whose)))
    whose = {*_related(through, view, thread_id)}
    whose |= {one.id for one, strength in _named(through, view) if strength >= _PART}
    if whose:
        yield from holders(over.relation, whose, view)


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
        # "Where" sounds like אורי, and means nobody.
        if piece not in _passed() and piece not in stems.QUESTION_WORDS:
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
        # "Orders" alone is a word for every order.
        kind = name.key.lstrip(f"{DESCRIBED}%").startswith(tuple(NUMBERED))
        return _DOUBTFUL if kind else _DESCRIBED
    alike = likeness(piece, name.text, entity.type)
    return {Likeness.SAME: _WHOLE, Likeness.PART: _PART, Likeness.DOUBTFUL: _DOUBTFUL}.get(alike, 0)


def _related(pieces: tuple[str, ...], view: MemoryView, thread_id: str) -> Iterator[str]:
    """Entities that stand to the speaker in a relation the question names."""
    asked = {one.keys: one for piece in pieces for one in relations() if _says(piece, one)}
    owner = _asker(view, thread_id) if asked else None
    if owner is None:
        return
    for relation in asked.values():
        yield from holders(relation, {owner.id}, view)


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


def _asker(view: MemoryView, thread_id: str) -> Entity | None:
    before: Iterable[str] = ()
    if thread_id:
        messages = view.messages_before(thread_id, None, limit=_LONGEST)
        before = [message.speaker for message in reversed(messages) if message.role == "user"]
    return next((found for found in map(view.speaker, (*before, USER_SPEAKER)) if found), None)


def _passed() -> frozenset[str]:
    return frozenset[str]().union(*map(small_words, ("mine", "definite", "of", "one", "pronoun")))
