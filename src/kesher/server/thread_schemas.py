"""The shapes of threads as their people keep them, beside `kesher.server.schemas`."""

from datetime import datetime

from pydantic import Field

from kesher.domain.feedback import Verdict
from kesher.server.schemas import Answer, Schema, Thread


class FoundThread(Thread):
    """A conversation that was looked for."""

    found: str = Field(
        "", description="The question whose turn has the words; empty: the title has them."
    )


class Feedback(Schema):
    """What the caller says of an answer."""

    answer_id: str
    verdict: Verdict
    reason: str
    created_at: datetime


class FeedbackRequest(Schema):
    """What is to be kept of an answer; it takes the place of what the caller said before."""

    verdict: Verdict
    reason: str = Field("", max_length=4_000, description="In the caller's own words.")


class RoomFeedback(Feedback):
    """What somebody says of an answer of a room."""

    question: str
    thread_id: str


class RunningAnswer(Schema):
    """An answer that is being written: it can be followed, and stopped."""

    answer_id: str
    question: str
    run_id: str | None = Field(
        None, description="The research that it will be the answer of; null: of none."
    )


class ThreadDetail(Thread):
    """A conversation with its answers, oldest first."""

    answers: list[Answer]
    earlier: int = Field(description="How many answers it has before these.")
    running: RunningAnswer | None = Field(
        None, description="The caller's own, if this server writes one there now."
    )
    feedback: list[Feedback] = Field(description="What the caller says of its answers.")
    branches: list[Thread] = Field(
        description="Those that began as copies of it and that the caller may read, newest first."
    )


class BranchRequest(Schema):
    """Where a conversation is to part from another."""

    before: str = Field(description="The answer whose question is asked otherwise.")
    question: str = Field(min_length=1, description="The other question: it names the branch.")
