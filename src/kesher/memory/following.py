"""Values that hang on another: a city and a house number stand in an address, a floor goes with it.

What an address says of its city and number is kept true without being said twice.
"""

import re
from collections.abc import Collection
from dataclasses import replace
from datetime import datetime

from kesher.domain.fact import Fact, FactKind, Statement
from kesher.memory.ledger import Ledger, usable
from kesher.memory.schema import Key
from kesher.memory.timeline import close, in_force, insert, lane, overlays, supplant
from kesher.memory.values import fuller, holds, same, same_value, words
from kesher.text.phrasebook import word_set
from kesher.text.words import readings
from kesher.text.words import words as said_words

_LIVING, _OWNED, _SENT = "address", "order", "delivery_address"
_PAID_WITH, _RENT, _BUDGET = "payment_method", "rent", "budget"
_SPOUSE, _MARITAL = "spouse", "marital_status"
_OPPOSITE = {"likes": "dislikes", "dislikes": "likes"}
_PLACE = re.compile(r"[^\d,]+")


def follow(ledger: Ledger, old: Fact, new: Fact, stated: Collection[str]) -> None:
    """Take along what hangs on a value that was replaced, but for keys that the message states.

    A new address in another city moves the city, where one is known; floor, entrance code and the
    like end with the old address. A new city ends an address in the old one. A fuller wording of
    the same address moves nothing, a temporary one neither.
    """
    schema = ledger.setting.schema
    key = schema.key(new.key)
    if overlays(new.kind, key) or fuller(old, new, key):
        return
    for part in schema.that(lambda one: one.part_of == key.name and one.name not in stated):
        _move_part(ledger, new, part)
    if key.name == _LIVING:
        _end_deliveries(ledger, old, new)
    for hanging in schema.that(lambda one: one.follows == key.name and one.name not in stated):
        _end_with(ledger, new, hanging)
    if key.part_of and key.part_of not in stated:
        _part_moved(ledger, old, new, schema.key(key.part_of))


def mended(wrong: Fact, statement: Statement) -> Statement:
    """Return the correction with the whole value, where only a part of it was put right.

    "12, not 21" of "ז'בוטינסקי 21" gives "ז'בוטינסקי 12".
    """
    rest = set(words(wrong.value)) - set(words(statement.replaces))
    if wrong.object_id is not None or rest.intersection(words(statement.value)):
        return statement
    whole = _exchanged(wrong.value, statement.replaces, statement.value)
    return statement if whole is None else replace(statement, value=whole)


def mend_whole(ledger: Ledger, new: Fact, statement: Statement, key: Key) -> None:
    """Put right the value that a corrected one is a part of: the number in the address.

    Both are kept, each as its own fact; the address cites the message that corrected it.
    """
    if not key.part_of or not statement.replaces:
        return
    whole_key = ledger.setting.schema.key(key.part_of)
    like = replace(new, key=whole_key.name, kind=whole_key.kind)
    whole = in_force(lane(ledger, like, whole_key), ledger.setting.said_at)
    value = _exchanged(whole.value, statement.replaces, new.value) if whole else None
    if whole is not None and value is not None:
        supplant(ledger, whole, _derived(ledger, new, whole_key, value))


def _move_part(ledger: Ledger, new: Fact, part: Key) -> None:
    """Move a city that is known to the one that the new address names."""
    named = _place(new.value)
    if named is None or part.follows:
        return
    moved = replace(_derived(ledger, new, part, named), quote=_quote(ledger, new, named))
    known = in_force(lane(ledger, moved, part), new.valid_from)
    if known is not None and not same(known.value, named, part):
        insert(ledger, moved, part)


def _end_deliveries(ledger: Ledger, old: Fact, new: Fact) -> None:
    """Let orders go no more to an address that was left: where they go now is yet to be said."""
    owned = [fact.object_id for fact in ledger.of(new.subject_id, _OWNED) if fact.object_id]
    key = ledger.setting.schema.key(_SENT)
    for order in owned:
        for sent in usable(ledger.of(order, _SENT)):
            if sent.valid_until is None and same_value(sent, old, key):
                close(ledger, sent, new.valid_from, by=new.source_message_id)


