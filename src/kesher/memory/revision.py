"""What a message's statements do to what is known: set, correct, end, or put to a person."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from kesher.domain.fact import (
    Fact,
    FactKind,
    Held,
    Review,
    Statement,
    StatementAction,
)
from kesher.domain.log import USER_SPEAKER, LogMessage, Speaking
from kesher.errors import NoExpiryError
from kesher.memory import following, forgetting, questioned
from kesher.memory.conflicts import Ruling, may_end, risen, ruling
from kesher.memory.ledger import Ledger, Setting, usable
from kesher.memory.schema import Key, Schema
from kesher.memory.states import believed
from kesher.memory.stating import stated
from kesher.memory.targets import ended_by, wrong_one
from kesher.memory.timeline import (
    close,
    in_force,
    insert,
    lane,
    outweigh,
    overlays,
    supplant,
    sweep,
    withdraw,
)
from kesher.memory.values import fuller, same_value
from kesher.ports.memory import MemoryView


@dataclass(frozen=True, slots=True)
class Resolved:
    """A statement whose references were resolved.

    Attributes:
        object_id: The entity that is the value; None: the value is text.
    """

    statement: Statement
    subject_id: str
    object_id: str | None = None


@dataclass(frozen=True, slots=True)
class Heard:
    """All that one message says, resolved.

    Attributes:
        triggers: (trigger, entity id): what happened that may fulfil a condition.
        doubts: (key, reason, subject id): what the message questions or asks to delete.
    """

    statements: tuple[Resolved, ...] = ()
    triggers: tuple[tuple[str, str], ...] = ()
    doubts: tuple[tuple[str, str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Revision:
    """What a message changes.

    Attributes:
        facts: New rows, and stored ones as they become.
        reviews: New decisions for a person.
        ended: Ids of stored facts that were open and now have an end.
        refused: Statements that were not stored, each with the reason.
    """

    facts: tuple[Fact, ...] = ()
    reviews: tuple[Review, ...] = ()
    ended: tuple[str, ...] = ()
    refused: tuple[tuple[Statement, str], ...] = ()


def revise(
    statements: Sequence[Resolved],
    message: LogMessage,
    view: MemoryView,
    schema: Schema,
    *,
    new_id: Callable[[str], str],
    now: datetime,
) -> Revision:
    """Take in a message's statements, one after the other, and what they bring to an end.

    Args:
        view: What was known before the message.
        new_id: Makes a fresh id for a kind of thing (`fact`, `review`).
        now: When we learn of the message; aware.
    """
    heard = Heard(tuple(statements))
    return revise_heard(heard, message, view, schema, new_id=new_id, now=now)


def revise_heard(
    heard: Heard,
    message: LogMessage,
    view: MemoryView,
    schema: Schema,
    *,
    new_id: Callable[[str], str],
    now: datetime,
) -> Revision:
    """Do as `revise`, and take in what the message tells to have happened and what it doubts."""
    setting = Setting(message, view, schema, now.astimezone(UTC), new_id)
    ledger = Ledger(setting)
    refused = []
    for resolved in sorted(heard.statements, key=_ends_a_value):
        try:
            _take(ledger, resolved, heard)
        except NoExpiryError as error:
            refused.append((resolved.statement, str(error)))
    for key, reason, subject_id in heard.doubts:
        questioned.doubt(ledger, schema.fold(key), reason, subject_id)
    _fulfil(ledger, heard)
    return Revision(ledger.settled(), tuple(ledger.reviews), ledger.ended(), tuple(refused))


def _ends_a_value(resolved: Resolved) -> bool:
    """Tell what is taken last: "left A, started at B" is B in the place of A, not two changes."""
    return resolved.statement.action is StatementAction.END and bool(resolved.statement.value)


def _take(ledger: Ledger, resolved: Resolved, heard: Heard) -> None:
    schema = ledger.setting.schema
    key = schema.key(schema.fold(resolved.statement.key))
    if resolved.statement.action is StatementAction.END:
        _end(ledger, resolved, key)
    elif resolved.statement.action is StatementAction.CORRECT:
        _correct(ledger, resolved, key)
    else:
        _set(ledger, resolved, key, heard)


def _set(ledger: Ledger, resolved: Resolved, key: Key, heard: Heard) -> None:
    new = stated(ledger, resolved.statement, (resolved.subject_id, resolved.object_id), key)
    if new.kind is FactKind.EVENT:
        _log(ledger, new, resolved.statement, key)
        return
    if questioned.by_value(ledger, new, key):
        return
    rows = lane(ledger, new, key)
    sweep(ledger, rows, new.valid_from)
    standing = in_force(lane(ledger, new, key), new.valid_from)
    if standing is None:
        insert(ledger, new, key)
    elif same_value(standing, new, key) or fuller(new, standing, key):
        _repeat(ledger, standing, new, resolved.statement, key)
    else:
        _replace(ledger, standing, new, resolved.statement, key)
    _follow(ledger, standing or _replaced(ledger, new), new, heard)
    following.settle_budget(ledger, new)
    following.end_opposite(ledger, new)


def _replaced(ledger: Ledger, new: Fact) -> Fact | None:
    """Return what a value replaced that had begun before the other was first told."""
    rows = ledger.of(new.subject_id, new.key)
    return next((fact for fact in rows if fact.superseded_by == new.id), None)


def _replace(ledger: Ledger, standing: Fact, new: Fact, statement: Statement, key: Key) -> None:
    late = ledger.said(standing) > ledger.said(new)
    verdict = Ruling.TAKE if late else ruling(standing, new, statement, key)
    if verdict is Ruling.TAKE and not late and _is_refined(standing, new, statement, key):
        supplant(ledger, standing, new)
    elif verdict is Ruling.TAKE:
        insert(ledger, new, key)
    elif verdict is Ruling.OUTWEIGHED:
        outweigh(ledger, new, standing)
    else:
        questioned.hold(ledger, standing, new, verdict)


def _is_refined(standing: Fact, new: Fact, statement: Statement, key: Key) -> bool:
    """Tell whether the new value says the old one more fully: nothing changed in the world."""
    return statement.valid_from is None and fuller(standing, new, key)


def _repeat(ledger: Ledger, known: Fact, again: Fact, statement: Statement, key: Key) -> None:
    """Take in what is known already: surer now, or, of what has not begun, with a new start."""
    said_at = ledger.setting.said_at
    planned = known.valid_from > said_at and statement.valid_from is not None
    if planned and again.valid_from > known.valid_from and ledger.said(known) <= said_at:
        withdraw(ledger, known, instead=again)
        insert(ledger, again, key)
        return
    surer = replace(known, confidence=risen(known, again, statement))
    ledger.put(_prolonged(surer, again))


def _prolonged(known: Fact, again: Fact) -> Fact:
    """Let a temporary fact live on where its repetition lives longer."""
    if known.expires is None or again.expires is None or known.valid_until is not None:
        return known
    ends, later = known.expires.at, again.expires.at
    longer = ends is not None and later is not None and later > ends
    return replace(known, expires=again.expires) if longer else known


def _log(ledger: Ledger, new: Fact, statement: Statement, key: Key) -> None:
    """Write down an event, unless it was told before. Of a measured one each day's is its own."""
    for known in ledger.of(new.subject_id, new.key):
        same_day = known.valid_from.date() == new.valid_from.date()
        told = same_value(known, new, key) and (same_day or not key.measured)
        if told and known.kind is FactKind.EVENT and believed(known):
            ledger.put(replace(known, confidence=risen(known, new, statement)))
            return
    ledger.put(new)


