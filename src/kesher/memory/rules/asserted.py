"""Whether a whole clause is meant as it is said, and of the speaker: for rules of what goes on."""

from kesher.memory.rules.clause import Clause, Context, Framing
from kesher.text.phrasebook import word_set
from kesher.text.words import readings

_UNSAID = frozenset(Framing) - {Framing.MOMENTARY, Framing.THIRD_PARTY}
_OPENING = 3


def stands(clause: Clause) -> bool:
    """Tell whether the whole clause is meant as it is said and does not open with a denial."""
    opening = clause.words[:_OPENING]
    denied = any(word.fold in clause.line.negators for word in opening)
    return not denied and not clause.framing_at(clause.start, clause.end) & _UNSAID


def for_once(clause: Clause, context: Context) -> bool:
    """Tell whether what the clause's sentence asks for is for this once: nothing that lasts."""
    if context.anywhere("delivery.lasting", frozenset(Framing)):
        return False
    return any("asked.once" in other.matches for other in context.sentence(clause.sentence))


def is_foreign(clause: Clause) -> bool:
    """Tell whether the clause is about what somebody else has: "my boss has", "לשכן יש"."""
    own = clause.line.sets["first_person_singular"] | clause.line.sets["dative_me"]
    for at, word in enumerate(clause.words):
        led = at > 0 and clause.words[at - 1].fold in word_set("with_word")
        if names_another(clause, at) and not led:
            return True
        if word.fold in own and word.fold != "my":
            return False
    return False


def names_another(clause: Clause, at: int) -> bool:
    """Tell whether the word at a place begins the name of somebody else."""
    if any(tag.entry.kind in ("stranger", "kin") for tag in clause.line.tags[at]):
        return True
    if clause.words[at].fold in word_set("foreign_subject"):
        return True
    # "לשכן יש תור": the dative hides the article.
    dative = (rest for clitics, rest in readings(clause.words[at].fold) if clitics == "ל")
    return at == 0 and any(rest in word_set("other_people") for rest in dative)
