"""How high the right passage comes: a table a set, a retriever a row. See README.md."""

import argparse
import asyncio
import os
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any

from benchmarks.retrieval import corpora, languages
from benchmarks.retrieval.corpora import Corpus
from benchmarks.retrieval.measuring import difference, level, per_question
from benchmarks.retrieval.retrievers import naive, ours
from benchmarks.retrieval.vectors import passage_vectors, question_vectors

from kesher.adapters.models.local_e5 import LocalE5

HERE = Path(__file__).parent
PEERS = ("ranks", "lexical", "bm25s, its own words", "raw dense")

Part = Callable[[LocalE5], Coroutine[Any, Any, str]]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("part", nargs="*", default=list(PARTS), choices=[*PARTS, []])
    options.add_argument("--write", action="store_true", help="keep each table in results/")
    given = options.parse_args()
    cache = os.environ.get("KESHER_CACHE_FOLDER") or Path.home() / ".cache" / "kesher"
    embedder = LocalE5(Path(cache))
    for name in given.part:
        table = asyncio.run(PARTS[name](embedder))
        print(table, flush=True)
        if given.write:
            (HERE / "results").mkdir(exist_ok=True)
            (HERE / "results" / f"{name}.md").write_text(table + "\n", encoding="utf-8")


async def hebrew(embedder: LocalE5) -> str:
    """The development sets, and both in one room."""
    heq = corpora.hebrew("HeQ val", "heq_val")
    parashoot = corpora.hebrew("ParaShoot dev", "parashoot_dev")
    rooms = (heq, parashoot, corpora.union("Both in one room", heq, parashoot))
    return await tables(embedder, rooms)


async def unseen(embedder: LocalE5) -> str:
    """A set on which nothing was chosen, and which was looked at by its totals alone."""
    return await tables(embedder, [corpora.hebrew("ParaShoot train", "parashoot_train")])


async def other(embedder: LocalE5) -> str:
    """Laws, titles of pages, and sentences asked for in the other language."""
    rooms = (
        corpora.knesset("questions"),
        corpora.knesset("mentions"),
        corpora.kolzchut(),
        corpora.translations("he", "en"),
        corpora.translations("en", "he"),
    )
    return await tables(embedder, rooms)


async def tables(embedder: LocalE5, rooms: Sequence[Corpus]) -> str:
    return "\n\n".join([await table(embedder, room) for room in rooms])


async def table(embedder: LocalE5, room: Corpus) -> str:
    passages = await passage_vectors(embedder, [each.text for each in room.passages])
    questions = await question_vectors(embedder, [each.text for each in room.questions])
    orders = {**ours(room, passages, questions), **naive(room, passages, questions)}
    values = {name: per_question(found, room.questions) for name, found in orders.items()}
    first = next(iter(values.values()))
    rows = [
        f"| {name} | " + " | ".join(f"{100 * each.mean():.1f}" for each in found.values()) + " |"
        for name, found in values.items()
    ]
    scores = values["scores"]["R@1"]
    own = level(scores)
    return "\n".join(
        [
            f"**{room.name}**: {len(room.questions)} questions, {len(room.passages)} passages",
            "",
            "| Retriever | " + " | ".join(first) + " |",
            "|---" * (len(first) + 1) + "|",
            *rows,
            "",
            f"R@1 of `scores`: {own.mean:.1f} ({own.low:.1f} to {own.high:.1f}); against "
            + "; ".join(f"`{peer}` {difference(scores, values[peer]['R@1'])}" for peer in PEERS),
        ]
    )


PARTS: dict[str, Part] = {
    "hebrew": hebrew,
    "languages": languages.table,
    "other": other,
    "unseen": unseen,
}


if __name__ == "__main__":
    main()
