"""The sentences quoted for each aspect to one answer, an aspect after the other."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kesher.answer.draft import Draft, not_found
from kesher.domain.answer import AnswerKind, Citation
from kesher.text.language import Language


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

    Aspects without a sentence are left out; one alone has no line above it. Citations are
    numbered through, the same passage and quotation once.
    """
    held = [each for each in quoted if each.holds]
    if not held:
        return not_found(spoken)
    if len(quoted) == 1:
        return held[0].draft
    text = ""
    citations: list[Citation] = []
    for each in held:
        text += f"{chr(10) * 2 if text else ''}{each.aspect}\n"
        citations += _moved(each.draft.citations, len(text), citations)
        text += each.draft.text
    return Draft(AnswerKind.EXTRACTIVE, text, tuple(citations))


def _moved(added: Sequence[Citation], by_chars: int, known: Sequence[Citation]) -> list[Citation]:
    numbers = {(each.chunk_id, each.quote): each.number for each in known}
    moved: list[Citation] = []
    for each in added:
        number = numbers.setdefault((each.chunk_id, each.quote), len(set(numbers.values())) + 1)
        moved.append(replace(each, number=number, position=each.position + by_chars))
    return moved
