"""A story at random: what each of its messages does to a memory."""

import random
from collections.abc import Iterator
from dataclasses import replace

from contract.remembered import entity, fact, instant, mention, message
from contract.samples import NOW
from kesher.domain.entity import EntityName, Merge
from kesher.domain.fact import Fact, FactKind, Held, Review, ReviewKind
from kesher.domain.log import LogMessage
from kesher.ports.memory import Deciding, MemoryChange, MemoryView

PEOPLE = ("דנה", "יוסי", "دانا", "Дана")
KEYS = ("city", "phone", "שכן")
THREADS = ("א", "ב")
MESSAGES = 40


def story(chance: random.Random) -> Iterator[tuple[LogMessage, Deciding[None]]]:
    """Yield messages of two threads by four people, each with what it decides."""
    for number in range(MESSAGES):
        thread, speaker = chance.choice(THREADS), chance.choice(PEOPLE)
        said = message(f"m{number}", thread=thread, speaker=speaker, minutes=number)
        yield said, _saying(chance, number, thread)


def _saying(chance: random.Random, number: int, thread: str) -> Deciding[None]:
    """Decide what a random message does: set, correct or end a value, hold one back, or merge."""
    identifier = f"m{number}"
    who, other = chance.sample(PEOPLE, 2)
    key, act = chance.choice(KEYS), chance.random()

    def deciding(view: MemoryView) -> tuple[MemoryChange, None]:
        known = {one.id: one for one in view.entities(PEOPLE)}
        subject = (known[who].merged_into or who) if who in known else who
        new = _new(identifier, number, thread, subject, key, other if key == "שכן" else None)
        open_one = next(
            (f for f in view.facts(subjects=[subject], keys=[key]) if _is_open(f)), None
        )
        people = [entity(one, one, speaker=one) for one in (who, other) if one not in known]
        change = MemoryChange(
            entities=tuple(people),
            names=(EntityName(who, who, who),),
            mentions=tuple(
                mention(one, identifier, thread=thread, start=start)
                for start, one in enumerate((who, other))
            ),
        )
        if act < 0.1 and open_one is not None:
            return replace(change, facts=(_ended(open_one, number, None),)), None
        if act < 0.2 and open_one is not None:
            held = replace(new, held=Held.REVIEW)
            review = Review(
                f"r{number}", ReviewKind.CONFLICT, "?", thread, identifier, NOW, open_one.id, new.id
            )
            return replace(change, facts=(held,), reviews=(review,)), None
        if act < 0.3 and who in known and other in known and who == subject:
            return _merged(view, change, known[other].id, who, number), None
        if open_one is None:
            return replace(change, facts=(new,)), None
        if act < 0.4:
            wrong = replace(open_one, recorded_until=instant(number), superseded_by=new.id)
            return replace(change, facts=(new, wrong)), None
        return replace(change, facts=(new, _ended(open_one, number, new.id))), None

    return deciding


def _new(
    identifier: str, number: int, thread: str, subject: str, key: str, object_id: str | None
) -> Fact:
    return fact(
        f"f{number}",
        str(number),
        minutes=number,
        key=key,
        subject_id=subject,
        object_id=object_id,
        source_message_id=identifier,
        thread_id=thread,
        kind=FactKind.STABLE,
    )


def _is_open(one: Fact) -> bool:
    return one.valid_until is None and one.recorded_until is None and one.held is None


def _ended(one: Fact, number: int, successor: str | None) -> Fact:
    end = instant(number)
    return replace(
        one,
        valid_until=end,
        end_recorded_at=end,
        superseded_by=successor,
        ended_by=f"m{number}",
    )


def _merged(
    view: MemoryView, change: MemoryChange, absorbed: str, kept: str, number: int
) -> MemoryChange:
    """Move an entity's facts to another one; what would be a second open value ends."""
    (gone,) = view.entities([absorbed])
    if gone.merged_into is not None:
        return change
    theirs = view.facts(subjects=[absorbed], history=True)
    taken = {one.key: one.id for one in view.facts(subjects=[kept]) if _is_open(one)}
    moved = [
        replace(_ended(one, number, taken[one.key]), subject_id=kept)
        if _is_open(one) and one.key in taken
        else replace(one, subject_id=kept)
        for one in theirs
    ]
    merge = Merge(
        f"mrg{number}", kept, absorbed, "אותו שם", "rule", NOW, tuple(one.id for one in theirs)
    )
    merged = replace(gone, merged_into=kept)
    return replace(
        change,
        entities=(*change.entities, merged),
        facts=tuple(moved),
        merges=(merge,),
    )