def _correct(ledger: Ledger, resolved: Resolved, key: Key) -> None:
    ids = (resolved.subject_id, resolved.object_id)
    wrong = wrong_one(ledger, resolved.statement, ids[0], key)
    statement = following.mended(wrong, resolved.statement) if wrong else resolved.statement
    new = stated(ledger, statement, ids, key, corrects=wrong)
    following.mend_whole(ledger, new, statement, key)
    if wrong is None:
        _set(ledger, resolved, key, Heard())
        return
    if same_value(wrong, new, key) and resolved.statement.valid_from is None:
        return
    verdict = ruling(wrong, new, resolved.statement, key)
    # A value for a while never takes a lasting one's place, where another may lie over it already.
    same_layer = overlays(wrong.kind, key) == overlays(new.kind, key)
    if verdict is Ruling.TAKE and same_layer and resolved.statement.valid_from is None:
        supplant(ledger, wrong, new)
    elif verdict is Ruling.TAKE:
        withdraw(ledger, wrong, instead=new)
        insert(ledger, new, key)
    elif verdict is Ruling.OUTWEIGHED:
        outweigh(ledger, new, wrong)
    else:
        # Of one value in another's whole time: accepting it says that the other was never true.
        whole = resolved.statement.valid_from is None and same_layer
        waits = replace(new, valid_from=wrong.valid_from) if whole else new
        questioned.hold(ledger, wrong, waits, verdict)


