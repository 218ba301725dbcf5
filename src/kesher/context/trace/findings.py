"""What a lint found, and where."""

from collections.abc import Callable
from dataclasses import dataclass

from kesher.context.audit import AROUND_CHARS, EXPLANATIONS
from kesher.context.cost import Tokens, input_usd, lost_tokens, lost_usd
from kesher.context.rendered import common_chars, joined, tokens_before
from kesher.context.trace import hebrew
from kesher.context.trace.requests import Kind, Recorded, Said
from kesher.domain.profile import Profile

STATIC_EXPLANATIONS = {
    "flattened_history": "A whole conversation stands in one message. Send each message by its "
    "role: the model was trained on its template, not on labels.",
    "orphan_call": "A call has no result. A provider refuses the request; keep both or neither.",
    "orphan_result": "A result has no call. A provider refuses the request; keep both or neither.",
    "escaped_json": "JSON inside the content escapes its letters, which takes several times the "
    "tokens. Write it with `ensure_ascii=False`.",
}


@dataclass(frozen=True, slots=True)
class Measure:
    """By what a lint counts."""

    profile: Profile
    count: Callable[[str], int]


@dataclass(frozen=True, slots=True)
class Finding:
    """One habit at one place.

    Attributes:
        cause: A stable word.
        request: Number in the file, from 1. The place is that in the request before it, where a
            difference between the two is meant.
        line: Of the file, from 1.
        message: Index, the system message first; -1: in the tool schemas.
        byte: Offset into the rendered request, UTF-8: tool schemas, then messages.
        token: Tokens before the place, all still reusable.
        lost_tokens: Computed anew, or sent in vain.
        below_minimum: The request before it was shorter than the provider caches at all, so this
            break has lost nothing; in a longer one it would.
        logged: A logged edit explains it: no fault.
    """

    cause: str
    request: int
    line: int
    message: int
    byte: int
    token: int
    lost_tokens: int
    lost_usd: float
    before: str
    after: str
    explanation: str
    logged: bool = False
    below_minimum: bool = False


def difference(
    pair: tuple[Recorded, Recorded],
    cause: str,
    places: tuple[int, int],
    measure: Measure,
    *,
    logged: bool = False,
) -> Finding:
    """Return the finding of a difference between two requests that follow one another.

    Args:
        places: Index of the first differing part in the earlier and in the later request's
            `parts`; an index past the end means the end.
    """
    earlier, later = pair
    old, new = joined(earlier.parts[places[0] :]), joined(later.parts[places[1] :])
    inside = common_chars(old, new)
    chars = len(joined(earlier.parts[: places[0]])) + inside
    whole = joined(earlier.parts)
    token = tokens_before(earlier.parts, chars, measure.count)
    total = sum(part.tokens for part in earlier.parts)
    lost = lost_tokens(measure.profile, earlier=total, reused=token)
    start = max(0, inside - AROUND_CHARS)
    return Finding(
        cause=cause,
        request=later.number,
        line=later.line,
        message=_message_at(pair, places),
        byte=len(whole[:chars].encode("utf-8", "surrogatepass")),
        token=token,
        lost_tokens=lost,
        lost_usd=lost_usd(measure.profile, lost),
        before=old[start : inside + AROUND_CHARS],
        after=new[start : inside + AROUND_CHARS],
        explanation=explanation(cause),
        logged=logged,
        below_minimum=total < measure.profile.cache.min_tokens,
    )


def occurrence(
    request: Recorded, cause: str, part: Said, measure: Measure, *, wasted_tokens: int = 0
) -> Finding:
    """Return the finding of a habit that one request shows by itself."""
    place = request.parts.index(part)
    before = request.parts[:place]
    return Finding(
        cause=cause,
        request=request.number,
        line=request.line,
        message=part.index,
        byte=len(joined(before).encode("utf-8", "surrogatepass")),
        token=sum(one.tokens for one in before),
        lost_tokens=wasted_tokens,
        lost_usd=input_usd(measure.profile, Tokens(0, 0, wasted_tokens)),
        before="",
        after=part.text[: 2 * AROUND_CHARS],
        explanation=explanation(cause),
    )


def explanation(cause: str, language: str = "en") -> str:
    """Return what a cause means and what to do, in Hebrew (`he`) or else in English."""
    if language == "he":
        return hebrew.EXPLANATIONS[cause]
    return {**EXPLANATIONS, **STATIC_EXPLANATIONS}[cause]


def _message_at(pair: tuple[Recorded, Recorded], places: tuple[int, int]) -> int:
    """Return the message of the first part that differs; a tool schema on either side is -1."""
    sides = zip(pair, places, strict=True)
    found = [side.parts[place] for side, place in sides if place < len(side.parts)]
    if any(part.kind is Kind.TOOL for part in found):
        return -1
    return min((part.index for part in found), default=len(pair[0].messages))
