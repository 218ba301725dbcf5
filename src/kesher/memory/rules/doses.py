"""Doses told before their medication: "20 mg of Lexapro", "המינון של אלטרוקסין הוא 50 מ"ג"."""

from collections.abc import Iterator
from dataclasses import replace

from kesher.domain.fact import Statement
from kesher.memory.rules.care import drug_at, taking
from kesher.memory.rules.clause import Clause, Context, Framing
from kesher.memory.rules.subjects import SPEAKER
from kesher.memory.rules.telling import tell
from kesher.text.patterns import Match
from kesher.text.phrasebook import word_set

# A doctor's doing is told of somebody else and yet concerns the speaker.
_BY_OTHERS = (Framing.THIRD_PARTY, Framing.REPORTED)


def doses(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield a medication and its dose, which stands before it or is given by its name."""
    found = [m for name in ("dose_of", "put_on") for m in clause.found(f"care.{name}", _BY_OTHERS)]
    for match in found[:1]:
        yield from _told(clause, context, match)


def _told(clause: Clause, context: Context, match: Match) -> Iterator[Statement]:
    drug, amount = match["v"], match["n"]
    if clause.words[drug.first].fold in word_set("no_drug"):
        return
    about = replace(drug_at(clause, drug.first), start=drug.start, end=drug.end, text=drug.text)
    last = amount.last
    while last < len(clause.words) and clause.words[last].fold in word_set("dose_unit"):
        last += 1
    quote = amount.start, clause.words[last - 1].end
    yield taking(clause, context, about, SPEAKER)
    yield tell(clause, context, "dose", clause.line.text[slice(*quote)], quote, subject=about)
