"""What do logs, measures and traces cost? See README.md.

python -m benchmarks.observing.run [--questions 60] [--at-once 200] [--out FILE]
"""

import argparse
import asyncio
import contextlib
import io
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kesher.config.settings import Settings
from kesher.server.app import create_app
from kesher.telemetry import set_up_logs
from kesher.text.harmless import harmless

VARIANTS = ("nothing", "logs and measures", "with traces")
PIECES = 50
TEXT = "עובד במשרה מלאה זכאי ל-22 ימי חופשה בשנה הראשונה. A part-timer has 11 days.\n"
_RECEIVER = """
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.end_headers()
    def log_message(self, *_):
        return
server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(f"http://127.0.0.1:{server.server_address[1]}", flush=True)
server.serve_forever()
"""


@dataclass(frozen=True, slots=True)
class Places:
    """Where the other processes are."""

    collector: str
    model: str


@dataclass(frozen=True, slots=True)
class Variant:
    """One application, and the room that it is asked about."""

    app: Any
    ask: str


def main() -> None:
    how = _arguments()
    model = ["-m", "benchmarks.streams.model", str(PIECES), "0"]
    with (
        _quiet(),
        _process(["-c", _RECEIVER]) as collector,
        _process(model) as model_url,
        tempfile.TemporaryDirectory() as folder,
    ):
        result = asyncio.run(_measured(Path(folder), Places(collector, model_url), how))
    result["load"] = os.getloadavg()[0]
    text = json.dumps(result, indent=1)
    sys.stdout.write(text + "\n")
    if how.out:
        how.out.write_text(text + "\n", encoding="utf-8")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=int, default=60)
    parser.add_argument("--at-once", type=int, default=200)
    parser.add_argument("--out", type=Path)
    return parser.parse_args()


async def _measured(folder: Path, places: "Places", how: argparse.Namespace) -> dict[str, Any]:
    async with contextlib.AsyncExitStack() as stack:
        variants = {
            name: await stack.enter_async_context(_variant(folder / str(at), name, places))
            for at, name in enumerate(VARIANTS)
        }
        for variant in variants.values():
            await _asked(variant, "warm-up")
        one = await _in_turns(variants, how.questions)
        many = await _at_once(variants, how.at_once)
    return {"questions": how.questions, "at_once": how.at_once, "one": one, "many": many}


@asynccontextmanager
async def _variant(folder: Path, name: str, places: "Places") -> AsyncIterator[Variant]:
    endpoint = places.collector if name == "with traces" else ""
    settings = {
        "data_folder": folder, "otlp_endpoint": endpoint, "streams_per_caller": 0,
        "chat": "openai", "chat_url": places.model, "chat_model": "scripted",
    }  # fmt: skip
    app = create_app(Settings.model_validate(settings))
    if name == "nothing":
        app.observed = None  # type: ignore[attr-defined]  # an application of ours
    async with app.router.lifespan_context(app):
        made = json.loads(await _send(app, "/api/rooms", {"name": "משאבי אנוש"}))
        await _filled(app, made["id"])
        yield Variant(app, f"/api/rooms/{made['id']}/ask")


async def _filled(app: Any, room: str) -> None:  # noqa: ANN401 - FastAPI's application
    from kesher.domain.scope import RoomScope

    services, at = app.state.kesher.services, RoomScope(room_id=room)
    await services.ingest.add(at, "נוהל.txt", io.BytesIO(TEXT.encode()))
    await services.jobs.drain()


async def _in_turns(variants: dict[str, Variant], questions: int) -> dict[str, Any]:
    wall: dict[str, list[float]] = {name: [] for name in variants}
    cpu: dict[str, list[float]] = {name: [] for name in variants}
    for number in range(questions):
        for name, variant in variants.items():
            began, used = time.perf_counter(), time.process_time()
            await _asked(variant, f"שאלה {number}")
            wall[name].append((time.perf_counter() - began) * 1_000)
            cpu[name].append((time.process_time() - used) * 1_000)
    return _compared(
        {name: statistics.median(times) for name, times in wall.items()},
        {name: statistics.median(times) for name, times in cpu.items()},
    )


async def _at_once(variants: dict[str, Variant], number: int) -> dict[str, Any]:
    wall, cpu = {}, {}
    for name, variant in variants.items():
        began, used = time.perf_counter(), time.process_time()
        await asyncio.gather(*(_asked(variant, f"יחד {each}") for each in range(number)))
        wall[name] = (time.perf_counter() - began) * 1_000
        cpu[name] = (time.process_time() - used) * 1_000
    return _compared(wall, cpu)


def _compared(wall: dict[str, float], cpu: dict[str, float]) -> dict[str, Any]:
    return {
        name: {
            "wall_ms": round(wall[name], 1),
            "cpu_ms": round(cpu[name], 1),
            "wall_ratio": round(wall[name] / wall["nothing"], 3),
            "cpu_ratio": round(cpu[name] / cpu["nothing"], 3),
        }
        for name in wall
    }


async def _asked(variant: Variant, tail: str) -> None:
    question = f"כמה ימי חופשה מגיעים לעובד במשרה מלאה? {tail}"
    answer = await _send(variant.app, variant.ask, {"text": question})
    if b"event: done" not in answer:
        raise RuntimeError(f"No answer came: {answer[-300:]!r}")


async def _send(app: Any, path: str, body: object) -> bytes:  # noqa: ANN401 - as above
    content, pieces = json.dumps(body).encode(), []
    sent = [{"type": "http.request", "body": content}]

    async def receive() -> dict[str, Any]:
        if sent:
            return sent.pop()
        await asyncio.Event().wait()
        return {"type": "http.disconnect"}

    async def take(message: dict[str, Any]) -> None:
        pieces.append(message.get("body", b""))

    headers = {"host": "localhost", "content-type": "application/json"}
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "POST",
        "scheme": "http", "path": path, "raw_path": path.encode(), "query_string": b"",
        "root_path": "", "client": ("127.0.0.1", 1), "server": ("localhost", 80),
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }  # fmt: skip
    await app(scope, receive, take)
    return b"".join(pieces)


@contextmanager
def _quiet() -> Iterator[None]:
    with (
        Path(os.devnull).open("w", encoding="utf-8") as nowhere,
        contextlib.redirect_stderr(nowhere),
    ):
        set_up_logs("info", harmless=harmless, form="json")
        yield


@contextmanager
def _process(words: list[str]) -> Iterator[str]:
    """Run another process; gives the address that it tells first."""
    with subprocess.Popen([sys.executable, *words], stdout=subprocess.PIPE, text=True) as process:
        try:
            yield (process.stdout.readline() if process.stdout else "").strip()
        finally:
            process.terminate()


if __name__ == "__main__":
    main()
