"""Retrieval on questions that people asked: no change may make it worse unseen.

The larger sets take minutes: `benchmarks/retrieval` has them.
"""

import os
from pathlib import Path

import pytest

from kesher.adapters.models.local_e5 import LocalE5
from kesher.app.evaluate import evaluate_retrieval


@pytest.mark.anyio
@pytest.mark.shared
@pytest.mark.slow
async def test_the_right_hebrew_passage_comes_first_as_often_as_it_did(
    shared: Path, tmp_path: Path
) -> None:
    embedder = LocalE5(Path(os.environ.get("KESHER_CACHE_FOLDER") or tmp_path))
    folder = shared / "data" / "hebrew_qa" / "parashoot_dev"
    found = await evaluate_retrieval(folder / "corpus.jsonl", folder / "queries.jsonl", embedder)
    assert found["default"]["R@1"] >= 0.914
    assert found["default"]["R@10"] >= 0.990
    assert found["lexical"]["R@1"] >= 0.909
    assert found["grams"]["R@1"] >= 0.900
    assert found["default"]["R@1"] > found["ranks"]["R@1"]
