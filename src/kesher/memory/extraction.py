"""What a message states, by rules alone: pure, no model, no store."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from kesher.domain.entity import Reference, ReferenceKind
from kesher.domain.fact import Extraction, Statement, StatementAction
from kesher.domain.log import LogMessage, Speaking
from kesher.memory.own_words import own_words
from kesher.memory.rules import (
    asking,
    claims,
    clauses,
    commissioned,
    corrections,
    endings,
    engagements,
    exchanging,
    happenings,
    lapses,
    mending,
    mentions,
    owners,
    passing,
    timing,
)
from kesher.memory.rules.clause import Context
from kesher.memory.rules.registry import ASSISTANT_RULES, USER_RULES
from kesher.memory.rules.subjects import SPEAKER
from kesher.memory.schema import Schema
from kesher.text.dates import find_times

# A correction follows what it corrects closely.
_LOOK_BACK_MESSAGES = 4


def extract(
    message: LogMessage,
    before: Sequence[LogMessage],
    schema: Schema,
    known: Callable[[], Sequence[Statement]] = tuple,
) -> Extraction:
    """Return what a message states and points at.

    What is negated, asked, supposed, quoted, reported, mocked or ordered once is not stated; what
    a program put into the message (`injected`, and all in our own tags) is not read.

    Args:
        before: The last few messages of the thread before this one, oldest first: a bare number
            may answer a question, a correction says what it corrects.
        known: Gives what is known of whom the thread speaks, the newest first. It is asked only
            where a correction names a value that the last messages do not hold, or where work for
            a client may be done, dropped or put off.
    """
    context = replace(read(message, before, schema), known=known)
    found = _stated(context)
    if message.role is Speaking.USER:
        found = exchanging.exchanged(context, _revised(context, found, before, schema, known))
    elif before:
        found = _mended(context, found, before, schema)
    found = passing.overlaid(context, claims.settled(timing.timed(context, found)))
    doubts = happenings.doubts(context) if message.role is Speaking.USER else ()
    return Extraction(
        statements=_once(found),
        references=(*((SPEAKER,) if doubts else ()), *_called(mentions.references(context), found)),
        triggers=happenings.triggers(context),
        doubts=doubts,
    )


def _revised(
    context: Context,
    found: list[Statement],
    before: Sequence[LogMessage],
    schema: Schema,
    known: Callable[[], Sequence[Statement]],
) -> list[Statement]:
    """Return what a person states with what it corrects, ends or moves of what was said before."""
    if corrections.hinted(context):
        told = _said_before(before, schema, Speaking.ASSISTANT)
        prior = [*_said_before(before, schema), *corrections.of_number(context, told)]
        mended = corrections.corrected(context, found, prior)
        if mended == found:
            mended = corrections.corrected(context, found, corrections.named(context, known()))
        found = mended
    if commissioned.hinted(context):
        found = commissioned.commissioned(context, found, known())
    if engagements.pushes(context):
        found = [*found, *engagements.pushed(context, known())]
    if before and endings.hinted(context):
        found = endings.ended(context, found, _said_before(before, schema))
    if before and lapses.hinted(context):
        told = _said_before(before, schema, Speaking.ASSISTANT)
        booked = [statement for statement in told if statement.key in lapses.MEETING_KEYS]
        found = lapses.lapsed(context, found, [*_said_before(before, schema), *booked])
    return found


def _mended(
    context: Context, found: list[Statement], before: Sequence[LogMessage], schema: Schema
) -> list[Statement]:
    """Return what an assistant states with what it puts right or moves of what it said before."""
    mends, moves = mending.hinted(context), mending.moves(context)
    if not (mends or moves):
        return found
    prior = _said_before(before, schema, Speaking.ASSISTANT)
    if mends:
        found = mending.mended(context, found, prior)
    if moves:
        appointments = [*prior, *_said_before(before, schema)]
        found = mending.moved(context, found, appointments)
    return found


def _stated(context: Context) -> list[Statement]:
    rules = USER_RULES if context.message.role is Speaking.USER else ASSISTANT_RULES
    found = [
        statement
        for clause in context.clauses
        for rule in rules
        for statement in rule(clause, context)
    ]
    return owners.assigned(context, found) if context.message.role is Speaking.USER else found


def _timed(context: Context) -> list[Statement]:
    return timing.timed(context, _stated(context))


def _said_before(
    before: Sequence[LogMessage], schema: Schema, role: Speaking = Speaking.USER
) -> list[Statement]:
    """Return what one side stated in the messages before, the newest first."""
    own = [at for at, message in enumerate(before) if message.role is role]
    return [
        statement
        for at in reversed(own[-_LOOK_BACK_MESSAGES:])
        for statement in _timed(read(before[at], before[:at], schema))
        if statement.action is not StatementAction.END
    ]


def read(message: LogMessage, before: Sequence[LogMessage], schema: Schema) -> Context:
    """Return a message parted into clauses, with what the message before asked for."""
    message = own_words(message)
    seen = clauses.without(message.text, message.injected)
    asked = asking.asked(before)
    times = find_times(seen, at=message.at, zone=message.time_zone)
    return Context(
        message=message,
        before=tuple(before),
        schema=schema,
        clauses=clauses.read(message, times, answers=bool(asked)),
        times=times,
        asked=asked,
    )


def _once(statements: Iterable[Statement]) -> tuple[Statement, ...]:
    """Keep one of each subject, key and value, a correction or ending before a plain statement."""
    kept: dict[tuple[str, str, str], Statement] = {}
    for statement in statements:
        known = kept.get(_same(statement))
        if known is None or known.action is StatementAction.SET:
            kept[_same(statement)] = statement if known is None else _better(known, statement)
    return tuple(sorted(kept.values(), key=lambda s: s.quote))


def _same(statement: Statement) -> tuple[str, str, str]:
    subject = statement.subject
    return subject.relation or subject.text, statement.key, statement.value


def _called(references: Sequence[Reference], found: Sequence[Statement]) -> Iterator[Reference]:
    """Yield the references, each relation with the name that a statement gives it.

    Else "my sister" of "my sister is Noa" would be one entity, and Noa another.
    """
    named = {
        (who.start, who.end): who.also
        for statement in found
        for who in (statement.object, statement.subject)
        if who is not None and who.kind is ReferenceKind.RELATION and who.also
    }
    for reference in references:
        also = named.get((reference.start, reference.end), ())
        relation = reference.kind is ReferenceKind.RELATION and not reference.also
        yield replace(reference, also=also) if relation and also else reference


def _better(known: Statement, other: Statement) -> Statement:
    return known if other.action is StatementAction.SET else other
