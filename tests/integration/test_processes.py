"""Work in limited processes: answers, errors, crashes, hangs, memory, and what is left behind."""

import asyncio
import ctypes
import errno
import os
import signal
import subprocess
import sys
import tempfile
import textwrap
import traceback
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path

import anyio
import pytest

from kesher.adapters.processes.pool import LimitedProcesses
from kesher.errors import (
    IsolationError,
    NotFoundError,
    StorageFullError,
    TaskCrashedError,
    TaskFaultError,
    TaskMemoryError,
    TaskTimeoutError,
)
from kesher.ports.isolation import Limits

GIGABYTE = 1024**3
ROOMY = Limits(seconds=60, memory_bytes=2 * GIGABYTE)


def reversed_text(text: str) -> str:
    return text[::-1]


def process_id() -> int:
    return os.getpid()


def print_and_return(text: str) -> str:
    sys.stdout.write("noise on standard output\n")
    os.write(1, b"and from a library\n")
    return text


def read_standard_input() -> str:
    return sys.stdin.read()


def missing_room() -> None:
    raise NotFoundError("room", "משאבי אנוש")


class TwoPartError(Exception):
    def __init__(self, first: str, second: str) -> None:
        super().__init__(f"{first}-{second}")


def raise_what_cannot_be_rebuilt() -> None:
    raise TwoPartError("שגיאה", "кое-что")


def segfault() -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


def read_address_zero() -> str:
    return ctypes.string_at(0).decode()


def leave_without_a_word() -> None:
    os._exit(7)


def hang_after_telling(path: str) -> None:
    child = subprocess.Popen(["sleep", "600"])
    Path(path).write_text(f"{os.getpid()} {child.pid}", encoding="ascii")
    signal.pause()


def hang_with_a_file(path: str) -> None:
    with tempfile.NamedTemporaryFile() as aside:
        Path(path).write_text(aside.name, encoding="utf-8")
        signal.pause()


def take_memory(count: int) -> int:
    return len(bytearray(count))


def lambda_result() -> object:
    return lambda: None


@pytest.fixture
async def processes() -> AsyncIterator[LimitedProcesses]:
    pool = LimitedProcesses(2)
    yield pool
    await pool.close()


async def until(condition: Callable[[], bool]) -> None:
    with anyio.fail_after(30):
        while not condition():  # noqa: ASYNC110 - another process cannot set an event of ours
            await anyio.sleep(0.01)


async def told_pids(path: Path) -> list[int]:
    def told() -> list[int]:
        return [int(word) for word in path.read_text("ascii").split()] if path.exists() else []

    await until(lambda: len(told()) == 2)
    return told()


async def wait_until_gone(pids: list[int]) -> None:
    await until(lambda: not any(_alive(pid) for pid in pids))


def _alive(pid: int) -> bool:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except (FileNotFoundError, ProcessLookupError):
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


@pytest.mark.anyio
@pytest.mark.parametrize("text", ["שלום, עולם 22", "مرحبا", "Привет", "mixed טקסט", ""])
async def test_a_result_comes_back_as_it_was_returned(
    processes: LimitedProcesses, text: str
) -> None:
    assert await processes.run(ROOMY, reversed_text, text) == text[::-1]


@pytest.mark.anyio
async def test_a_large_argument_and_result_pass_whole(processes: LimitedProcesses) -> None:
    text = "אב" * 5_000_000
    assert await processes.run(ROOMY, reversed_text, text) == text[::-1]


@pytest.mark.anyio
async def test_a_child_is_used_again_and_replaced_after_its_share_of_tasks() -> None:
    pool = LimitedProcesses(1, tasks_per_process=2)
    pids = [await pool.run(ROOMY, process_id) for _ in range(4)]
    await pool.close()
    assert pids[0] == pids[1] != pids[2] == pids[3]
    assert os.getpid() not in pids


@pytest.mark.anyio
async def test_tasks_run_side_by_side_up_to_the_number_of_processes(
    processes: LimitedProcesses,
) -> None:
    pids: list[int] = []

    async def note_pid() -> None:
        pids.append(await processes.run(ROOMY, process_id))

    async with anyio.create_task_group() as group:
        for _ in range(8):
            group.start_soon(note_pid)
    assert len(pids) == 8
    assert len(set(pids)) <= 2


@pytest.mark.anyio
async def test_a_child_loads_nothing_heavy_by_itself(processes: LimitedProcesses) -> None:
    loaded = await processes.run(ROOMY, eval, "set(__import__('sys').modules)")
    heavy = {"numpy", "asyncio", "anyio", "pydantic", "PIL", "docx", "pypdfium2", "sqlalchemy"}
    assert not loaded & heavy


