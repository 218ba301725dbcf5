"""Records behind answers, to store: one of each script, with all that a record may hold."""

from dataclasses import replace

from contract.samples import EMBEDDER, NOW, SCOPE, TEXTS, answer, chunks, digest, thread, vector
from kesher.domain.answer_record import (
    AnswerRecord,
    ModelCall,
    PromptPart,
    RecordedHit,
    RecordedRetrieval,
    Share,
    StageTime,
)
from kesher.domain.request import SegmentKind
from kesher.domain.retrieval import Query, Ranked, RoomFigures
from kesher.domain.scope import RoomScope
from kesher.ports.stores import Store

FIGURES = RoomFigures(documents=1, pages=3, chunks=3, dimensions=8, tokens=33)
QUESTIONS = (
    "כמה ימי חופשה מגיעים לי?",
    'מה זה travel refund לפי סעיף 4.2 ("נסיעות")?',
    "كم يوم إجازة؟",
    "Сколько дней отпуска?",
)


def searched(label: str = "question", *, question: str = QUESTIONS[0]) -> RecordedRetrieval:
    first, second, third = chunks()
    return RecordedRetrieval(
        label=label,
        query=Query(question, QUESTIONS[1:3], (second.id,)),
        search_text=f"{QUESTIONS[2]}\n{question}",
        embedder=EMBEDDER,
        query_vector=tuple(vector(7).tolist()),
        rankings={
            "dense": (Ranked(first.id, 0.875), Ranked(third.id, -0.125)),
            "lexical": (Ranked(second.id, 7.5),),
            "grams": (),
            "fused": (Ranked(first.id, 0.03125), Ranked(second.id, 0.015625)),
        },
        hits=(
            RecordedHit(first.id, "doc_a", 0, digest(TEXTS[0]), 1, grade=3),
            RecordedHit(second.id, "doc_a", 1, digest(TEXTS[1]), 1, neighbour_of=first.id),
        ),
        figures=FIGURES,
        seconds={"embed": 0.0125, "dense": 0.00025},
        began_seconds=0.0625,
        fusion="scores",
    )


def record(answer_id: str = "ans_a", *retrievals: RecordedRetrieval) -> AnswerRecord:
    return AnswerRecord(
        answer_id=answer_id,
        room_id=SCOPE.room_id,
        thread_id="thr_a",
        retrievals=retrievals or (searched(),),
        prompt=(
            PromptPart(SegmentKind.SYSTEM, digest("הנחיות"), 120, 0),
            PromptPart(SegmentKind.EVIDENCE, digest(TEXTS[0]), 36, 1, ("chk_doc_a_0",)),
        ),
        calls=(ModelCall("answer", "req_a"),),
        stages=(StageTime("search", 0.0625, 0.025), StageTime("write", 0.09375, 1.5)),
        versions={"kesher": "0.1.0", "embedder": EMBEDDER, "prompt answer.he.md": "0123456789ab"},
        settings={"search.top": 9, "search.fusion": "צ", "quote.held_fraction": 0.2, "no": None},
        held_fraction=0.25,
    )


def share(identifier: str = "shr_a", *, answer_id: str = "ans_a") -> Share:
    return Share(identifier, SCOPE.room_id, answer_id, NOW)


async def recorded(store: Store, answer_id: str = "ans_a", *, scope: RoomScope = SCOPE) -> None:
    """Store an answer with its record, in a thread of its own."""
    own = replace(thread(f"thr_{answer_id}"), room_id=scope.room_id)
    await store.create_thread(scope, own)
    given = answer(answer_id, thread_id=own.id)
    await store.save_answer(scope, given, replace(record(answer_id), thread_id=own.id))
