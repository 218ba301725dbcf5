"""Every rule there is, by who speaks. A rule is `(Clause, Context) -> Iterable[Statement]`."""

from collections.abc import Callable, Iterable

from kesher.domain.fact import Statement
from kesher.memory.rules.addresses import addresses, entrance_codes, towns
from kesher.memory.rules.appositions import appositions
from kesher.memory.rules.clause import Clause, Context
from kesher.memory.rules.contact import confirmed, contacts
from kesher.memory.rules.doses import doses
from kesher.memory.rules.family import called, children, married, named_relations, pets
from kesher.memory.rules.living import for_a_time, preferences, styles
from kesher.memory.rules.matters import ASSISTANT_MATTERS, USER_MATTERS
from kesher.memory.rules.naming import (
    bare_ages,
    introductions,
    led_nicknames,
    milestones,
    with_details,
)
from kesher.memory.rules.personal import PERSONAL
from kesher.memory.rules.plain import plain
from kesher.memory.rules.taste import (
    allergies,
    disliked_before,
    exercise,
    favourites,
    told_allergies,
)
from kesher.memory.rules.working import hours, introduced, modes

Rule = Callable[[Clause, Context], Iterable[Statement]]

USER_RULES: tuple[Rule, ...] = (
    contacts,
    confirmed,
    plain,
    led_nicknames,
    introductions,
    with_details,
    bare_ages,
    milestones,
    named_relations,
    called,
    appositions,
    married,
    children,
    pets,
    allergies,
    told_allergies,
    disliked_before,
    favourites,
    exercise,
    hours,
    modes,
    addresses,
    towns,
    entrance_codes,
    doses,
    introduced,
    for_a_time,
    styles,
    preferences,
    *PERSONAL,
    *USER_MATTERS,
)
"""Run on each clause of what a person says, in this order."""

ASSISTANT_RULES: tuple[Rule, ...] = (*ASSISTANT_MATTERS,)
"""Run on each clause of what the assistant says: it confirms structured data, or small talk."""
