"""How far the token estimate is from real tokenizers, by kind of text; see README.md."""

import argparse
import json
import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

import numpy as np

from kesher.adapters.models.token_counts import Cl100kCounter, O200kCounter
from kesher.context.tokens import WEIGHTS, estimate, features

HERE = Path(__file__).parent
REPOSITORY = HERE.parents[1]
SHARED = Path(os.environ.get("KESHER_SHARED", REPOSITORY.parent / "shared")) / "data"
SIZES = (250, 500, 1_000, 2_500, 6_000)
POINTS = "ְְְִִֵֶַַָָֹּּּּׁ"
LEAST_TOKENS = 50
CHUNKS = 400


def main() -> None:
    """Fit on one half of the texts where asked, and print the errors on the other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fit", action="store_true", help="print weights found on the first half")
    parser.add_argument("--write", action="store_true", help="keep the errors in results/")
    asked = parser.parse_args()
    counters = {"o200k": O200kCounter().count, "cl100k": Cl100kCounter().count}
    texts = {kind: chunks(list(whole)) for kind, whole in kinds().items()}
    halves = {kind: (each[::2], each[1::2]) for kind, each in texts.items()}
    if asked.fit:
        found = fitted([t for first, _ in halves.values() for t in first], counters["o200k"])
        print(json.dumps(found, indent=1))
        return
    rows = {
        kind: {name: errors(second, count) for name, count in counters.items()}
        for kind, (_, second) in halves.items()
    }
    print(json.dumps(rows, indent=1))
    if asked.write:
        (HERE / "results" / "errors.json").write_text(json.dumps(rows, indent=1) + "\n")


def kinds() -> dict[str, Iterator[str]]:
    """Return whole texts by kind."""
    hebrew = [*field("hebrew_qa/heq_val/corpus.jsonl", "text"), *laws()]
    return {
        "hebrew": iter(hebrew),
        "niqqud": (pointed(text) for text in hebrew[:150]),
        "mixed": (f"{he} {en}" for he, en in pairs()),
        "english": field("xquad/en.corpus.jsonl", "text"),
        "arabic": field("xquad/ar.corpus.jsonl", "text"),
        "russian": field("xquad/ru.corpus.jsonl", "text"),
        "code": (path.read_text() for path in sorted(REPOSITORY.glob("src/kesher/**/*.py"))),
        "json": records(escaped=False),
        "json_escaped": records(escaped=True),
    }


def field(path: str, name: str) -> Iterator[str]:
    """Yield one field of each record of a file."""
    for line in (SHARED / path).read_text().splitlines():
        yield str(json.loads(line)[name])


def laws() -> list[str]:
    """Return sections of laws."""
    return list(field("knesset_rules/corpus.jsonl", "text"))[:200]


def pairs() -> Iterator[tuple[str, str]]:
    """Yield the same sentences in Hebrew and English."""
    for line in (SHARED / "hebnli_pairs/test.jsonl").read_text().splitlines():
        record = json.loads(line)
        yield str(record["he"]), str(record["en"])


def records(*, escaped: bool) -> Iterator[str]:
    """Yield records as compact JSON with sorted keys."""
    for path in (
        "hebrew_qa/heq_val/queries.jsonl",
        "hebnli_pairs/test.jsonl",
        "xquad/en.queries.jsonl",
    ):
        for line in (SHARED / path).read_text().splitlines():
            yield json.dumps(
                json.loads(line), sort_keys=True, ensure_ascii=escaped, separators=(",", ":")
            )


def pointed(text: str) -> str:
    """Return the text with a vowel point on most letters, drawn by rough frequency."""
    draw = random.Random(len(text))  # noqa: S311 reproducible, nothing secret
    letters = (
        c + draw.choice(POINTS) if "א" <= c <= "ת" and draw.random() < 0.8 else c for c in text
    )
    return "".join(letters)


def chunks(texts: list[str]) -> list[str]:
    """Cut the texts, joined by lines, into pieces of five sizes by turns."""
    joined = "\n".join(texts)
    found: list[str] = []
    at = 0
    while at < len(joined) and len(found) < CHUNKS:
        size = SIZES[len(found) // 2 % len(SIZES)]
        found.append(joined[at : at + size])
        at += size
    return found


def errors(texts: list[str], count: Callable[[str], int]) -> dict[str, float]:
    """Return how far the estimate is from a count, as fractions of it."""
    counted = [(estimate(text), count(text)) for text in texts]
    off = sorted(abs(e - c) / c for e, c in counted if c >= LEAST_TOKENS)
    summed = sum(e for e, _ in counted) / sum(c for _, c in counted) - 1
    return {
        "texts": len(off),
        "median": round(median(off), 4),
        "p95": round(off[int(len(off) * 0.95)], 4),
        "max": round(off[-1], 4),
        "over_10": round(sum(x > 0.1 for x in off) / len(off), 4),
        "bias": round(summed, 4),
    }


def fitted(texts: list[str], count: Callable[[str], int]) -> dict[str, float]:
    """Return non-negative weights with the least squared relative error, near those of a prior."""
    names = list(WEIGHTS)
    counted = [(features(text), count(text)) for text in texts]
    rows = [([f[n] / c for n in names]) for f, c in counted if c >= LEAST_TOKENS]
    matrix = np.array(rows)
    gram = matrix.T @ matrix
    target = matrix.sum(axis=0)
    weights = np.array([WEIGHTS[name] for name in names])
    prior, pull = weights.copy(), 1e-4 * len(rows) * 0.01
    for _ in range(5_000):
        for at in range(len(names)):
            rest = target[at] - gram[at] @ weights + gram[at, at] * weights[at] + pull * prior[at]
            weights[at] = max(0.0, rest / (gram[at, at] + pull))
    return {name: round(float(w), 3) for name, w in zip(names, weights, strict=True)}


if __name__ == "__main__":
    main()
