"""Finds the weights of the token estimate, and prints the module that holds them. See README.md.

No prior and nothing random: equal texts, equal weights.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise

import numpy as np
from benchmarks.tokens.texts import LEAST_TOKENS, chunks, documents
from numpy.typing import NDArray

from kesher.adapters.models.token_counts import O200kCounter
from kesher.context.token_weights import LETTERS, LEVELS, STEP, ZERO
from kesher.context.tokens import WordTable, features, read_table, runs

LONGEST = 12
RIDGE = 2.0
UNSEEN = 0.3  # tokens of a pair that stands in none of the words
DAMPING = 0.75  # a word seen often counts for more, but not in proportion
LATIN_KINDS = ("hebrew", "mixed", "english", "arabic", "russian", "code")
ROUNDS = 3_000
Count = Callable[[str], int]
Table = dict[str, float]
Matrix = NDArray[np.float64]


def main() -> None:
    """Print the module."""
    count = O200kCounter().count
    fitting = {kind: first for kind, (first, _) in documents().items()}
    lengths, pairs = {}, {}
    for script, letters in LETTERS.items():
        kinds = LATIN_KINDS if script == "latin" else (script,)
        texts = [text for kind in kinds for text in fitting[kind]]
        found = word_weights(words(texts, script), count)
        lengths[script] = "".join(level(found.get(str(n), 0.0)) for n in range(1, LONGEST + 1))
        pairs[script] = tuple(
            "".join(level(found.get(a + b, UNSEEN)) for b in letters) for a in letters
        )
    tables = {s: read_table(LETTERS[s], lengths[s], pairs[s]) for s in LETTERS}
    pieces = [chunks(texts) for texts in fitting.values()]
    print(module(lengths, pairs, run_weights(pieces, tables, count)))


def words(texts: Iterable[str], script: str) -> Counter[str]:
    """Count the words of a script."""
    found: Counter[str] = Counter()
    for text in texts:
        for (kind, run), times in runs(text).items():
            if kind == script:
                found[run] += times
    return found


def word_weights(seen: Mapping[str, int], count: Count) -> Table:
    """Return tokens by length and pair, by ridge regression over words after a space."""
    names: dict[str, int] = {}
    rows = [{names.setdefault(k, len(names)): v for k, v in keys(w).items()} for w in seen]
    matrix = np.zeros((len(rows), len(names)))
    for at, row in enumerate(rows):
        for name, number in row.items():
            matrix[at, name] = number
    times = np.array(list(seen.values()), float) ** DAMPING
    counted = np.array([count(f" {word}") for word in seen], float)
    weighted = matrix.T * times
    found = np.linalg.solve(weighted @ matrix + RIDGE * np.eye(len(names)), weighted @ counted)
    return {name: float(found[at]) for name, at in names.items()}


def keys(word: str) -> Counter[str]:
    """Count a word's pairs of letters, and its length."""
    found = Counter(a + b for a, b in pairwise(f" {word.lower()} "))
    found[str(min(len(word), LONGEST))] += 1
    return found


def level(weight: float) -> str:
    """Return a weight as one character."""
    return LEVELS[min(len(LEVELS) - 1, max(0, round(weight / STEP) + ZERO))]


def run_weights(
    kinds: Iterable[Sequence[str]], tables: Mapping[str, WordTable], count: Count
) -> Table:
    """Return non-negative weights with the least squared relative error, each kind alike."""
    rows = []
    for pieces in kinds:
        counted = [(features(piece, tables), count(piece)) for piece in pieces]
        counted = [(found, real) for found, real in counted if real >= LEAST_TOKENS]
        rows += [(found, real, len(counted) ** -0.5) for found, real in counted]
    names = sorted({name for found, _, _ in rows for name in found})
    matrix = np.array(
        [[found.get(name, 0.0) * part / real for name in names] for found, real, part in rows]
    )
    weights = non_negative(matrix, np.array([part for _, _, part in rows]))
    return {name: round(float(w), 3) for name, w in zip(names, weights, strict=True)}


def non_negative(matrix: Matrix, wanted: Matrix) -> Matrix:
    """Return weights, 0 and up, whose sums over the rows come nearest to what is wanted."""
    gram, target = matrix.T @ matrix, matrix.T @ wanted
    weights = np.full(len(target), 0.5)
    for _ in range(ROUNDS):
        for at in range(len(target)):
            rest = target[at] - gram[at] @ weights + gram[at, at] * weights[at]
            weights[at] = max(0.0, rest / gram[at, at])
    return weights


def module(
    lengths: Mapping[str, str], pairs: Mapping[str, Sequence[str]], weights: Mapping[str, float]
) -> str:
    """Return the module's text."""
    return "\n".join(
        [
            '"""The weights of `kesher.context.tokens`, as `benchmarks/tokens/fit.py` finds them.',
            "",
            "A level is a character of `LEVELS`: its place less `ZERO`, times `STEP`, is tokens.",
            '"""',
            "",
            "from collections.abc import Mapping",
            "from types import MappingProxyType",
            "",
            f'LEVELS = "{LEVELS}"',
            f"ZERO = {ZERO}",
            f"STEP = {STEP}",
            "",
            *_table("LETTERS", "str", LETTERS),
            '"""The letters of each script that are told apart; the first is a word\'s edge."""',
            "",
            *_table("LENGTHS", "str", lengths),
            '"""Levels for words of 1, 2 ... letters; the last for all longer ones."""',
            "",
            *_table("PAIRS", "tuple[str, ...]", pairs),
            '"""Levels for pairs: a row for the first letter, a place in it for the second."""',
            "",
            *_table("WEIGHTS", "float", weights),
            '"""Tokens for each of `features`."""',
        ]
    )


def _table(name: str, kind: str, values: Mapping[str, object]) -> list[str]:
    rows = [f"        {key!r}: {value!r}," for key, value in values.items()]
    return [f"{name}: Mapping[str, {kind}] = MappingProxyType(", "    {", *rows, "    }", ")"]


if __name__ == "__main__":
    main()
