"""What somebody says of goods in the sentence that tells of the purchase: colour and price."""

from collections.abc import Iterator

from kesher.domain.entity import Reference
from kesher.domain.fact import Statement
from kesher.memory.rules.amounts import money_in
from kesher.memory.rules.clause import Clause, Context
from kesher.memory.rules.telling import tell
from kesher.text.words import WordKind


def behind_colour(clause: Clause, first: int, behind: int) -> int | None:
    """Return the word at which goods begin: "sofa" of "grey sofa", "grey" of no colour's phrase.

    None where nothing but a colour tells what they are ("the grey ones").
    """
    coloured = _colour_ends(clause, first)
    if coloured is None:
        return first
    rest = clause.line.tags[coloured:behind]
    named = any(tag.entry.kind == "item" for tags in rest for tag in tags)
    return coloured if named else None


def is_number(clause: Clause, first: int, behind: int) -> bool:
    """Tell whether words are a number alone, which names an order and no goods."""
    numeric = (WordKind.NUMBER, WordKind.CODE)
    return behind - first == 1 and clause.words[first].kind in numeric


def colour(
    clause: Clause, context: Context, named: tuple[int, int] | None, order: Reference
) -> Iterator[Statement]:
    """Yield the colour that stands before goods: "a grey sofa"."""
    if named is None or behind_colour(clause, *named) in (None, named[0]):
        return
    end = _colour_ends(clause, named[0]) or named[1]
    quote = clause.words[named[0]].start, clause.words[end - 1].end
    yield tell(clause, context, "color", context.message.text[slice(*quote)], quote, subject=order)


def price(clause: Clause, context: Context, order: Reference) -> Iterator[Statement]:
    """Yield the one sum of the sentence in which something was bought."""
    sentence = context.sentence(clause.sentence)
    sums = [(each, money) for each in sentence for money in money_in(each)]
    if len(sums) != 1 or any("refund.noun" in each.matches for each in sentence):
        return
    where, money = sums[0]
    if not where.framing_at(money.start, money.end):
        yield tell(where, context, "price", money.value, (money.start, money.end), subject=order)


def _colour_ends(clause: Clause, first: int) -> int | None:
    return next((tag.last for tag in clause.line.tags[first] if tag.entry.kind == "color"), None)
