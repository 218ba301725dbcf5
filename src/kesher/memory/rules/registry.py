"""Every rule there is, by who speaks. A rule is `(Clause, Context) -> Iterable[Statement]`."""

from collections.abc import Callable, Iterable

from kesher.domain.fact import Statement
from kesher.memory.rules.clause import Clause, Context
from kesher.memory.rules.contact import contacts
from kesher.memory.rules.family import children, named_relations, pets
from kesher.memory.rules.living import for_a_time, moves, preferences, styles
from kesher.memory.rules.plain import plain
from kesher.memory.rules.taste import allergies, exercise, favourites
from kesher.memory.rules.working import hours, introduced

Rule = Callable[[Clause, Context], Iterable[Statement]]

USER_RULES: tuple[Rule, ...] = (
    contacts,
    plain,
    named_relations,
    children,
    pets,
    allergies,
    favourites,
    exercise,
    hours,
    introduced,
    moves,
    for_a_time,
    styles,
    preferences,
)
"""Run on each clause of what a person says, in this order."""

ASSISTANT_RULES: tuple[Rule, ...] = ()
"""Run on each clause of what the assistant says: it confirms structured data, or small talk."""
