"""Ctrl-C as a wish to stop what a server does, before it ends the command itself."""

import asyncio
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from kesher.cli.client import Client
from kesher.cli.failures import CommandError
from kesher.cli.terminal import errors


@contextmanager
def stopped_by_ctrl_c(
    client: Client, stop_path: Callable[[int], str | None], *, words: str
) -> Iterator[None]:
    """Let each Ctrl-C ask the server to stop; one that has nothing to ask ends the command.

    Args:
        stop_path: Given how often it was asked, where to ask now; None: nowhere.
        words: What to tell the person then.
    """
    loop = asyncio.get_running_loop()
    sent: list[asyncio.Task[None]] = []

    async def stop(path: str) -> None:
        with suppress(CommandError):  # it has just come to its end
            await client.call("POST", path)

    def interrupted() -> None:
        path = stop_path(len(sent))
        if path is None:
            loop.remove_signal_handler(signal.SIGINT)
            signal.raise_signal(signal.SIGINT)
            return
        errors.print(words, markup=False)
        sent.append(loop.create_task(stop(path)))

    # Windows has no such handlers, and threads take no signals: there Ctrl-C ends the command.
    with suppress(NotImplementedError, RuntimeError):
        loop.add_signal_handler(signal.SIGINT, interrupted)
    try:
        yield
    finally:
        with suppress(NotImplementedError, RuntimeError):
            loop.remove_signal_handler(signal.SIGINT)
