"""The passages that research chose to the request for its answer."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kesher.context.assembly import NOTHING, Recollection
from kesher.context.prefix import make_prefix
from kesher.context.question import Material, Prompt, assemble_question, guarded
from kesher.context.research.asking import Fit
from kesher.context.trajectory import Trajectory
from kesher.domain.retrieval import Hit
from kesher.errors import InputError
from kesher.prompts.catalog import research_prompt
from kesher.text.language import language

_TO_ANSWER: dict[bool, str] = {
    True: "היבטים שיש לענות עליהם:",
    False: "Aspects to answer:",
}
_NOT_FOUND: dict[bool, str] = {
    True: "היבטים שלא נמצאו; אל תכתוב עליהם:",
    False: "Aspects that were not found; write nothing about them:",
}


@dataclass(frozen=True, slots=True)
class Researched:
    """What an answer may rest on.

    Attributes:
        found, missing: The aspects' texts, in the order of the plan.
        hits: Relevant, most important first.
        neighbours: Chunks beside them, for what remains of the budget.
        memory: Facts of the person who asks.
    """

    question: str
    found: tuple[str, ...]
    missing: tuple[str, ...]
    hits: tuple[Hit, ...]
    neighbours: tuple[Hit, ...]
    memory: Recollection = NOTHING


def request(researched: Researched, fit: Fit) -> Prompt:
    """Return the request for the answer, within the budget.

    Where the aspects do not fit beside the question, it is asked without them.

    Raises:
        InputError: question and instructions alone are over the budget.
    """
    try:
        return _assembled(researched, fit)
    except InputError:
        if not researched.found and not researched.missing:
            raise
        return _assembled(replace(researched, found=(), missing=()), fit)


def _assembled(researched: Researched, fit: Fit) -> Prompt:
    spoken = language(researched.question)
    hebrew = spoken == "he"
    text = "\n".join(
        [
            researched.question.strip(),
            *_listed(_TO_ANSWER[hebrew], researched.found),
            *_listed(_NOT_FOUND[hebrew], researched.missing),
        ]
    )
    material = Material(
        question=text,
        hits=researched.hits,
        neighbours=researched.neighbours,
        spoken=spoken,
        instructed=spoken,
        memory=researched.memory,
    )
    return assemble_question(
        material,
        Trajectory(make_prefix(research_prompt("research", spoken).text)),
        profile=fit.profile,
        budget_tokens=fit.budget_tokens,
        count=fit.count,
    )


def _listed(title: str, aspects: Sequence[str]) -> list[str]:
    return [title, *(f"- {guarded(aspect)}" for aspect in aspects)] if aspects else []
