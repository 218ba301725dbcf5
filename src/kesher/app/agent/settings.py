"""Limits of an agent's run."""

from dataclasses import dataclass

from kesher.app.agent.lease import LEASE_SECONDS


@dataclass(frozen=True, slots=True)
class AgentSettings:
    """Limits of one run: from a person's message until the agent comes to rest.

    Attributes:
        iterations: Most requests to the model, those of sub-agents included.
        tokens: Most input and output tokens, likewise.
        budget_tokens: Of one request; 0: what the profile's window leaves beside the output.
        output_tokens: Most that the model may write in one answer.
        tool_seconds: Of one call, where the tool states no limit of its own.
        result_tokens: Most of one result that enters the trajectory.
        retries: Tries again, one after another, after a stream that broke off.
        lease_seconds: After this long without a sign of life of the run's process another may
            take the trajectory up.
        raw: Whether the provider's own events are told as well.
    """

    iterations: int = 25
    tokens: int = 400_000
    budget_tokens: int = 0
    output_tokens: int = 4_096
    temperature: float = 0.0
    tool_seconds: float = 60.0
    result_tokens: int = 16_000
    retries: int = 2
    lease_seconds: float = LEASE_SECONDS
    raw: bool = False
