"""Rooms in Python."""

import asyncio
from collections.abc import Callable, Coroutine
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

from kesher.domain.answer import Answer
from kesher.domain.document import Document, DocumentState, Room
from kesher.domain.record_view import RecordView
from kesher.domain.research import Estimate
from kesher.domain.retrieval import Query, Retrieval
from kesher.domain.scope import RoomScope, Scope
from kesher.engine.evaluation import EvaluationHandle
from kesher.engine.loop import Loop
from kesher.errors import ConflictError, DocumentError, InputError, NotFoundError
from kesher.wiring.services import Services

AskEvents = Callable[[object], None]

_OPEN = (DocumentState.QUEUED, DocumentState.READING, DocumentState.EMBEDDING)
_LOOK_SECONDS = 3.0


class RoomHandle:
    """One room of an open data folder."""

    def __init__(self, services: Services, loop: Loop, room: Room) -> None:
        self._services = services
        self._loop = loop
        self._scope = RoomScope(Scope().tenant_id, room.id)
        self.id = room.id
        self.name = room.name
        self.evaluation = EvaluationHandle(services, loop, self._scope)
        """The room's questions with right pages, and runs over them."""
        self._stops: dict[str, asyncio.Event] = {}

    def add(
        self,
        file: str | Path | bytes,
        *,
        name: str | None = None,
        new_version_of: str | None = None,
        progress: Callable[[Document], None] | None = None,
    ) -> Document:
        """Take a file in, wait until it can be searched, and return the document.

        The same bytes are in a room once: adding them again returns the document that is there.

        Args:
            file: A path, or the bytes themselves (then with `name`).
            name: How the document is called; a file's own name if omitted.
            new_version_of: Id of the document, in any of its versions, that this is a new version
                of: it is searched in its place once it is whole. None: a document of its own.
            progress: Told of the document each time it has come further.

        Raises:
            InputError: there is no such file.
            DocumentError: it is of no kind that can be read, damaged, locked or empty.
        """
        source, called = _opened(file, name)
        with source:
            adding = self._adding(called, source, new_version_of)
            document, _ = self._loop.run(adding)
        self._loop.run(_wake(self._services))
        document = self._loop.run(self._until_done(document.id, progress))
        if document.state is DocumentState.FAILED:
            raise DocumentError(document.error or f"`{called}` cannot be read.")
        return document

    def documents(self) -> list[Document]:
        """Return the room's documents, oldest first, without superseded versions."""
        return list(self._loop.run(self._services.store.documents(self._scope)))

    def versions(self, document_id: str) -> list[Document]:
        """Return all versions of a document, of which any is named, the newest first.

        Raises:
            NotFoundError: there is none.
        """
        return list(self._loop.run(self._services.versions.of(self._scope, document_id)))

    def restore(self, document_id: str) -> Document:
        """Let an older version of a document become the newest again.

        Raises:
            NotFoundError: there is none.
        """
        self._loop.run(self._services.versions.restore(self._scope, document_id))
        self._loop.run(_wake(self._services))
        return self._loop.run(self._until_done(document_id, None))

    def delete(self, document_id: str, *, erase_quotations: bool = False) -> None:
        """Delete a document and all that came of it: with all versions if it is the current one.

        Args:
            erase_quotations: Put a tombstone in the place of whatever answers, records and
                evaluations have of it; otherwise answers keep the sentences that they quoted.

        Raises:
            NotFoundError: there is none.
        """
        services = self._services
        deleting = services.erasing if erase_quotations else services.ingest
        self._loop.run(deleting.delete(self._scope, document_id))
        self._loop.soon(self._services.retaining.wake)

    def search(self, text: str, *, top: int | None = None) -> Retrieval:
        """Return the chunks nearest to a text, by meaning and by words.

        Raises:
            InputError: the text is empty or too long.
        """
        query = Query(self._services.ask.checked(text))
        return self._loop.run(self._services.search.retrieve(self._scope, query, top=top))

    def ask(
        self,
        question: str,
        *,
        thread: str | None = None,
        memory: str | None = None,
        events: AskEvents | None = None,
    ) -> Answer:
        """Answer a question from the room's documents.

        Args:
            thread: The `thread_id` of an earlier answer, to go on from it.
            memory: Whose memory a new thread has: what its user says is remembered, and what is
                known of them informs the answers. None: a new thread has none, and one that is
                gone on with keeps what it has.
            events: Told of stages, text and citations as they come; from another thread.

        Raises:
            InputError: the question is empty or too long, or the thread has not this memory.
            ModelError: the question could not be embedded.
        """
        return self._loop.run(self._answer(question, thread, memory, events))

    def shared(self, link_id: str) -> RecordView:
        """Return the record that a link of this room opens, without what memory told.

        Raises:
            NotFoundError: the room has no such link.
            ShareEndedError: it was revoked, or its time is over.
        """
        return self._loop.run(self._services.records.open_share(self._scope, link_id))

    def revoke(self, link_id: str) -> None:
        """End a link to a record of this room now. Raises NotFoundError."""
        self._loop.run(self._services.records.revoke(self._scope, link_id))

    def estimate_research(self, question: str) -> Estimate:
        """Return what a deep research of a question would take; nothing is searched or asked.

        Raises:
            InputError: the question is empty or too long.
        """
        return self._loop.run(self._services.research.estimate(self._scope, question))

    def research(
        self,
        question: str,
        *,
        thread: str | None = None,
        memory: str | None = None,
        events: AskEvents | None = None,
    ) -> Answer:
        """Split a question, search for each part in rounds, and answer from what is relevant.

        Args:
            thread, memory: As for `ask`.
            events: Told of the plan, each step and its cost, and the text; from another thread.
                The first (`Begun`) names the run, for `stop_research` and `resume_research`.

        Raises:
            InputError: the question is empty or too long, or the limits of the settings do not
                take even the cheapest course.
            ModelError: the question could not be embedded; the run can be resumed.
        """
        begin = self._services.research.begin(
            self._scope, question, thread_id=thread, memory=memory
        )
        return self.resume_research(self._loop.run(begin).id, events=events)

    def resume_research(self, run_id: str, *, events: AskEvents | None = None) -> Answer:
        """Go on with a research after its last stored step, and return its answer.

        Raises:
            NotFoundError: there is no such run in this room.
            ConflictError: it has its answer, or goes on elsewhere.
        """
        return self._loop.run(self._go_on(run_id, events))

    def stop_research(self, run_id: str) -> None:
        """Have the answer of a research that is under way written from what was found so far.

        Call it from another thread, or from `events`. Nothing happens where none is under way.
        """
        stop = self._stops.get(run_id)
        if stop is not None:
            self._loop.soon(stop.set)

    def wait(self) -> list[Document]:
        """Wait until no document of the room is under way; return them."""
        for document in self.documents():
            self._loop.run(self._until_done(document.id, None))
        return self.documents()

    def _adding(
        self, name: str, source: BinaryIO, new_version_of: str | None
    ) -> Coroutine[Any, Any, tuple[Document, bool]]:
        if new_version_of is None:
            return self._services.ingest.add(self._scope, name, source)
        return self._services.versions.add(self._scope, new_version_of, name, source)

    async def _answer(
        self, question: str, thread: str | None, memory: str | None, events: AskEvents | None
    ) -> Answer:
        return await self._services.ask.answer(
            self._scope,
            question,
            emit=events or (lambda _: None),
            stop=asyncio.Event(),
            thread_id=thread,
            memory=memory,
        )

    async def _go_on(self, run_id: str, events: AskEvents | None) -> Answer:
        run = await self._services.research.runs.run(self._scope, run_id)
        if run.room_id != self.id:
            raise NotFoundError("research", run_id)
        stop = self._stops.setdefault(run_id, asyncio.Event())
        try:
            answer = await self._services.research.go_on(
                self._scope, run_id, emit=events or (lambda _: None), stop=stop, cut=asyncio.Event()
            )
        finally:
            self._stops.pop(run_id, None)
        if answer is None:
            raise ConflictError(
                f"The research `{run_id}` was taken over by another process. Look for its answer "
                f"in thread `{run.thread_id}`."
            )
        return answer

    async def _until_done(
        self, document_id: str, progress: Callable[[Document], None] | None
    ) -> Document:
        changes = self._services.changes.watch(self._scope, at_least_every_seconds=_LOOK_SECONDS)
        async for _ in changes:
            document = await self._services.store.document(self._scope, document_id)
            if progress:
                progress(document)
            if document.state not in _OPEN:
                return document
        raise AssertionError("A watch never ends by itself.")


async def _wake(services: Services) -> None:
    services.jobs.wake()


def _opened(file: str | Path | bytes, name: str | None) -> tuple[Any, str]:
    if isinstance(file, bytes):
        return BytesIO(file), name or "document"
    path = Path(file)
    if not path.is_file():
        raise InputError(f"There is no file `{path}`.")
    return path.open("rb"), name or path.name
