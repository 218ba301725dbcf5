"""Ask the sample room its questions, and count how often the right page is found and cited first.

`python -m benchmarks.sample.ask [FOLDER]`, with Kesher's own settings from the environment. Prints
one JSON object; the questions that went wrong are in it. FOLDER keeps the room for the next run.
"""

import json
import sys
from dataclasses import asdict, dataclass
from tempfile import TemporaryDirectory

from kesher import Kesher, RoomHandle
from kesher.domain.answer import Answer, AnswerKind
from kesher.domain.document import PageSpan
from kesher.sample import SampleQuestion, questions, unanswerable_questions


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one question.

    Attributes:
        rank: 1-based place of the first hit on a right page; None where there was none.
        cited_first: Whether the first citation stands on a right page.
    """

    id: str
    question: str
    kind: AnswerKind
    rank: int | None
    cited_first: bool


def outcome(question: SampleQuestion, answer: Answer) -> Outcome:
    """Judge an answer by the pages that its hits and its first citation stand on."""
    ranks = [
        hit.rank
        for hit in answer.hits
        if hit.neighbour_of is None and _right(question, hit.document_name, hit.chunk.spans)
    ]
    first = answer.citations[0] if answer.citations else None
    cited = first is not None and _right(question, first.document_name, first.spans)
    return Outcome(question.id, question.text, answer.kind, min(ranks, default=None), cited)


def _right(question: SampleQuestion, document: str, spans: tuple[PageSpan, ...]) -> bool:
    return document == question.document and any(s.page_number in question.pages for s in spans)


def measured(room: RoomHandle) -> dict[str, object]:
    """Ask everything; return counts, and the outcomes that were not as they should be."""
    outcomes = [outcome(question, room.ask(question.text)) for question in questions()]
    silent = [room.ask(question.text).kind for question in unanswerable_questions()]
    return {
        "questions": len(outcomes),
        "right_page_first": sum(one.rank == 1 for one in outcomes),
        "right_page_in_top_10": sum(one.rank is not None and one.rank <= 10 for one in outcomes),
        "right_page_cited_first": sum(one.cited_first for one in outcomes),
        "unanswerable": len(silent),
        "unanswerable_not_found": silent.count(AnswerKind.NOT_FOUND),
        "documents": [
            {"name": d.name, "state": d.state, "pages": d.pages_total, "chunks": d.chunks}
            for d in room.documents()
        ],
        "missed": [asdict(one) for one in outcomes if one.rank is None or not one.cited_first],
    }


def main() -> None:
    with TemporaryDirectory() as empty:
        folder = sys.argv[1] if len(sys.argv) > 1 else empty
        with Kesher(folder) as kesher:
            print(json.dumps(measured(kesher.load_sample()), ensure_ascii=False, indent=1))


if __name__ == "__main__":
    main()
