"""What an evaluation asks of the outside: a store of questions and runs, and ranking measures."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from kesher.domain.evaluation import EvaluationRun, Outcome, RoomQuestion
from kesher.domain.scope import RoomScope


class Measures(Protocol):
    """Measures of rankings."""

    def __call__(
        self, rankings: Sequence[Sequence[str]], right: Sequence[frozenset[str]]
    ) -> Sequence[Mapping[str, float]]:
        """Return the values of each question, 0–1, by measure's name.

        `R@1`, `R@5` and `R@10` say whether anything right is so high; `recall@10` is the share of
        what is right among the first ten; `MRR@10` and `nDCG@10` are those of information
        retrieval.

        Args:
            rankings: Of each question, best first and free of duplicates.
            right: Of each question, what is right; not empty.
        """
        ...


class EvaluationStore(Protocol):
    """Question sets of rooms, and runs over them. Each call is one transaction."""

    async def save_questions(
        self, scope: RoomScope, questions: Sequence[RoomQuestion], *, replace: bool
    ) -> int:
        """Add questions to the room's set, where each text stands once; return how many are new.

        Args:
            questions: No two with the same text.
            replace: Whether a question that stands already gets the new right pages and source
                (it keeps its id and time); else it stays as it is.

        Raises:
            NotFoundError: no such room.
        """
        ...

    async def questions(self, scope: RoomScope) -> Sequence[RoomQuestion]:
        """Return the room's set, oldest first."""
        ...

    async def delete_question(self, scope: RoomScope, question_id: str) -> None:
        """Remove a question; runs keep what they asked. Raises NotFoundError."""
        ...

    async def save_run(
        self, scope: RoomScope, run: EvaluationRun, outcomes: Sequence[Outcome]
    ) -> None:
        """Store a run that has ended. Raises NotFoundError where the room is gone."""
        ...

    async def runs(self, scope: RoomScope) -> Sequence[EvaluationRun]:
        """Return the room's runs, newest first."""
        ...

    async def run(self, scope: RoomScope, run_id: str) -> tuple[EvaluationRun, Sequence[Outcome]]:
        """Return a run of the room with its questions, in the order asked. Raises NotFoundError."""
        ...

    async def delete_run(self, scope: RoomScope, run_id: str) -> None:
        """Remove a run. Raises NotFoundError."""
        ...
