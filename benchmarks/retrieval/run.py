"""R@1, R@5, R@10 and MRR@10 on Hebrew questions, a retriever a row. See README.md."""

import argparse
import asyncio
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from kesher.adapters.models.local_e5 import LocalE5
from kesher.app.evaluate import Figures, evaluate_retrieval, figures
from kesher.ranking.bm25 import Bm25

HERE = Path(__file__).parent
SETS = {
    "HeQ val": ("hebrew_qa/heq_val/corpus.jsonl", "hebrew_qa/heq_val/queries.jsonl"),
    "ParaShoot dev": (
        "hebrew_qa/parashoot_dev/corpus.jsonl",
        "hebrew_qa/parashoot_dev/queries.jsonl",
    ),
    "XQuAD Arabic": ("xquad/ar.corpus.jsonl", "xquad/ar.queries.jsonl"),
    "XQuAD Russian": ("xquad/ru.corpus.jsonl", "xquad/ru.queries.jsonl"),
    "XQuAD English": ("xquad/en.corpus.jsonl", "xquad/en.queries.jsonl"),
}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--write", action="store_true", help="keep the table in results/")
    table = asyncio.run(measure(data_folder()))
    print(table)
    if options.parse_args().write:
        (HERE / "results" / "table.md").write_text(table + "\n", encoding="utf-8")


def data_folder() -> Path:
    shared = Path(os.environ.get("KESHER_SHARED", HERE.parents[1].parent / "shared"))
    if not (shared / "data" / "hebrew_qa").is_dir():
        sys.exit(f"There is no data/hebrew_qa in {shared}. Set KESHER_SHARED to the data's folder.")
    return shared / "data"


async def measure(data: Path) -> str:
    cache = os.environ.get("KESHER_CACHE_FOLDER")
    with tempfile.TemporaryDirectory() as folder:
        embedder = LocalE5(Path(cache or folder))
        rows = [
            row(name, retriever, found)
            for name, (corpus, queries) in SETS.items()
            for retriever, found in (
                *(await evaluate_retrieval(data / corpus, data / queries, embedder)).items(),
                ("BM25 at white space", by_white_space(data / corpus, data / queries)),
            )
        ]
    head = f"Embedder: `{embedder.name}`.\n\n| Set | Retriever | R@1 | R@5 | R@10 | MRR@10 |"
    return "\n".join([head, "|---|---|---|---|---|---|", *rows])


def row(name: str, retriever: str, found: Figures) -> str:
    numbers = " | ".join(f"{100 * value:.1f}" for value in found.values())
    return f"| {name} | {retriever} | {numbers} |"


def by_white_space(corpus: Path, queries: Path) -> Figures:
    """Rank by the same BM25 over words as white space cuts them."""
    passages = read(corpus)
    index = Bm25.of(
        [f"{each.get('title', '')} {each['text']}".lower().split() for each in passages]
    )
    ranks = []
    for question in read(queries):
        if question["rel"] and question.get("answerable", True):
            found = index.rank(str(question["q"]).lower().split(), top=10)
            ids = [passages[position]["id"] for position, _ in found]
            ranks.append(next((r for r, id_ in enumerate(ids, 1) if id_ in question["rel"]), None))
    return figures(ranks)


def read(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line]


if __name__ == "__main__":
    main()
