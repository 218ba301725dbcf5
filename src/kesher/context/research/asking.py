"""The form that all requests of deep research have, and the JSON that their replies hold."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass

from kesher.context.assembly import Evidence, assemble
from kesher.context.prefix import make_prefix
from kesher.context.trajectory import Trajectory
from kesher.domain.profile import Profile
from kesher.domain.request import Context
from kesher.prompts.catalog import ResearchPrompt, research_prompt
from kesher.text.language import Language

_TRAILING_COMMA = re.compile(r",(?=\s*[}\]])")
_MOST_DIGITS = 9
_AGAIN: dict[bool, str] = {
    True: "את התשובה הקודמת לא היה אפשר לקרוא: {reason}. החזר רק את אובייקט ה־JSON.",
    False: "Your last reply could not be read: {reason}. Give back the JSON object and no more.",
}


@dataclass(frozen=True, slots=True)
class Fit:
    """What a request must fit.

    Attributes:
        budget_tokens: Of the whole rendered request.
        count: Tokens of a text by the profile's tokenizer.
    """

    profile: Profile
    budget_tokens: int
    count: Callable[[str], int]


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a reply is not taken, in words that may go back to the model."""

    reason: str


def assembled(step: ResearchPrompt, spoken: Language, evidence: Evidence, fit: Fit) -> Context:
    """Render a request that begins anew: instructions, passages, question.

    Raises:
        ContextTooLongError: instructions and question alone are over the budget.
    """
    return assemble(
        Trajectory(make_prefix(research_prompt(step, spoken).text)),
        evidence=evidence,
        status=None,
        profile=fit.profile,
        budget_tokens=fit.budget_tokens,
        count=fit.count,
    )


def closing(lines: list[str], spoken: Language, fault: Fault | None) -> str:
    """Return the end of a request: its lines, and what was wrong with the reply to the last one."""
    if fault is not None:
        lines = [*lines, "", _AGAIN[spoken == "he"].format(reason=fault.reason)]
    return "\n".join(lines)


def json_in(reply: str) -> object:
    """Return the JSON object or array that a reply holds, or None where it holds none.

    Words and fences around it are passed over, and a comma before a closing bracket is forgiven.
    """
    for opening, ending in (("{", "}"), ("[", "]")):
        start, end = reply.find(opening), reply.rfind(ending)
        if 0 <= start < end:
            found = _parsed(reply[start : end + 1])
            if found is not None:
                return found
    return None


def number_in(given: object) -> int | None:
    """Return the whole number that a field of a reply holds, also as text; None: it holds none."""
    if isinstance(given, bool) or not isinstance(given, int | str):
        return None
    text = str(given).strip()
    # Python refuses to read a number of thousands of digits; nothing is numbered so high.
    return int(text) if len(text) <= _MOST_DIGITS and text.isdecimal() else None


def _parsed(text: str) -> object:
    for attempt in (text, _TRAILING_COMMA.sub("", text)):
        try:
            found: object = json.loads(attempt)
        except (ValueError, RecursionError):  # ValueError: also a number of thousands of digits
            continue
        return found
    return None
