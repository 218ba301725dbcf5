"""That a ticket is settled, by either side, where its number is not said beside it."""

from collections.abc import Iterator

from kesher.domain.entity import Reference, ReferenceKind
from kesher.domain.fact import FactKind, Statement
from kesher.domain.log import Speaking
from kesher.memory.rules import numbering
from kesher.memory.rules.clause import Clause, Context, Framing
from kesher.memory.rules.telling import tell
from kesher.text.phrasebook import word_set
from kesher.text.words import readings, words

_ASKING = (Framing.REQUEST, Framing.QUESTION, Framing.MOMENTARY)
_TALK_WITHIN = 3


def closed_by_person(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield that the person lets a ticket be closed, or says that its matter is settled.

    "Settled" alone counts right after the ticket was spoken of; a word for tickets, or its number,
    counts whenever one was opened.
    """
    ticket = _ticket(clause, context)
    if ticket is None or _denied(clause) or "?" in context.message.text:
        return
    for match in (*clause.found("closing.wish", _ASKING), *clause.found("closing.settled"))[:1]:
        if not (_names_ticket(clause, context) or _lately(context)):
            return
        quote = (clause.words[match.first].start, clause.words[match.last - 1].end)
        yield _closed(clause, context, ticket, quote)


def closed_by_assistant(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield that the assistant has closed the ticket spoken of ("הפנייה טופלה", "case closed")."""
    if numbering.number_in(clause, context, "ticket") is not None and _plainly(clause):
        return
    ticket = _ticket(clause, context)
    if ticket is None or _denied(clause) or _asked(clause, context):
        return
    for match in (*clause.found("closing.done"), *clause.found("closing.concluded"))[:1]:
        if _names_ticket(clause, context):
            quote = (clause.words[match.first].start, clause.words[match.last - 1].end)
            yield _closed(clause, context, ticket, quote)


def _asked(clause: Clause, context: Context) -> bool:
    end = context.sentence(clause.sentence)[-1].end
    return context.message.text[end : end + 1] == "?"


def _plainly(clause: Clause) -> bool:
    return bool(clause.found("ticket.closed"))


def _closed(
    clause: Clause, context: Context, ticket: Reference, quote: tuple[int, int]
) -> Statement:
    kind = FactKind.STABLE
    return tell(clause, context, "ticket_status", "closed", quote, subject=ticket, kind=kind)


def _ticket(clause: Clause, context: Context) -> Reference | None:
    """Return the ticket by a number of the message, else the last that was spoken of."""
    own = [n for n in numbering.numbers(context) if n.type == "ticket"]
    if own:
        return own[0]
    orders = [n for n in numbering.numbers(context) if numbering.is_of(n, "order")]
    inside = any(clause.start <= n.start < clause.end for n in orders)
    if inside:
        return None
    # Opened longer ago than the last messages: the ticket of the talk is looked for by its kind.
    spoken_of = Reference(ReferenceKind.DEFINITE, type="ticket")
    known = numbering.last_number(context, "ticket")
    return known or (spoken_of if _names_ticket(clause, context) else None)


def _names_ticket(clause: Clause, context: Context) -> bool:
    sentence = context.sentence(clause.sentence)
    said = {rest for c in sentence for w in c.words for _, rest in readings(w.fold)}
    numbered = any(n.type == "ticket" for n in numbering.numbers(context))
    return numbered or bool(said & word_set("ticket_word"))


def _lately(context: Context) -> bool:
    """Tell whether the last messages, or the assistant's last one, spoke of a ticket."""
    for message in context.before[-_TALK_WITHIN:]:
        said = {rest for word in words(message.text) for _, rest in readings(word.fold)}
        numbered = any(n.type == "ticket" for n in numbering.numbers_in(message.text))
        if numbered or (said & word_set("ticket_word") and message.role is Speaking.ASSISTANT):
            return True
    return False


def _denied(clause: Clause) -> bool:
    """Tell "not solved yet" from "no need any more", which settles it."""
    if clause.found("closing.needless"):
        return False
    forbidding = clause.line.negators | word_set("forbidding")
    return any(word.fold in forbidding for word in clause.words)
