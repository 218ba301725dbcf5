"""Scripts run by real processes."""

import os
import signal
import socket
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from kesher.adapters.scripts.removal import remove_tree
from kesher.adapters.scripts.runner import ScriptProcesses
from kesher.errors import SkillError
from kesher.ports.skills import ScriptLimits, ScriptResult, ScriptRun

pytestmark = pytest.mark.anyio
linux = pytest.mark.skipif(sys.platform != "linux", reason="confinement is Linux's")


async def run(
    code: str, work: Path, *arguments: str, limits: ScriptLimits | None = None, name: str = "a.py"
) -> ScriptResult:
    files = {f"scripts/{name}": code.encode(), "references/מילים.md": "תוכן".encode()}
    return await ScriptProcesses().run(
        ScriptRun(files, f"scripts/{name}", arguments, work, limits or ScriptLimits(seconds=20))
    )


async def test_a_script_reads_its_arguments_and_its_skill_and_leaves_what_it_makes(
    tmp_path: Path,
) -> None:
    code = (
        "import sys, pathlib\n"
        "here = pathlib.Path(__file__).parents[1]\n"
        "print(sys.argv[1], (here / 'references/מילים.md').read_text())\n"
        "pathlib.Path('תוצאה.txt').write_text('שלום')\n"
    )
    result = await run(code, tmp_path, "ארגומנט")
    assert (result.status, result.stdout.strip()) == (0, "ארגומנט תוכן")
    assert result.changed == ("תוצאה.txt",)
    assert (tmp_path / "תוצאה.txt").read_text(encoding="utf-8") == "שלום"


async def test_a_shell_script_runs_and_its_failure_is_told(tmp_path: Path) -> None:
    result = await run("echo שלום; echo רע >&2; exit 3", tmp_path, name="a.sh")
    assert (result.status, result.stdout, result.stderr) == (3, "שלום\n", "רע\n")


async def test_what_is_no_script_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SkillError, match="cannot be run"):
        await run("x", tmp_path, name="a.js")


async def test_no_secret_of_ours_reaches_a_script(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KESHER_CHAT_KEY", "secret-key")
    result = await run("import os; print(dict(os.environ))", tmp_path)
    assert "secret-key" not in result.stdout
    assert "KESHER" not in result.stdout


async def test_a_script_that_does_not_end_is_stopped_with_all_its_children(tmp_path: Path) -> None:
    code = (
        "import subprocess, sys, time\n"
        "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)', 'escaped-child'],"
        " start_new_session=True)\n"
        "print('ready', flush=True)\n"
        "time.sleep(600)\n"
    )
    result = await run(code, tmp_path, limits=ScriptLimits(seconds=3))
    assert result.status is None
    assert result.stdout == "ready\n"
    if result.network_cut:  # its own process namespace ends with it
        assert [p for p in processes() if "escaped-child" in p] == []


async def test_a_child_left_behind_ends_with_the_script(tmp_path: Path) -> None:
    result = await run("sleep 600 & echo done", tmp_path, name="a.sh")
    assert (result.status, result.stdout) == (0, "done\n")
    assert result.seconds < 15


async def test_memory_is_limited(tmp_path: Path) -> None:
    limits = ScriptLimits(seconds=20, memory_bytes=300 * 1024**2)
    result = await run("x = bytearray(600 * 1024**2)", tmp_path, limits=limits)
    assert result.status == 1
    assert "MemoryError" in result.stderr


async def test_output_over_the_limit_is_counted_and_not_kept(tmp_path: Path) -> None:
    limits = ScriptLimits(seconds=20, output_bytes=1_000)
    result = await run("print('x' * 500_000)", tmp_path, limits=limits)
    assert (result.status, len(result.stdout)) == (0, 1_000)
    assert result.dropped_bytes == 499_001


async def test_a_file_over_the_limit_is_not_written(tmp_path: Path) -> None:
    limits = ScriptLimits(seconds=20, file_bytes=1_000_000)
    result = await run("open('big', 'wb').write(bytes(2_000_000))", tmp_path, limits=limits)
    assert result.status != 0
    assert (tmp_path / "big").stat().st_size <= 1_000_000


@linux
async def test_a_script_has_no_network_where_the_system_lets_us_cut_it(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        code = f"import socket; socket.create_connection(('127.0.0.1', {port}), 5)"
        result = await run(code, tmp_path)
    assert (result.status != 0) is result.network_cut


@linux
async def test_a_script_writes_in_its_own_folders_only(tmp_path: Path) -> None:
    work, other = tmp_path / "work", tmp_path / "other"
    other.mkdir()
    result = await run(f"open({str(other / 'x')!r}, 'w').write('x')", work)
    assert (other / "x").exists() is not result.files_confined


@linux
async def test_a_script_cannot_read_a_data_folder_or_our_environment(tmp_path: Path) -> None:
    secret = tmp_path / "data" / "secret"
    secret.parent.mkdir()
    secret.write_text("סוד", encoding="utf-8")
    for place in (secret, Path(f"/proc/{os.getpid()}/environ")):
        result = await run(f"print(open({str(place)!r}).read())", tmp_path / "work")
        assert (result.status != 0) is result.files_confined


MEMORY = Path("/dev/shm")  # noqa: S108 - the place itself is what is tried


@linux
@pytest.mark.skipif(not MEMORY.is_dir(), reason="There is no /dev/shm here.")
async def test_a_script_cannot_read_what_others_keep_in_memory(tmp_path: Path) -> None:
    with tempfile.NamedTemporaryFile(dir=MEMORY) as secret:
        secret.write("סוד".encode())
        secret.flush()
        result = await run(f"print(open({secret.name!r}).read())", tmp_path)
    assert (result.status != 0) is result.files_confined


async def test_a_skill_cannot_change_itself(tmp_path: Path) -> None:
    code = "import sys; open(__file__, 'a').write('x'); print('written')"
    files = {"scripts/a.py": code.encode()}
    run_of = ScriptRun(files, "scripts/a.py", (), tmp_path, ScriptLimits(seconds=20))
    assert (await ScriptProcesses().run(run_of)).stdout == "written\n"
    assert files["scripts/a.py"] == code.encode()


async def test_an_argument_is_never_read_by_a_shell(tmp_path: Path) -> None:
    result = await run("import sys; print(sys.argv[1])", tmp_path, "$(touch hacked); `id`")
    assert result.stdout == "$(touch hacked); `id`\n"
    assert result.changed == ()


async def test_a_script_ended_by_a_signal_says_which(tmp_path: Path) -> None:
    result = await run("import os; os.kill(os.getpid(), 9)", tmp_path)
    assert result.status == -signal.SIGKILL


def processes() -> Iterator[str]:
    for place in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            yield place.read_text(encoding="utf-8", errors="replace")


@pytest.mark.parametrize("place", ["'.'", "os.environ['HOME']"])
async def test_a_script_that_leaves_a_tree_without_end_is_told_as_any_other(
    tmp_path: Path, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    work, temporary = tmp_path / "work", tmp_path / "tmp"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    code = (
        f"import os\nos.chdir({place})\nfor _ in range(2500):\n    os.mkdir('א'); os.chdir('א')\n"
    )
    result = await run(code, work)
    assert result.status == 0
    assert list(temporary.iterdir()) == []
    remove_tree(work)
    assert [each.name for each in os.scandir(tmp_path)] == ["tmp"]
