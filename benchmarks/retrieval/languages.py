"""Questions whose answer stands in another language, in rooms of several languages (XQuAD)."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from benchmarks.retrieval.corpora import (
    LANGUAGES,
    Corpus,
    Question,
    answered_in,
    one_language_each,
    xquad,
)
from benchmarks.retrieval.measuring import per_question
from benchmarks.retrieval.retrievers import DEPTH, Orders, ours
from benchmarks.retrieval.vectors import Floats, passage_vectors, question_vectors

from kesher.adapters.models.local_e5 import LocalE5
from kesher.documents.fusion import Rankings, by_score
from kesher.documents.small_room import SmallRoom
from kesher.domain.retrieval import Ranked

ROWS = ("scores", "raw scores", "ranks", "dense")


@dataclass(frozen=True, slots=True)
class Asked:
    """Questions in one language with their vectors."""

    language: str
    questions: tuple[Question, ...]
    vectors: Floats


@dataclass(frozen=True, slots=True)
class Room:
    """Passages of several languages with their vectors, float32, (n, dimensions)."""

    corpus: Corpus
    vectors: Floats


async def table(embedder: LocalE5) -> str:
    """Return what is found in rooms of one language and of three."""
    parts = {language: xquad(language) for language in LANGUAGES}
    vectors = {
        language: await passage_vectors(embedder, [each.text for each in part.passages])
        for language, part in parts.items()
    }
    asked = [
        Asked(
            language,
            part.questions,
            await question_vectors(embedder, [each.text for each in part.questions]),
        )
        for language, part in parts.items()
    ]
    every = Room(_all(parts), np.concatenate([vectors[language] for language in LANGUAGES]))
    alone = [
        f"- {each.language}: R@1 and R@10 in a room of its own language "
        + _own(Room(parts[each.language], vectors[each.language]), each)
        for each in asked
    ]
    return "\n".join(
        [
            "**XQuAD, rooms of one language**",
            "",
            *alone,
            "",
            _mixed("each paragraph in all three languages", every, every, asked),
            "",
            _mixed("each paragraph in one language only", every, _one_each(every), asked),
        ]
    )


def _own(room: Room, asked: Asked) -> str:
    found = ours(_asking(room.corpus, asked.questions), room.vectors, asked.vectors)
    return ", ".join(
        f"`{name}` {_share(found[name], asked.questions, 'R@1')} "
        f"{_share(found[name], asked.questions, 'R@10')}"
        for name in ("scores", "ranks", "dense", "lexical", "grams")
    )


def _mixed(name: str, every: Room, room: Room, asked: Sequence[Asked]) -> str:
    rows = []
    for each in asked:
        found = _orders(room, each)
        for retriever in ROWS:
            cells = [_cell(found[retriever], each, language, room.corpus) for language in LANGUAGES]
            rows.append(f"| {each.language} | {retriever} | " + " | ".join(cells) + " |")
    return "\n".join(
        [
            f"**XQuAD, {len(room.corpus.passages)} passages, {name}** "
            f"(of {len(every.corpus.passages)})",
            "",
            "| Question | Fusion | "
            + " | ".join(f"answer in {language}, R@1, R@10" for language in LANGUAGES)
            + " |",
            "|---" * (2 + len(LANGUAGES)) + "|",
            *rows,
        ]
    )


def _orders(room: Room, asked: Asked) -> Orders:
    corpus = _asking(room.corpus, asked.questions)
    found = ours(corpus, room.vectors, asked.vectors)
    found["raw scores"] = _raw(corpus, room.vectors, asked.vectors)
    return found


def _raw(corpus: Corpus, passages: Floats, questions: Floats) -> list[list[str]]:
    """Fuse by score with all passages in one group: what levelling changes."""
    ids = [passage.id for passage in corpus.passages]
    room = SmallRoom.of(ids, [passage.text for passage in corpus.passages], passages)
    orders = []
    for question, vector in zip(corpus.questions, questions, strict=True):
        found = room.rankings(question.text, vector, depth=DEPTH)
        unnamed = Rankings(
            _unnamed(found.dense[:DEPTH]), _unnamed(found.lexical), _unnamed(found.grams), DEPTH
        )
        orders.append([each.chunk_id for each in by_score(unnamed)])
    return orders


def _unnamed(ranking: Sequence[Ranked]) -> list[Ranked]:
    return [Ranked(each.chunk_id, each.score) for each in ranking]


def _cell(orders: list[list[str]], asked: Asked, language: str, corpus: Corpus) -> str:
    """Judge the questions whose paragraph stands in the room in that language."""
    held = {passage.id for passage in corpus.passages}
    questions = answered_in(asked.questions, language)
    chosen = [place for place, each in enumerate(questions) if each.right <= held]
    of_them = [questions[place] for place in chosen]
    found = [orders[place] for place in chosen]
    return f"{_share(found, of_them, 'R@1')}, {_share(found, of_them, 'R@10')}"


def _share(orders: list[list[str]], questions: Sequence[Question], measure: str) -> str:
    return f"{100 * per_question(orders, questions)[measure].mean():.1f}"


def _all(parts: dict[str, Corpus]) -> Corpus:
    passages = tuple(each for language in LANGUAGES for each in parts[language].passages)
    return Corpus("XQuAD mixed", passages, ())


def _one_each(every: Room) -> Room:
    stay = one_language_each(every.corpus)
    rows = [row for row, each in enumerate(every.corpus.passages) if each.id in stay]
    passages = tuple(every.corpus.passages[row] for row in rows)
    return Room(Corpus("XQuAD apart", passages, ()), every.vectors[rows])


def _asking(corpus: Corpus, questions: tuple[Question, ...]) -> Corpus:
    return Corpus(corpus.name, corpus.passages, questions)
