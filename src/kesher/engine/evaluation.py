"""Evaluation of one room in Python."""

import asyncio
from collections.abc import Callable, Collection
from pathlib import Path

from kesher.app.evaluation.comparing import compared
from kesher.app.evaluation.lines import QuestionFile
from kesher.app.evaluation.questions import Imported, Taken
from kesher.app.evaluation.running import Progress
from kesher.domain.evaluation import EvaluationRun, Outcome, RoomQuestion
from kesher.domain.evaluation_comparison import EvaluationComparison
from kesher.domain.scope import RoomScope
from kesher.engine.loop import Loop
from kesher.errors import InputError
from kesher.wiring.services import Services


class EvaluationHandle:
    """A room's question set, and runs over it."""

    def __init__(self, services: Services, loop: Loop, scope: RoomScope) -> None:
        self._evaluating = services.evaluating
        self._loop = loop
        self._scope = scope
        self._stops: set[asyncio.Event] = set()

    def questions(self) -> list[RoomQuestion]:
        """Return the room's set, oldest first."""
        return list(self._loop.run(self._evaluating.sets.questions(self._scope)))

    def import_questions(self, file: str | Path) -> Imported:
        """Add the questions of a file; one that stands already gets the file's right pages.

        Args:
            file: JSON Lines, `{"question", "document", "pages", "answerable"?}` each.

        Raises:
            InputError: it cannot be read, or names a line that is not so; nothing was added.
        """
        return self._loop.run(self._evaluating.sets.import_file(self._scope, _read(file)))

    def take_answers(self, answer_ids: Collection[str] | None = None) -> Taken:
        """Add the questions of the room's answers, with the pages of their verified citations.

        Args:
            answer_ids: Of these only; None: of all.

        Raises:
            NotFoundError: the room has no such answer.
        """
        return self._loop.run(self._evaluating.sets.take_answers(self._scope, answer_ids))

    def delete_question(self, question_id: str) -> None:
        """Take a question out of the set. Raises NotFoundError."""
        self._loop.run(self._evaluating.sets.delete(self._scope, question_id))

    def run(
        self,
        *,
        questions: str | Path | None = None,
        refusals: bool = True,
        progress: Callable[[int, int], None] | None = None,
    ) -> EvaluationRun:
        """Search each question as `RoomHandle.search` does, judge it, and keep the run.

        Args:
            questions: A file of JSON Lines in place of the room's set.
            refusals: Whether it is looked at what would be refused without a model.
            progress: Told of questions asked and all of them, from another thread.

        Raises:
            InputError: there is no question, or a line is wrong.
            ModelError: a text could not be embedded; what was asked before is kept.
        """
        file = None if questions is None else _read(questions)
        return self._loop.run(self._run(file, refusals, progress))

    def stop(self) -> None:
        """End what runs through this handle, each after the question that is under way.

        Call it from another thread, or from `progress`. Nothing happens where none runs.
        """
        for stop in tuple(self._stops):
            self._loop.soon(stop.set)

    def runs(self) -> list[EvaluationRun]:
        """Return the room's runs, newest first."""
        return list(self._loop.run(self._evaluating.evaluations.runs(self._scope)))

    def outcomes(self, run_id: str) -> list[Outcome]:
        """Return what became of each question of a run, in the order asked.

        Raises:
            NotFoundError: the room has no such run.
        """
        return list(self._loop.run(self._evaluating.evaluations.run(self._scope, run_id))[1])

    def delete_run(self, run_id: str) -> None:
        """Remove a run. Raises NotFoundError."""
        self._loop.run(self._evaluating.evaluations.delete_run(self._scope, run_id))

    def compare(self, before: str, after: str) -> EvaluationComparison:
        """Return what became of the questions between two runs of the room.

        Raises:
            NotFoundError: the room has no such run.
        """
        runs = self._evaluating.evaluations
        first = self._loop.run(runs.run(self._scope, before))
        return compared(first, self._loop.run(runs.run(self._scope, after)))

    async def _run(
        self,
        file: QuestionFile | None,
        refusals: bool,
        progress: Callable[[int, int], None] | None,
    ) -> EvaluationRun:
        plan = await self._evaluating.plan(self._scope, file=file, refusals=refusals)

        def told(how_far: Progress) -> None:
            if progress:
                progress(how_far.done, how_far.total)

        stop = asyncio.Event()
        self._stops.add(stop)
        try:
            return await self._evaluating.run(self._scope, plan, emit=told, stop=stop)
        finally:
            self._stops.discard(stop)


def _read(file: str | Path) -> QuestionFile:
    path = Path(file)
    try:
        return QuestionFile(path.name, path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"`{path}` cannot be read ({error}). Give a JSON Lines file.") from error
