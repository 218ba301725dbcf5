"""The hits of one search to the one request that has them graded, and the grades of the reply."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kesher.context.assembly import Block, Evidence
from kesher.context.passages import Passage
from kesher.context.question import shown
from kesher.context.research.asking import Fault, Fit, assembled, closing, json_in, number_in
from kesher.domain.request import Context
from kesher.domain.retrieval import Hit
from kesher.text.language import Language

TOKENS_A_GRADE = 12
"""Of a reply: its number, its grade, and what a model may write beside them."""
HIGHEST = 3

_GRADE = re.compile(r"\s*([0-3])(?:\.0+)?\s*(?:/\s*3)?\s*")
_QUESTION: dict[bool, str] = {True: "השאלה", False: "Question"}


@dataclass(frozen=True, slots=True)
class ToGrade:
    """A request for grades.

    Attributes:
        numbers: The chunk of each passage by the number that it is called by.
    """

    context: Context
    numbers: Mapping[int, str]


def request(
    text: str, hits: Sequence[Hit], spoken: Language, fit: Fit, *, fault: Fault | None = None
) -> ToGrade:
    """Return the request that grades the hits by how far they help to answer an aspect.

    Hits that do not fit the budget are left out, the last first; they get no grade.

    Args:
        spoken: Language of the question that the aspect is part of.
    """
    called = {str(number): hit for number, hit in enumerate(hits, start=1)}
    blocks = tuple(
        Block(name, shown(Passage(hit, hit.chunk.text), name=name), (hit.chunk.id,))
        for name, hit in called.items()
    )
    lines = ["</passages>", "", f"{_QUESTION[spoken == 'he']}: {text}"]
    evidence = Evidence("<passages>", blocks, closing(lines, spoken, fault))
    context = assembled("grade", spoken, evidence, fit)
    return ToGrade(context, {int(name): called[name].chunk.id for name in context.sent})


def read(reply: str, numbers: Mapping[int, str]) -> dict[str, int] | Fault:
    """Return the grade of each chunk, 0-3.

    Taken are `{"grades": {"1": 3}}`, the mapping alone, a list of objects, and a plain list as long
    as the passages; "3" and "3/3" count as 3. Numbers that no passage has are passed over.
    """
    found = json_in(reply)
    held = found.get("grades", found) if isinstance(found, dict) else found
    given = _by_number(held, len(numbers))
    if given is None:
        return Fault('it holds no JSON object {"grades": {"1": 3}}')
    grades = {number: _grade(given.get(number)) for number in numbers}
    missing = [str(number) for number, grade in grades.items() if grade is None]
    if missing:
        return Fault(f"it has no grade of 0 to {HIGHEST} for passage {', '.join(missing)}")
    return {numbers[number]: grade for number, grade in grades.items() if grade is not None}


def _by_number(held: object, passages: int) -> dict[int, object] | None:
    if isinstance(held, dict):
        numbers = ((number_in(key), each) for key, each in held.items())
        return {number: each for number, each in numbers if number is not None}
    if not isinstance(held, list):
        return None
    if all(isinstance(each, dict) for each in held):
        return dict(pair for each in held if (pair := _pair(each)) is not None)
    return dict(enumerate(held, start=1)) if len(held) == passages else None


def _pair(each: Mapping[str, object]) -> tuple[int, object] | None:
    named = next((each[key] for key in ("passage", "id", "number", "n") if key in each), None)
    number = number_in(named)
    return None if number is None else (number, each.get("grade"))


def _grade(given: object) -> int | None:
    if isinstance(given, bool) or not isinstance(given, int | float | str):
        return None
    found = _GRADE.fullmatch(str(given))
    return int(found[1]) if found else None
