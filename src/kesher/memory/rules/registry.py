"""Every rule there is, by who speaks. A rule is `(Clause, Context) -> Iterable[Statement]`."""

from collections.abc import Callable, Iterable

from kesher.domain.fact import Statement
from kesher.memory.rules.clause import Clause, Context
from kesher.memory.rules.contact import contacts
from kesher.memory.rules.plain import plain

Rule = Callable[[Clause, Context], Iterable[Statement]]

USER_RULES: tuple[Rule, ...] = (contacts, plain)
"""Run on each clause of what a person says, in this order."""

ASSISTANT_RULES: tuple[Rule, ...] = ()
"""Run on each clause of what the assistant says: it confirms structured data, or small talk."""
