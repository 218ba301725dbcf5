"""Questions with the signs that their passages give, and whether these hold an answer."""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kesher.answer.extractive import candidates
from kesher.answer.holding import Evidence, evidence
from kesher.answer.unrelated import UNRELATED
from kesher.documents.fusion import Candidate, Rankings, by_score
from kesher.documents.small_room import SmallRoom
from kesher.domain.document import Chunk, PageSpan
from kesher.domain.retrieval import Hit
from kesher.ports.models import Embedder
from kesher.text.language import language
from kesher.text.terms import query_terms

Floats = NDArray[np.float32]

_DEPTH = 200
_TOP = 10
_AT_ONCE = 64


@dataclass(frozen=True, slots=True)
class Passage:
    """One line of a corpus; `group` names the text that it was cut from."""

    id: str
    text: str
    group: str


@dataclass(frozen=True, slots=True)
class Question:
    """One line of a file of questions, over passages of one group."""

    text: str
    group: str
    is_answerable: bool


@dataclass(frozen=True, slots=True)
class Example:
    """One question asked of one room.

    Attributes:
        kind: `held`; `near` where the right text is there and does not hold the answer; `away`
            where the text that holds it was taken out of the room.
    """

    source: str
    group: str
    kind: str
    same_language: bool
    signs: Evidence


class Vectors:
    """Vectors of texts, kept in a file between runs."""

    def __init__(self, embedder: Embedder, file: Path) -> None:
        self._embedder = embedder
        self._file = file
        self._known: dict[str, Floats] = {}
        if file.is_file():
            with np.load(file) as kept:
                self._known = dict(zip(kept["keys"].tolist(), kept["vectors"], strict=True))

    async def passages(self, texts: Sequence[str]) -> Floats:
        """Return float32 (n, dimensions)."""
        lacking = [
            text for text in dict.fromkeys(texts) if _key("passage", text) not in self._known
        ]
        for at in range(0, len(lacking), _AT_ONCE):
            part = lacking[at : at + _AT_ONCE]
            made = await self._embedder.embed_passages(part)
            self._known.update(zip((_key("passage", text) for text in part), made, strict=True))
        return np.stack([self._known[_key("passage", text)] for text in texts])

    async def question(self, text: str) -> Floats:
        """Return float32 (dimensions,)."""
        key = _key("question", text)
        if key not in self._known:
            self._known[key] = await self._embedder.embed_query(text)
        return self._known[key]

    def keep(self) -> None:
        """Write what is known."""
        self._file.parent.mkdir(parents=True, exist_ok=True)
        keys, vectors = list(self._known), np.stack(list(self._known.values()))
        np.savez(self._file, keys=np.array(keys), vectors=vectors)


def passages(file: Path) -> list[Passage]:
    """Return a corpus. Without titles, what stands before an id's hyphen names the text."""
    return [
        Passage(line["id"], line["text"], line.get("title") or line["id"].rsplit("-", 1)[0])
        for line in _lines(file)
    ]


def questions(file: Path, corpus: Sequence[Passage]) -> list[Question]:
    """Return the questions over a corpus."""
    groups = {passage.id: passage.group for passage in corpus}
    return [
        Question(line["q"], groups[line["rel"][0]], bool(line.get("answerable", True)))
        for line in _lines(file)
        if line["rel"]
    ]


async def examples(
    source: str, corpus: Sequence[Passage], asked: Sequence[Question], vectors: Vectors
) -> list[Example]:
    """Ask each question of all passages, and each answerable one once more without its text."""
    room = SmallRoom.of(
        [passage.id for passage in corpus],
        [passage.text for passage in corpus],
        await vectors.passages([passage.text for passage in corpus]),
    )
    passages_of = {passage.id: passage for passage in corpus}
    spoken = language("\n".join(passage.text for passage in corpus[:20]))
    found = []
    for question in asked:
        same = language(question.text) == spoken
        rankings = room.rankings(question.text, await vectors.question(question.text), depth=_DEPTH)
        kinds = {"held" if question.is_answerable else "near": rankings}
        if question.is_answerable:
            kinds["away"] = _without(question.group, rankings, passages_of)
        for kind, ranked in kinds.items():
            signs = await _signs(question.text, ranked, passages_of, vectors)
            found.append(Example(source, question.group, kind, same, signs))
    return found


async def _signs(
    question: str, rankings: Rankings, corpus: Mapping[str, Passage], vectors: Vectors
) -> Evidence:
    """Return the signs as a room's search and its quotations give them."""
    vector = await vectors.question(question)
    best = by_score(rankings)[:_TOP]
    listed = candidates([_hit(each, corpus, rank) for rank, each in enumerate(best, start=1)])
    spoken = language("\n".join(item.text for item in listed))
    unrelated = await vectors.passages(UNRELATED[spoken])
    near = await vectors.passages([item.text for item in listed])
    floor = float(np.mean(unrelated @ vector))
    return evidence(
        query_terms(question),
        listed,
        margins=[float(cosine) - floor for cosine in near @ vector],
        rankings={"dense": rankings.dense, "lexical": rankings.lexical},
    )


def _hit(candidate: Candidate, corpus: Mapping[str, Passage], rank: int) -> Hit:
    text = corpus[candidate.chunk_id].text
    chunk = Chunk(candidate.chunk_id, candidate.chunk_id, 0, text, (PageSpan(1, 0, len(text)),))
    return Hit(chunk, "corpus", rank, dense=candidate.dense, lexical=candidate.lexical)


def _without(group: str, rankings: Rankings, corpus: Mapping[str, Passage]) -> Rankings:
    """Return the rankings as they would be in a room that lacks a text."""
    dense, lexical, grams = (
        [each for each in ranked if corpus[each.chunk_id].group != group]
        for ranked in (rankings.dense, rankings.lexical, rankings.grams)
    )
    return Rankings(dense, lexical, grams, rankings.depth)


def _key(kind: str, text: str) -> str:
    return hashlib.sha256(f"{kind}\n{text}".encode()).hexdigest()[:24]


def _lines(file: Path) -> Iterator[dict[str, Any]]:
    return (json.loads(line) for line in file.read_text(encoding="utf-8").splitlines())
