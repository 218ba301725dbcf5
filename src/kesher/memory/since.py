"""What a conversation began with, and what of it has changed since."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from kesher.domain.fact import FactKind, FactState
from kesher.domain.log import USER_SPEAKER
from kesher.memory.rendering import Known
from kesher.ports.memory import MemoryView


def frozen(view: MemoryView, fact_ids: Sequence[str]) -> tuple[Known, ...]:
    """Return the user's facts as they were when they were frozen; erased ones are gone.

    A fact's row never changes its value, so the same ids give the same lines at any time.
    """
    facts = view.facts_by_id(fact_ids)
    subjects = {each.id: each for each in view.entities({fact.subject_id for fact in facts})}
    return tuple(
        # As the user even where the entity was merged into another one since.
        Known(fact, replace(subjects[fact.subject_id], speaker=USER_SPEAKER), FactState.CURRENT)
        for fact in facts
        if fact.subject_id in subjects
    )


def changed(opening: Sequence[Known], now: Sequence[Known], since: datetime) -> tuple[Known, ...]:
    """Return what of the user's facts no longer holds, then what lasts and is new, oldest first.

    Args:
        opening: What was frozen.
        now: All facts of the user, those that hold no more too, with what each is now.
        since: When it was frozen.
    """
    lasting = [known for known in now if _lasts(known)]
    return (*_gone(opening, now, _values(lasting)), *_new(lasting, _values(opening), since))


def _gone(
    opening: Sequence[Known], now: Sequence[Known], holding: set[tuple[str, str]]
) -> Iterator[Known]:
    found = {known.id: known for known in now}
    for known in opening:
        if _value(known) in holding:
            continue
        later = found.get(known.id, known)
        # What was corrected, or waits for a person, is written as what holds no more, too.
        yield later if later.is_past else replace(later, state=FactState.ENDED)


def _new(
    lasting: Sequence[Known], frozen_values: set[tuple[str, str]], since: datetime
) -> Iterator[Known]:
    for known in lasting:
        if known.fact.recorded_from >= since and _value(known) not in frozen_values:
            yield known


def _lasts(known: Known) -> bool:
    return known.fact.kind is FactKind.STABLE and known.state is FactState.CURRENT


def _values(facts: Iterable[Known]) -> set[tuple[str, str]]:
    return {_value(known) for known in facts}


def _value(known: Known) -> tuple[str, str]:
    return known.key, known.value
