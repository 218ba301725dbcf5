"""The question set of a room: imported, taken over from answers, listed, deleted."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from kesher.app.evaluation.lines import Check, QuestionFile, Written, read_questions, right_of
from kesher.domain.answer import Answer, StopReason
from kesher.domain.evaluation import QuestionSource, RightPages, RoomQuestion
from kesher.domain.scope import RoomScope
from kesher.errors import NotFoundError
from kesher.ports.clock import Clock, NewId
from kesher.ports.evaluations import EvaluationStore
from kesher.ports.stores import Store
from kesher.text.language import language
from kesher.text.leaning import leans


@dataclass(frozen=True, slots=True)
class Imported:
    """What came of a file: `replaced` stood in the set and have the file's right pages now."""

    new: int
    replaced: int


@dataclass(frozen=True, slots=True)
class Taken:
    """What came of answers.

    Attributes:
        standing: Were in the set already, and stay as they are.
        unverified: Without a verified citation of a document that the room has, or broken off.
        follow_ups: Lean on the question before them, so that they cannot be searched alone.
    """

    new: int
    standing: int
    unverified: int
    follow_ups: int


@dataclass(frozen=True, slots=True)
class QuestionSets:
    """Keeps the question sets of rooms.

    Attributes:
        check: Refuses a question that could not be asked.
    """

    store: Store
    evaluations: EvaluationStore
    check: Check
    clock: Clock
    new_id: NewId

    async def questions(self, scope: RoomScope) -> Sequence[RoomQuestion]:
        """Return the room's set, oldest first. Raises NotFoundError."""
        await self.store.room(scope)
        return await self.evaluations.questions(scope)

    async def delete(self, scope: RoomScope, question_id: str) -> None:
        """Remove a question of the room; runs keep what they asked. Raises NotFoundError."""
        await self.evaluations.delete_question(scope, question_id)

    async def read(self, scope: RoomScope, file: QuestionFile) -> list[RoomQuestion]:
        """Return the questions of a file without keeping them.

        Raises:
            NotFoundError: no such room.
            InputError: a line is not as `read_questions` says.
        """
        await self.store.room(scope)
        documents = await self.store.documents(scope)
        written = read_questions(file, documents, check=self.check)
        return [self._question(each, QuestionSource.FILE) for each in written]

    async def import_file(self, scope: RoomScope, file: QuestionFile) -> Imported:
        """Add a file's questions; one that stands already gets the file's right pages.

        Raises:
            NotFoundError, InputError: as `read`; nothing was added.
        """
        questions = await self.read(scope, file)
        new = await self.evaluations.save_questions(scope, questions, replace=True)
        return Imported(new, len(questions) - new)

    async def take_answers(
        self, scope: RoomScope, answer_ids: Collection[str] | None = None
    ) -> Taken:
        """Add the questions of the room's answers, with the pages of their verified citations.

        Args:
            answer_ids: Of these only; None: of all answers.

        Raises:
            NotFoundError: no such room, or no such answer in it.
        """
        await self.store.room(scope)
        names = {each.id: each.name for each in await self.store.documents(scope)}
        taken: dict[str, RoomQuestion] = {}
        unverified = follow_ups = 0
        for answer, leaning in await self._answers(scope, answer_ids):
            right = _cited(answer, names)
            if leaning:
                follow_ups += 1
            elif not right or answer.stop_reason is not StopReason.COMPLETE:
                unverified += 1
            else:  # of several answers to one question the last counts
                written = Written(answer.question, right)
                taken[answer.question] = self._question(
                    written, QuestionSource.CITATIONS, answer_id=answer.id
                )
        new = await self.evaluations.save_questions(scope, list(taken.values()), replace=False)
        return Taken(new, len(taken) - new, unverified, follow_ups)

    async def _answers(
        self, scope: RoomScope, wanted: Collection[str] | None
    ) -> list[tuple[Answer, bool]]:
        """Return answers, oldest first, each with whether its question leans on another."""
        found = []
        for thread in await self.store.threads(scope):
            for place, answer in enumerate(await self.store.answers(scope, thread.id)):
                if wanted is None or answer.id in wanted:
                    found.append((answer, place > 0 and leans(answer.question)))
        for gone in set(wanted or ()) - {answer.id for answer, _ in found}:
            raise NotFoundError("answer", gone)
        return sorted(found, key=lambda each: each[0].created_at)

    def _question(
        self, written: Written, source: QuestionSource, *, answer_id: str | None = None
    ) -> RoomQuestion:
        return RoomQuestion(
            id=self.new_id("qst"),
            text=written.text,
            language=language(written.text),
            right=written.right,
            source=source,
            created_at=self.clock(),
            answer_id=answer_id,
        )


def _cited(answer: Answer, names: dict[str, str]) -> tuple[RightPages, ...]:
    """Return the pages that verified citations of standing documents lie on."""
    return right_of(list(_places(answer, names)))


def _places(answer: Answer, names: dict[str, str]) -> Iterable[tuple[str, str, int]]:
    for citation in answer.citations:
        name = names.get(citation.document_id)
        if citation.verified and name is not None:
            for span in citation.spans:
                yield citation.document_id, name, span.page_number
