"""The parent's side of limited processes: `ports.isolation.Isolation` on asyncio subprocesses.

`multiprocessing` (and pebble on top of it) starts a child by running the caller's main module
again, so that a plain script which adds a document would add it in every child too. Here a child
starts from a module of ours and imports nothing but what its tasks need.
"""

import asyncio
import contextlib
import errno
import os
import pickle
import signal
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from typing import IO, ParamSpec, TypeVar, cast

import anyio

from kesher.adapters.processes.task_folders import remove_left_folders, task_folder
from kesher.adapters.processes.wire import HEADER, Reply, Task
from kesher.errors import (
    KesherError,
    StorageFullError,
    TaskCrashedError,
    TaskFaultError,
    TaskMemoryError,
    TaskTimeoutError,
)
from kesher.ports.isolation import Limits

P = ParamSpec("P")
R = TypeVar("R")

START_SECONDS = 60.0  # a child needs about 0.1 s, far more on a machine that swaps
TASKS_PER_PROCESS = 200  # native libraries leak and fragment; a new child costs little
COMPLAINT_BYTES = 2_000  # how much of a dead child's stderr goes into its error
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
OUT_OF_MEMORY_WORDS = ("bad_alloc", "out of memory", "cannot allocate memory", "memoryerror")


class LimitedProcesses:
    """At most `processes` children at a time, started when needed and used again.

    Belongs to the event loop that first runs something in it; the children end with its thread.
    """

    def __init__(self, processes: int, *, tasks_per_process: int = TASKS_PER_PROCESS) -> None:
        self._free = asyncio.Semaphore(processes)
        self._idle: list[_Child] = []
        self._busy: set[_Child] = set()
        self._tasks_per_process = tasks_per_process
        self._closed = False
        self._has_started = False

    async def run(
        self, limits: Limits, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs
    ) -> R:
        """See `Isolation.run`. The time counts from when a ready child is given the task."""
        name = _name_of(function)
        message = pickle.dumps(Task(function, args, kwargs, limits.memory_bytes))
        async with self._free:
            try:
                reply = await self._perform(message, name, limits)
            except _KilledError:  # for another's sake, maybe: memory was short for a while
                reply = await self._perform(message, name, limits)
        if reply.out_of_memory:
            raise TaskMemoryError(_words_on_memory(name, limits.memory_bytes))
        if isinstance(reply.error, KesherError):
            raise reply.error
        if isinstance(reply.error, OSError) and reply.error.errno in _NO_ROOM:
            raise StorageFullError(
                f"The disk has no room left for what `{name}` writes. Free some and try again."
            ) from reply.error
        if reply.error is not None:
            raise TaskFaultError(
                f"`{name}` met a fault of our own ({type(reply.error).__name__}) on this input. "
                "What else was read is kept; report it with the server's log."
            ) from reply.error
        return cast("R", reply.value)

    async def _perform(self, message: bytes, name: str, limits: Limits) -> Reply:
        child = await self._take()
        try:
            return await child.perform(message, name, limits)
        finally:
            await self._put_back(child)

    async def close(self) -> None:
        """End all children. A task that is under way ends with TaskCrashedError."""
        self._closed = True
        idle, self._idle = self._idle, []
        for child in (*idle, *self._busy):
            await child.kill()

    async def _take(self) -> "_Child":
        if self._closed:
            raise TaskCrashedError("The limited processes are closed. Start the program anew.")
        if not self._has_started:
            self._has_started = True
            await asyncio.to_thread(remove_left_folders)
        child = self._idle.pop() if self._idle else await _Child.start()
        self._busy.add(child)
        return child

    async def _put_back(self, child: "_Child") -> None:
        self._busy.discard(child)
        if child.healthy and child.tasks < self._tasks_per_process and not self._closed:
            self._idle.append(child)
        else:
            await child.kill()


class _KilledError(TaskMemoryError):
    """The kernel, short of memory, killed a child: this one or another may have taken it."""


