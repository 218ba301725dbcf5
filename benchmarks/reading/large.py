"""A thousand pages through `kesher add`: time, memory, progress, kill -9. See README.md."""

import argparse
import os
import pty
import random
import re
import subprocess
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.reading.placed_pages import ARABIC, HEBREW, RUSSIAN, book, scanned_book
from benchmarks.reading.run import note
from benchmarks.reading.second.tools import package
from benchmarks.reading.watched import KESHER, OPEN, Server

PATIENCE_SECONDS = 3600.0
_STAGE = re.compile(r"(?:reading|embedding) [\d,]+/[\d,]+ \w+")


@dataclass(frozen=True)
class Followed:
    """What `kesher add` did: its exit status, its last words, and the stages that it showed."""

    status: int
    said: str
    stages: tuple[str, ...]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("kind", choices=["pdf", "scan", "docx", "text"])
    options.add_argument("--pages", type=int, default=1000)
    options.add_argument("--page-chars", type=int, default=1200)
    options.add_argument("--kills", type=int, default=2, help="kill -9 so often while it is read")
    options.add_argument("--reading-only", action="store_true", help="cancel where vectors begin")
    chosen = options.parse_args()
    with TemporaryDirectory(prefix="kesher-large-") as name:
        folder = Path(name)
        path = written(folder, chosen.kind, chosen.pages, chosen.page_chars)
        server = Server(folder / "data", folder / "tmp", {"KESHER_LOG_LEVEL": "warning"})
        server.start()
        try:
            print(note(chosen.kind, f"of {path.stat().st_size / 2**20:.1f} MiB"))
            measure(server, path, chosen)
        finally:
            server.stop()


def written(folder: Path, kind: str, pages: int, page_chars: int) -> Path:
    """Write the large file, each page of other text."""
    chance = random.Random(4521)  # noqa: S311 - the same each time, not a secret
    texts = [_page(chance, number + 1, page_chars) for number in range(pages)]
    if kind == "pdf":
        return book(folder / "book.pdf", texts)
    if kind == "scan":
        return scanned_book(book(folder / "book.pdf", texts), folder / "scan.pdf", dpi=200)
    if kind == "docx":
        document = package("docx", "python-docx").Document()
        for text in texts:
            for paragraph in text.split("\n"):
                document.add_paragraph(paragraph)
            document.add_page_break()
        document.save(str(folder / "book.docx"))
        return folder / "book.docx"
    (folder / "book.txt").write_text("\n\n".join(texts), encoding="utf-8")
    return folder / "book.txt"


def _page(chance: random.Random, number: int, chars: int) -> str:
    lines = [f"פרק {number}: נוהל מס' {chance.randrange(10**6)}"]
    while sum(map(len, lines)) < chars:
        words = chance.choice((*HEBREW, *HEBREW, *ARABIC, *RUSSIAN)).split()
        start = chance.randrange(len(words) // 2)
        lines.append(f"{' '.join(words[start:])} {chance.randrange(10**4)}.")
    return "\n".join(lines)


def measure(server: Server, path: Path, chosen: argparse.Namespace) -> None:
    """Add the file, killing the server on the way, and print what it took."""
    room = server.room("large")
    started = time.monotonic()
    for kill in range(chosen.kills):
        adding = threading.Thread(target=follow, args=(server.data, path), daemon=True)
        adding.start()
        goal = (kill + 1) / (chosen.kills + 1)
        at = until(server, room, lambda each, goal=goal: _part(each) >= goal)  # type: ignore[misc]  # the default binds the loop's goal
        server.kill()
        again = time.monotonic()
        server.start()
        kept = server.documents(room)[0]
        print(
            f"kill -9 at {at['pages_done']:,} of {at['pages_total']:,} pages; "
            f"{kept['pages_done']:,} were kept, served again after {time.monotonic() - again:.1f} s"
        )
        adding.join(60)
    waiting = threading.Thread(
        target=_finish, args=(server, room, chosen.reading_only), daemon=True
    )
    waiting.start()
    followed = follow(server.data, path)
    seconds = time.monotonic() - started
    document = server.documents(room)[0]
    alone, family = (peak / 2**20 for peak in server.peak_bytes)
    print(
        f"{document['state']}: {document['pages_done']:,} of {document['pages_total']:,} pages, "
        f"{document['pages_ocr']:,} by OCR, {document['chunks']:,} chunks, "
        f"{len(document['failures'])} failures, {seconds:.0f} s, "
        f"{1000 * seconds / max(document['pages_total'], 1):.0f} ms a page\n"
        f"peak memory: server {alone:.0f} MiB, with its processes {family:.0f} MiB\n"
        f"`kesher add`: status {followed.status}, {len(followed.stages)} different stages shown, "
        f"from {followed.stages[:1]} to {followed.stages[-1:]}; {followed.said.strip()[-200:]}"
    )


def _finish(server: Server, room: str, is_reading_only: bool) -> None:
    """Say when the pages were read; with `is_reading_only` let the document go no further."""
    begun = time.monotonic()
    document = until(server, room, lambda each: each["state"] not in ("queued", "reading"))
    print(f"pages read {time.monotonic() - begun:.0f} s after the last start", flush=True)
    if is_reading_only and document["state"] == "embedding":
        server.call(f"/api/documents/{document['id']}/cancel", "POST")


def _part(document: dict[str, Any]) -> float:
    if document["state"] not in OPEN or document["state"] == "embedding":
        return 1.0
    return float(document["pages_done"]) / (document["pages_total"] or 1)


def until(server: Server, room: str, reached: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Wait for the room's document to come so far; give it as it then is."""
    ends = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < ends:
        documents = server.documents(room)
        if documents and reached(documents[0]):
            return documents[0]
        time.sleep(0.3)
    raise TimeoutError(f"The document did not come so far in {PATIENCE_SECONDS:.0f} seconds.")


def follow(data: Path, path: Path) -> Followed:
    """Run `kesher add` on a terminal of its own, as a person sees it."""
    parent, child = pty.openpty()
    command: list[str | Path] = [KESHER, "--data", data, "add", "large", path]
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=child, text=True,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "120"},
    ) as process:  # fmt: skip
        os.close(child)
        shown = b""
        while block := _read(parent):
            shown += block
        said = process.stdout.read() if process.stdout else ""
    os.close(parent)
    stages = dict.fromkeys(_STAGE.findall(shown.decode(errors="replace")))
    return Followed(process.returncode, said, tuple(stages))


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 1 << 16)
    except OSError:  # how Linux tells that the other side has closed
        return b""


if __name__ == "__main__":
    main()
