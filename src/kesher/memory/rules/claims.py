"""Of two readings of the same words the surer one: a phone with its model is no drug."""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import accumulate

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
    claimed = _Spans([s.quote for s in statements if s.key in _SURE])
    kept, left = _parted(statements, lambda s: s.key in _GUESSED and claimed.touch(s.quote))
    dropped = {s.object.text for s in left if s.object is not None}
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
    bought = _Spans([s.quote for s in statements if s.key == "product"])
    kept, cures = _parted(statements, lambda s: s.key == "medication" and bought.touch(s.quote))
    texts = {s.object.text for s in cures if s.object is not None}
    return [s for s in kept if s.subject.text not in texts]


def _is_reaction(statement: Statement) -> bool:
    """Tell the rash of "nuts give me a rash": it shows an allergy and is no symptom of today."""
    return statement.key == "symptom" and fold(statement.value) in word_set("reaction")


def _parted(
    statements: Sequence[Statement], leaves: Callable[[Statement], bool]
) -> tuple[list[Statement], list[Statement]]:
    """Return the statements that stay and those that leave, both in their order."""
    kept: list[Statement] = []
    left: list[Statement] = []
    for statement in statements:
        (left if leaves(statement) else kept).append(statement)
    return kept, left


class _Spans:
    """Half-open spans of a text, which tell in logarithmic time whether another one touches any."""

    def __init__(self, spans: Sequence[tuple[int, int]]) -> None:
        ordered = sorted(spans)
        self._starts = [start for start, _ in ordered]
        self._furthest = list(accumulate((end for _, end in ordered), max))

    def touch(self, span: tuple[int, int]) -> bool:
        """Tell whether a span overlaps one of these."""
        before = bisect_left(self._starts, span[1])
        return before > 0 and self._furthest[before - 1] > span[0]
