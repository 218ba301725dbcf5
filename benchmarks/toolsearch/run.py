"""Recall of tool search: 120 tools described in four languages, asked for in four languages.

    python -m benchmarks.toolsearch.run

Prints and writes `results/recall.json`. Three searches over the same tools: ours, ours without the
glossary, and the usual one (BM25 over lower-case `[a-z0-9]+`, identifiers split).
"""

import json
import re
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.toolsearch.samples import LANGUAGES, sample_queries, sample_tools

from kesher.context.toolsearch import ToolIndex, name_words
from kesher.domain.tool import ToolSpec
from kesher.ranking.bm25 import Bm25
from kesher.text.terms import index_terms, query_terms

RESULTS = Path(__file__).with_name("results")
CUTS = (1, 3, 5)
HELD = Path(__file__).with_name("held.jsonl")

Search = Callable[[str], Sequence[str]]


def ours(tools: Sequence[ToolSpec]) -> Search:
    index = ToolIndex.of(tools)
    return lambda query: [spec.name for spec in index.search(query, top=max(CUTS))]


def plain(
    tools: Sequence[ToolSpec], terms: Callable[[str], list[str]], asked: Callable[[str], list[str]]
) -> Search:
    ordered = sorted(tools, key=lambda spec: spec.name)
    texts = [f"{name_words(spec.name)} {spec.description}" for spec in ordered]
    index = Bm25.of([terms(text) for text in texts])
    return lambda query: [
        ordered[position].name for position, _ in index.rank(asked(query), top=max(CUTS))
    ]


def latin(text: str) -> list[str]:
    return re.findall("[a-z0-9]+", text.lower())


def recall(search: Search, asked: Sequence[tuple[str, str, str, str]]) -> dict[str, list[float]]:
    """Return recall at each cut, by the query's language and in all."""
    hits: dict[str, list[list[bool]]] = defaultdict(list)
    for query, tool, language, described in asked:
        found = search(query)
        row = [tool in found[:cut] for cut in CUTS]
        for key in (language, "all", "same" if language == described else "other"):
            hits[key].append(row)
    keys = [*LANGUAGES, "same", "other", "all"]
    return {
        key: [round(sum(column) / len(column), 3) for column in zip(*hits[key], strict=True)]
        for key in keys
        if hits[key]
    }


def held_out() -> tuple[list[ToolSpec], list[tuple[str, str, str, str]]]:
    """Tools and wishes written by hand before the glossary was tried on them."""
    lines = [json.loads(line) for line in HELD.read_text(encoding="utf-8").splitlines()]
    tools = [
        ToolSpec(line["name"], line["description"], deferred=True)
        for line in lines
        if "description" in line
    ]
    asked = [(line["q"], line["tool"], line["lang"], "held") for line in lines if "q" in line]
    return tools, asked


def main() -> None:
    sets = {"made": (sample_tools(), sample_queries()), "held": held_out()}
    figures: dict[str, object] = {}
    for name, (tools, asked) in sets.items():
        searches = {
            "kesher": ours(tools),
            "kesher, no glossary": plain(tools, index_terms, query_terms),
            "[a-z0-9]+": plain(tools, latin, latin),
        }
        print(f"\n{name}: {len(tools)} tools, {len(asked)} queries; recall at {CUTS}")
        for how, search in searches.items():
            started = time.perf_counter()
            rows = recall(search, asked)
            ms = (time.perf_counter() - started) / len(asked) * 1000
            figures[f"{name}: {how}"] = rows | {"ms_per_query": round(ms, 3)}
            print(f"{how:22}", "  ".join(f"{k} {v}" for k, v in rows.items()), f"{ms:.2f} ms")
    RESULTS.mkdir(exist_ok=True)
    text = json.dumps(figures, ensure_ascii=False, indent=1)
    (RESULTS / "recall.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
