import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from kesher.app.evaluate import evaluate_retrieval, figures
from kesher.errors import InputError
from kesher.ranking.vectors import unit_rows

LETTERS = "אבגדהוזחטיכלמנסעפצקרשתabcdefghijklmnopqrstuvwxyz"

CORPUS = (
    {"id": "p1", "title": "חופשה", "source": "x", "text": "עובד זכאי ל-22 ימים בשנה."},
    {"id": "p2", "text": "החזר נסיעות ישולם פעם בחודש."},
    {"id": "p3", "text": "Salary is paid on the ninth."},
)
QUERIES = (
    {"id": "q1", "q": "כמה ימי חופשה?", "rel": ["p1"], "answerable": True},
    {"id": "q2", "q": "מתי משולם החזר נסיעות?", "rel": ["p2"]},
    {"id": "q3", "q": "When is salary paid?", "rel": ["p3"]},
    {"id": "q4", "q": "מי מלך צרפת?", "rel": ["p1"], "answerable": False},
    {"id": "q5", "q": "מה השעה?", "rel": []},
)


class LetterCounts:
    """A small embedder: how often each letter occurs, at length 1."""

    name = "letter-counts"
    dimensions = len(LETTERS)

    async def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return unit_rows(np.array([[text.count(letter) for letter in LETTERS] for text in texts]))

    async def embed_query(self, text: str) -> NDArray[np.float32]:
        vector: NDArray[np.float32] = (await self.embed_passages([text]))[0]
        return vector


def written(file: Path, lines: Sequence[object]) -> Path:
    file.write_text("\n".join(json.dumps(line, ensure_ascii=False) for line in lines) + "\n\n")
    return file


async def evaluated(
    folder: Path, corpus: Sequence[object] = CORPUS, queries: Sequence[object] = QUERIES
) -> dict[str, dict[str, float]]:
    return await evaluate_retrieval(
        written(folder / "corpus.jsonl", corpus),
        written(folder / "queries.jsonl", queries),
        LetterCounts(),
    )


@pytest.mark.anyio
async def test_each_retriever_gets_its_figures_over_the_answerable_questions(
    tmp_path: Path,
) -> None:
    found = await evaluated(tmp_path)
    assert list(found) == ["default", "dense", "lexical", "grams", "ranks"]
    assert found["lexical"] == {"R@1": 1.0, "R@5": 1.0, "R@10": 1.0, "MRR@10": 1.0}
    assert found["dense"]["R@5"] == 1.0
    assert all(0 < found["default"][name] <= 1 for name in ("R@1", "MRR@10"))


@pytest.mark.anyio
async def test_progress_runs_over_passages_and_questions_to_the_end(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    await evaluate_retrieval(
        written(tmp_path / "corpus.jsonl", CORPUS),
        written(tmp_path / "queries.jsonl", QUERIES),
        LetterCounts(),
        progress=lambda done, total: seen.append((done, total)),
    )
    assert seen == [(3, 6), (4, 6), (5, 6), (6, 6)]


def test_figures_count_ranks_from_one_and_misses_as_nothing() -> None:
    assert figures([1, 2, 10, 11, None]) == {
        "R@1": 0.2,
        "R@5": 0.4,
        "R@10": 0.6,
        "MRR@10": pytest.approx((1 + 1 / 2 + 1 / 10) / 5),
    }


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("corpus", "queries", "says"),
    [
        ([{"id": "p1"}], QUERIES, "corpus.jsonl`, line 1: `text`"),
        ([*CORPUS, {"text": "ללא מזהה"}], QUERIES, "line 4: `id`"),
        ([*CORPUS, CORPUS[0]], QUERIES, "line 4: `id` 'p1' stands on an earlier line"),
        ([], QUERIES, "no passages"),
        (["שורה"], QUERIES, "line 1 is not a JSON object"),
        (CORPUS, [{"rel": ["p1"]}], "queries.jsonl`, line 1: `q`"),
        (CORPUS, [{"q": "מה?", "rel": "p1"}], "line 1: `rel`"),
        (CORPUS, [{"q": "מה?", "rel": ["p9"]}], "'p9', which the corpus lacks"),
        (CORPUS, QUERIES[3:], "no answerable question"),
    ],
)
async def test_a_wrong_line_is_named_with_what_it_lacks(
    tmp_path: Path, corpus: Sequence[object], queries: Sequence[object], says: str
) -> None:
    with pytest.raises(InputError, match=says):
        await evaluated(tmp_path, corpus, queries)


@pytest.mark.anyio
@pytest.mark.parametrize("content", [b"{", b"\xff\xfe{}", b"[" * 200_000])
async def test_a_file_that_is_not_json_lines_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "corpus.jsonl"
    file.write_bytes(content)
    with pytest.raises(InputError, match=r"corpus\.jsonl"):
        await evaluate_retrieval(file, file, LetterCounts())


@pytest.mark.anyio
async def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.jsonl"):
        await evaluate_retrieval(tmp_path / "none.jsonl", tmp_path, LetterCounts())
