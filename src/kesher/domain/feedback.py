"""What people say of answers."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Verdict(StrEnum):
    """Whether an answer helped."""

    GOOD = "good"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Feedback:
    """What one person says of one answer; said anew, it takes the place of what was said.

    Attributes:
        reason: In the person's own words; empty: none was given.
        question, thread_id: Of the answer; empty in what is to be stored.
    """

    answer_id: str
    verdict: Verdict
    reason: str
    created_at: datetime
    question: str = ""
    thread_id: str = ""
