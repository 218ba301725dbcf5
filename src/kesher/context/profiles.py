"""Six providers' rules as data: reasoning, status, cache and prices.

Prices and limits change; `prices_of` says of which model they are and when they were read.
Where yours differ, replace them with `with_prices`, or whole rules with `dataclasses.replace`.

`o200k` and `estimate` count as o200k does. An older vocabulary makes more tokens of some scripts:
cl100k 1.4 to 2.4 times as many of Hebrew, Arabic and Russian. The vocabularies of the models below
could not be had here to be measured, so no row has a margin. To find yours, divide the input tokens
that the provider bills by the `tokens` of the same recorded request, take 1 off, and set it with
`with_margin` or `KESHER_CHAT_TOKENS_MARGIN_FRACTION`.

Sources: the providers' own pages on prompt caching, reasoning and prices, as far as they could be
read in 2026; what a provider does not publish (a lifetime, a block) is said at its row.
"""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from kesher.context.given import expected
from kesher.context.wire import REASONING_BLOCKS
from kesher.domain.profile import CacheRule, Prices, Profile, ReasoningRule, StatusPlace
from kesher.errors import ConfigurationError

_ROWS = (
    # Chat Completions never takes reasoning back. A cached prefix lives 5 to 10 minutes unused.
    # The window is where the higher price for long requests begins, not the model's own.
    Profile(
        name="openai",
        window_tokens=272_000,
        tokenizer="o200k",
        reasoning=ReasoningRule.DROP,
        reasoning_field=None,
        status_place=StatusPlace.OWN_MESSAGE,
        cache=CacheRule(marks=0, min_tokens=1_024, block_tokens=128, ttl_seconds=300.0),
        prices=Prices(input=2.50, cache_read=0.25, cache_write=2.50, output=15.00),
        native_tool_search=True,
        prices_of="gpt-5.4, standard tier, as published in May 2026",
    ),
    # Thinking blocks go back signed and unchanged while a tool loop runs; those before the last
    # user message are ignored, so a status as a user message would end them too early.
    Profile(
        name="anthropic",
        window_tokens=200_000,
        tokenizer="estimate",
        reasoning=ReasoningRule.SINCE_USER,
        reasoning_field=REASONING_BLOCKS,
        status_place=StatusPlace.LAST_RESULT,
        cache=CacheRule(marks=4, min_tokens=1_024, block_tokens=1, ttl_seconds=300.0),
        prices=Prices(input=3.00, cache_read=0.30, cache_write=3.75, output=15.00),
        native_tool_search=True,
        context_editing=True,
        prices_of="claude-sonnet-4-5, five-minute cache, as published in May 2026",
    ),
    # Thought signatures are checked from the last user message on. Lifetime and block of the
    # implicit cache are not published: five minutes, token by token, are taken.
    Profile(
        name="gemini",
        window_tokens=1_048_576,
        tokenizer="estimate",
        reasoning=ReasoningRule.SINCE_USER,
        reasoning_field=REASONING_BLOCKS,
        status_place=StatusPlace.LAST_RESULT,
        cache=CacheRule(marks=0, min_tokens=4_096, block_tokens=1, ttl_seconds=300.0),
        prices=Prices(input=2.00, cache_read=0.20, cache_write=2.00, output=12.00),
        prices_of="gemini-3.1-pro-preview, requests up to 200,000 tokens, as known in mid 2026",
    ),
    # V4 refuses a request that lacks the reasoning of an earlier answer with calls (Kimi K2 and
    # GLM-5 took over the rule). R1 wanted it left out: for R1 take `generic`. Kept for hours to
    # days, as published; two hours are taken.
    Profile(
        name="deepseek",
        window_tokens=1_000_000,
        tokenizer="estimate",
        reasoning=ReasoningRule.ECHO,
        reasoning_field="reasoning_content",
        status_place=StatusPlace.OWN_MESSAGE,
        cache=CacheRule(marks=0, min_tokens=64, block_tokens=64, ttl_seconds=7_200.0),
        prices=Prices(input=0.66, cache_read=0.022, cache_write=0.66, output=1.98),
        prices_of="deepseek-v4-pro, outside peak hours (twice as much within), in October 2026",
    ),
    # The chat template keeps reasoning since the last user message that is no tool result. The
    # block is that of vLLM, by which these models are mostly served.
    Profile(
        name="qwen3",
        window_tokens=131_072,
        tokenizer="estimate",
        reasoning=ReasoningRule.SINCE_USER,
        reasoning_field="reasoning_content",
        status_place=StatusPlace.LAST_RESULT,
        cache=CacheRule(marks=0, min_tokens=256, block_tokens=16, ttl_seconds=300.0),
        prices=Prices(input=1.20, cache_read=0.24, cache_write=1.20, output=6.00),
        prices_of="qwen3-max at Alibaba, up to 32,000 tokens, implicit cache, as known in 2025",
    ),
    # Any OpenAI-compatible endpoint of which nothing is known: it promises nothing, costs nothing.
    Profile(
        name="generic",
        window_tokens=32_768,
        tokenizer="estimate",
        reasoning=ReasoningRule.DROP,
        reasoning_field=None,
        status_place=StatusPlace.OWN_MESSAGE,
        cache=CacheRule(marks=0, min_tokens=1, block_tokens=1, ttl_seconds=300.0),
        prices=Prices(input=0.0, cache_read=0.0, cache_write=0.0, output=0.0),
        prices_of="no prices: a model of your own",
    ),
)

PROFILES: Mapping[str, Profile] = MappingProxyType({row.name: row for row in _ROWS})
"""The profiles by name."""


def profile(name: str) -> Profile:
    """Return a profile.

    Raises:
        ConfigurationError: there is none of that name; the message lists those there are.
    """
    if not isinstance(name, str) or name not in PROFILES:
        raise ConfigurationError(
            f"There is no profile `{name}`. Use one of: {', '.join(sorted(PROFILES))}."
        )
    return PROFILES[name]


def chosen(given: Profile | str) -> Profile:
    """Return a profile that is given as it is or by its name.

    Raises:
        ConfigurationError: there is none of that name.
        InputError: it is neither.
    """
    if isinstance(given, str):
        return profile(given)
    names = ", ".join(f"`{name}`" for name in PROFILES)
    return expected(given, Profile, name="profile", give=f"a profile or its name: {names}")


def with_prices(profile: Profile | str, prices: Prices, prices_of: str) -> Profile:
    """Return the profile at your own prices, in US dollars a million tokens.

    Args:
        prices_of: Of which model they are and since when, for whoever reads a bill by them.
    """
    return replace(chosen(profile), prices=prices, prices_of=prices_of)


def with_margin(profile: Profile | str, fraction: float) -> Profile:
    """Return the profile with counts raised by a fraction, 0 and up.

    Raises:
        ConfigurationError: the fraction is below 0, which would let requests outgrow the window.
    """
    if fraction < 0:
        raise ConfigurationError(
            f"`tokens_margin_fraction` is {fraction}. Use 0 or more; 0.5 counts half as many again."
        )
    return replace(chosen(profile), tokens_margin_fraction=fraction)
