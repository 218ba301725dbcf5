"""Whether memory knows what is asked, so that "not known" is said instead of the nearest fact."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from kesher.memory.fact_ranking import LIVING
from kesher.memory.kin_asked import names_kin
from kesher.memory.rendering import Known
from kesher.text.language import language
from kesher.text.lexicon import lexicon
from kesher.text.question_aims import Aim, aim
from kesher.text.question_cues import asks_for_the_past, content_terms
from kesher.text.terms import index_terms
from kesher.text.words import words

_YEAR = re.compile(r"\d{4}")


@dataclass(frozen=True, slots=True)
class Asked:
    """A question to memory.

    Attributes:
        named: Ids of the entities that its words surely name.
        missing: What it asks about and memory never heard of: "the kettle", "my brother".
        strangers: Its words that no fact and no name has, whatever they are.
        as_of: The instant in the world that it is asked from.
    """

    text: str
    as_of: datetime
    named: frozenset[str] = frozenset()
    missing: tuple[str, ...] = ()
    strangers: tuple[str, ...] = ()


def is_known(asked: Asked, facts: Sequence[Known]) -> bool:
    """Tell whether one of the facts answers the question, as far as words show it.

    A fact answers by its key, where the question's words say what they want to know, and by whom
    or what it is about: the one named; things lead to the people behind them and back; where
    nobody is named, what a person has is the asker's. What memory never heard of is not known.
    A question that tells no key and names nobody is known where its own words stand in a fact;
    across languages words cannot tell, and it counts as known.
    """
    if asked.missing:
        return False
    wanted = aim(asked.text)
    fitting = [known for known in facts if _in_time(known, asked, wanted)]
    if not wanted.keys:
        about = _circle(asked.named, facts)
        concerning = any(_concerns(known, about) for known in fitting)
        return concerning if asked.named else bool(fitting) and _shares_words(asked.text, facts)
    roles = {k.fact.object_id for k in facts if k.fact.key in wanted.roles and k.fact.object_id}
    if not asked.named and not roles and wanted.is_personal:
        return _of_the_asker(asked, wanted, fitting)
    # "I" alone has everything: that the asker is named keeps nothing out.
    own = {known.subject.id for known in facts if known.subject.speaker}
    named = asked.named | roles | (own if wanted.of_someone and roles else set())
    everyones = not wanted.is_personal and named <= own
    about = frozenset[str]() if everyones else _circle(named, facts)
    if wanted.is_personal and named <= _things(facts) and about.isdisjoint(_people(facts)):
        about |= own  # a thing has no phone: whoever asks is meant
    return any(_answers(known, wanted, about) for known in fitting)


def _of_the_asker(asked: Asked, wanted: Aim, facts: Sequence[Known]) -> bool:
    """Nobody known is named: "where do I live" is the asker's, "where does Noam live" nobody's."""
    if asked.strangers and not wanted.of_someone:
        return False
    return any(known.subject.speaker and _answers(known, wanted, frozenset()) for known in facts)


def _answers(known: Known, wanted: Aim, about: frozenset[str]) -> bool:
    if known.fact.key in wanted.keys or _is_coloured(known, wanted):
        return (not about or _concerns(known, about)) and _tells(known, wanted)
    # "What is my mother called?": her name is the value of whose mother she is.
    called = "name" in wanted.keys and known.fact.object_id in about
    return called and not names_kin(known.fact.value) and _tells(known, wanted)


def _tells(known: Known, wanted: Aim) -> bool:
    """No age without a year of birth, and no family name in a first name alone."""
    if known.fact.key == "birthday" and "age" in wanted.keys:
        return bool(_YEAR.search(known.fact.value))
    return "surname" not in wanted.keys or " " in known.fact.value.strip()


def _is_coloured(known: Known, wanted: Aim) -> bool:
    """Tell whether a colour is wanted and goods are called by theirs: "green armchairs"."""
    if "color" not in wanted.keys or known.fact.key != "product":
        return False
    tags = (tag for at in lexicon().tags(words(known.fact.value)) for tag in at)
    return any(tag.entry.kind == "color" for tag in tags)


def _things(facts: Sequence[Known]) -> frozenset[str]:
    return frozenset(known.subject.id for known in facts if known.subject.type not in LIVING)


def _people(facts: Sequence[Known]) -> frozenset[str]:
    return frozenset(known.subject.id for known in facts if known.subject.type in LIVING)


def _circle(named: frozenset[str], facts: Sequence[Known]) -> frozenset[str]:
    """Return the named, who stands behind a named thing, and what a person has part in."""
    things = _things(facts)
    links = [
        (known.subject.id, known.fact.object_id)
        for known in facts
        if known.fact.object_id and known.subject.id in things
    ]
    near = {end for link in links if named & {*link} for end in link}
    # From a case on to the order that it is about, but not on to further people.
    beyond = {end for link in links if near & things & {*link} for end in link}
    return named | near | (beyond & things)


def _concerns(known: Known, about: frozenset[str]) -> bool:
    return bool(about & {known.fact.subject_id, known.fact.object_id})


def _in_time(known: Known, asked: Asked, wanted: Aim) -> bool:
    return not known.is_past or wanted.is_whether or asks_for_the_past(asked.text)


def _shares_words(question: str, facts: Sequence[Known]) -> bool:
    spoken = language(question)
    texts = [f"{known.subject.name} {known.fact.value}" for known in facts]
    same = [text for text in texts if language(text, default=spoken) == spoken]
    about = content_terms(question)
    if not about or len(same) * 2 < len(texts):
        return True
    return not {term for text in texts for term in index_terms(text)}.isdisjoint(about)
