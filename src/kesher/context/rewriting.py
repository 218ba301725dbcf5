"""A follow-up to the request that has it written anew, and the question of the reply."""

from collections.abc import Callable, Sequence

from kesher.context.assembly import Evidence, assemble
from kesher.context.conversation import Turn
from kesher.context.prefix import make_prefix
from kesher.context.question import guarded
from kesher.context.trajectory import Trajectory
from kesher.domain.profile import Profile
from kesher.domain.request import Context
from kesher.prompts.catalog import rewriting_prompt
from kesher.text.language import language
from kesher.text.storable import storable

OUTPUT_TOKENS = 200
MOST_CHARS = 600
_ANSWER_CHARS = 400
"""The beginning of an answer tells what was talked about; the rest would only cost."""

_QUESTION: dict[bool, str] = {True: "שאלה", False: "Question"}
_ANSWER: dict[bool, str] = {True: "תשובה", False: "Answer"}
_LAST: dict[bool, str] = {True: "השאלה האחרונה", False: "Last question"}
_QUOTES = "\"'“”„«»״"


def request(
    question: str,
    turns: Sequence[Turn],
    *,
    profile: Profile,
    budget_tokens: int,
    count: Callable[[str], int],
) -> Context:
    """Return the request for a question that can be understood alone.

    Args:
        turns: The thread's last questions and answers, oldest first.
        budget_tokens: Of the whole rendered request.
        count: Tokens of a text by the profile's tokenizer.

    Raises:
        ContextTooLongError: instructions and questions alone are over the budget.
    """
    spoken = language(question)
    hebrew = spoken == "he"
    lines = []
    for turn in turns:
        lines.append(f"{_QUESTION[hebrew]}: {guarded(turn.question.strip())}")
        lines.append(f"{_ANSWER[hebrew]}: {guarded(_beginning(turn.answer))}")
    lines.append(f"{_LAST[hebrew]}: {guarded(question.strip())}")
    return assemble(
        Trajectory(make_prefix(rewriting_prompt(spoken).text)),
        evidence=Evidence(closing="\n".join(lines)),
        status=None,
        profile=profile,
        budget_tokens=budget_tokens,
        count=count,
    )


def read(reply: str) -> str | None:
    """Return the question of a reply; None where it is no single question of usual length."""
    lines = [line.strip() for line in storable(reply).strip().splitlines() if line.strip()]
    if len(lines) != 1 or len(lines[0]) > MOST_CHARS:
        return None
    text = lines[0].strip(_QUOTES).strip()
    label, colon, rest = text.partition(":")
    if colon and label.strip() in {*_LAST.values(), *_QUESTION.values()}:
        text = rest.strip()
    return text or None


def _beginning(answer: str) -> str:
    text = " ".join(answer.split())
    return text if len(text) <= _ANSWER_CHARS else text[:_ANSWER_CHARS] + "…"
