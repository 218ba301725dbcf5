"""The ticket that a talk is about: what it was opened for, and when somebody comes for it.

Read from the state of the talk, whatever the trade: which number stands open, which hours the
assistant offered last, and which of them the person names.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta

from kesher.domain.entity import Reference, ReferenceKind
from kesher.domain.fact import Expiry, FactKind, Statement
from kesher.domain.log import LogMessage, Speaking
from kesher.memory.rules import asking, clauses, numbering
from kesher.memory.rules.clause import Clause, Context
from kesher.memory.rules.telling import tell
from kesher.text.dates import find_times
from kesher.text.phrasebook import word_set
from kesher.text.time_span import Bound, TimeKind, TimeSpan
from kesher.text.words import Word, WordKind, all_readings, readings

_LASTS = timedelta(hours=1)
_FEW_WORDS = 6
_TELLING_WORDS = 3
_CHOICE = 2
_FEW_LETTERS = 3
_COMING = (TimeKind.WINDOW, TimeKind.DATETIME)


def spoken_of(context: Context) -> Reference | None:
    """Return the ticket that the talk is about; None: an order is talked of, or none is open."""
    own = numbering.numbers(context)
    tickets = [number for number in own if number.type == "ticket"]
    if tickets or own:
        return tickets[-1] if tickets else None
    known = numbering.known_types(tuple(message.text for message in context.before))
    for message in reversed(context.before):
        for number in reversed(numbering.numbers_in(message.text)):
            type_ = numbering.type_of(number, message.text, known)
            if type_:
                same = type_ == "ticket"
                return Reference(ReferenceKind.NUMBER, number.text, type="ticket") if same else None
    return _open_before(context)


def by_trouble(clause: Clause, context: Context) -> Reference | None:
    """Return the one known ticket whose trouble shares a word with a clause ("the lock")."""
    said = all_readings(context.message.text[clause.start : clause.end]) - clause.line.light
    named = {
        statement.subject.text
        for statement in context.known()
        if statement.key == "issue" and statement.subject.type == "ticket"
        if any(len(word) > _FEW_LETTERS for word in said & all_readings(statement.value))
    }
    if len(named) != 1:
        return None
    return Reference(ReferenceKind.NUMBER, named.pop(), type="ticket")


def of_orders(context: Context) -> bool:
    """Tell whether the talk is of orders: what is wrong is then the order's."""
    texts = [context.message.text, *(message.text for message in context.before)]
    if any(number.type == "order" for text in texts for number in numbering.numbers_in(text)):
        return True
    return any(statement.subject.type == "order" for statement in context.known())


def _open_before(context: Context) -> Reference | None:
    """Return the one ticket that stands open in memory, where no order is known beside it."""
    if of_orders(context):
        return None
    states = [statement for statement in context.known() if statement.key == "ticket_status"]
    standing = [statement.subject for statement in states if statement.value == "open"]
    if len(standing) != 1 or not standing[0].text:
        return None
    return Reference(ReferenceKind.NUMBER, standing[0].text, type="ticket")


