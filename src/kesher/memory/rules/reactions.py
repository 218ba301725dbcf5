"""Allergies told by what the body does, and injuries: "כל ביס של קיווי והגרון נסגר"."""

from collections.abc import Iterator

from kesher.domain.entity import Gender, Reference, ReferenceKind
from kesher.domain.fact import FactKind, Statement
from kesher.memory.rules.clause import Clause, Context, Framing
from kesher.memory.rules.saying import state
from kesher.memory.rules.subjects import SPEAKER, relations, subject_of
from kesher.memory.rules.telling import tell
from kesher.text.lexicon import Tag
from kesher.text.phrasebook import word_set

_THROUGH = frozenset({Framing.CONDITION, Framing.NEGATED})
"""Reactions are told as conditions: "if I touch nuts I swell up", "I can't breathe"."""
_FOODS = frozenset({"allergen", "food"})
_CLITICS = frozenset({"", "ב", "ל", "מ", "ה", "בה", "לה", "מה", "ו", "ש", "וב", "ול"})
_NEAR = 2


def reactions(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the allergen of a sentence in which a body reacts to what it met.

    It stands in the clause of the reaction or in one of the two before it.
    """
    signs = clause.found("reaction.sign", _THROUGH)
    if not signs:
        return
    for near in _near(clause, context):
        subject = _whose(near, clause)
        if subject is None:
            continue
        for tag in _foods(near):
            yield _allergy(near, context, tag, subject)
        if _foods(near):
            return


def forbidden(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield what somebody must not have, where a reaction or a bare ban says so."""
    for match in clause.found("reaction.forbidden", frozenset({Framing.NEGATED})):
        subject = _in_match(clause, match.first, match.last) or subject_of(clause, match)
        slot = match["v"]
        tags = [tag for tag in _foods(clause) if tag.first == slot.first]
        if subject is not None and tags:
            yield _allergy(clause, context, tags[0], subject)


def listed_conditions(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the illnesses joined to one that is stated: "יש לי אסתמה וצליאק", "X and Y"."""
    for match in clause.found("say_condition.who")[:1]:
        subject = subject_of(clause, match)
        behind = match["v"].last
        for at in range(behind, len(clause.words)):
            tag = next((t for t in clause.line.tags[at] if t.entry.kind == "condition"), None)
            joined = tag is not None and (
                tag.clitics == "ו" or clause.words[at - 1].fold in ("and", "plus", "וגמ")
            )
            if tag is not None and joined and subject is not None:
                start = clause.words[at].after(len(tag.clitics))
                end = clause.words[tag.last - 1].end
                text = clause.line.text[start:end]
                yield state(clause, context, "condition", text, (start, end), subject=subject)


def injuries(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield a broken or sprained limb, which heals: "she broke her leg"."""
    for match in (*clause.found("injury.broke"), *clause.found("injury.more"))[:1]:
        subject = subject_of(clause, match)
        if subject is not None:
            start, end = clause.words[match.first].start, clause.words[match.last - 1].end
            value = clause.line.text[start:end]
            yield tell(
                clause,
                context,
                "condition",
                value,
                (start, end),
                subject=subject,
                kind=FactKind.TEMPORARY,
            )


def _near(clause: Clause, context: Context) -> list[Clause]:
    before = context.clauses[max(0, clause.index - _NEAR) : clause.index]
    return [clause, *(c for c in reversed(before) if c.sentence == clause.sentence)]


def _foods(clause: Clause) -> list[Tag]:
    """Return the foods and allergens of a clause, the longest of those that overlap."""
    found: list[Tag] = []
    behind = 0
    for tags in clause.line.tags:
        for tag in tags:
            known = tag.entry.kind in _FOODS and tag.clitics in _CLITICS and tag.first >= behind
            if known and clause.words[tag.first].fold not in word_set("swelling_sign"):
                found.append(tag)
                behind = tag.last
                break
    return found


def _whose(met: Clause, reacting: Clause) -> Reference | None:
    """Return whose body it is: a relation or pronoun of either clause, else the speaker.

    None where somebody unknown is meant.
    """
    if any(tag.entry.kind == "stranger" for at in met.line.tags for tag in at):
        return None
    for clause in (met, reacting):
        own = _in_match(clause, 0, len(clause.words))
        if own is not None:
            return own
    return met.inherited


def _in_match(clause: Clause, first: int, last: int) -> Reference | None:
    """Return whom the words of a range name: a relation, the speaker, or him and her."""
    kin = [who for tag, who, _ in relations(clause) if tag.first < last]
    if kin:
        return kin[-1]
    for word in clause.words[first:last]:
        if word.fold in word_set("first_person_singular") | word_set("dative_me"):
            return SPEAKER
    for word in clause.words[first:last]:
        for name, gender in (("third_he", Gender.MASCULINE), ("third_she", Gender.FEMININE)):
            if word.fold in word_set(name):
                about = clause.inherited
                if about is not None and about.kind is not ReferenceKind.SPEAKER:
                    return about
                return Reference(
                    ReferenceKind.PRONOUN, word.text, word.start, word.end, "person", gender=gender
                )
    return None


def _allergy(clause: Clause, context: Context, tag: Tag, subject: Reference) -> Statement:
    start = clause.words[tag.first].after(len(tag.clitics))
    end = clause.words[tag.last - 1].end
    return state(
        clause, context, "allergy", clause.line.text[start:end], (start, end), subject=subject
    )
