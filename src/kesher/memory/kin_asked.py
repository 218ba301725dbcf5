"""People whom a question reaches over others: "my sister's husband", "בעלה של אחותי"."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from kesher.domain.fact import Fact
from kesher.memory.names import peeled
from kesher.memory.related import described_key, keys_of
from kesher.ports.memory import MemoryView
from kesher.text.naming.folding import fold_name
from kesher.text.naming.lists import Relation, relations, small_words

_MOST_WORDS = 3
"""Of a name, or of "my eldest brother", before or behind the relation."""

_THEIR_ENDINGS = ("ה", "ו", "ם", "ן")
"""Of a Hebrew relation whose holder follows: "אחותה של"."""


@dataclass(frozen=True, slots=True)
class Reached:
    """A relation of somebody, as a question says it.

    Attributes:
        relation: Of them to the one asked about.
        whose: The folded words that name them.
    """

    relation: Relation
    whose: str


def reached(question: str) -> Reached | None:
    """Return the relation that a question goes over; None: it names people alone."""
    words = fold_name(question).split()
    for place, word in enumerate(words):
        found = _possessive(words, place) if word.endswith("'s") else None
        if word in small_words("of"):
            found = _of(words, place)
        if found is not None:
            return found
    return None


def missing_kin(question: str) -> Iterator[str]:
    """Yield the words that name one of the asker's own people: "my brother", "אחי"."""
    words = fold_name(question).split()
    mine, nouns = _kin()
    for place, word in enumerate(words):
        bare = word.removeprefix("ל").removeprefix("ה")
        around = {*words[max(place - 1, 0) : place], *words[place + 1 : place + 2]}
        if word in mine or (bare in nouns and around & small_words("mine")):
            yield word


def holders(relation: Relation, ids: Collection[str], view: MemoryView) -> Iterator[str]:
    """Yield the ids of those who stand in a relation to one of some entities, and hold it now."""
    keys = frozenset[str]().union(*map(keys_of, relation.keys))
    facts = view.facts(subjects=ids, keys=keys)
    yield from (fact.object_id for fact in facts if fact.object_id and holds(fact))
    past = {fact.object_id for fact in facts if not holds(fact)}
    told = view.entities_named({described_key(id_, key) for id_ in ids for key in keys})
    yield from (entity.id for _, entity in told if entity.id not in past)
    if "spouse" in relation.keys:  # of the two, either may have been told of the other
        back = view.facts(objects=ids, keys=keys)
        yield from (fact.subject_id for fact in back if holds(fact))


def holds(fact: Fact) -> bool:
    """Tell whether a fact stands: neither replaced, corrected nor waiting for a person."""
    return fact.superseded_by is None and fact.recorded_until is None and fact.held is None


def _possessive(words: list[str], place: int) -> Reached | None:
    """Read "my sister's husband": the relation behind, whose it is before."""
    relation = _relation(words[place + 1]) if place + 1 < len(words) else None
    if relation is None:
        return None
    start = max(place + 1 - _MOST_WORDS, 0)
    whose = " ".join((*words[start:place], words[place].removesuffix("'s")))
    return Reached(relation, whose)


def _of(words: list[str], place: int) -> Reached | None:
    """Read "the husband of my sister", "בעלה של אחותי": the relation, then whose it is."""
    relation = _relation(words[place - 1]) if place else None
    whose = words[place + 1 : place + 1 + _MOST_WORDS]
    if relation is None or not whose:
        return None
    return Reached(relation, " ".join(whose))


def _relation(word: str) -> Relation | None:
    ways = [*peeled(word)]
    ways += [way[:-1] for way in ways if way.endswith(_THEIR_ENDINGS) and len(way) > 3]
    for way in ways:
        found = next((one for one in relations() if way in one.nouns or way in one.mine), None)
        if found is not None:
            return found
    return None


def _kin() -> tuple[frozenset[str], frozenset[str]]:
    mine = frozenset(word for one in relations() for word in one.mine)
    return mine, frozenset(word for one in relations() for word in one.nouns)


def names_kin(value: str) -> bool:
    """Tell whether a value only says what somebody is to another: "אחותי", "my wife"."""
    words = set(fold_name(value).split()) - small_words("mine")
    mine, nouns = _kin()
    return bool(words) and words <= (mine | nouns)