def opened_for(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield what is wrong, in the person's words before, where the assistant opens a ticket."""
    ticket = numbering.number_in(clause, context, "ticket")
    if ticket is None or ticket.type != "ticket" or _known(ticket, context):
        return
    asked = context.message.text[clause.end : clause.end + 1] == "?"
    if asked or clause.found("ticket.closed"):
        return
    told = "" if of_orders(context) else _trouble(context)
    if told:
        quote = (ticket.start, ticket.end)
        yield tell(clause, context, "issue", told, quote, subject=ticket)
        if context.before[-1].role is Speaking.USER and not clause.found("ticket.opened"):
            opened = tell(clause, context, "ticket_status", "open", quote, subject=ticket)
            yield replace(opened, kind=FactKind.TEMPORARY)


def _known(ticket: Reference, context: Context) -> bool:
    told = numbering.digits(ticket.text)
    return any(
        numbering.digits(number.text) == told
        for message in context.before
        for number in numbering.numbers_in(message.text)
    )


def _trouble(context: Context) -> str:
    """Return the last clause before in which the person tells what is wrong; empty: none does.

    Where no word says that something is wrong, it is what they opened with unasked.
    """
    for at in range(len(context.before) - 1, -1, -1):
        message = context.before[at]
        if message.role is not Speaking.USER:
            continue
        found = [clause for clause in clauses.read(message) if _tells(clause)]
        wrong = [clause for clause in found if "issue.said" in clause.matches]
        if wrong:
            return _without_opening(wrong[-1])
        if found and not asking.asked(context.before[:at]):
            return _without_opening(found[0])
    return ""


def _tells(clause: Clause) -> bool:
    """Tell whether a clause states something in words: no question, number or greeting."""
    if clause.frames or any(word.kind in (WordKind.PHONE, WordKind.EMAIL) for word in clause.words):
        return False
    said = [word for word in clause.words if word.fold not in clause.line.light]
    telling = len(said) >= _TELLING_WORDS or "issue.said" in clause.matches
    return telling and not {"place.alone", "order.greeting", "wish.polite"} & set(clause.matches)


def _without_opening(clause: Clause) -> str:
    """Return a clause's words without "I have", "and" and other words that say little."""
    first = 0
    skipped = clause.line.light | word_set("having")
    while first < len(clause.words) - 1 and clause.words[first].fold in skipped:
        first += 1
    return clause.line.text[clause.words[first].start : clause.end]


def visits(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the day and hour at which the assistant says that somebody comes about a ticket."""
    ticket = spoken_of(context)
    times = [time for time in context.times if clause.start <= time.start < clause.end]
    if ticket is None or "?" in context.message.text or "ticket.will_answer" in clause.matches:
        return
    hours = [time for time in times if time.kind is TimeKind.DATETIME and time.begins > context.at]
    if len(hours) == 1 and len(times) == 1 and hours[0].bound is Bound.AT:
        yield _comes(clause, context, ticket, hours[0], (hours[0].start, hours[0].end))


def _comes(
    clause: Clause, context: Context, ticket: Reference, time: TimeSpan, quote: tuple[int, int]
) -> Statement:
    made = tell(clause, context, "visit_window", time.value, quote, subject=ticket)
    over = time.ends if time.kind is TimeKind.WINDOW else time.begins + _LASTS
    return replace(made, kind=FactKind.TEMPORARY, expires=Expiry(at=over))


def chosen(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield which of the hours offered for a ticket the person takes, in a few words."""
    ticket = spoken_of(context)
    last = context.before[-1] if context.before else None
    if clause.index or ticket is None or last is None or last.role is not Speaking.ASSISTANT:
        return
    said = [word for each in context.clauses for word in each.words]
    if len(said) > _FEW_WORDS or "?" in context.message.text:
        return
    if any(word.fold in clause.line.negators for word in said):
        return
    offered = _offered(last, context)
    taken = _named(offered, last, all_readings(context.message.text))
    if taken is None and len(offered) == 1 and "?" in last.text and _accepts(said):
        taken = offered[0]
    if taken is not None:
        quote = (context.clauses[0].start, context.clauses[-1].end)
        yield _comes(clause, context, ticket, taken, quote)


def _accepts(said: Sequence[Word]) -> bool:
    folds = {rest for word in said for _, rest in readings(word.fold)}
    return bool(folds & (word_set("accept_word") | word_set("agreeing")))


def _offered(last: LogMessage, context: Context) -> list[TimeSpan]:
    """Return the hours that a message offers; hours of "that day" lie on the day told before."""
    times = list(find_times(last.text, at=last.at, zone=last.time_zone))
    if word_set("same_day") & all_readings(last.text):
        day = _day_before(context)
        times = [_moved(time, day) if day is not None else time for time in times]
    return [time for time in times if time.kind in _COMING and time.ends > context.at]


def _day_before(context: Context) -> TimeSpan | None:
    for message in reversed(context.before[:-1]):
        found = find_times(message.text, at=message.at, zone=message.time_zone)
        days = [t for t in found if t.kind in (*_COMING, TimeKind.DATE) and t.ends > context.at]
        if days:
            return days[-1]
    return None


def _moved(time: TimeSpan, day: TimeSpan) -> TimeSpan:
    """Return hours or an hour without a day on that day."""
    kinds = {TimeKind.HOURS: TimeKind.WINDOW, TimeKind.CLOCK: TimeKind.DATETIME}
    if time.kind not in kinds:
        return time
    far = timedelta(days=(day.begins.date() - time.begins.date()).days)
    return replace(time, kind=kinds[time.kind], begins=time.begins + far, ends=time.ends + far)


def _named(offered: list[TimeSpan], last: LogMessage, said: frozenset[str]) -> TimeSpan | None:
    """Return the one of several offers whose words are said again the most."""
    if len(offered) < _CHOICE:
        return None
    shared = [(len(said & _words_of(time, offered, last)), at) for at, time in enumerate(offered)]
    best = max(shared)
    alone = sum(count == best[0] for count, _ in shared) == 1
    return offered[best[1]] if best[0] and alone else None


def _words_of(time: TimeSpan, offered: list[TimeSpan], last: LogMessage) -> frozenset[str]:
    """Return the words of one offer that no other one has."""
    own = all_readings(last.text[time.start : time.end])
    others = [all_readings(last.text[o.start : o.end]) for o in offered if o is not time]
    return own - frozenset().union(*others)
