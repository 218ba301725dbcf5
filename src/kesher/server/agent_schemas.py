"""An agent's run as it crosses HTTP."""

from typing import Any

from pydantic import Field

from kesher.server.schemas import Schema


class AgentRunRequest(Schema):
    """What an agent is asked to do. Without `trajectory_id` a new trajectory begins."""

    text: str
    trajectory_id: str | None = None
    instructions: str = ""
    memory: str | None = Field(
        None,
        min_length=1,
        description="Whose memory it has: any text that names it. Absent: none, or the one that "
        "the trajectory began with.",
    )


class DecisionRequest(Schema):
    """A person's word on a call that waits."""

    allowed: bool
    comment: str = ""


class AgentEventOut(Schema):
    """One event of a run; `kind` says which: its own fields stand beside it."""

    kind: str
    trajectory_id: str
    data: dict[str, Any]


class WaitingCall(Schema):
    """A call that waits for a person's word: `POST /agents/{trajectory_id}/decisions/…`."""

    interrupt_id: str
    trajectory_id: str
    title: str = Field(description="The trajectory's first request, shortened.")
    tool: str
    arguments: str = Field(description="JSON, as the model wrote it.")
    reason: str
