"""The sentences quoted for each aspect to one answer, an aspect after the other."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from kesher.answer.draft import Draft, not_found
from kesher.domain.answer import AnswerKind, Citation
from kesher.text.language import Language
from kesher.text.versions import words_of


@dataclass(frozen=True, slots=True)
class Quoted:
    """What was quoted for an aspect; a draft that found nothing says so."""

    aspect: str
    draft: Draft

    @property
    def holds(self) -> bool:
        """Whether it quotes anything."""
        return self.draft.kind is AnswerKind.EXTRACTIVE


def grouped(quoted: Sequence[Quoted], spoken: Language) -> Draft:
    """Return one answer with each aspect as a line above its sentences.

    Aspects without a sentence are left out; one alone has no line above it. What two aspects would
    quote stands under the one that has it in the higher place; only an aspect that has nothing
    else repeats it, under the same number.
    """
    held = [each for each in quoted if each.holds]
    likely = max((each.draft.held_fraction or 0.0 for each in quoted), default=0.0) or None
    if not held:
        return not_found(spoken, held_fraction=likely)
    if len(quoted) == 1:
        return held[0].draft
    text = ""
    citations: list[Citation] = []
    for each in _each_sentence_once(held):
        text += f"{chr(10) * 2 if text else ''}{each.aspect}\n"
        citations += _moved(each.draft.citations, len(text), citations)
        text += each.draft.text
    return Draft(AnswerKind.EXTRACTIVE, text, tuple(citations), held_fraction=likely)


def _each_sentence_once(held: Sequence[Quoted]) -> list[Quoted]:
    owners: dict[tuple[str, ...], tuple[int, int]] = {}
    for aspect, each in enumerate(held):
        for place, citation in enumerate(each.draft.citations):
            key = words_of(citation.quote)
            owners[key] = min(owners.get(key, (place, aspect)), (place, aspect))
    return [
        replace(each, draft=_only(each.draft, _own(each.draft, aspect, owners)))
        for aspect, each in enumerate(held)
    ]


def _own(draft: Draft, aspect: int, owners: Mapping[tuple[str, ...], tuple[int, int]]) -> list[int]:
    """Return the places of the quotations that stand under this aspect, the first at least."""
    quotes = enumerate(draft.citations)
    own = [place for place, each in quotes if owners[words_of(each.quote)] == (place, aspect)]
    return own or [0]


def _only(draft: Draft, places: Sequence[int]) -> Draft:
    """Return a draft with the lines at these places alone: each line ends in its citation."""
    lines = draft.text.split("\n")
    kept, length = [], 0
    for number, place in enumerate(places, start=1):
        length += len(lines[place])
        kept.append(replace(draft.citations[place], number=number, position=length))
        length += 1  # the line break
    return replace(draft, text="\n".join(lines[place] for place in places), citations=tuple(kept))


def _moved(added: Sequence[Citation], by_chars: int, known: Sequence[Citation]) -> list[Citation]:
    numbers = {(each.chunk_id, each.quote): each.number for each in known}
    moved: list[Citation] = []
    for each in added:
        number = numbers.setdefault((each.chunk_id, each.quote), len(set(numbers.values())) + 1)
        moved.append(replace(each, number=number, position=each.position + by_chars))
    return moved
