"""How many answers at once can the server stream? See README.md.

python -m benchmarks.streams.run [--streams 500] [--pieces 100] [--delay-ms 100] [--out FILE]
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).parent
CLOCK = os.sysconf("SC_CLK_TCK")


def main() -> None:
    how = _arguments()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "data"
        _fill(folder)
        with _process("model.py", how.pieces, how.delay_ms) as (_, model):
            rows = {"relay": _relay(model, how.streams), "kesher": _kesher(folder, model, how)}
    ideal = how.pieces * how.delay_ms / 1_000
    result = {
        "streams": how.streams,
        "ideal_seconds": ideal,
        "load": os.getloadavg()[0],
        **rows,
        "wall_ratio": round(rows["kesher"]["wall_seconds"] / rows["relay"]["wall_seconds"], 2),
    }
    text = json.dumps(result, indent=1, ensure_ascii=False)
    print(text)
    if how.out:
        how.out.write_text(text + "\n", encoding="utf-8")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--streams", type=int, default=500)
    parser.add_argument("--pieces", type=int, default=100)
    parser.add_argument("--delay-ms", type=int, default=100)
    parser.add_argument("--out", type=Path)
    return parser.parse_args()


def _fill(folder: Path) -> None:
    from kesher.engine import Kesher
    from kesher.sample import sample_files

    with Kesher(folder, log_level="error") as kesher:
        kesher.room("משאבי אנוש").add(sample_files()[0].path)


def _relay(model: str, streams: int) -> dict[str, float]:
    with _process("relay.py", model) as (process, url):
        return _measured(process.pid, f"{url}/ask", "[DONE]", streams)


def _kesher(folder: Path, model: str, how: argparse.Namespace) -> dict[str, float]:
    settings = {
        "KESHER_DATA_FOLDER": str(folder),
        "KESHER_PORT": "0",
        "KESHER_CHAT": "openai",
        "KESHER_CHAT_URL": model,
        "KESHER_CHAT_MODEL": "scripted",
        "KESHER_CHAT_OUTPUT_TOKENS": str(how.pieces * 10),
    }
    command = [sys.executable, "-m", "kesher", "serve"]
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, env={**os.environ, **settings}, text=True
    ) as process:
        try:
            url = _address(process)
            # A line is logged of each request; a pipe that nobody empties would hold the server.
            threading.Thread(target=lambda: [*(process.stderr or ())], daemon=True).start()
            rooms = json.load(urllib.request.urlopen(f"{url}/api/rooms", timeout=60))  # noqa: S310
            ask = f"{url}/api/rooms/{rooms[0]['id']}/ask"
            subprocess.run(
                [sys.executable, HERE / "client.py", ask, "event: done", "1"],
                check=True,
                capture_output=True,
            )
            return _measured(process.pid, ask, "event: done", how.streams)
        finally:
            process.terminate()


def _address(process: "subprocess.Popen[str]") -> str:
    for line in process.stderr or ():
        if "http://" in line:
            return next(word for word in line.split() if word.startswith("http://"))
    raise RuntimeError("The server ended before it told its address.")


def _measured(pid: int, url: str, end: str, streams: int) -> dict[str, float]:
    before, begun = _cpu_seconds(pid), time.perf_counter()
    done = subprocess.run(
        [sys.executable, HERE / "client.py", url, end, str(streams)],
        check=True,
        capture_output=True,
        text=True,
    )
    row = json.loads(done.stdout)
    status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    peak = next(line for line in status.splitlines() if line.startswith("VmHWM"))
    return {
        **row,
        "cpu_seconds": round(_cpu_seconds(pid) - before, 1),
        "peak_memory_mb": round(int(peak.split()[1]) / 1_024),
        "with_client_seconds": round(time.perf_counter() - begun, 1),
    }


def _cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / CLOCK


@contextmanager
def _process(script: str, *words: object) -> "Iterator[tuple[subprocess.Popen[str], str]]":
    command = [sys.executable, str(HERE / script), *map(str, words)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process, (process.stdout.readline() if process.stdout else "").strip()
        finally:
            process.terminate()


if __name__ == "__main__":
    main()
