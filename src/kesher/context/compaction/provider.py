"""Layer 3: old tool results removed on the provider's side, where it can; our list stays whole."""

from dataclasses import dataclass

from kesher.context.compaction.situation import Situation, open_results
from kesher.domain.canonical import canonical
from kesher.domain.profile import Profile

_EDIT = "clear_tool_uses_20250919"


@dataclass(frozen=True, slots=True)
class ProviderEditing:
    """What a request may ask of its provider.

    Attributes:
        available: Whether the profile's provider can do it.
        body: The request's `context_management` as canonical JSON; None where there is none.
        freed_tokens: What our side expects to go.
        reason: For a person.
    """

    available: bool
    body: str | None
    freed_tokens: int
    reason: str


def plan(
    situation: Situation, profile: Profile, *, keep_results: int = 3, trigger_fraction: float = 0.8
) -> ProviderEditing:
    """Return the provider-side removal of old results, or say that there is none.

    It breaks the provider's cache from the first removed result on, so it is asked for only where
    the context is about to overflow.

    Source:
        Anthropic, "Context editing", edit `clear_tool_uses_20250919`.
    """
    if not profile.context_editing:
        reason = f"The profile `{profile.name}` has no editing on the provider's side."
        return ProviderEditing(False, None, 0, reason)
    old = open_results(situation)[: -keep_results or None]
    freed = sum(situation.text_tokens(entry) for entry in old)
    trigger = int(trigger_fraction * situation.budget_tokens)
    if situation.tokens <= trigger or not freed:
        reason = f"{situation.tokens:,} tokens are used; it begins above {trigger:,}."
        return ProviderEditing(True, None, 0, reason)
    body = canonical(
        {
            "edits": [
                {
                    "type": _EDIT,
                    "trigger": {"type": "input_tokens", "value": trigger},
                    "keep": {"type": "tool_uses", "value": keep_results},
                    "clear_at_least": {"type": "input_tokens", "value": max(1, freed // 2)},
                }
            ]
        }
    )
    return ProviderEditing(True, body, freed, f"{len(old)} old results may go.")