@pytest.mark.anyio
async def test_printing_and_reading_standard_input_do_no_harm(
    processes: LimitedProcesses,
) -> None:
    assert await processes.run(ROOMY, print_and_return, "שקט") == "שקט"
    assert await processes.run(ROOMY, read_standard_input) == ""


@pytest.mark.anyio
async def test_an_error_of_ours_arrives_as_itself(processes: LimitedProcesses) -> None:
    with pytest.raises(NotFoundError) as caught:
        await processes.run(ROOMY, missing_room)
    assert (caught.value.thing, caught.value.identifier) == ("room", "משאבי אנוש")
    assert "משאבי אנוש" in str(caught.value)


@pytest.mark.anyio
async def test_an_error_that_cannot_travel_is_told_in_words(processes: LimitedProcesses) -> None:
    with pytest.raises(TaskFaultError, match="raise_what_cannot_be_rebuilt") as caught:
        await processes.run(ROOMY, raise_what_cannot_be_rebuilt)
    assert "TwoPartError: שגיאה-кое-что" in str(caught.value.__cause__)


@pytest.mark.anyio
async def test_a_result_that_cannot_travel_is_an_error_and_not_a_hang(
    processes: LimitedProcesses,
) -> None:
    with pytest.raises(TaskFaultError) as caught:
        await processes.run(ROOMY, lambda_result)
    assert "pickle" in str(caught.value.__cause__)


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("function", "words"),
    [
        (segfault, "SIGSEGV"),
        (read_address_zero, "SIGSEGV"),
        (leave_without_a_word, "exit status 7"),
    ],
)
async def test_a_crash_is_reported_and_the_next_task_works(
    processes: LimitedProcesses, function: object, words: str
) -> None:
    with pytest.raises(TaskCrashedError, match=words) as caught:
        await processes.run(ROOMY, function)  # type: ignore[arg-type]
    assert function.__name__ in str(caught.value)  # type: ignore[attr-defined]
    assert __file__ not in str(caught.value)  # the trace is for the log
    assert await processes.run(ROOMY, reversed_text, "אב") == "בא"


@pytest.mark.anyio
async def test_where_a_crash_happened_goes_with_its_error_for_the_log(
    processes: LimitedProcesses,
) -> None:
    with pytest.raises(TaskCrashedError) as caught:
        await processes.run(ROOMY, segfault)
    assert "in segfault" in "".join(traceback.format_exception(caught.value))


@pytest.mark.anyio
async def test_a_hang_ends_at_its_limit_with_all_that_it_started(
    processes: LimitedProcesses, tmp_path: Path
) -> None:
    told = tmp_path / "pids"
    with pytest.raises(TaskTimeoutError, match=r"hang_after_telling.*1\.5 seconds"):
        await processes.run(
            Limits(seconds=1.5, memory_bytes=GIGABYTE), hang_after_telling, str(told)
        )
    await wait_until_gone(await told_pids(told))
    assert await processes.run(ROOMY, reversed_text, "אב") == "בא"


@pytest.mark.anyio
async def test_what_a_stopped_task_had_put_aside_is_gone(
    processes: LimitedProcesses, tmp_path: Path
) -> None:
    with pytest.raises(TaskTimeoutError):
        await processes.run(Limits(2.0, GIGABYTE), hang_with_a_file, str(tmp_path / "told"))
    put_aside = Path((tmp_path / "told").read_text(encoding="utf-8"))
    assert put_aside.parent.name.startswith("kesher-task-")
    assert not put_aside.parent.exists()


@pytest.mark.anyio
async def test_memory_over_the_limit_is_refused_and_the_next_task_works(
    processes: LimitedProcesses,
) -> None:
    tight = Limits(seconds=60, memory_bytes=256 * 1024**2)
    with pytest.raises(TaskMemoryError, match=r"take_memory.*268,435,456 bytes"):
        await processes.run(tight, take_memory, GIGABYTE)
    assert await processes.run(ROOMY, take_memory, GIGABYTE) == GIGABYTE


def find_no_room() -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.anyio
async def test_a_full_disk_is_no_fault_of_ours(processes: LimitedProcesses) -> None:
    with pytest.raises(StorageFullError, match=r"`find_no_room` writes\. Free some"):
        await processes.run(ROOMY, find_no_room)


def be_killed(so_often: int, path: str) -> str:
    """Die as by the kernel, which is short of memory, and return how often after that."""
    with Path(path).open("a", encoding="ascii") as told:
        told.write("x")
    if len(Path(path).read_text("ascii")) <= so_often:
        os.kill(os.getpid(), signal.SIGKILL)
    return Path(path).read_text("ascii")


