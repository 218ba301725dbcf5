"""A research ended from outside: kill -9 and going on without paying twice, Ctrl-C and an answer.

The model is a scripted server over real HTTP; the processes, the store and the search are real.
"""

import asyncio
import os
import shutil
import signal
import sys
import threading
from pathlib import Path

import pytest

import research_process
from kesher.domain.research import Billed, Checked, Graded, Planned
from kesher.domain.scope import Scope
from kesher.testing.model_script import ReceivedRequest, Script
from kesher.testing.model_server import scripted_model_server
from researched import QUESTION, calls, librarian, lines, step_of

pytestmark = pytest.mark.anyio

DEADLINE_SECONDS = 90


async def test_killed_while_the_model_checks_all_before_it_is_kept_and_only_the_check_is_repeated(
    handbook_folder: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "data"
    shutil.copytree(handbook_folder, folder)
    usual, checking, go = librarian(), threading.Event(), threading.Event()

    def slow_check(request: ReceivedRequest) -> str:
        if step_of(request) == "gap":
            checking.set()
            go.wait(DEADLINE_SECONDS)
        return usual(request)

    with scripted_model_server(Script(answer=slow_check)) as server:
        await _killed_when(folder, server.openai_url, checking)
        before = calls(server)
        go.set()
        server.follow(Script(answer=librarian()))
        services, room = await research_process.opened(folder, server.openai_url)
        (run,) = await services.research.runs.runs(room)
        assert not run.answered
        stored = await services.research.runs.steps(Scope(), run.id)
        stop, cut = asyncio.Event(), asyncio.Event()
        answer = await asyncio.wait_for(
            services.research.go_on(room, run.id, emit=lambda _: None, stop=stop, cut=cut),
            DEADLINE_SECONDS,
        )
        after = await services.research.runs.steps(Scope(), run.id)
        await services.close()
    assert answer is not None
    assert lines(answer.text)[0] == "מגיעים 22 ימים."
    assert after[: len(stored)] == stored, "what was there has changed"
    kept = [type(each.step) for each in stored]
    assert (kept.count(Planned), kept.count(Graded), kept.count(Checked)) == (1, 2, 0)
    # Plan and grades were paid for before; the check had no answer yet, so it is asked for again.
    assert calls(server) - before == {"gap": 1, "grade": 1, "answer": 1}
    billed = [each.step for each in after if isinstance(each.step, Billed)]
    assert len({step.request_id for step in billed}) == len(billed) == 6


async def test_control_c_ends_the_search_of_the_command_and_prints_what_was_found(
    handbook_copy: Path,
) -> None:
    usual, checking, go = librarian(), threading.Event(), threading.Event()

    def slow_check(request: ReceivedRequest) -> str:
        if step_of(request) == "gap":
            checking.set()
            go.wait(DEADLINE_SECONDS)
        return usual(request)

    with scripted_model_server(Script(answer=slow_check)) as server:
        process = await _command(handbook_copy, server.openai_url)
        assert process.stderr is not None
        try:
            assert await asyncio.to_thread(checking.wait, DEADLINE_SECONDS)
            process.send_signal(signal.SIGINT)
            async with asyncio.timeout(DEADLINE_SECONDS):
                while (said := await process.stderr.readline()) and b"Stopping" not in said:
                    continue
                go.set()
                out, errors = await process.communicate()
        finally:
            go.set()
            if process.returncode is None:
                process.kill()
    assert process.returncode == 0, errors.decode()
    assert "מגיעים 22 ימים [1]." in out.decode()
    assert "המחקר נעצר לפני שהסתיים" in out.decode()
    assert calls(server) == {"plan": 1, "grade": 2, "gap": 1, "answer": 1}


async def _command(folder: Path, url: str) -> asyncio.subprocess.Process:
    """Begin `kesher research` as a program of its own."""
    kesher = Path(sys.executable).with_name("kesher")
    words = ("--data", str(folder), "research", "משאבי אנוש", QUESTION, "--yes")
    settings = {"KESHER_CHAT": "openai", "KESHER_CHAT_URL": url, "KESHER_CHAT_MODEL": "scripted"}
    return await asyncio.create_subprocess_exec(
        kesher,
        *words,
        env={**os.environ, **settings},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


async def _killed_when(folder: Path, url: str, reached: threading.Event) -> None:
    """Run a research in a process of its own, and kill it once the model has been reached so."""
    program = Path(research_process.__file__)
    process = await asyncio.create_subprocess_exec(sys.executable, str(program), str(folder), url)
    try:
        assert await asyncio.to_thread(reached.wait, DEADLINE_SECONDS)
    finally:
        process.kill()
        await process.communicate()
