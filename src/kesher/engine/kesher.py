"""The Python API: what a Python user holds.

    from kesher import Kesher

    with Kesher("./data") as kesher:
        room = kesher.room("hr")
        room.add("נוהל.pdf")
        print(room.ask("כמה ימי חופשה יש לי?").text)

Calls are synchronous. One event loop runs in a thread of its own, so that they also work inside a
running loop, in a notebook for instance.
"""

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterable, Sequence
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar, cast

from kesher.app.agent.agent import Agent
from kesher.app.function_tools import function_tool
from kesher.config.load import load
from kesher.config.settings import Settings
from kesher.domain.agent import AgentEvent, Finished
from kesher.domain.answer import Answer
from kesher.domain.document import Document, DocumentState, Page, Room
from kesher.domain.request import SentRequest
from kesher.domain.retrieval import Query, Retrieval
from kesher.domain.scope import RoomScope, Scope
from kesher.errors import ConflictError, DocumentError, InputError
from kesher.ports.models import Progress
from kesher.ports.stores import TrajectoryHead
from kesher.ports.tools import Tool
from kesher.wiring.agents import AgentOptions, make_agent
from kesher.wiring.offline import read_file
from kesher.wiring.services import Services, build

T = TypeVar("T")
AskEvents = Callable[[object], None]

_OPEN = (DocumentState.QUEUED, DocumentState.READING, DocumentState.EMBEDDING)
_LOOK_SECONDS = 3.0


class _Loop:
    """An event loop in a thread of its own."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="kesher", daemon=True)
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except KeyboardInterrupt:
            future.cancel()
            raise

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


class Kesher:
    """A data folder, open. One process at a time holds it; `close` or `with` lets it go.

    Args:
        data_folder: Made if it is absent.
        settings: Any setting by its name (docs/reference/settings.md).

    Raises:
        FolderInUseError: a server or another program holds the folder.
        ConfigurationError: a setting is unknown or wrong.
        StoreError: the stored data cannot be opened.
    """

    def __init__(self, data_folder: str | Path = "kesher-data", **settings: object) -> None:
        loaded = load(None, data_folder=Path(data_folder), **settings)
        self._settings = loaded
        self._loop = _Loop()
        try:
            self._services = self._loop.run(build(loaded))
        except BaseException:
            self._loop.close()
            raise
        self._jobs = self._loop.run(_started(self._services))
        self._scope = Scope()
        self._closed = False

    def room(self, name: str) -> "RoomHandle":
        """Return the room of that name (or id), made if there is none.

        Raises:
            InputError: the name is blank or longer than 200 characters.
        """
        room = self._loop.run(self._services.rooms.find_or_create(self._scope, name))
        return RoomHandle(self._services, self._loop, room)

    def rooms(self) -> list[Room]:
        """Return the rooms, by name."""
        return list(self._loop.run(self._services.store.rooms(self._scope)))

    def agent(
        self,
        instructions: str = "",
        *,
        tools: Iterable[Tool | Callable[..., object]] = (),
        options: AgentOptions | None = None,
        trajectory: str | None = None,
    ) -> "AgentHandle":
        """Return an agent: the model of the settings, with instructions and tools.

        Args:
            instructions: Its system message; empty: Kesher's own.
            tools: Python functions with type hints and a docstring, or `Tool`s.
            options: What else it can do: rooms, skills, delegation; its status.
            trajectory: Id of an earlier one, to go on with. Its instructions and tool schemas are
                frozen: give the same tools; instructions may be left out.

        Raises:
            ConfigurationError: no model is set.
            InputError: a function's signature gives no schema.
        """
        given = options or AgentOptions()
        chosen = replace(
            given,
            instructions=instructions or given.instructions,
            tools=(*given.tools, *(_as_tool(each) for each in tools)),
        )
        making = make_agent(self._services, self._settings, self._scope, chosen)
        return AgentHandle(self._loop.run(making), self._loop, self._scope, trajectory)

    def trajectories(self) -> list[TrajectoryHead]:
        """Return the agents' trajectories, newest first."""
        return list(self._loop.run(self._services.store.trajectories(self._scope)))

    def request(self, request_id: str) -> SentRequest:
        """Return what a model saw at one turn, exactly. Raises NotFoundError."""
        return self._loop.run(self._services.store.request(self._scope, request_id))

    def load_sample(self) -> "RoomHandle":
        """Return the sample room, an invented company's handbook, read and ready."""
        room = self._loop.run(self._services.sample.load(self._scope))
        handle = RoomHandle(self._services, self._loop, room)
        handle.wait()
        return handle

    def close(self) -> None:
        """Let the folder go. Reading that is under way goes on when it is opened again."""
        if self._closed:
            return
        self._closed = True
        self._loop.run(_ended(self._services, self._jobs))
        self._loop.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


