"""Ask the sample room its follow-ups, and count what the questions before them bring.

`python -m benchmarks.followups.run [FOLDER]`, with Kesher's own settings from the environment, no
model. Prints one JSON object. FOLDER keeps the room for the next run.
"""

import json
import re
import sys
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from kesher import Kesher, RoomHandle
from kesher.domain.answer import Answer
from kesher.text.hebrew import FOLDS
from kesher.text.leaning import leans

# The rule was tuned on the first; the second was written by somebody who had seen neither.
SETS = ("followups", "unseen")


@dataclass(frozen=True, slots=True)
class FollowUp:
    """One question with those before it.

    Attributes:
        earlier: Asked before it in its thread, oldest first.
        quote: Words of the passage that answers it.
        leans: Whether it means nothing without `earlier`; the others are changes of subject.
    """

    id: str
    earlier: tuple[str, ...]
    text: str
    quote: str
    leans: bool


def follow_ups(name: str) -> list[FollowUp]:
    """Return the questions of one of `SETS`, in order."""
    file = Path(__file__).with_name(f"{name}.jsonl")
    lines = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    return [
        FollowUp(line["id"], tuple(line["earlier"]), line["text"], line["quote"], line["leans"])
        for line in lines
    ]


def rank(one: FollowUp, answer: Answer) -> int | None:
    """Return the 1-based place of the first passage that holds the quote; None: it is not there."""
    quote = _folded(one.quote)
    ranked = (hit for hit in answer.hits if hit.neighbour_of is None)
    return next((hit.rank for hit in ranked if quote in _folded(hit.chunk.text)), None)


def measured(room: RoomHandle, asked: Sequence[FollowUp]) -> dict[str, object]:
    """Ask every question in its thread and by itself."""
    alone = {one.id: rank(one, room.ask(one.text)) for one in asked}
    threaded = {one.id: rank(one, _in_thread(room, one)) for one in asked}
    told = {one.id for one in asked if leans(one.text) == one.leans}
    by_kind = {
        name: {"in their thread": _figures(chosen, threaded), "alone": _figures(chosen, alone)}
        for name, chosen in {
            "follow-ups": [one for one in asked if one.leans],
            "changes of subject": [one for one in asked if not one.leans],
        }.items()
    }
    return {**by_kind, "kind told by the rule": f"{len(told)} of {len(asked)}"}


def _in_thread(room: RoomHandle, one: FollowUp) -> Answer:
    thread: str | None = None
    for question in one.earlier:
        thread = room.ask(question, thread=thread).thread_id
    return room.ask(one.text, thread=thread)


def _figures(
    asked: Iterable[FollowUp], ranks: Mapping[str, int | None]
) -> dict[str, int | float | list[str]]:
    places = {one.id: ranks[one.id] for one in asked}
    found = [place for place in places.values() if place is not None]
    return {
        "questions": len(places),
        "R@1": sum(place == 1 for place in found) / len(places),
        "R@3": sum(place <= 3 for place in found) / len(places),
        "MRR": sum(1 / place for place in found) / len(places),
        "past 3": [id_ for id_, place in places.items() if place is None or place > 3],
    }


def _folded(text: str) -> str:
    text = unicodedata.normalize("NFKC", text).translate(FOLDS)
    return re.sub(r"\s+", " ", re.sub(r"[\u2010-\u2015\u05be]", "-", text))


def main() -> None:
    with TemporaryDirectory() as empty:
        folder = sys.argv[1] if len(sys.argv) > 1 else empty
        with Kesher(folder) as kesher:
            room = kesher.load_sample()
            figures = {name: measured(room, follow_ups(name)) for name in SETS}
            print(json.dumps(figures, ensure_ascii=False, indent=1))


if __name__ == "__main__":
    main()
