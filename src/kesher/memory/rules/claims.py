"""Of two readings of the same words the surer one: a phone with its model is no drug."""

from collections.abc import Sequence
from dataclasses import replace

from kesher.domain.entity import Reference, ReferenceKind
from kesher.domain.fact import Statement
from kesher.text.phrasebook import word_set
from kesher.text.words import fold

_SURE = frozenset(
    [
        "name",
        "nickname",
        "age",
        "birthday",
        "city",
        "address",
        "work_address",
        "floor",
        "phone",
        "email",
        "job",
        "role",
        "employer",
        "work_hours",
        "work_mode",
        "meeting_preference",
        "diet",
        "allergy",
        "condition",
        "favourite_food",
        "favourite_drink",
        "favourite_music",
        "favourite_color",
        "likes",
        "dislikes",
        "exercise",
        "device",
        "os",
        "plan",
        "budget",
        "rent",
        "time_zone",
        "language_preference",
        "reply_style",
        "current_location",
        "availability",
    ]
)
"""Keys whose phrases name them."""

_GUESSED = frozenset(
    {"medication", "medication_status", "dose", "intake_time", "task", "issue", "product"}
)
"""Keys read from the shape of a clause alone."""


def settled(statements: Sequence[Statement]) -> list[Statement]:
    """Return the statements without those whose words another reads more surely."""
    statements = _without_cures(statements)
    claimed = [s.quote for s in statements if s.key in _SURE]
    kept = [s for s in statements if s.key not in _GUESSED or not _within(s.quote, claimed)]
    dropped = {s.object.text for s in statements if s not in kept and s.object is not None}
    settled_all = [s for s in kept if s.key not in _GUESSED or s.subject.text not in dropped]
    devices = {s.quote for s in statements if s.key == "device"}
    settled_all = [s for s in settled_all if s.key != "os" or s.quote not in devices]
    settled_all = [_with_car(s) for s in settled_all]
    allergic = any(s.key == "allergy" for s in statements)
    return [s for s in settled_all if not (allergic and _is_reaction(s))]


def _with_car(statement: Statement) -> Statement:
    """Make the value of "car" the car itself, so that "the car" is known later."""
    if statement.key != "car" or statement.object is not None:
        return statement
    car = Reference(ReferenceKind.NAME, statement.value, *statement.quote, "vehicle")
    return replace(statement, object=car)


def _without_cures(statements: Sequence[Statement]) -> list[Statement]:
    """Leave out drugs that a bought thing's name holds: the "Norden 500" of a fridge."""
    bought = [s.quote for s in statements if s.key == "product"]
    cures = [s for s in statements if s.key == "medication" and _within(s.quote, bought)]
    texts = {s.object.text for s in cures if s.object is not None}
    return [s for s in statements if s not in cures and s.subject.text not in texts]


def _is_reaction(statement: Statement) -> bool:
    """Tell the rash of "nuts give me a rash": it shows an allergy and is no symptom of today."""
    return statement.key == "symptom" and fold(statement.value) in word_set("reaction")


def _within(quote: tuple[int, int], claimed: Sequence[tuple[int, int]]) -> bool:
    return any(start < quote[1] and quote[0] < end for start, end in claimed)
