"""Relations told behind a name: "I have Theo, my husband, who cooks"."""

from collections.abc import Iterator
from dataclasses import replace

from kesher.domain.fact import Statement
from kesher.memory.rules.asserted import stands
from kesher.memory.rules.clause import Clause, Context
from kesher.memory.rules.saying import related
from kesher.memory.rules.subjects import name_at, relations
from kesher.text.phrasebook import word_set

_NAME_WORDS = 3
_MINE = ("my", "our", "שלי", "שלנו")


def appositions(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield a relation that is all a clause holds, behind the name that ends the clause before."""
    if clause.index == 0 or not stands(clause):
        return
    before = context.clauses[clause.index - 1]
    if before.sentence != clause.sentence or not _only_mine(clause):
        return
    named = _name_ending(before)
    for tag, who, _ in relations(clause):
        if tag.entry.kind == "kin" and named and not who.also and who.relation:
            yield related(clause, context, replace(who, also=(named,)))
            return


def _only_mine(clause: Clause) -> bool:
    """Tell "my husband", "אשתי", from a clause that says more or of somebody else's relation."""
    rest = [word for word in clause.words if word.fold not in word_set("beside_kin")]
    owned = any(word.fold in _MINE for word in clause.words)
    suffixed = any(word.fold.endswith("י") for word in rest)
    kin = [tag for tag, _, _ in relations(clause)]
    covered = sum(tag.last - tag.first for tag in kin[:1])
    return bool(kin) and (owned or suffixed) and len(clause.words) <= covered + 2


def _name_ending(clause: Clause) -> str:
    """Return the name of one to three words with which a clause ends; empty where none does."""
    last = len(clause.words)
    for first in range(max(0, last - _NAME_WORDS), last):
        if name_at(clause, first) == last:
            return clause.line.text[clause.words[first].start : clause.end]
    return ""
