"""That an ailment passed, told by the part of the body or by its name: "throat's fine now"."""

from collections.abc import Iterator
from dataclasses import replace

from kesher.domain.fact import FactKind, Statement, StatementAction
from kesher.memory.rules.asserted import is_foreign, stands
from kesher.memory.rules.clause import Clause, Context
from kesher.memory.rules.telling import tell


def recovered(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the end of what ails a part of the body; it ends nothing where nothing was said."""
    if not stands(clause) or is_foreign(clause) or "?" in context.message.text:
        return
    for match in (*clause.found("recovery.part"), *clause.found("recovery.ailment"))[:1]:
        slot = match["v"]
        text = slot.text.removesuffix("'s")
        quote = (slot.start, clause.words[match.last - 1].end)
        said = tell(clause, context, "symptom", text, quote, kind=FactKind.TEMPORARY)
        yield replace(said, action=StatementAction.END)
