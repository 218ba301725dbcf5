"""Facts joined with whom they are about, and told what they are and whether a person is asked."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from kesher.domain.fact import Fact, Review
from kesher.memory.rendering import Known
from kesher.memory.states import in_review, state
from kesher.ports.memory import MemoryView


@dataclass(frozen=True, slots=True)
class Waiting:
    """What pending reviews are about.

    Attributes:
        keys: Subject and key of values that wait to take another one's place.
        values: Subject, key and value of what is doubted, or asked to be removed.
    """

    keys: frozenset[tuple[str, str]] = frozenset()
    values: frozenset[tuple[str, str, str]] = frozenset()

    def marks(self, fact: Fact) -> bool:
        """Tell whether a fact serves only until a person has decided."""
        place = (fact.subject_id, fact.key)
        return place in self.keys or (*place, fact.value) in self.values


def waiting_in(view: MemoryView, reviews: Collection[Review]) -> Waiting:
    """Return what reviews that wait are about: the new values, and the old ones by what they say.

    A doubted fact may have been written anew since, so that its id tells less than its value.
    """
    new = view.facts_by_id([each.new_fact_id for each in reviews if each.new_fact_id])
    old = view.facts_by_id([each.old_fact_id for each in reviews if each.old_fact_id])
    return Waiting(
        frozenset((fact.subject_id, fact.key) for fact in new if in_review(fact)),
        frozenset((fact.subject_id, fact.key, fact.value) for fact in old),
    )


def known_facts(
    view: MemoryView,
    ids: Mapping[str, float] | Sequence[str],
    reviews: Collection[Review],
    *,
    as_of: datetime,
    believed_at: datetime | None = None,
) -> list[Known]:
    """Join facts by id, and say what each is; those of nobody are left out.

    Args:
        reviews: Those that wait. To look for them among all facts of the subjects is slow where
            these have thousands.
    """
    facts = view.facts_by_id(list(ids))
    return as_known(view, facts, reviews, as_of=as_of, believed_at=believed_at)


def as_known(
    view: MemoryView,
    facts: Sequence[Fact],
    reviews: Collection[Review],
    *,
    as_of: datetime,
    believed_at: datetime | None = None,
) -> list[Known]:
    """Say of facts whom they are about and what they are; those of nobody are left out."""
    waiting = waiting_in(view, reviews)
    entities = {entity.id: entity for entity in view.entities({f.subject_id for f in facts})}
    return [
        Known(
            fact=fact,
            subject=entities[fact.subject_id],
            state=state(fact, as_of=as_of, believed_at=believed_at),
            in_review=waiting.marks(fact),
        )
        for fact in facts
        if fact.subject_id in entities
    ]
