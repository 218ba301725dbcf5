"""Runs a skill's script: a copy of the skill, a process group, limits, none of our secrets.

On Linux it has no network where namespaces may be made, and its files are confined by Landlock
where the kernel has it; the result says which of the two held. On other systems it has limits and a
bare environment only.
"""

import asyncio
import json
import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from anyio import to_thread

from kesher.adapters.scripts.launcher import SIGNAL_STATUS
from kesher.adapters.scripts.removal import remove_tree
from kesher.errors import SkillError
from kesher.ports.skills import ScriptResult, ScriptRun, ScriptRunner

_LAUNCHER = Path(__file__).with_name("launcher.py")
# Programs, libraries, fonts and their caches. Homes, `/tmp`, `/root`, `/srv` and data folders
# are not among them, nor what others keep in memory, `/dev/shm`.
_READABLE = (
    "/usr", "/bin", "/sbin", "/lib", "/lib64", "/opt", "/etc", "/sys",
    "/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty",
    "/var/cache/fontconfig", "/var/lib/libreoffice", "/var/spool/libreoffice", "/nix/store",
)  # fmt: skip
_WRITABLE = ("/dev/null", "/dev/zero")
_DRAIN_SECONDS = 2.0
_WATCHED_FILES = 10_000
_WATCHED_DEPTH = 40


class ScriptProcesses(ScriptRunner):
    """Each run in a process of its own, for any number at the same time."""

    async def run(self, run: ScriptRun) -> ScriptResult:
        """Run it to its end or its limit; no process of it is left when this returns.

        Raises:
            SkillError: it is no script that can be run here.
        """
        program = _program(run.script)
        before = await to_thread.run_sync(_seen, run.work_folder)
        name = Path(await to_thread.run_sync(tempfile.mkdtemp, None, "kesher-skill-"))
        try:
            temporary = await to_thread.run_sync(_lay_out, run, name)
            started = time.monotonic()
            ended = await _run(run, program, temporary)
        finally:
            await to_thread.run_sync(remove_tree, name)
        after = await to_thread.run_sync(_seen, run.work_folder)
        return ScriptResult(
            status=_status(ended.status),
            stdout=ended.stdout.text(),
            stderr=ended.stderr.text(),
            dropped_bytes=ended.stdout.dropped + ended.stderr.dropped,
            seconds=time.monotonic() - started,
            network_cut=ended.told[:1] == b"1",
            files_confined=ended.told[1:2] == b"1",
            changed=tuple(path for path, mark in after.items() if before.get(path) != mark),
        )


class _Output:
    """The beginning of what a script writes, and how much more there was."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._kept = bytearray()
        self.dropped = 0

    async def read(self, stream: asyncio.StreamReader) -> None:
        while data := await stream.read(64 * 1024):
            room = self._limit - len(self._kept)
            self._kept += data[:room]
            self.dropped += max(0, len(data) - room)

    def text(self) -> str:
        return bytes(self._kept).decode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class _Ended:
    status: int | None
    stdout: _Output
    stderr: _Output
    told: bytes


async def _run(run: ScriptRun, program: list[str], temporary: Path) -> _Ended:
    heard, tell = os.pipe()
    try:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-I", "-S", str(_LAUNCHER), _settings_text(run, temporary, tell)),
            *(*program, str(temporary / "skill" / run.script), *run.arguments),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            cwd=run.work_folder,
            env=_environment(temporary),
            pass_fds=(tell,),
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        os.close(heard)
        raise SkillError(f"The script `{run.script}` could not be started: {error}.") from error
    finally:
        os.close(tell)
    try:
        return await _watched(process, run, heard)
    finally:
        _kill_group(process.pid)
        os.close(heard)


async def _watched(process: asyncio.subprocess.Process, run: ScriptRun, heard: int) -> _Ended:
    outputs = _Output(run.limits.output_bytes), _Output(run.limits.output_bytes)
    streams = process.stdout, process.stderr
    reading = [
        asyncio.ensure_future(output.read(stream))
        for output, stream in zip(outputs, streams, strict=True)
        if stream is not None
    ]
    status: int | None = None
    try:
        with suppress(TimeoutError):
            status = await asyncio.wait_for(process.wait(), run.limits.seconds)
    finally:
        _kill_group(process.pid)
        await process.wait()
        # What a child of the script took out of the group may hold the pipes open.
        await asyncio.wait(reading, timeout=_DRAIN_SECONDS)
        for task in reading:
            task.cancel()
    os.set_blocking(heard, False)
    with suppress(BlockingIOError):
        return _Ended(status, *outputs, os.read(heard, 2))
    return _Ended(status, *outputs, b"")


def _status(status: int | None) -> int | None:
    """Give a signal as a negative number, though the launcher passes it on as a shell does."""
    if status is not None and status > SIGNAL_STATUS:
        return SIGNAL_STATUS - status
    return status


def _kill_group(pid: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)


def _program(script: str) -> list[str]:
    if script.endswith(".py"):
        return [sys.executable, "-s", "-B"]
    shell = shutil.which("bash") or shutil.which("sh")
    if script.endswith(".sh") and shell:
        return [shell]
    raise SkillError(f"`{script}` cannot be run: scripts are Python (.py) or shell (.sh) files.")


def _lay_out(run: ScriptRun, folder: Path) -> Path:
    """Copy the skill into a folder, and return that folder as the kernel names it."""
    temporary = folder.resolve()
    run.work_folder.mkdir(parents=True, exist_ok=True)
    (temporary / "tmp").mkdir()
    for path, data in run.files.items():
        place = temporary / "skill" / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    return temporary


def _settings_text(run: ScriptRun, temporary: Path, tell: int) -> str:
    own = [str(temporary), str(run.work_folder.resolve())]
    # A virtual environment's programs lie outside it.
    python = {sys.prefix, sys.base_prefix, *(path for path in sys.path if path)}
    return json.dumps(
        {
            "tell": tell,
            "seconds": int(run.limits.seconds),
            "memory_bytes": run.limits.memory_bytes,
            "file_bytes": run.limits.file_bytes,
            "readable": [*_READABLE, *sorted(python)],
            "writable": [*own, *_WRITABLE],
        }
    )


def _environment(temporary: Path) -> dict[str, str]:
    """Only what programs need: no key, no token, no setting of ours."""
    home = str(temporary / "tmp")
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": home,
        "TMPDIR": home,
        "LANG": "C.UTF-8",
        "PYTHONUTF8": "1",
        "OMP_NUM_THREADS": "1",
    }


def _seen(folder: Path) -> dict[str, tuple[int, int]]:
    """Return size and time of the files in a folder, by path, up to a number and a depth."""
    return dict(islice(_marks(folder), _WATCHED_FILES))


def _marks(folder: Path) -> Iterator[tuple[str, tuple[int, int]]]:
    waiting = [(folder, 0)]
    while waiting:
        place, depth = waiting.pop()
        with suppress(OSError), os.scandir(place) as entries:
            for entry in sorted(entries, key=lambda each: each.name):
                if entry.is_dir(follow_symlinks=False) and depth < _WATCHED_DEPTH:
                    waiting.append((Path(entry.path), depth + 1))
                elif entry.is_file(follow_symlinks=False):
                    stat = entry.stat(follow_symlinks=False)
                    path = Path(entry.path).relative_to(folder).as_posix()
                    yield path, (stat.st_size, stat.st_mtime_ns)
