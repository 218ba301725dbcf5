"""One peer's exact search over vectors in a file, timed in its own environment. See README.md.

Run by `run.py` with the Python of `setup.sh`; prints one line of JSON.
"""

import json
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

TOP = 10
WARM = 2
Floats = NDArray[np.float32]
Found = Callable[[Floats], list[int]]
"""Gives the rows of the ten greatest cosines, best first."""


def main() -> None:
    name, folder, repeats = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
    vectors, queries = np.load(folder / "vectors.npy"), np.load(folder / "queries.npy")
    started = time.perf_counter()
    with tempfile.TemporaryDirectory() as own:
        search = PEERS[name](vectors, own)
        seconds = time.perf_counter() - started
        taken = [timed(search, queries[at % len(queries)]) for at in range(WARM + repeats)]
        found = [search(query) for query in queries[:5]]
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    report = {"ms": taken[WARM:], "seconds": seconds, "peak_mb": peak_mb, "found": found}
    print(json.dumps(report))


_ELSEWHERE = np.random.default_rng(0).random(8_000_000)


def timed(search: Found, query: Floats) -> float:
    _ELSEWHERE.sum()  # fills the processor's caches, as `run.py` does before our own searches
    started = time.perf_counter()
    search(query)
    return 1e3 * (time.perf_counter() - started)


def faiss_flat(vectors: Floats, own: str) -> Found:
    import faiss

    faiss.omp_set_num_threads(1)
    index = faiss.IndexFlatIP(vectors.shape[1])
    index.add(vectors)
    return lambda query: index.search(query[np.newaxis], TOP)[1][0].tolist()


def usearch_exact(vectors: Floats, own: str) -> Found:
    from usearch.index import MetricKind, search

    def found(query: Floats) -> list[int]:
        matches = search(vectors, query, TOP, MetricKind.IP, exact=True, threads=1)
        return [int(key) for key in matches.keys]

    return found


def lancedb_flat(vectors: Floats, own: str) -> Found:
    import lancedb
    import pyarrow as pa

    column = pa.FixedSizeListArray.from_arrays(pa.array(vectors.ravel()), vectors.shape[1])
    table = lancedb.connect(own).create_table(
        "chunks", pa.table({"id": pa.array(np.arange(len(vectors))), "vector": column})
    )

    def found(query: Floats) -> list[int]:
        rows = table.search(query).metric("dot").select(["id"]).limit(TOP).to_arrow()
        return [int(row) for row in rows["id"].to_pylist()]

    return found


def sqlite_vec_scan(vectors: Floats, own: str) -> Found:
    import apsw  # Python's own SQLite may be built without extensions
    import sqlite_vec

    connection = apsw.Connection(f"{own}/chunks.db")
    connection.enable_load_extension(True)
    connection.load_extension(sqlite_vec.loadable_path())
    dimensions = vectors.shape[1]
    connection.execute(
        f"CREATE VIRTUAL TABLE chunks USING vec0(vector float[{dimensions}] distance_metric=cosine)"
    )
    rows = ((at + 1, vector.tobytes()) for at, vector in enumerate(vectors))
    with connection:
        connection.executemany("INSERT INTO chunks (rowid, vector) VALUES (?, ?)", rows)
    nearest = "SELECT rowid FROM chunks WHERE vector MATCH ? ORDER BY distance LIMIT ?"
    return lambda query: [
        row - 1 for (row,) in connection.execute(nearest, (query.tobytes(), TOP)).fetchall()
    ]


PEERS: dict[str, Callable[[Floats, str], Found]] = {
    "faiss flat": faiss_flat,
    "usearch exact": usearch_exact,
    "lancedb flat": lancedb_flat,
    "sqlite-vec": sqlite_vec_scan,
}


if __name__ == "__main__":
    main()
