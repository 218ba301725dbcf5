"""How far the token estimate is from real tokenizers, by kind of text; see README.md."""

import argparse
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

from benchmarks.tokens.texts import LEAST_TOKENS, chunks, documents

from kesher.adapters.models.token_counts import Cl100kCounter, O200kCounter
from kesher.context.tokens import estimate

HERE = Path(__file__).parent


def main() -> None:
    """Print the errors on the documents that the weights were not fitted on."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="keep the errors in results/")
    asked = parser.parse_args()
    counters = {"o200k": O200kCounter().count, "cl100k": Cl100kCounter().count}
    rows = {
        kind: {name: errors(chunks(second), count) for name, count in counters.items()}
        for kind, (_, second) in documents().items()
    }
    print(json.dumps(rows, indent=1))
    if asked.write:
        (HERE / "results" / "errors.json").write_text(json.dumps(rows, indent=1) + "\n")


def errors(texts: Sequence[str], count: Callable[[str], int]) -> dict[str, float]:
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


if __name__ == "__main__":
    main()
