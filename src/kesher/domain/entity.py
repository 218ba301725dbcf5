"""Entities: the things that facts are about, how texts mention them, and how they were merged."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Gender(StrEnum):
    """Grammatical gender, as far as the text shows it."""

    MASCULINE = "m"
    FEMININE = "f"
    UNKNOWN = ""


@dataclass(frozen=True, slots=True)
class Entity:
    """A person, order, company, medication, place ... with a stable id.

    Attributes:
        type: One lower-case word: person, order, company, task, appointment, medication, pet,
            product, place, ticket, thing.
        name: The best name so far, in its source's own language and spelling.
        speaker: Of a person who speaks in the log: the `LogMessage.speaker`; else empty.
        merged_into: The entity that took this one in; None while it stands for itself.
    """

    id: str
    type: str
    name: str
    created_at: datetime
    gender: Gender = Gender.UNKNOWN
    plural: bool = False
    speaker: str = ""
    merged_into: str | None = None


@dataclass(frozen=True, slots=True)
class EntityName:
    """A name or alias under which an entity is looked up.

    Attributes:
        key: The name as normalised for look-up (`memory.names.name_key`), never shown.
        text: The name as it was written.
    """

    entity_id: str
    key: str
    text: str


class ReferenceKind(StrEnum):
    """How a text points at an entity."""

    SPEAKER = "speaker"  # first person: no span
    ADDRESSEE = "addressee"  # second person: no span
    NAME = "name"  # "יונתן", "Pinegate Labs"
    NUMBER = "number"  # "4521", "ZT-77120"
    RELATION = "relation"  # "אשתי", "my landlord": by its relation to the speaker
    DEFINITE = "definite"  # "ההזמנה", "the tent", "the new one"
    PRONOUN = "pronoun"  # "הוא", "it"


@dataclass(frozen=True, slots=True)
class Reference:
    """One place in a message that points at an entity, before it is known which.

    Attributes:
        start, end: Half-open span in code points of the message's text, without attached prefix
            letters (of בגבעתיים: גבעתיים). (0, 0) for the kinds without a span.
        text: The span's words.
        type: The expected `Entity.type`; empty where the text does not show it.
        relation: Of a RELATION: the schema key that leads from the speaker to it (spouse, mother).
        also: Further names that the same phrase gives to it ("אשתי דנה": the name דנה).
    """

    kind: ReferenceKind
    text: str = ""
    start: int = 0
    end: int = 0
    type: str = ""
    relation: str = ""
    also: tuple[str, ...] = ()
    gender: Gender = Gender.UNKNOWN
    plural: bool = False


@dataclass(frozen=True, slots=True)
class Mention:
    """A reference that was resolved.

    Attributes:
        indirect: The words hold neither a name nor a number of the entity.
    """

    entity_id: str
    thread_id: str
    message_id: str
    start: int
    end: int
    text: str
    indirect: bool


@dataclass(frozen=True, slots=True)
class Merge:
    """Two entities became one. It is logged and can be undone.

    Attributes:
        by: `rule`, or the name of the person who decided.
        moved_facts: Facts whose subject or object was `absorbed_id` before, so that undoing
            puts back exactly those.
    """

    id: str
    kept_id: str
    absorbed_id: str
    reason: str
    by: str
    at: datetime
    moved_facts: tuple[str, ...] = ()
    undone_at: datetime | None = None
