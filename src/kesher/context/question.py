"""A question and the passages found for it, as the last message of a thread's request."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

from kesher.context.assembly import (
    NOTHING,
    Block,
    Evidence,
    Recollection,
    assemble,
    block_tokens,
    evidence_room,
)
from kesher.context.passages import Passage, unsaid
from kesher.context.trajectory import Trajectory
from kesher.domain.document import SECTION_MARK, Chunk
from kesher.domain.profile import Profile
from kesher.domain.request import Context
from kesher.domain.retrieval import Hit
from kesher.errors import ContextTooLongError, InputError
from kesher.text.language import NAMES, Language

# A model may take a tag for one of ours whatever its case and whatever space is hidden in it.
_OUR_TAG = re.compile(
    r"<(?=[\s/\u00ad\u200b-\u200f\u2060\ufeff]*(?:passage|cite|not_found|remembered_facts))",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Material:
    """What a question may rest on.

    Attributes:
        hits: Ranked, best first.
        neighbours: Chunks beside the closest hits.
        spoken: Language of the question.
        instructed: Language that the thread's instructions ask for.
        memory: Facts of the person who asks; they inform the answer and are never cited.
    """

    question: str
    hits: tuple[Hit, ...]
    neighbours: tuple[Hit, ...]
    spoken: Language
    instructed: Language
    memory: Recollection = NOTHING


@dataclass(frozen=True, slots=True)
class Prompt:
    """The assembled request of a question.

    Attributes:
        earlier: The turns that it holds before the question.
        sent: The chunks in it, in its order.
        left_out: Of the ranked hits and neighbours, those that did not fit.
    """

    context: Context
    earlier: Trajectory
    sent: tuple[Chunk, ...]
    left_out: tuple[Chunk, ...]


def assemble_question(
    material: Material,
    earlier: Trajectory,
    *,
    profile: Profile,
    budget_tokens: int,
    count: Callable[[str], int],
) -> Prompt:
    """Render the request of a question within `budget_tokens`.

    Ranked passages come first, in rank order, then neighbours in what remains; a passage that does
    not fit is left out and a shorter one after it may still go in. What two passages share is sent
    once. Where no passage fits beside the earlier turns, these are left out of this one request.

    Args:
        earlier: As `conversation` gives it.

    Raises:
        InputError: the question alone is over the budget.
    """
    alone = Trajectory(earlier.prefix)
    for turns in (earlier, alone) if earlier.events else (alone,):
        try:
            prompt = _fitted(material, turns, profile, budget_tokens, count)
        except ContextTooLongError as error:
            if turns is alone:
                raise _too_long(error) from error
            continue
        if prompt.sent or not prompt.left_out:
            return prompt
    return prompt


def _fitted(
    material: Material,
    earlier: Trajectory,
    profile: Profile,
    budget_tokens: int,
    count: Callable[[str], int],
) -> Prompt:
    hits = [*material.hits, *material.neighbours]
    around = _evidence(material, ())
    room = evidence_room(earlier, around, profile=profile, budget_tokens=budget_tokens, count=count)
    left_out: list[Chunk] = []
    while True:
        blocks, without = _chosen(hits, room, count)
        left_out += [hit.chunk for hit in without]
        hits = [hit for hit in hits if hit not in without]
        context = assemble(
            earlier,
            evidence=_evidence(material, blocks),
            status=None,
            profile=profile,
            budget_tokens=budget_tokens,
            count=count,
        )
        if not context.left_out:
            break
        gone = next(hit for hit in hits if hit.chunk.id == context.left_out[0])
        hits.remove(gone)
        left_out.append(gone.chunk)
    chunks = {hit.chunk.id: hit.chunk for hit in hits}
    sent = tuple(chunks[chunk_id] for chunk_id in context.sent)
    return Prompt(context, earlier, sent, tuple(left_out))


def _chosen(
    hits: Sequence[Hit], room: int, count: Callable[[str], int]
) -> tuple[list[Block], list[Hit]]:
    """Return the passages that fit, and the hits that do not: what these say another may have to.

    The request is put together once afterwards, and not for each passage that is left out.
    """
    held: list[Chunk] = []
    blocks: list[Block] = []
    without: list[Hit] = []
    for hit in hits:
        passage = unsaid(hit, held)
        if not passage.text:
            continue
        block = Block(hit.chunk.id, shown(passage), (hit.chunk.id,))
        cost = block_tokens(block, count)
        if cost > room:
            without.append(hit)
            continue
        room -= cost
        held.append(hit.chunk)
        blocks.append(block)
    return blocks, without


def _evidence(material: Material, blocks: Sequence[Block]) -> Evidence:
    return Evidence("<passages>", tuple(blocks), _closing(material), material.memory)


def _closing(material: Material) -> str:
    hebrew = material.spoken == "he"
    parts = ["</passages>", ""]
    if material.spoken != material.instructed:
        parts.append("ענה בעברית." if hebrew else f"Answer in {NAMES[material.spoken]}.")
    parts.append(f"{'השאלה' if hebrew else 'Question'}: {material.question.strip()}")
    return "\n".join(parts)


def shown(passage: Passage, *, name: str = "") -> str:
    """Return a passage as it stands in a prompt.

    Args:
        name: What the model calls it by; the chunk's id where it is empty.
    """
    chunk = passage.hit.chunk
    pages = "-".join(map(str, chunk.page_numbers))
    document = escape(" ".join(passage.hit.document_name.split()))
    section = escape(SECTION_MARK.join(chunk.section))
    under = f' section="{section}"' if section else ""
    head = f"{chunk.head}\n" if chunk.head else ""
    return (
        f'<passage id="{name or chunk.id}" document="{document}" pages="{pages}"{under}>\n'
        f"{guarded(head + passage.text)}\n</passage>"
    )


def guarded(text: str) -> str:
    """Keep a document from closing its passage or opening another: its `<` before our tags is ‹.

    A quotation is compared with the same change made, so that it still verifies.
    """
    return _OUR_TAG.sub("‹", text)


def _too_long(error: ContextTooLongError) -> InputError:
    return InputError(
        f"The question and the instructions take {error.needed_tokens:,} tokens, more than the "
        f"{error.budget_tokens:,} of `prompt_budget_tokens`. Ask a shorter question."
    )