@pytest.mark.anyio
async def test_what_the_system_killed_once_is_done_again(
    processes: LimitedProcesses, tmp_path: Path
) -> None:
    assert await processes.run(ROOMY, be_killed, 1, str(tmp_path / "told")) == "xx"


@pytest.mark.anyio
async def test_what_the_system_kills_twice_is_given_up_under_its_plain_name(
    processes: LimitedProcesses, tmp_path: Path
) -> None:
    with pytest.raises(TaskMemoryError, match=r"^`be_killed` asked for more memory"):
        await processes.run(ROOMY, partial(be_killed, 2, str(tmp_path / "told")))
    assert (tmp_path / "told").read_text("ascii") == "xx"


@pytest.mark.anyio
async def test_cancelling_kills_the_process_and_frees_its_place(tmp_path: Path) -> None:
    pool = LimitedProcesses(1)
    told = tmp_path / "pids"
    async with anyio.create_task_group() as group:
        group.start_soon(pool.run, ROOMY, hang_after_telling, str(told))
        pids = await told_pids(told)
        group.cancel_scope.cancel()
    await wait_until_gone(pids)
    assert await pool.run(ROOMY, reversed_text, "אב") == "בא"
    await pool.close()


@pytest.mark.anyio
async def test_closing_ends_idle_and_busy_children(tmp_path: Path) -> None:
    pool = LimitedProcesses(2)
    idle = await pool.run(ROOMY, process_id)
    told = tmp_path / "pids"
    raised: list[IsolationError] = []

    async def hang() -> None:
        try:
            await pool.run(ROOMY, hang_after_telling, str(told))
        except IsolationError as error:
            raised.append(error)

    async with anyio.create_task_group() as group:
        group.start_soon(hang)
        busy = await told_pids(told)
        await pool.close()
    await wait_until_gone([idle, *busy])
    assert "closing" in str(raised[0])
    with pytest.raises(IsolationError):
        await pool.run(ROOMY, process_id)


def test_children_die_with_a_parent_that_is_killed_and_its_folders_with_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)  # so that it is looked up anew
    told = tmp_path / "pids"
    parent = subprocess.Popen([sys.executable, "-c", SCRIPT, str(told)], cwd=Path(__file__).parent)
    pids = asyncio.run(told_pids(told))
    parent.kill()
    parent.wait(timeout=30)
    asyncio.run(wait_until_gone(pids[:1]))
    os.kill(pids[1], signal.SIGKILL)  # what the task itself had started is not ours to follow
    assert len(list(tmp_path.glob("kesher-task-*"))) == 1
    assert len(asyncio.run(folders_seen_from_a_task(tmp_path))) == 1
    assert list(tmp_path.glob("kesher-task-*")) == []


def task_folders(folder: str) -> list[Path]:
    return list(Path(folder).glob("kesher-task-*"))


async def folders_seen_from_a_task(folder: Path) -> list[Path]:
    pool = LimitedProcesses(1)
    try:
        return await pool.run(ROOMY, task_folders, str(folder))
    finally:
        await pool.close()


SCRIPT = textwrap.dedent(
    """
    import asyncio, sys
    from kesher.adapters.processes.pool import LimitedProcesses
    from kesher.ports.isolation import Limits
    from test_processes import hang_after_telling

    asyncio.run(LimitedProcesses(1).run(Limits(60, 2**31), hang_after_telling, sys.argv[1]))
    """
)


def test_a_plain_script_is_not_run_again_in_its_children(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        textwrap.dedent(
            """
            import asyncio, os
            from kesher.adapters.processes.pool import LimitedProcesses
            from kesher.ports.isolation import Limits

            async def once():
                pool = LimitedProcesses(1)
                pid = await pool.run(Limits(60, 2**31), os.getpid)
                await pool.close()
                return pid != os.getpid()

            print(asyncio.run(once()))
            """
        ),
        encoding="utf-8",
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", str(script)],
        capture_output=True,
        check=False,
        text=True,
        timeout=60,
    )
    assert (done.stdout, done.stderr) == ("True\n", "")


def test_it_works_in_an_event_loop_of_another_thread() -> None:
    async def once() -> str:
        pool = LimitedProcesses(1)
        try:
            return await pool.run(ROOMY, reversed_text, "אבג")
        finally:
            await pool.close()

    async def in_thread() -> str:
        return await anyio.to_thread.run_sync(lambda: asyncio.run(once()))

    assert asyncio.run(in_thread()) == "גבא"
