"""Service tickets: opened, closed, about what, who comes, what was chosen, what came of it."""

from collections.abc import Iterator
from dataclasses import replace

from kesher.domain.entity import Reference, ReferenceKind
from kesher.domain.fact import Expiry, FactKind, Statement
from kesher.domain.log import Speaking
from kesher.memory.rules import awaiting, cases, nouns, numbering, things
from kesher.memory.rules.clause import Clause, Context
from kesher.memory.rules.subjects import name_at
from kesher.memory.rules.telling import tell
from kesher.text.phrasebook import word_set
from kesher.text.time_span import Bound, TimeKind
from kesher.text.words import readings, words

_FEW = 3
_RESOLUTIONS = ("replace", "money_back", "repair")


def ticket_states(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield that a ticket was opened or closed, and the order that it is about."""
    number = numbering.number_in(clause, context, "ticket")
    if number is None:
        return
    quote = (number.start, number.end)
    if clause.found("ticket.closed") and not _asked(clause, context):
        yield _status(clause, context, number, "closed", quote, FactKind.STABLE)
    elif clause.found("ticket.opened"):
        yield _status(clause, context, number, "open", quote, FactKind.TEMPORARY)
        yield from _about(clause, context, number)


def closed_when_asked(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield that the ticket is closed, told in a word or two where the person asked for it."""
    last = context.before[-1] if context.before else None
    if last is None or last.role is not Speaking.USER or len(clause.words) > _FEW:
        return
    said = {rest for word in words(last.text) for _, rest in readings(word.fold)}
    ticket = numbering.last_number(context, "ticket")
    if ticket is None or not said & word_set("close_word") or _asked(clause, context):
        return
    for match in clause.found("ticket.closed")[:1]:
        if numbering.number_in(clause, context, "ticket") is None:
            quote = (clause.words[match.first].start, clause.words[match.last - 1].end)
            yield _status(clause, context, ticket, "closed", quote, FactKind.STABLE)


def _asked(clause: Clause, context: Context) -> bool:
    return context.message.text[clause.end : clause.end + 1] == "?"


def _status(
    clause: Clause,
    context: Context,
    ticket: Reference,
    status: str,
    quote: tuple[int, int],
    kind: FactKind,
) -> Statement:
    return tell(clause, context, "ticket_status", status, quote, subject=ticket, kind=kind)


def _about(clause: Clause, context: Context, ticket: Reference) -> Iterator[Statement]:
    order = (
        numbering.number_in(clause, context, "order")
        or _told_number(context)
        or numbering.last_number(context, "order")
    )
    if order is None and cases.of_orders(context):
        named = things.last_spoken(context, "order", 6)
        order = named if named is not None and named.text else None
    if order is None:
        return
    quote = (order.start, order.end) if order.end else (ticket.start, ticket.end)
    yield tell(clause, context, "about", order.text, quote, subject=ticket, about=order)


def _told_number(context: Context) -> Reference | None:
    return next((n for n in numbering.numbers(context) if numbering.is_of(n, "order")), None)


def technicians(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield who will come ("טכנאי, סרגיי, יגיע")."""
    for at, word in enumerate(clause.words):
        if word.fold.removeprefix("ה") not in word_set("technician_word"):
            continue
        behind = at + 1
        passed = word_set("other_one") | word_set("whose_role")
        while behind < len(clause.words) and clause.words[behind].fold in passed:
            behind += 1
        place = _name_after(clause, context, behind)
        ticket = things.earlier(clause, context, "ticket")
        ticket = numbering.number_in(clause, context, "ticket") or ticket
        if place is not None:
            ticket = ticket or Reference(ReferenceKind.DEFINITE, type="ticket")
            text, start, end = place
            who = Reference(ReferenceKind.NAME, text, start, end, "person")
            yield tell(clause, context, "technician", text, (start, end), subject=ticket, about=who)


def substitutes(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield who comes in a technician's place ("מוטי יגיע במקומו")."""
    spoken = any(
        rest in word_set("technician_word")
        for message in (*context.before, context.message)
        for word in words(message.text)
        for _, rest in readings(word.fold)
    )
    for match in clause.found("ticket.instead")[:1] if spoken else ():
        slot = match["v"]
        ticket = numbering.number_in(clause, context, "ticket")
        ticket = ticket or things.earlier(clause, context, "ticket")
        ticket = ticket or Reference(ReferenceKind.DEFINITE, type="ticket")
        who = Reference(ReferenceKind.NAME, slot.text, slot.start, slot.end, "person")
        quote = (slot.start, slot.end)
        yield tell(clause, context, "technician", slot.text, quote, subject=ticket, about=who)


def _name_after(clause: Clause, context: Context, at: int) -> tuple[str, int, int] | None:
    at += any(match.first == at for match in clause.matches.get("ticket.named", ()))
    behind = name_at(clause, at)
    if behind > at:
        return nouns.text_of(clause, at, behind)
    following = context.following(clause)
    if at == len(clause.words) and following is not None:
        behind = name_at(following, 0)
        if behind or len(following.words) == 1:
            return nouns.text_of(following, 0, max(behind, 1))
    return None


def promises(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield that the person waits for an answer that the assistant promised by a time."""
    if next(awaiting.promised(clause, context), None) is not None:
        return
    for match in clause.found("ticket.will_answer")[:1]:
        until = next((t for t in context.times if clause.start <= t.start < clause.end), None)
        if until is None or until.kind is TimeKind.DURATION:
            return
        ticket = next((n for n in numbering.numbers(context) if n.type == "ticket"), None)
        hebrew = any("א" <= char <= "ת" for char in context.message.text)
        value = "תשובה" if hebrew else "a reply"
        if ticket is not None:
            value += f" על פנייה {ticket.text}" if hebrew else f" about {ticket.text}"
        quote = (clause.words[match.first].start, clause.words[match.last - 1].end)
        said = tell(clause, context, "waiting_for", value, quote)
        yield replace(said, expires=Expiry(at=until.limit, trigger="reply"))


def deadlines(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield until when a ticket is to be settled ("they have until September 30")."""
    ticket = next((n for n in numbering.numbers(context) if n.type == "ticket"), None)
    named = ticket is not None
    ticket = ticket or (cases.spoken_of(context) if _names_target(clause) else None)
    if ticket is None or "ticket.will_answer" in clause.matches:
        return
    if next(awaiting.promised(clause, context), None) is not None:
        return
    for time in context.times:
        inside = clause.start <= time.start < clause.end and time.kind is TimeKind.DATE
        bound = time.bound is Bound.UNTIL or not named
        if inside and bound and time.ends > context.at:
            day = time.begins.date().isoformat()
            said = tell(clause, context, "deadline", day, (time.start, time.end), subject=ticket)
            yield replace(said, kind=FactKind.TEMPORARY, expires=Expiry(at=time.limit))
            return


def _names_target(clause: Clause) -> bool:
    """Tell a date that is called the target: "תאריך יעד 30.6", "due by June 30"."""
    return any(word.fold in word_set("target_word") for word in clause.words)


def chosen(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield which of the offered ways the person chose: exchange, money back, repair."""
    if clause.index or not context.before or len(clause.words) > 3:
        return
    last = context.before[-1]
    ticket = numbering.last_number(context, "ticket")
    if last.role is not Speaking.ASSISTANT or "?" not in last.text or ticket is None:
        return
    for way in _RESOLUTIONS:
        for match in clause.found(f"ticket.{way}")[:1]:
            word = clause.words[match.first]
            value = _NAMES[way]["א" <= word.text[:1] <= "ת"]
            quote = (word.start, clause.words[match.last - 1].end)
            yield tell(clause, context, "resolution", value, quote, subject=ticket)
            return


_NAMES = {
    "replace": ("replacement", "החלפה"),
    "money_back": ("refund", "החזר כספי"),
    "repair": ("repair", "תיקון"),
}


def findings(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield what a technician found or did ("הלוח שרוף", "replaced the pump")."""
    visited = "repair.visited" in context.lists
    if not visited or not things.trading(context):
        return
    for match in clause.matches.get("repair.happened", ())[:1]:
        if match.first == len(clause.words) - 1:
            return  # "he came and repaired it" tells nothing of what was done
        start, end = clause.words[match.first].start, clause.words[-1].end
        subject = things.subject(clause, context, "order", match.first)
        value = clause.line.text[start:end]
        yield tell(clause, context, "repair_result", value, (start, end), subject=subject)
        return
    for match in clause.matches.get("repair.finding", ())[:1]:
        word = clause.words[match.first]
        start = word.after(1) if word.fold.startswith("שה") else word.start
        last = clause.words[match.last - 1]
        end = last.end
        subject = things.subject(clause, context, "order", match.first)
        value = f"{clause.line.text[start : word.end]} {last.text}"
        yield tell(clause, context, "repair_result", value, (start, end), subject=subject)