class _Child:
    """One child process: a task at a time, then the next, until it is killed."""

    def __init__(
        self,
        process: asyncio.subprocess.Process,
        complaints: IO[bytes],
        belongings: contextlib.ExitStack,
    ) -> None:
        self._process = process
        self._complaints = complaints
        self._belongings = belongings
        self._killed = False
        self.tasks = 0
        self.healthy = False

    @classmethod
    async def start(cls) -> "_Child":
        """Start a child and wait until it is ready, so that a task's time is the task's own."""
        with contextlib.ExitStack() as undo:
            complaints = undo.enter_context(tempfile.TemporaryFile())
            temporary = undo.enter_context(task_folder())  # a killed task leaves its files
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-m", "kesher.adapters.processes.worker", str(os.getpid())),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=complaints,
                env={**_environment(), "TMPDIR": str(temporary)},
                start_new_session=True,  # a group of its own, to be killed with what it starts
            )
            child = cls(process, complaints, undo.pop_all())
        try:
            await child._converse(b"", "start", START_SECONDS)
        finally:
            if not child.healthy:
                await child.kill()
        return child

    async def perform(self, message: bytes, name: str, limits: Limits) -> Reply:
        """Have one task done; the child is `healthy` afterwards if it can do another."""
        self.tasks += 1
        self.healthy = False
        reply = await self._converse(message, name, limits.seconds)
        self.healthy = not reply.out_of_memory
        return reply

    async def kill(self) -> None:
        """End the child and what it started, and wait until it is gone."""
        self.healthy = False
        self._killed = True
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._pipe_in.close()
        with anyio.CancelScope(shield=True):
            await self._process.wait()
        self._belongings.close()

    async def _converse(self, message: bytes, name: str, seconds: float) -> Reply:
        try:
            async with asyncio.timeout(seconds):
                if message:
                    await self._send(message)
                reply = await self._receive()
        except TimeoutError as error:
            raise TaskTimeoutError(
                f"`{name}` took longer than its limit of {seconds:g} seconds and was stopped. "
                "The input may be damaged or very large; raise the time limit if it is not."
            ) from error
        except (asyncio.IncompleteReadError, ConnectionError) as error:
            raise await self._death(name) from error
        self.healthy = True
        return reply

    @property
    def _pipe_in(self) -> asyncio.StreamWriter:
        return cast("asyncio.StreamWriter", self._process.stdin)

    async def _send(self, message: bytes) -> None:
        self._pipe_in.write(HEADER.pack(len(message)))
        self._pipe_in.write(message)
        await self._pipe_in.drain()

    async def _receive(self) -> Reply:
        pipe = cast("asyncio.StreamReader", self._process.stdout)
        (length,) = HEADER.unpack(await pipe.readexactly(HEADER.size))
        reply: Reply = pickle.loads(await pipe.readexactly(length))  # noqa: S301 - see wire.py
        return reply

    async def _death(self, name: str) -> TaskCrashedError | TaskMemoryError:
        """Say why a child that closed its pipe did so."""
        if self._killed:
            return TaskCrashedError(f"`{name}` was stopped because the program is closing.")
        status = await self._process.wait()
        complaint = self._complaint()
        # Nobody but the kernel, short of memory, kills a child of ours.
        if status == -signal.SIGKILL:
            return _KilledError(_words_on_memory(name, None))
        if any(word in complaint.lower() for word in OUT_OF_MEMORY_WORDS):
            return TaskMemoryError(_words_on_memory(name, None))
        error = TaskCrashedError(
            f"The process that ran `{name}` ended with {_status_in_words(status)}. "
            "The input may be damaged; the program goes on."
        )
        if complaint:  # a trace with folders of this machine: for its log, not for who asks
            error.add_note(f"Its last words:\n{complaint}")
        return error

    def _complaint(self) -> str:
        """Return the end of what the child wrote to standard error."""
        size = self._complaints.seek(0, os.SEEK_END)
        self._complaints.seek(max(0, size - COMPLAINT_BYTES))
        return self._complaints.read().decode(errors="replace").strip()


def _environment() -> dict[str, str]:
    """Our own environment, the same modules, and one thread a child: there is a child a core."""
    threads = dict.fromkeys(("OMP_THREAD_LIMIT", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")
    modules = os.pathsep.join(map(os.path.abspath, sys.path))
    return {**os.environ, **threads, "PYTHONPATH": modules}


def _status_in_words(status: int) -> str:
    if status >= 0:
        return f"exit status {status}"
    try:
        return f"signal {signal.Signals(-status).name}"
    except ValueError:
        return f"signal {-status}"


def _words_on_memory(name: str, memory_bytes: int | None) -> str:
    limit = f"its limit of {memory_bytes:,} bytes" if memory_bytes else "there was"
    return (
        f"`{name}` asked for more memory than {limit} and was stopped. "
        "The input may be damaged or very large; raise `task_memory_bytes` if it is not."
    )


def _name_of(function: object) -> str:
    """Return a function's name; for one with settings of ours, the name without them."""
    plain = function.func if isinstance(function, partial) else function
    return str(getattr(plain, "__qualname__", type(plain).__name__))
