"""Send hostile files to a running server for some minutes. See README.md.

Exit 0 where nothing was found: the server lives, each file is read or refused with a code and
words within its limits, and no process or temporary file is left.
"""

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.reading.hostile.crafted import CRAFTED
from benchmarks.reading.hostile.mutations import mutated
from benchmarks.reading.hostile.seeds import SEEDS
from benchmarks.reading.watched import Refused, Server, descendants

# A third of what is usual, so that ten minutes reach more files.
LIMITS = {
    "KESHER_PAGE_SECONDS": "20",
    "KESHER_OCR_PAGE_SECONDS": "60",
    "KESHER_CONVERT_SECONDS": "60",
    "KESHER_LOG_LEVEL": "warning",
}
IN_FLIGHT = 6
# The longest that an honest path through the limits takes: two readings and the OCR of each of
# three pages, laid out twice, with other files at work beside it.
HANG_SECONDS = 420.0
FAMILY_BYTES = 7 * 2**30  # three limited processes of 2 GiB at most, and the server
UNEXPECTED = frozenset({None, "", "internal", "error"})
READING = frozenset({"queued", "reading"})
CONFLICT = 409


@dataclass
class Findings:
    """What became of the files."""

    outcomes: Counter[str] = field(default_factory=Counter)
    words: dict[str, str] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    slowest: tuple[float, str] = (0.0, "")

    def note(self, outcome: str, name: str, words: str, seconds: float) -> None:
        """Count one finished file; keep the first words of each outcome."""
        self.outcomes[outcome] += 1
        self.words.setdefault(outcome, f"{name}: {words}")
        self.slowest = max(self.slowest, (seconds, name))

    def fault(self, name: str, words: str) -> None:
        """Note what must not happen."""
        self.faults.append(f"{name}: {words}")
        print(f"FAULT {name}: {words}", file=sys.stderr)


def files(seed: int) -> Iterator[tuple[str, bytes]]:
    """Give the crafted files among mutations of the seeds, then mutations without end."""
    chance = random.Random(seed)  # noqa: S311 - the same each time, not a secret
    crafted = [made for kind in CRAFTED for made in kind()]
    chance.shuffle(crafted)
    whole = {name: write() for name, write in SEEDS.items()}
    number = 0
    while True:
        for name, data in whole.items():
            ways, spoilt = mutated(data, chance)
            number += 1
            yield f"{number:04} {ways} {name}".replace("/", " "), spoilt
            if number % 3 == 0 and crafted:
                yield crafted.pop()


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--minutes", type=float, default=10.0)
    options.add_argument("--seed", type=int, default=4521)
    options.add_argument("--keep", type=Path, help="folder for the files that showed a fault")
    chosen = options.parse_args()
    with TemporaryDirectory(prefix="kesher-hostile-") as folder:
        server = Server(Path(folder) / "data", Path(folder) / "tmp", dict(LIMITS))
        server.start()
        attack = Attack(server, server.room("hostile"), Findings(), chosen.keep)
        try:
            attack.run(files(chosen.seed), seconds=60 * chosen.minutes)
        finally:
            settle(server, attack.findings, Path(folder))
    print(report(attack.findings, server, chosen))
    sys.exit(1 if attack.findings.faults else 0)