class RoomHandle:
    """One room of an open data folder."""

    def __init__(self, services: Services, loop: _Loop, room: Room) -> None:
        self._services = services
        self._loop = loop
        self._scope = RoomScope(Scope().tenant_id, room.id)
        self.id = room.id
        self.name = room.name

    def add(
        self,
        file: str | Path | bytes,
        *,
        name: str | None = None,
        progress: Callable[[Document], None] | None = None,
    ) -> Document:
        """Take a file in, wait until it can be searched, and return the document.

        The same bytes are in a room once: adding them again returns the document that is there.

        Args:
            file: A path, or the bytes themselves (then with `name`).
            name: How the document is called; a file's own name if omitted.
            progress: Told of the document each time it has come further.

        Raises:
            InputError: there is no such file.
            DocumentError: it is of no kind that can be read, damaged, locked or empty.
        """
        source, called = _opened(file, name)
        with source:
            adding = self._services.ingest.add(self._scope, called, source)
            document, _ = self._loop.run(adding)
        self._loop.run(_wake(self._services))
        document = self._loop.run(self._until_done(document.id, progress))
        if document.state is DocumentState.FAILED:
            raise DocumentError(document.error or f"`{called}` cannot be read.")
        return document

    def documents(self) -> list[Document]:
        """Return the room's documents, oldest first."""
        return list(self._loop.run(self._services.store.documents(self._scope)))

    def delete(self, document_id: str) -> None:
        """Delete a document and all that came of it.

        Raises:
            NotFoundError: there is none.
        """
        self._loop.run(self._services.ingest.delete(self._scope, document_id))

    def search(self, text: str, *, top: int | None = None) -> Retrieval:
        """Return the chunks nearest to a text, by meaning and by words.

        Raises:
            InputError: the text is empty or too long.
        """
        query = Query(self._services.ask.checked(text))
        return self._loop.run(self._services.search.retrieve(self._scope, query, top=top))

    def ask(
        self, question: str, *, thread: str | None = None, events: AskEvents | None = None
    ) -> Answer:
        """Answer a question from the room's documents.

        Args:
            thread: The `thread_id` of an earlier answer, to go on from it.
            events: Told of stages, text and citations as they come; from another thread.

        Raises:
            InputError: the question is empty or too long.
            ModelError: the question could not be embedded.
        """
        return self._loop.run(self._answer(question, thread, events))

    def wait(self) -> list[Document]:
        """Wait until no document of the room is under way; return them."""
        for document in self.documents():
            self._loop.run(self._until_done(document.id, None))
        return self.documents()

    async def _answer(self, question: str, thread: str | None, events: AskEvents | None) -> Answer:
        return await self._services.ask.answer(
            self._scope,
            question,
            emit=events or (lambda _: None),
            stop=asyncio.Event(),
            thread_id=thread,
        )

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


class AgentHandle:
    """An agent and its trajectory, which `run` goes on with.

    Attributes:
        trajectory: Id of the trajectory; None before the first run.
    """

    def __init__(self, agent: Agent, loop: _Loop, scope: Scope, trajectory: str | None) -> None:
        self._agent = agent
        self._loop = loop
        self._scope = scope
        self.trajectory = trajectory

    def run(self, text: str, *, events: Callable[[AgentEvent], None] | None = None) -> Finished:
        """Do what a person asks, and return why and with what words it came to rest.

        Args:
            events: Told of thinking, text, calls and requests as they come; from another thread.

        Raises:
            InputError: the text is empty.
            ConflictError: another process goes on with the trajectory.
        """
        if self.trajectory is None:
            self.trajectory = self._loop.run(self._agent.begin(self._scope, text))
        working = self._agent.run(
            self._scope,
            text,
            emit=events or (lambda _: None),
            stop=asyncio.Event(),
            trajectory_id=self.trajectory,
        )
        return self._loop.run(working)

    def resume(self, *, events: Callable[[AgentEvent], None] | None = None) -> Finished:
        """Go on where the trajectory stands: after a crash, a decision, or a limit.

        Raises:
            ConflictError: nothing has been asked yet.
        """
        if self.trajectory is None:
            raise ConflictError("Nothing has been asked of this agent yet. Call `run` first.")
        working = self._agent.resume(
            self._scope, self.trajectory, emit=events or (lambda _: None), stop=asyncio.Event()
        )
        return self._loop.run(working)

    def decide(self, interrupt_id: str, *, allowed: bool, comment: str = "") -> None:
        """Allow or refuse a call that waits for a person; `resume` then goes on.

        Raises:
            NotFoundError: nothing of that id was asked.
            ConflictError: it was decided already.
        """
        deciding = self._agent.decide(
            self._scope, self.trajectory or "", interrupt_id, allowed=allowed, comment=comment
        )
        self._loop.run(deciding)


def _as_tool(given: Tool | Callable[..., object]) -> Tool:
    return cast("Tool", given) if hasattr(given, "spec") else function_tool(given)


def read_pages(path: str | Path) -> list[str]:
    """Return the texts of a file's pages in logical order.

    Args:
        path: A PDF, DOCX, text or Markdown file. Scanned pages go through OCR.

    Raises:
        InputError: there is no such file.
        DocumentError: it is of no kind that can be read, damaged, locked or empty.
    """
    return [page.text for page in read_document(Path(path), load())]


def read_document(
    path: Path, settings: Settings, *, progress: Progress | None = None
) -> Sequence[Page]:
    """Return a file's pages; one that cannot be read has empty text and says why in `note`.

    Args:
        progress: Called with (pages done, pages in all).

    Raises:
        As `read_pages`.
    """
    if not path.is_file():
        raise InputError(f"There is no file `{path}`.")
    loop = _Loop()
    try:
        return loop.run(read_file(settings, path, progress=progress))
    finally:
        loop.close()


async def _started(services: Services) -> "asyncio.Task[None]":
    return asyncio.create_task(services.jobs.run())


async def _wake(services: Services) -> None:
    services.jobs.wake()


async def _ended(services: Services, jobs: "asyncio.Task[None]") -> None:
    jobs.cancel()
    await asyncio.gather(jobs, return_exceptions=True)
    await services.close()


def _opened(file: str | Path | bytes, name: str | None) -> tuple[Any, str]:
    if isinstance(file, bytes):
        return BytesIO(file), name or "document"
    path = Path(file)
    if not path.is_file():
        raise InputError(f"There is no file `{path}`.")
    return path.open("rb"), name or path.name
