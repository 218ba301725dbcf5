"""A Kesher server of its own for one measurement: started, watched by its memory, ended."""

import json
import os
import re
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

KESHER = Path(sys.executable).with_name("kesher")
OPEN = frozenset({"queued", "reading", "embedding"})
_PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")
_SAMPLE_SECONDS = 0.5


@dataclass(frozen=True)
class Refused(Exception):  # noqa: N818 - an answer, not a fault of this program
    """The server refused a file: HTTP status and the problem that it gave."""

    status: int
    problem: dict[str, Any]


@dataclass
class Server:
    """One server on a folder, with its own folder for temporary files.

    Attributes:
        settings: Environment variables beside this process's own.
        peak_bytes: Most resident memory seen, of the server alone and with all its children.
    """

    data: Path
    temporary: Path
    settings: dict[str, str] = field(default_factory=dict)
    url: str = ""
    peak_bytes: tuple[int, int] = (0, 0)
    _process: subprocess.Popen[str] | None = None
    _ended: threading.Event = field(default_factory=threading.Event)

    def start(self) -> None:
        """Start it and wait for its address; its log goes to `server.log` beside its folder."""
        self.temporary.mkdir(parents=True, exist_ok=True)
        self._process = subprocess.Popen(
            [KESHER, "--data", self.data, "serve", "--port", "0"],
            stderr=subprocess.PIPE,
            text=True,
            env={
                **os.environ,
                "KESHER_LOG_LEVEL": "warning",
                **self.settings,
                "TMPDIR": str(self.temporary),
            },
        )
        lines = iter(self._process.stderr or ())
        for line in lines:
            if found := re.search(r"http://[\d.]+:\d+", line):
                self.url = found[0]
                break
        else:
            sys.exit("The server ended before it said its address.")
        self._ended.clear()
        threading.Thread(target=self._log, args=(lines,), daemon=True).start()
        threading.Thread(target=self._watch, daemon=True).start()

    @property
    def pid(self) -> int:
        """The server's process; the server must have been started."""
        return self._running().pid

    def is_alive(self) -> bool:
        """Whether the process still runs."""
        return self._running().poll() is None

    def kill(self) -> None:
        """End it by SIGKILL, as a loss of power would."""
        self._end(self._running().kill)

    def stop(self) -> None:
        """End it as Ctrl+C does, and wait."""
        self._end(self._running().terminate)

    def call(
        self, path: str, method: str = "GET", body: bytes | None = None, kind: str = ""
    ) -> Any:  # noqa: ANN401 - JSON
        """Give the JSON of one answer.

        Raises:
            Refused: the status is 400 or above.
        """
        request = urllib.request.Request(self.url + path, body, method=method)  # noqa: S310
        if kind:
            request.add_header("Content-Type", kind)
        try:
            with urllib.request.urlopen(request, timeout=600) as answer:  # noqa: S310
                return json.loads(answer.read() or b"null")
        except urllib.error.HTTPError as error:
            raise Refused(error.code, json.loads(error.read() or b"{}")) from error

    def room(self, name: str) -> str:
        """Make a room and give its id."""
        body = json.dumps({"name": name}).encode()
        return str(self.call("/api/rooms", "POST", body, "application/json")["id"])

    def upload(self, room: str, data: bytes, name: str) -> dict[str, Any]:
        """Send a file and give its document."""
        head = f'--b\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
        body = head.encode() + data + b"\r\n--b--\r\n"
        kind = "multipart/form-data; boundary=b"
        uploaded = self.call(f"/api/rooms/{room}/documents", "POST", body, kind)
        return dict(uploaded["document"])

    def documents(self, room: str) -> list[dict[str, Any]]:
        """Give all documents of a room with their states."""
        return list(self.call(f"/api/rooms/{room}/documents"))

    def _running(self) -> subprocess.Popen[str]:
        if self._process is None:
            raise ValueError("The server was not started. Call `start` first.")
        return self._process

    def _end(self, how: Any) -> None:  # noqa: ANN401 - a bound method of Popen
        how()
        self._running().wait()
        self._ended.set()

    def _log(self, lines: Iterator[str]) -> None:
        with self.temporary.with_name("server.log").open("a", encoding="utf-8") as log:
            log.writelines(lines)

    def _watch(self) -> None:
        pid = self.pid
        while not self._ended.wait(_SAMPLE_SECONDS):
            own = resident_bytes(pid)
            family = own + sum(map(resident_bytes, descendants(pid)))
            self.peak_bytes = (max(self.peak_bytes[0], own), max(self.peak_bytes[1], family))


def descendants(pid: int) -> list[int]:
    """Give the processes that a process started, and those that they started."""
    parents = dict(_parents())
    found = [pid]
    for one in found:
        found += [child for child, parent in parents.items() if parent == one]
    return found[1:]


def _parents() -> Iterator[tuple[int, int]]:
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                stat = (folder / "stat").read_text(encoding="utf-8", errors="replace")
            except OSError:
                continue  # it ended meanwhile
            yield int(folder.name), int(stat.rpartition(")")[2].split()[1])


def resident_bytes(pid: int) -> int:
    """Give the memory that a process holds now; 0 for one that has ended."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text(encoding="utf-8").split()[1]) * _PAGE_BYTES
    except OSError:
        return 0