@dataclass
class Attack:
    """Files on their way through one server, a few at a time.

    Attributes:
        keep: Where files that showed a fault are put; None to let them go.
        open_files: Name, time of sending and bytes of what is being read, by the document's id.
    """

    server: Server
    room: str
    findings: Findings
    keep: Path | None
    open_files: dict[str, tuple[str, float, bytes]] = field(default_factory=dict)

    def run(self, given: Iterator[tuple[str, bytes]], *, seconds: float) -> None:
        """Send files until the time is up, and wait for the last."""
        ends = time.monotonic() + seconds
        for name, data in given:
            if time.monotonic() > ends or not self.server.is_alive():
                break
            self._send(name, data)
            while len(self.open_files) >= IN_FLIGHT and self.server.is_alive():
                self._collect()
        while self.open_files and self.server.is_alive():
            self._collect()

    def _send(self, name: str, data: bytes) -> None:
        started = time.monotonic()
        try:
            document = self.server.upload(self.room, data, name)
        except Refused as refused:
            code, words = refused.problem.get("code"), str(refused.problem.get("detail"))
            seconds = time.monotonic() - started
            self.findings.note(f"refused {refused.status} {code}", name, words, seconds)
            if refused.status >= 500 or code in UNEXPECTED or not words:
                self._fault(name, data, f"refused with {refused.status} {code} {words}")
        except OSError as error:
            self._fault(name, data, f"no answer: {error}")
        else:
            self.open_files.setdefault(document["id"], (name, started, data))

    def _collect(self) -> None:
        """Take what has ended out of `open_files`, and judge it."""
        time.sleep(0.2)
        for document in self.server.documents(self.room):
            name, started, data = self.open_files.get(document["id"], ("", 0.0, b""))
            seconds = time.monotonic() - started
            state = document["state"]
            if not name or (state in READING and seconds < HANG_SECONDS):
                continue
            del self.open_files[document["id"]]
            if state == "embedding":
                self._cancel(document["id"])
            self._judge(name, data, document, seconds)

    def _cancel(self, document_id: str) -> None:
        """Let a file that was read go no further: vectors are not what is tried here."""
        try:
            self.server.call(f"/api/documents/{document_id}/cancel", "POST")
        except Refused as refused:
            if refused.status != CONFLICT:  # it became ready meanwhile
                raise

    def _judge(self, name: str, data: bytes, document: dict[str, Any], seconds: float) -> None:
        state, code, words = document["state"], document["error_code"], document["error"] or ""
        if state in READING:
            self._fault(name, data, f"still {state} after {seconds:.0f} s")
            return
        state = "read" if state in ("embedding", "ready") else state
        pages = {failure["code"] for failure in document["failures"]}
        outcome = f"{state} {code or ''} {'pages: ' + ', '.join(sorted(pages)) if pages else ''}"
        told = words or "; ".join(failure["reason"] for failure in document["failures"])
        self.findings.note(outcome.strip(), name, told, seconds)
        if state == "failed" and (code in UNEXPECTED or not words):
            self._fault(name, data, f"failed with code {code}: {words}")

    def _fault(self, name: str, data: bytes, words: str) -> None:
        self.findings.fault(name, words)
        if self.keep:
            self.keep.mkdir(parents=True, exist_ok=True)
            (self.keep / name).write_bytes(data)


def settle(server: Server, findings: Findings, folder: Path) -> None:
    """Stop the server; note what it left behind, and the memory that it took."""
    if not server.is_alive():
        findings.fault("server", "it ended by itself; its log's end:\n" + _log_end(folder))
        return
    left = [str(path.relative_to(folder)) for path in (folder / "tmp").iterdir()]
    kept = {path.name for path in (folder / "tmp").glob("kesher-task-*")}
    if leaked := [name for name in left if Path(name).name not in kept]:
        findings.fault("temporary files", ", ".join(leaked[:9]))
    children = descendants(server.pid)
    server.stop()
    if living := [pid for pid in children if Path(f"/proc/{pid}").exists()]:
        findings.fault("processes", f"{len(living)} live on after their server: {living}")
    if after := [path.name for path in (folder / "tmp").iterdir()]:
        findings.fault("temporary files after the end", ", ".join(after[:9]))
    unfinished = [path for path in (folder / "data").rglob("*") if _is_unfinished(path)]
    if unfinished:
        findings.fault("unfinished files", ", ".join(path.name for path in unfinished[:9]))
    if "page.fault" in (said := _log_end(folder)):
        findings.fault("log", said)
    if server.peak_bytes[1] > FAMILY_BYTES:
        findings.fault("memory", f"{server.peak_bytes[1]:,} bytes at its peak")


def _is_unfinished(path: Path) -> bool:
    """Whether a derived file still has the name that it is written under."""
    return len(path.stem) == 32 and path.suffix in (".pdf", ".docx") and path.is_file()


def _log_end(folder: Path) -> str:
    log = folder / "server.log"
    return log.read_text(encoding="utf-8")[-3000:] if log.is_file() else "(no log)"


def report(findings: Findings, server: Server, chosen: argparse.Namespace) -> str:
    """Give the table of outcomes, with an example of each."""
    total = sum(findings.outcomes.values())
    alone, family = (peak / 2**20 for peak in server.peak_bytes)
    rows = [
        f"| {outcome} | {count} | {findings.words[outcome][:180]} |".replace("\n", " ")
        for outcome, count in findings.outcomes.most_common()
    ]
    return "\n".join([
        f"{total} files in {chosen.minutes:g} minutes, seed {chosen.seed}: "
        f"{len(findings.faults)} faults. Peak memory: server {alone:.0f} MiB, with its processes "
        f"{family:.0f} MiB. Slowest: {findings.slowest[0]:.0f} s, {findings.slowest[1]}.",
        "| Outcome | Files | Example |\n|---|---|---|",
        *rows,
        *(f"FAULT {fault}" for fault in findings.faults),
    ])  # fmt: skip


if __name__ == "__main__":
    main()
