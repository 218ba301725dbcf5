"""Material + budget → the exact prompt. Never fetches; the same material gives the same bytes."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

from kesher.context.passages import Passage, unsaid
from kesher.domain.document import Chunk
from kesher.domain.message import Message, Role
from kesher.domain.retrieval import Hit
from kesher.errors import InputError

MESSAGE_OVERHEAD_TOKENS = 4
"""What a chat template adds to each message (role and separators), as OpenAI's does."""

# A model may take a tag for one of ours whatever its case and whatever space is hidden in it.
_OUR_TAG = re.compile(
    r"<(?=[\s/\u00ad\u200b-\u200f\u2060\ufeff]*(?:passage|cite|not_found))", re.IGNORECASE
)

_LABELS = {
    "he": ("השאלות הקודמות בשיחה", "השאלה"),
    "en": ("Earlier questions of this conversation", "Question"),
}


@dataclass(frozen=True, slots=True)
class Material:
    """What a prompt is made of.

    Attributes:
        earlier: The last questions of the thread, oldest first.
        hits: Ranked, best first.
        neighbours: Chunks beside the closest hits.
        labels: Language of the headings: "he" or "en".
    """

    instructions: str
    question: str
    earlier: tuple[str, ...]
    hits: tuple[Hit, ...]
    neighbours: tuple[Hit, ...]
    labels: str = "en"


@dataclass(frozen=True, slots=True)
class Context:
    """One assembled request.

    Attributes:
        sent: The chunks in the prompt, in its order.
        left_out: Of the ranked hits and neighbours, those that did not fit.
        tokens: Of the rendered request, message overhead included.
    """

    messages: tuple[Message, ...]
    sent: tuple[Chunk, ...]
    left_out: tuple[Chunk, ...]
    tokens: int


def assemble(material: Material, *, budget_tokens: int, count: Callable[[str], int]) -> Context:
    """Render the prompt of a question within `budget_tokens`.

    Ranked passages come first, in rank order, then neighbours in what remains; a passage that does
    not fit is left out and a shorter one after it may still go in. What two passages share is sent
    once. Earlier questions give way, oldest first, where question and best passage need the room.

    Raises:
        InputError: the question alone is over the budget.
    """
    earlier, room = _room(material, budget_tokens, count)
    passages: list[Passage] = []
    left_out: list[Chunk] = []
    for hit in (*material.hits, *material.neighbours):
        passage = unsaid(hit, [held.hit.chunk for held in passages])
        cost = count(_passage(passage)) + 1  # the line break between passages
        if not passage.text:
            continue
        if cost > room:
            left_out.append(hit.chunk)
            continue
        passages.append(passage)
        room -= cost
    messages = _render(material, earlier, passages)
    return Context(
        messages,
        tuple(passage.hit.chunk for passage in passages),
        tuple(left_out),
        _tokens(messages, count),
    )


def _room(
    material: Material, budget_tokens: int, count: Callable[[str], int]
) -> tuple[tuple[str, ...], int]:
    """Return the earlier questions that may stay, and the tokens left for passages."""
    wanted = count(_passage(unsaid(material.hits[0], ()))) + 1 if material.hits else 0
    for first in range(len(material.earlier) + 1):
        earlier = material.earlier[first:]
        room = budget_tokens - _tokens(_render(material, earlier, ()), count)
        if room >= wanted or (not earlier and room >= 0):
            return earlier, room
    raise InputError(
        f"The question and the instructions take {budget_tokens - room:,} tokens, more than the "
        f"{budget_tokens:,} of `prompt_budget_tokens`. Ask a shorter question."
    )


def _render(
    material: Material, earlier: Sequence[str], passages: Sequence[Passage]
) -> tuple[Message, ...]:
    earlier_label, question_label = _LABELS[material.labels]
    parts = ["<passages>", *map(_passage, passages), "</passages>"]
    if earlier:
        parts += ["", f"{earlier_label}:", *(f"- {_inline(text)}" for text in earlier)]
    parts += ["", f"{question_label}: {material.question.strip()}"]
    return (
        Message(Role.SYSTEM, material.instructions),
        Message(Role.USER, "\n".join(parts)),
    )


def _passage(passage: Passage) -> str:
    chunk = passage.hit.chunk
    pages = "-".join(str(span.page_number) for span in chunk.spans)
    name = escape(_inline(passage.hit.document_name))
    return (
        f'<passage id="{chunk.id}" document="{name}" pages="{pages}">\n'
        f"{guarded(passage.text)}\n</passage>"
    )


def guarded(text: str) -> str:
    """Keep a document from closing its passage or opening another: its `<` before our tags is ‹.

    A quotation is compared with the same change made, so that it still verifies.
    """
    return _OUR_TAG.sub("‹", text)


def _inline(text: str) -> str:
    return " ".join(text.split())


def _tokens(messages: Sequence[Message], count: Callable[[str], int]) -> int:
    return sum(count(message.text or "") + MESSAGE_OVERHEAD_TOKENS for message in messages)
