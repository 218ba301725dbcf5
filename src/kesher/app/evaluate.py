"""How well each retriever finds the right passages, on files of passages and questions."""

import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kesher.documents.fusion import Candidate, Rankings, by_rank, by_score
from kesher.documents.small_room import SmallRoom
from kesher.domain.retrieval import Ranked
from kesher.errors import InputError
from kesher.ports.models import Embedder, Progress
from kesher.ranking.fusion import RRF_K

_PASSAGES_AT_ONCE = 32
_DEPTH = 200

Figures = dict[str, float]


@dataclass(frozen=True, slots=True)
class Passage:
    """One line of a corpus file; `title` is empty where it has none."""

    id: str
    text: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """One answerable line of a queries file, with the ids of the passages that answer it."""

    text: str
    right: frozenset[str]


async def evaluate_retrieval(
    corpus_file: Path,
    queries_file: Path,
    embedder: Embedder,
    *,
    fusion_k: int = RRF_K,
    fusion_depth: int = _DEPTH,
    progress: Progress | None = None,
) -> dict[str, Figures]:
    """Search every answerable question among all passages and say how high the right one came.

    A line of the corpus is `{"id", "text", "title"?}`, a line of the queries `{"q", "rel",
    "answerable"?}` with `rel` a list of ids; other fields are ignored, and so are questions that
    are not answerable or have no right passage. Each passage is one unit; its title counts among
    its words, not in its vector.

    Args:
        fusion_k: Damping of the fusion, in ranks.
        fusion_depth: Passages that each retriever gives to the fusion.
        progress: Called with passages and questions embedded, and all of them.

    Returns:
        For `dense`, `lexical`, `grams`, `default` (all three fused by score, as a room is searched)
        and `ranks` (the first two fused by rank, as deep research searches): `R@1`, `R@5` and
        `R@10`, the shares of questions with a right passage so high, and `MRR@10`, all 0–1.

    Raises:
        InputError: a file is missing, a line is not as said above, or no question is left.
    """
    passages = _read_passages(corpus_file)
    questions = _read_questions(queries_file, known={passage.id for passage in passages})
    report = progress or _silent
    total = len(passages) + len(questions)
    matrix = await _embedded(embedder, passages, lambda done: report(done, total))
    texts = [f"{each.title}\n{each.text}" for each in passages]
    room = SmallRoom.of([passage.id for passage in passages], texts, matrix)

    ranks = defaultdict[str, list[int | None]](list)
    for done, question in enumerate(questions, start=len(passages) + 1):
        vector = await embedder.embed_query(question.text)
        found = room.rankings(question.text, vector, depth=fusion_depth)
        for retriever, order in _orders(found, fusion_k).items():
            ranks[retriever].append(_rank(order, question))
        report(done, total)
    return {retriever: figures(found) for retriever, found in ranks.items()}


def figures(ranks: Sequence[int | None]) -> Figures:
    """Return the shares of 1-based ranks up to 1, 5 and 10, and the mean reciprocal rank to 10.

    Args:
        ranks: At least one; None where the right passage was not found at all.
    """
    found = [rank for rank in ranks if rank is not None and rank <= 10]
    recalls = {f"R@{top}": sum(rank <= top for rank in found) / len(ranks) for top in (1, 5, 10)}
    return {**recalls, "MRR@10": sum(1 / rank for rank in found) / len(ranks)}


async def _embedded(
    embedder: Embedder, passages: Sequence[Passage], done: Callable[[int], None]
) -> NDArray[np.float32]:
    parts = []
    for at in range(0, len(passages), _PASSAGES_AT_ONCE):
        part = passages[at : at + _PASSAGES_AT_ONCE]
        parts.append(await embedder.embed_passages([passage.text for passage in part]))
        done(at + len(part))
    return np.concatenate(parts)


def _orders(found: Rankings, fusion_k: int) -> dict[str, list[str]]:
    orders: dict[str, Sequence[Candidate | Ranked]] = {
        "default": by_score(found),
        "dense": found.dense,
        "lexical": found.lexical,
        "grams": found.grams,
        "ranks": by_rank(found, k=fusion_k),
    }
    return {retriever: [each.chunk_id for each in order] for retriever, order in orders.items()}


def _rank(ids: Sequence[str], question: Question) -> int | None:
    return next((rank for rank, id_ in enumerate(ids, start=1) if id_ in question.right), None)


def _silent(_done: int, _total: int) -> None:
    """Take no note of progress."""


def _read_passages(file: Path) -> list[Passage]:
    passages: dict[str, Passage] = {}
    for place, line in _lines(file):
        id_ = _text_of(line, "id", place)
        if id_ in passages:
            raise InputError(f"{place}: `id` {id_!r} stands on an earlier line, too.")
        title = line.get("title")
        text = _text_of(line, "text", place)
        passages[id_] = Passage(id_, text, title if isinstance(title, str) else "")
    if not passages:
        raise InputError(f"`{file}` has no passages: a line for each is expected.")
    return list(passages.values())


def _read_questions(file: Path, *, known: set[str]) -> list[Question]:
    questions = []
    for place, line in _lines(file):
        text, right = _text_of(line, "q", place), line.get("rel")
        if not isinstance(right, list) or not all(isinstance(each, str) for each in right):
            raise InputError(f"{place}: `rel`, the list of the right passages' ids, is missing.")
        if strangers := sorted(set(right) - known):
            raise InputError(f"{place}: `rel` names {strangers[0]!r}, which the corpus lacks.")
        if right and line.get("answerable", True):
            questions.append(Question(text, frozenset(right)))
    if not questions:
        raise InputError(f"`{file}` has no answerable question with a right passage in `rel`.")
    return questions


def _lines(file: Path) -> Iterator[tuple[str, Mapping[str, object]]]:
    """Yield each line that is not blank as an object, with its place in words."""
    try:
        written = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"`{file}` cannot be read ({error}). Give a JSON Lines file.") from error
    for number, text in enumerate(written.split("\n"), start=1):
        if not text.strip():
            continue
        place = f"`{file}`, line {number}"
        try:
            line = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise InputError(f"{place} is not JSON ({error}).") from error
        if not isinstance(line, dict):
            raise InputError(f"{place} is not a JSON object.")
        yield place, line


def _text_of(line: Mapping[str, object], name: str, place: str) -> str:
    value = line.get(name)
    if not isinstance(value, str) or not value.strip():
        raise InputError(f"{place}: `{name}`, a text that is not empty, is missing.")
    return value
