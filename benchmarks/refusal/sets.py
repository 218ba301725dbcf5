"""The sets of questions, each cut in a half to choose weights on and a half to judge by."""

import hashlib
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.refusal.examples import Example, Vectors, examples, passages, questions

_FOLDER = Path(__file__).resolve().parents[2]
_VECTORS = _FOLDER / ".bench" / "refusal" / "vectors.npz"
_ASKED_AT_MOST = 400


@dataclass(frozen=True, slots=True)
class Source:
    """A set.

    Attributes:
        corpus, asked: Files under the evaluation data.
        is_for_weights: Whether its first half chose weights.
    """

    name: str
    corpus: str
    asked: str
    is_for_weights: bool = True


SOURCES = (
    Source("HeQ val", "hebrew_qa/heq_val/corpus.jsonl", "hebrew_qa/heq_val/queries.jsonl"),
    Source(
        "ParaShoot dev",
        "hebrew_qa/parashoot_dev/corpus.jsonl",
        "hebrew_qa/parashoot_dev/queries.jsonl",
        is_for_weights=False,
    ),
    *(
        Source(
            f"XQuAD {asked} in {held}",
            f"xquad/{held}.corpus.jsonl",
            f"xquad/{asked}.queries.jsonl",
            is_for_weights=asked != held,
        )
        for held, asked in (
            *(("en", "en"), ("ru", "ru"), ("ar", "ar")),
            *(("en", "ru"), ("en", "ar"), ("ru", "en"), ("ar", "en"), ("ar", "ru")),
        )
    ),
)


def shared_data() -> Path:
    """Return the folder of the evaluation data, as the environment or the layout has it."""
    shared = os.environ.get("KESHER_SHARED", str(_FOLDER.parent / "shared"))
    return Path(shared) / "data"


async def load(vectors: Vectors) -> dict[str, list[Example]]:
    """Return the examples of each set by its name. Takes minutes at the first time."""
    found = {}
    for source in SOURCES:
        corpus = passages(shared_data() / source.corpus)
        asked = questions(shared_data() / source.asked, corpus)
        step = max(1, len(asked) // _ASKED_AT_MOST) if source.name.startswith("XQuAD") else 1
        found[source.name] = await examples(source.name, corpus, asked[::step], vectors)
        vectors.keep()
    return found


def vectors_file() -> Path:
    """Return where vectors are kept between runs; git ignores it."""
    return _VECTORS


def for_weights(found: Sequence[Example]) -> Iterator[Example]:
    """Yield the examples of the half that weights may be chosen on, told by the text's name."""
    return (example for example in found if _first_half(example.group))


def for_judging(found: Sequence[Example]) -> Iterator[Example]:
    """Yield the others."""
    return (example for example in found if not _first_half(example.group))


def _first_half(group: str) -> bool:
    return hashlib.sha256(group.encode()).digest()[0] % 2 == 0
