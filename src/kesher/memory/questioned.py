"""What is put to a person: conflicts of sensitive values, doubts, removals."""

from dataclasses import replace

from kesher.domain.fact import Fact, Held, ReviewKind
from kesher.memory.conflicts import Ruling
from kesher.memory.ledger import Ledger
from kesher.memory.schema import Key
from kesher.memory.states import in_review, is_current
from kesher.memory.values import likeness, same_value, words

_WINDOW = 6
"""Messages before a doubt in which the doubted value may have been named."""

_DENIALS = frozenset(
    (
        *("לא", "אין", "אינו", "אינה", "איננו", "בלי", "ללא"),
        *("not", "no", "never", "without", "не", "нет", "لا", "ليس", "ليست", "لم"),
    )
)


def hold(ledger: Ledger, standing: Fact, new: Fact, verdict: Ruling) -> None:
    """Store a new value that waits for a person; the old one serves meanwhile.

    A value that waits already is not asked about again.
    """
    if _waits_already(ledger, new):
        return
    ledger.put(replace(new, held=Held.REVIEW))
    unsure = verdict is Ruling.DOUBT
    why = "its speaker was unsure" if unsure else "this key is not changed without asking"
    ledger.ask(
        ReviewKind.DOUBT if unsure else ReviewKind.CONFLICT,
        f"`{standing.key}` is `{standing.value}`; `{new.value}` was said, and {why}.",
        old=standing,
        new=new,
    )


def ask_to_end(ledger: Ledger, standing: Fact, verdict: Ruling) -> None:
    """Put to a person whether a value holds no more."""
    unsure = verdict is Ruling.DOUBT
    ledger.ask(
        ReviewKind.DOUBT if unsure else ReviewKind.CONFLICT,
        f"`{standing.key}` = `{standing.value}` was said to hold no more; remove it?",
        old=standing,
    )


def doubt(ledger: Ledger, key_name: str, reason: str, subject_id: str) -> None:
    """Put to a person what a message questions: the value that it or the talk before it names.

    Where none is named, the one said last. Nothing is asked of what is not known.
    """
    at = ledger.setting.said_at
    rows = [f for f in ledger.of(subject_id, key_name) if is_current(f, as_of=at)]
    named = [fact for fact in rows if _named(ledger, fact)]
    last = max(named or rows, key=ledger.said, default=None)
    if last is not None and not any(r.old_fact_id == last.id for r in ledger.reviews):
        ledger.ask(ReviewKind.DOUBT, reason, old=last)


def by_value(ledger: Ledger, new: Fact, key: Key) -> bool:
    """Hold a value that denies a fact of the key which this one questions; tell whether it did."""
    if not key.questions or not _DENIALS.intersection(words(new.value)):
        return False
    rows = ledger.of(new.subject_id, key.questions)
    at = new.valid_from
    told = [f for f in rows if is_current(f, as_of=at)]
    denied = [f for f in told if likeness(f.value, new.value, key) == 1]
    if denied:
        hold(ledger, denied[-1], new, Ruling.CONFLICT)
    return bool(denied)


def _named(ledger: Ledger, fact: Fact) -> bool:
    key = ledger.setting.schema.key(fact.key)
    message = ledger.setting.message
    before = ledger.setting.view.messages_before(message.thread_id, message.id, limit=_WINDOW)
    return any(likeness(fact.value, said.text, key) == 1 for said in (*before, message))


def _waits_already(ledger: Ledger, new: Fact) -> bool:
    key = ledger.setting.schema.key(new.key)
    rows = ledger.of(new.subject_id, new.key)
    return any(in_review(fact) and same_value(fact, new, key) for fact in rows)
