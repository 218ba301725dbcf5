"""Whether memory knows what is asked, so that "not known" is said instead of the nearest fact."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from kesher.memory.rendering import Known
from kesher.text.language import language
from kesher.text.question_cues import (
    asked_keys,
    asks_for_the_past,
    content_terms,
)
from kesher.text.terms import index_terms


@dataclass(frozen=True, slots=True)
class Asked:
    """A question to memory.

    Attributes:
        named: Ids of the entities that it names.
        as_of: The instant in the world that it is asked from.
    """

    text: str
    as_of: datetime
    named: frozenset[str] = frozenset()


def is_known(asked: Asked, facts: Sequence[Known]) -> bool:
    """Tell whether one of the facts answers the question, as far as words show it.

    A fact answers by its key, where the question's words point at keys, and concerns whom it
    names. A question that points at no key and names nobody is known where its own words stand
    in a fact; across languages words cannot tell, and it counts as known.
    """
    keys = asked_keys(asked.text)
    fitting = [known for known in facts if _concerns(known, asked) and _in_time(known, asked)]
    if keys:
        return any(known.fact.key in keys for known in fitting)
    return bool(fitting) and (bool(asked.named) or _shares_words(asked.text, facts))


def _concerns(known: Known, asked: Asked) -> bool:
    return not asked.named or bool(asked.named & {known.fact.subject_id, known.fact.object_id})


def _in_time(known: Known, asked: Asked) -> bool:
    return not known.is_past or asks_for_the_past(asked.text)


def _shares_words(question: str, facts: Sequence[Known]) -> bool:
    spoken = language(question)
    texts = [f"{known.subject.name} {known.fact.value}" for known in facts]
    same = [text for text in texts if language(text, default=spoken) == spoken]
    about = content_terms(question)
    if not about or len(same) * 2 < len(texts):
        return True
    return not {term for text in texts for term in index_terms(text)}.isdisjoint(about)
