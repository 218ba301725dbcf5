"""What was found for each aspect to the request that checks it, and the findings of the reply."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from kesher.context.assembly import Block, Evidence
from kesher.context.passages import unsaid
from kesher.context.question import guarded, shown
from kesher.context.research.asking import Fault, Fit, assembled, closing, json_in, number_in
from kesher.domain.request import Context
from kesher.domain.research import Finding
from kesher.domain.retrieval import Hit
from kesher.text.language import Language
from kesher.text.storable import storable

TOKENS_AN_ASPECT = 120
_TEXT_CHARS = 300


@dataclass(frozen=True, slots=True)
class Looked:
    """An aspect that was searched for.

    Attributes:
        aspect: Its index in the plan.
        queries: What was searched for so far.
        hits: The relevant ones, best first.
    """

    aspect: int
    text: str
    queries: tuple[str, ...]
    hits: tuple[Hit, ...]


def request(
    question: str,
    looked: Sequence[Looked],
    spoken: Language,
    fit: Fit,
    *,
    fault: Fault | None = None,
) -> Context:
    """Return the request that asks of each aspect whether it is answered.

    A passage that serves several aspects is sent once. Each aspect's best go in first, so that a
    budget that does not take all leaves something of every aspect.
    """
    blocks: list[Block] = []
    held: list[Hit] = []
    for hit in _by_turns([each.hits for each in looked]):
        passage = unsaid(hit, [one.chunk for one in held])
        if passage.text:
            held.append(hit)
            blocks.append(Block(hit.chunk.id, shown(passage), (hit.chunk.id,)))
    lines = ["</passages>", "", *_lines(question, looked, hebrew=spoken == "he")]
    evidence = Evidence("<passages>", tuple(blocks), closing(lines, spoken, fault))
    return assembled("gap", spoken, evidence, fit)


def read(reply: str, aspects: Sequence[int]) -> tuple[Finding, ...] | Fault:
    """Return a finding on each of the aspects.

    Args:
        aspects: Indices in the plan, in the order of their numbers in the request.
    """
    found = json_in(reply)
    listed = found.get("aspects") if isinstance(found, dict) else found
    if not isinstance(listed, list):
        return Fault('it holds no JSON object with a list "aspects"')
    objects = [each for each in listed if isinstance(each, dict)]
    by_number = {number_in(each.get("aspect")): each for each in objects}
    numbers = range(1, len(aspects) + 1)
    missing = [str(number) for number in numbers if number not in by_number]
    if missing:
        return Fault(f"it says nothing of aspect {', '.join(missing)}")
    wrong = [str(n) for n in numbers if not isinstance(by_number[n].get("covered"), bool)]
    if wrong:
        return Fault(f'"covered" is neither true nor false for aspect {", ".join(wrong)}')
    return tuple(
        _finding(aspect, by_number[number]) for number, aspect in zip(numbers, aspects, strict=True)
    )


def _finding(aspect: int, held: Mapping[str, object]) -> Finding:
    if held["covered"] is True:
        return Finding(aspect, covered=True)
    return Finding(aspect, False, _text(held.get("missing")), _text(held.get("query")))


def _text(given: object) -> str:
    return " ".join(storable(given).split())[:_TEXT_CHARS] if isinstance(given, str) else ""


def _by_turns(rankings: Sequence[Sequence[Hit]]) -> list[Hit]:
    """Return the first of each, then the second of each, and so on, each chunk once."""
    mixed: dict[str, Hit] = {}
    for turn in zip_longest(*rankings):
        for hit in turn:
            if hit is not None:
                mixed.setdefault(hit.chunk.id, hit)
    return list(mixed.values())


def _lines(question: str, looked: Sequence[Looked], *, hebrew: bool) -> list[str]:
    whole, title, searched = (
        ("השאלה כולה", "היבטים:", "חיפשו") if hebrew else ("The question", "Aspects:", "Searched")
    )
    lines = [f"{whole}: {question.strip()}", title]
    for number, each in enumerate(looked, start=1):
        queries = " · ".join(guarded(query) for query in each.queries)
        lines.append(f"{number}. {guarded(each.text)} ({searched}: {queries})")
    return lines
