"""A provider's prompt cache, simulated: which tokens of a request it reads, writes or computes.

Source: Anthropic, "Prompt caching" (marks, minimum, lifetime refreshed by use, price of a write);
OpenAI, "Prompt caching" (prefixes found by themselves, minimum, blocks of 128 tokens).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from kesher.context.cost import Tokens
from kesher.context.given import expected
from kesher.context.rendered import common_chars, joined, tokens_before
from kesher.domain.profile import CacheRule
from kesher.domain.request import Context


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a rendered request.

    Attributes:
        marked: A cache boundary is marked after it.
    """

    text: str
    tokens: int
    marked: bool = False


def parts_of(context: Context) -> tuple[Part, ...]:
    """Return the segments of a request as parts, with the boundaries that it marks.

    Raises:
        InputError: it is no context.
    """
    expected(context, Context, name="context", give="what `assemble` returned")
    last = {segment.message: place for place, segment in enumerate(context.segments)}
    marked = {last[mark] for mark in context.cache_marks if mark in last}
    return tuple(
        Part(segment.text, segment.tokens, place in marked)
        for place, segment in enumerate(context.segments)
    )


class CacheSimulator:
    """One provider's cache while requests come, any number of prefixes side by side.

    An automatic cache keeps the text of every request and reads whole blocks of what a new one
    has in common with any of them. One with marks keeps the text up to each mark, and reads the
    longest that a new request begins with; how far back a provider looks from a mark is left out.
    """

    def __init__(self, rule: CacheRule) -> None:
        self._rule = rule
        self._lifetime = timedelta(seconds=rule.ttl_seconds)
        self._used: dict[str, datetime] = {}

    def send(self, parts: Sequence[Part], *, at: datetime) -> Tokens:
        """Take in a request and return how its tokens were met.

        Args:
            at: When it is sent; not before the one before it.
        """
        self._used = {
            text: used for text, used in self._used.items() if at - used <= self._lifetime
        }
        text = joined(parts)
        total = sum(part.tokens for part in parts)
        if self._rule.marks:
            return self._send_marked(parts, text, total, at)
        cached = self._longest(parts, text)
        if total >= self._rule.min_tokens:
            self._used[text] = at
        return Tokens(cached, 0, total - cached)

    def _longest(self, parts: Sequence[Part], text: str) -> int:
        """Return the tokens in common with any kept text, in whole blocks, none under the least."""
        common = max((common_chars(text, kept) for kept in self._used), default=0)
        tokens = tokens_before(parts, common)
        whole = tokens - tokens % self._rule.block_tokens
        return whole if whole >= self._rule.min_tokens else 0

    def _send_marked(self, parts: Sequence[Part], text: str, total: int, at: datetime) -> Tokens:
        found = [kept for kept in self._used if text.startswith(kept)]
        cached = max((tokens_before(parts, len(kept)) for kept in found), default=0)
        marks = self._marked(parts)
        written = max(0, max(marks.values(), default=0) - cached)
        self._used.update(dict.fromkeys([*found, *(text[:end] for end in marks)], at))
        return Tokens(cached, written, total - cached - written)

    def _marked(self, parts: Sequence[Part]) -> dict[int, int]:
        """Return tokens by characters of each prefix that is long enough and ends at a mark."""
        chars = tokens = 0
        found: dict[int, int] = {}
        for part in parts:
            chars += len(part.text)
            tokens += part.tokens
            if part.marked and tokens >= self._rule.min_tokens:
                found[chars] = tokens
        return dict(list(found.items())[-self._rule.marks :])
