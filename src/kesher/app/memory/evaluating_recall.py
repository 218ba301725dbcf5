"""How much of the evidence for a question memory finds in a log, by tokens, beside baselines."""

import json
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kesher.domain.log import MessageRef
from kesher.errors import InputError
from kesher.memory.turn_ranking import Turn, TurnIndex, spoken
from kesher.ports.models import Embedder, Progress, TokenCounter
from kesher.ranking.bm25 import Bm25
from kesher.text.terms import index_terms, query_terms

BUDGETS_TOKENS = (250, 500, 1_000, 2_000)
TOP = 10
ALL = "all"
_TURNS = ".turns.jsonl"
_QUESTIONS = ".questions.jsonl"
_AT_ONCE = 32
_DATE = "%I:%M %p on %d %B, %Y"

Order = Sequence[int]
Table = dict[str, dict[str, dict[str, float]]]
"""Method → category → `R@10` or a budget in tokens → mean share of evidence found."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question with the places of the turns that answer it."""

    text: str
    category: str
    evidence: frozenset[int]


@dataclass(frozen=True, slots=True)
class Conversation:
    """A conversation as a file pair gives it."""

    turns: Sequence[Turn]
    questions: Sequence[Question]


def read_conversations(folder: Path) -> list[Conversation]:
    """Return the conversations of a folder of `NAME.turns.jsonl` and `NAME.questions.jsonl`.

    A turn is `{"id", "session", "date", "speaker", "text"}`, a question `{"q", "cat", "evidence",
    "evidence_audited"?}` with ids of turns; questions without evidence are left out.

    Raises:
        InputError: there is none, or a line is not of that shape.
    """
    files = sorted(folder.glob(f"*{_TURNS}"))
    if not files:
        raise InputError(f"`{folder}` holds no `*{_TURNS}`.")
    try:
        return [_conversation(file) for file in files]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(
            f"A line of `{folder}` is not of the expected shape: {error!r}."
        ) from error


async def evaluate_recall(
    conversations: Sequence[Conversation],
    embedder: Embedder,
    counter: TokenCounter,
    *,
    progress: Progress | None = None,
) -> Table:
    """Rank each conversation's turns for each question, by memory, by BM25, by vectors alone.

    Turns are taken in the order of their rank while they fit the budget; one that does not is
    passed over. A figure is the mean over questions of the share of evidence among those taken.
    """
    shares: defaultdict[tuple[str, str, str], list[float]] = defaultdict(list)
    total = sum(len(each.turns) + len(each.questions) for each in conversations)
    done = 0
    for conversation in conversations:
        vectors = await _embedded(conversation.turns, embedder)
        done += len(conversation.turns)
        rankers = _rankers(conversation.turns, vectors)
        tokens = [counter.count(spoken(turn.speaker, turn.text)) for turn in conversation.turns]
        for question in conversation.questions:
            vector = await embedder.embed_query(question.text)
            for method, rank in rankers.items():
                order = rank(question.text, vector)
                for name, share in _shares(order, question, tokens).items():
                    for category in (question.category, ALL):
                        shares[method, category, name].append(share)
            done += 1
            if progress is not None:
                progress(done, total)
    return _table(shares)


def _rankers(
    turns: Sequence[Turn], vectors: NDArray[np.float32]
) -> Mapping[str, Callable[[str, NDArray[np.float32]], Order]]:
    index = TurnIndex()
    for place, turn in enumerate(turns):
        index.add(turn)
        index.embed(place, vectors[place])
    words = Bm25.of([index_terms(spoken(turn.speaker, turn.text)) for turn in turns])

    def by_memory(text: str, vector: NDArray[np.float32]) -> Order:
        return [int(turn.ref.message_id) for turn, _ in index.rank(text, vector)]

    def by_words(text: str, vector: NDArray[np.float32]) -> Order:
        return [place for place, _ in words.rank(query_terms(text), top=len(turns))]

    def by_meaning(text: str, vector: NDArray[np.float32]) -> Order:
        return [int(place) for place in np.argsort(-(vectors @ vector), kind="stable")]

    return {"kesher": by_memory, "bm25": by_words, "vectors": by_meaning}


def _shares(order: Order, question: Question, tokens: Sequence[int]) -> dict[str, float]:
    found = {f"R@{TOP}": len(question.evidence.intersection(order[:TOP]))}
    for budget in BUDGETS_TOKENS:
        left, taken = budget, set[int]()
        for place in order:
            if tokens[place] <= left:
                left -= tokens[place]
                taken.add(place)
        found[str(budget)] = len(question.evidence & taken)
    return {name: count / len(question.evidence) for name, count in found.items()}


def _table(shares: Mapping[tuple[str, str, str], Sequence[float]]) -> Table:
    table: Table = {}
    for (method, category, name), values in shares.items():
        row = table.setdefault(method, {}).setdefault(category, {})
        row[name] = float(np.mean(values))
        row["questions"] = float(len(values))
    return table


async def _embedded(turns: Sequence[Turn], embedder: Embedder) -> NDArray[np.float32]:
    texts = [spoken(turn.speaker, turn.text) for turn in turns]
    parts = [
        await embedder.embed_passages(texts[at : at + _AT_ONCE])
        for at in range(0, len(texts), _AT_ONCE)
    ]
    return np.vstack(parts)


def _conversation(file: Path) -> Conversation:
    rows = _lines(file)
    places = {row["id"]: place for place, row in enumerate(rows)}
    turns = [_turn(row, place) for place, row in enumerate(rows)]
    asked = _lines(file.with_name(file.name.removesuffix(_TURNS) + _QUESTIONS))
    questions = []
    for row in asked:
        evidence = frozenset(
            places[each] for each in row.get("evidence_audited", row["evidence"]) if each in places
        )
        if evidence:
            questions.append(Question(row["q"], row["cat"], evidence))
    return Conversation(turns, questions)


def _turn(row: Mapping[str, Any], place: int) -> Turn:
    said = datetime.strptime(row["date"], _DATE).replace(tzinfo=UTC)
    ref = MessageRef("log", str(place))
    return Turn(ref, row["speaker"], row["text"], said)


def _lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines() if line.strip()]
