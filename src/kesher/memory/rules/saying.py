"""Make statements of what rules found, the same way in every rule."""

import re

from kesher.domain.entity import Reference, ReferenceKind
from kesher.domain.fact import FactKind, Statement, StatementAction
from kesher.memory.rules.clause import Clause, Context
from kesher.memory.rules.subjects import SPEAKER
from kesher.text.patterns import Slot

_QUOTES = tuple('"“”„«»')
# At a word's edge: inside a word such a sign makes an abbreviation.
_OPENED = re.compile(r"(?<!\w)[\"“”„«»](?=\w)")
_CLOSED = re.compile(r"(?<=\w)[\"“”„«»](?!\w)")
SURE = 0.9
HEDGED = 0.6


def state(  # noqa: PLR0913 - what is said, where, of whom and how
    clause: Clause,
    context: Context,
    key: str,
    value: str,
    quote: tuple[int, int],
    *,
    subject: Reference = SPEAKER,
    kind: FactKind | None = None,
    action: StatementAction = StatementAction.SET,
    object_: Reference | None = None,
) -> Statement:
    """Return a statement with the schema's kind for its key, hedged where the clause is.

    Args:
        quote: Half-open span of the message in which the value stands.
        kind: Another kind than the schema gives to the key.
        object_: The entity that is the value.
    """
    hedged = "hedge.word" in clause.matches
    return Statement(
        subject=subject,
        key=key,
        value=tidied(value, context.message.text, quote),
        quote=quote,
        kind=kind or context.schema.key(key).kind,
        action=action,
        object=object_,
        confidence=HEDGED if hedged else SURE,
        hedged=hedged,
    )


def tidied(value: str, text: str, quote: tuple[int, int]) -> str:
    """Return a value with no half of a quotation or bracket.

    The other half is taken in where it stands right beside the value in the text and belongs to a
    part of it ('מזרן "שקיעה"'); else both go. בע"מ keeps its gershayim.
    """
    for opening, closing in ("()", "[]", "{}"):
        if value.count(opening) != value.count(closing):
            value = value.replace(opening, "").replace(closing, "")
    opened, closed = len(_OPENED.findall(value)), len(_CLOSED.findall(value))
    after, before = text[quote[1] : quote[1] + 1], text[max(0, quote[0] - 1) : quote[0]]
    if opened > closed and after in _QUOTES and value[:1] not in _QUOTES:
        return value + after
    if closed > opened and before in _QUOTES and value[-1:] not in _QUOTES:
        return before + value
    if opened != closed or (value[:1] in _QUOTES and value[-1:] in _QUOTES):
        value = _CLOSED.sub("", _OPENED.sub("", value))
    return value.strip()


def related(clause: Clause, context: Context, who: Reference) -> Statement:
    """Return that the speaker has this relation; its value is the name, or the words for it."""
    name = who.also[0] if who.also else who.text
    start = context.message.text.find(name, max(0, who.start - len(name) - 2))
    quote = (start, start + len(name)) if who.also and start >= 0 else (who.start, who.end)
    return state(clause, context, who.relation, name, quote, object_=who)


def span(slot: Slot) -> tuple[int, int]:
    """Return the span of a slot, for a quote."""
    return slot.start, slot.end


def is_speaker(reference: Reference | None) -> bool:
    """Tell whether a reference is the first person."""
    return reference is not None and reference.kind is ReferenceKind.SPEAKER