def _end(ledger: Ledger, resolved: Resolved, key: Key) -> None:
    statement, subject_id = resolved.statement, resolved.subject_id
    said_by = ledger.setting.message.role
    at = (statement.valid_until or statement.valid_from or ledger.setting.said_at).astimezone(UTC)
    targets = ended_by(ledger, statement, (subject_id, resolved.object_id), key, at)
    for target in targets:
        verdict = may_end(target, statement, said_by, key)
        if verdict is Ruling.TAKE:
            close(ledger, target, at, by=ledger.setting.message.id)
        elif verdict is not Ruling.OUTWEIGHED:
            questioned.ask_to_end(ledger, target, verdict)
    following.end_everywhere(ledger, subject_id, statement, key, at)
    if not targets and said_by is Speaking.USER and not statement.hedged:
        _mark_end(ledger, resolved, key, at)


def _mark_end(ledger: Ledger, resolved: Resolved, key: Key, at: datetime) -> None:
    """Keep that a value which we never knew has ended: "I left the bakery" tells of the past."""
    statement = resolved.statement
    if not statement.value or key.kind is not FactKind.STABLE or key.status:
        return
    stable = replace(statement, kind=FactKind.STABLE, expires=None)
    past = stated(ledger, stable, (resolved.subject_id, resolved.object_id), key)
    if any(same_value(f, past, key) for f in usable(ledger.of(past.subject_id, past.key))):
        return
    message_id = ledger.setting.message.id
    ledger.put(replace(past, valid_from=at, valid_until=at, ended_by=message_id))


def _follow(ledger: Ledger, old: Fact | None, new: Fact, heard: Heard) -> None:
    """Let what hangs on a replaced value follow it, but for what the message itself states."""
    taken = ledger.fact(new.id)
    if old is None or taken is None or taken.held is Held.REVIEW:
        return
    ended = ledger.fact(old.id)
    if ended is None or ended.superseded_by != taken.id:
        return
    fold = ledger.setting.schema.fold
    said = {fold(r.statement.key) for r in heard.statements if r.subject_id == new.subject_id}
    following.follow(ledger, old, taken, said)


def _fulfil(ledger: Ledger, heard: Heard) -> None:
    """End what the message's statuses, endings and triggers fulfil.

    To take a medication no more says that it was stopped, so its dose ends as well.
    """
    setting = ledger.setting
    fold, key = setting.schema.fold, setting.schema.key
    statuses = [
        (said.subject_id, fold(said.statement.key), said.statement.value)
        for said in heard.statements
        if key(fold(said.statement.key)).status
        and said.statement.action is not StatementAction.END
        and not said.statement.hedged
    ]
    user = setting.view.speaker(USER_SPEAKER)
    # Nobody waits for themselves, and a user's every message would read all that is known of them.
    others = setting.message.speaker != USER_SPEAKER
    speaks = setting.view.speaker(setting.message.speaker) if others else None
    speaker_id = speaks.id if speaks else ""
    statuses += [
        (fact.object_id, outcome.key, outcome.value)
        for fact in ledger.ended_now()
        for outcome in key(fact.key).fulfilled_by
        if fact.object_id is not None
    ]
    happened = forgetting.happenings(heard.triggers, statuses, speaker_id)
    forgetting.fulfil(ledger, happened, user.id if user else "")
