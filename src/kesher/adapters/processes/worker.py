"""The child's side: take a task, keep its limit, answer, wait for the next.

The parent runs `python -P -m kesher.adapters.processes.worker PARENT_PID` and speaks by the pipes
of standard input and output. An end of file ends the child.
"""

import contextlib
import ctypes
import faulthandler
import gc
import os
import pickle
import resource
import signal
import sys
import traceback
from collections.abc import Iterator
from typing import BinaryIO

from kesher.adapters.processes.wire import HEADER, Reply, Task

PR_SET_PDEATHSIG = 1  # linux/prctl.h
# The readers and the pages are many objects that stay; a child lives short.
_OBJECTS_BETWEEN_LOOKS = 50_000


def main(parent_pid: int) -> None:
    """Answer tasks until the parent closes the pipe or dies."""
    gc.set_threshold(_OBJECTS_BETWEEN_LOOKS)
    _die_with(parent_pid)
    tasks, replies = _take_pipes()
    faulthandler.enable()
    _send(replies, pickle.dumps(Reply()))
    while message := _receive(tasks):
        _send(replies, _answer(message))


def _die_with(parent_pid: int) -> None:
    """Have the kernel kill this process when its parent goes, even by SIGKILL (Linux)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent_pid:  # it went before the line above
        sys.exit(0)


def _take_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Keep the two pipes for ourselves, so that a library that prints does not break the talk."""
    tasks = os.fdopen(os.dup(0), "rb")
    replies = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return tasks, replies


def _receive(tasks: BinaryIO) -> bytes:
    """Return the next message, or nothing at the end of the pipe."""
    header = tasks.read(HEADER.size)
    if len(header) < HEADER.size:
        return b""
    return tasks.read(HEADER.unpack(header)[0])


def _send(replies: BinaryIO, message: bytes) -> None:
    replies.write(HEADER.pack(len(message)))
    replies.write(message)
    replies.flush()


def _answer(message: bytes) -> bytes:
    try:
        task: Task = pickle.loads(message)  # noqa: S301 - our parent wrote it
        with _memory_limit(task.memory_bytes):
            value = task.function(*task.args, **task.kwargs)
            return pickle.dumps(Reply(value=value))
    except MemoryError:
        return pickle.dumps(Reply(out_of_memory=True))
    except Exception as error:  # noqa: BLE001 - whatever the task raises is the caller's
        return pickle.dumps(Reply(error=_portable(error)))


@contextlib.contextmanager
def _memory_limit(memory_bytes: int) -> Iterator[None]:
    """Cap what the process may allocate; only the soft limit moves, so that it can be lifted.

    RLIMIT_DATA counts the heap and private writable maps, not address space that is merely
    reserved or files that are mapped, as threads and shared libraries do by the gigabyte.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    cap = memory_bytes if hard == resource.RLIM_INFINITY else min(memory_bytes, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (cap, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


def _portable(error: Exception) -> Exception:
    """Return the error with its traceback as a note, or one that says the same and can travel."""
    trace = "".join(traceback.format_exception(error))
    error.add_note(f"Raised in a limited process:\n{trace}")
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    except Exception:  # noqa: BLE001 - an exception may break in any way when it is rebuilt
        return RuntimeError(f"{type(error).__qualname__}: {error}\n{trace}")
    return error


if __name__ == "__main__":
    main(int(sys.argv[1]))