def end_everywhere(
    ledger: Ledger, subject_id: str, statement: Statement, key: Key, at: datetime
) -> None:
    """End a card or account that is no more for the orders that were to be paid with it, too."""
    if key.name != _PAID_WITH or not statement.value:
        return
    for owned in ledger.of(subject_id, _OWNED):
        for fact in usable(ledger.of(owned.object_id, _PAID_WITH)) if owned.object_id else ():
            if fact.valid_until is None and same(fact.value, statement.value, key):
                close(ledger, fact, at, by=ledger.setting.message.id)


def settle_budget(ledger: Ledger, new: Fact) -> None:
    """End the budget for a rent once the rent is agreed: what may be spent on it is decided."""
    if new.key != _RENT or new.object_id is not None:
        return
    view = ledger.setting.view
    for budget in usable(ledger.of(new.subject_id, _BUDGET)):
        told = view.message(budget.thread_id, budget.source_message_id)
        of_rent = told is not None and any(
            rest in word_set("dwelling_word")
            for word in said_words(told.text)
            for _, rest in readings(word.fold)
        )
        said_now = budget.source_message_id == new.source_message_id
        if budget.valid_until is None and of_rent and not said_now:
            close(ledger, budget, new.valid_from, by=new.source_message_id)


def end_opposite(ledger: Ledger, new: Fact) -> None:
    """End the dislike of what is liked now, or the other way round; with a spouse, being single."""
    if new.held is not None:
        return
    if new.key == _SPOUSE:
        _marry(ledger, new)
    other = _OPPOSITE.get(new.key)
    if other is None:
        return
    key = ledger.setting.schema.key(other)
    for fact in usable(ledger.of(new.subject_id, other)):
        earlier = ledger.said(fact) < ledger.said(new)
        if earlier and fact.valid_until is None and same(fact.value, new.value, key):
            close(ledger, fact, new.valid_from, by=new.source_message_id)


def _marry(ledger: Ledger, new: Fact) -> None:
    """End that somebody is single, divorced or widowed with the day of the spouse."""
    for fact in usable(ledger.of(new.subject_id, _MARITAL)):
        earlier = ledger.said(fact) < ledger.said(new)
        if earlier and fact.valid_until is None:
            close(ledger, fact, max(fact.valid_from, new.valid_from), by=new.source_message_id)


def _end_with(ledger: Ledger, new: Fact, hanging: Key) -> None:
    like = _derived(ledger, new, hanging, "")
    known = in_force(lane(ledger, like, hanging), new.valid_from)
    if known is not None and known.valid_from < new.valid_from:
        close(ledger, known, new.valid_from, by=new.source_message_id)


def _part_moved(ledger: Ledger, old: Fact, new: Fact, whole_key: Key) -> None:
    """Let an address that names the old city end, one with the old number have the new one."""
    like = _derived(ledger, new, whole_key, "")
    whole = in_force(lane(ledger, like, whole_key), new.valid_from)
    if whole is None or not holds(whole.value, old.value):
        return
    value = _exchanged(whole.value, old.value, new.value) if old.value.isdigit() else None
    if value is not None:
        insert(ledger, _derived(ledger, new, whole_key, value), whole_key)
    else:
        close(ledger, whole, new.valid_from, by=new.source_message_id)


def _derived(ledger: Ledger, source: Fact, key: Key, value: str) -> Fact:
    return replace(
        source,
        id=ledger.setting.new_id("fact"),
        key=key.name,
        value=value,
        object_id=None,
        kind=FactKind.STABLE,
        expires=None,
        valid_until=None,
        superseded_by=None,
        ended_by=None,
        single=key.single,
    )


def _quote(ledger: Ledger, source: Fact, words_said: str) -> tuple[int, int]:
    start = ledger.setting.message.text.find(words_said)
    return source.quote if start < 0 else (start, start + len(words_said))


def _place(address: str) -> str | None:
    """Return the last part of an address, where it is a place's name; None: it names none."""
    street, comma, last = address.rpartition(",")
    return last.strip() if comma and street and _PLACE.fullmatch(last.strip()) else None


def _exchanged(whole: str, wrong: str, right: str) -> str | None:
    """Return a value with a part of it put right; None: the part is not in it, or is all of it."""
    if not wrong or not right or wrong.strip() == whole.strip():
        return None
    found = re.search(rf"(?<!\w){re.escape(wrong)}(?!\w)", whole)
    return whole[: found.start()] + right + whole[found.end() :] if found else None
