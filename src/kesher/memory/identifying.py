"""Entities by name and by number: the look-up that comes before anything else."""

import re
from collections.abc import Collection
from dataclasses import dataclass, replace

from kesher.domain.entity import Entity, Reference, ReferenceKind
from kesher.domain.log import Speaking
from kesher.memory.described import same_kind
from kesher.memory.draft import DESCRIBED, Draft
from kesher.memory.names import (
    NUMBERED,
    Likeness,
    content_words,
    likeness,
    meanings,
    name_keys,
    peeled,
    take_apart,
    without_article,
)
from kesher.memory.window import Seen, Window
from kesher.text.naming.folding import fold_name
from kesher.text.naming.lists import notions, small_words

_RECENT = 40
"""Messages within which a first name means the one full name mentioned."""
_UNNUMBERED_AGE = 14
_INTRODUCING_WORDS = 4
_KIND_CHARS = 24
_MODEL_CHARS = 4


@dataclass(frozen=True, slots=True)
class _Match:
    entity: Entity
    likeness: Likeness
    full: bool


def named(
    reference: Reference, draft: Draft, window: Window, owner: Entity, beside: Entity | None
) -> Entity:
    """Return whom a name means; a new entity where nobody has it.

    Args:
        beside: What a description in the same phrase means: the name is its name.
    """
    matches = _matches(reference, draft)
    same = [match for match in matches if match.likeness is Likeness.SAME]
    if _is_of_the_owner(reference, draft, owner, known=bool(same or beside)):
        return _called(draft, owner, reference)
    if beside is not None and _nameless(draft, beside):
        return _named_beside(reference, draft, beside, same)
    if same:
        return _best(reference, draft, window, same)
    partly = [match for match in matches if match.likeness is Likeness.PART]
    if partly:
        return _partly(reference, draft, window, partly)
    known = _without_prefix(reference, draft) or _unnamed_in_the_role(reference, draft, window)
    return known or _new(reference, draft, matches)


def numbered(
    reference: Reference,
    draft: Draft,
    window: Window,
    beside: Entity | None,
    *,
    known_only: bool = False,
) -> Entity | None:
    """Return what a number means: what has it, what lacks one and was just spoken of, or new.

    Args:
        known_only: Return None instead of giving the number to anything.
    """
    type_ = _numbered_type(reference, draft.message.text, beside)
    known = [match.entity for match in _numbered_so(reference, draft, type_)]
    if known:
        return _one_numbered(draft, window, known, beside)
    if known_only:
        return None
    waiting = beside if beside is not None and _unnumbered(draft, beside) else None
    waiting = waiting or _waiting_for_number(draft, window, type_)
    if waiting is not None:
        draft.call(waiting, reference.text)
        return draft.rename(waiting, reference.text)
    return draft.call(draft.create(type_, reference.text, reference), reference.text)


def speaker_named(speaker: str, draft: Draft) -> Entity:
    """Return the person who speaks under a name: who was mentioned by it already, or a new one."""
    reference = Reference(ReferenceKind.NAME, speaker, type="person")
    same = [
        match.entity
        for match in _matches(reference, draft)
        if match.likeness is Likeness.SAME and not match.entity.speaker
    ]
    if len(same) == 1:
        return draft.give_voice(same[0], speaker)
    return draft.call(draft.create("person", speaker, reference, speaker=speaker), speaker)


def is_numbered(reference: Reference) -> bool:
    """Whether a code is long enough to number one thing: "R6" and "160x200" name a kind of it."""
    return bool(take_apart(reference.text, "order").number)


def has_proper_name(draft: Draft, entity: Entity) -> bool:
    """Whether an entity has a name, and not only words that describe it."""
    return any(not name.key.startswith(DESCRIBED) for name in draft.names({entity.id}))


def _nameless(draft: Draft, entity: Entity) -> bool:
    return not entity.speaker and not has_proper_name(draft, entity)


def _without_prefix(reference: Reference, draft: Draft) -> Entity | None:
    """Who is known by the name without prefix letters that were taken for a part of it: ולוטן."""
    for text in list(peeled(reference.text))[1:]:
        found = _alike(replace(reference, text=text), draft, name_keys(text, reference.type))
        same = [match.entity for match in found if match.likeness is Likeness.SAME]
        if same:
            return same[0]
    return None


def _unnamed_in_the_role(reference: Reference, draft: Draft, window: Window) -> Entity | None:
    """Of "Valery the technician": the technician that was spoken of without a name."""
    words = take_apart(reference.text, "person").words[1:]
    roles = set(meanings(tuple(map(without_article, words))))
    unnamed = [
        one
        for one in window.seen()
        if one.entity.type == "person" and roles & one.notions and _nameless(draft, one.entity)
    ]
    if not unnamed:
        return None
    draft.call(unnamed[0].entity, reference.text)
    return draft.rename(unnamed[0].entity, reference.text)


def _is_of_the_owner(reference: Reference, draft: Draft, owner: Entity, *, known: bool) -> bool:
    """Whether the name is the user's: said as "my name is", or by the assistant as a call.

    Args:
        known: Somebody has the name already, or a description beside it takes it.
    """
    if reference.type not in ("", "person"):
        return False
    own = _own_names(draft, owner)
    if own or known:
        return any(likeness(reference.text, name, "person") >= Likeness.PART for name in own)
    text = draft.message.text
    before, after = text[: reference.start], text[reference.end :]
    if before[-1:].isalpha():
        return False
    if draft.message.role is Speaking.USER:
        return _introduced(before)
    return _called_out(before, after)


def _own_names(draft: Draft, owner: Entity) -> list[str]:
    facts = draft.view.facts(subjects={owner.id}, keys={"name", "nickname"})
    names = [fact.value for fact in facts if fact.held is None]
    return names + [name.text for name in draft.names({owner.id})]


def _introduced(before: str) -> bool:
    return _ends_with(before, "introducing")


def _called_out(before: str, after: str) -> bool:
    """Whether a name stands as a call: "שלומית שלום", "thanks Marcus.", "Found it, Dana:"."""
    if not re.match(r"\s*(?:$|[.,!?:\n]|שלום)", after):
        return False
    opening = re.split(r"[.!?\n]", before)[-1]
    behind_comma = opening.rstrip().endswith(",") and len(opening.split()) <= 2
    return not opening.strip() or behind_comma or _ends_with(opening, "greeting")


def _ends_with(text: str, name: str) -> bool:
    """Whether the last words of a text are of a class."""
    words = fold_name(text).split()[-_INTRODUCING_WORDS:]
    return bool({" ".join(words[at:]) for at in range(len(words))} & small_words(name))


def _matches(reference: Reference, draft: Draft) -> list[_Match]:
    """Standing entities with a name like this one, none that contradicts it.

    Pieces of names are many entities' own, so they are looked at only where no whole name fits.
    """
    keys = name_keys(reference.text, reference.type)
    whole = [key for key in keys if not key.startswith(("^", "%"))]
    found = _alike(reference, draft, whole)
    if not any(match.likeness is Likeness.SAME for match in found):
        found = _alike(reference, draft, keys)
    return [match for match in found if not _contradicted(reference, draft, match)]


def _alike(reference: Reference, draft: Draft, keys: Collection[str]) -> list[_Match]:
    best: dict[str, _Match] = {}
    texts = {
        (entity.id, name.text): entity
        for name, entity in draft.named(keys)
        if not name.key.startswith(DESCRIBED) and _may_be(reference, entity)
    }
    for (entity_id, text), entity in texts.items():
        alike = likeness(reference.text, text, reference.type or entity.type)
        known = best.get(entity_id)
        if alike and (known is None or alike > known.likeness):
            best[entity_id] = _Match(entity, alike, len(text.split()) > 1)
    return list(best.values())


def _may_be(reference: Reference, entity: Entity) -> bool:
    if reference.gender and entity.gender and reference.gender != entity.gender:
        return False
    return same_kind(reference.type, entity.type)


def _contradicted(reference: Reference, draft: Draft, match: _Match) -> bool:
    """Whether a part fits but another full name of the entity does not: דנה לוי is no דנה כהן."""
    type_ = match.entity.type
    size = len(take_apart(reference.text, type_).words)
    if match.likeness is Likeness.SAME or size < 2:
        return False
    full = {
        name.text
        for name in draft.names({match.entity.id})
        if len(take_apart(name.text, type_).words) >= size and not name.key.startswith(DESCRIBED)
    }
    return any(likeness(reference.text, text, type_) is Likeness.DIFFERENT for text in full)


def _best(reference: Reference, draft: Draft, window: Window, same: list[_Match]) -> Entity:
    """Of entities with the same name the one lately mentioned; two full names become one."""
    ranks = _ranks(window) if len(same) > 1 else {}
    same = sorted(same, key=lambda match: ranks.get(match.entity.id, len(ranks)))
    first = same[0].entity
    for other in same[1:]:
        if other.entity.type == first.type and other.full and _full(reference):
            first = draft.join(first, other.entity, f"Both are called {reference.text}.")
    return _called(draft, first, reference)


def _full(reference: Reference) -> bool:
    return len(take_apart(reference.text, reference.type).words) > 1


def _partly(reference: Reference, draft: Draft, window: Window, partly: list[_Match]) -> Entity:
    """A first name means the one full name that has it; a fuller name the one just spoken of."""
    seen = {one.entity.id: one for one in window.seen()}
    recent = [match for match in partly if _age(seen, match) <= _RECENT]
    shorter = not _full(reference)
    if len(partly) == 1 and (shorter or recent):
        return _called(draft, partly[0].entity, reference)
    if recent:
        nearest = min(recent, key=lambda match: seen[match.entity.id].rank)
        return _called(draft, nearest.entity, reference)
    return _new(reference, draft, partly)


def _age(seen: dict[str, Seen], match: _Match) -> int:
    one = seen.get(match.entity.id)
    return one.age if one is not None else _RECENT + 1


def _new(reference: Reference, draft: Draft, doubtful: list[_Match]) -> Entity:
    entity = draft.create(reference.type, reference.text, reference)
    for match in doubtful[:2]:
        draft.doubt(
            match.entity,
            entity,
            f"{reference.text} may be {match.entity.name}, by another form of the name.",
        )
    return draft.call(entity, reference.text)


def _named_beside(reference: Reference, draft: Draft, beside: Entity, same: list[_Match]) -> Entity:
    """The description's entity takes the name; who had the name already is the same one."""
    if same and same[0].entity.id != beside.id:
        return draft.join(same[0].entity, beside, f"{reference.text} was named beside it.")
    draft.call(beside, reference.text)
    return draft.rename(beside, reference.text)


def _called(draft: Draft, entity: Entity, reference: Reference) -> Entity:
    """Add the name, and call the entity by it where it is fuller than what it was called."""
    words = take_apart(reference.text, entity.type).words
    fuller = len(words) > len(take_apart(entity.name, entity.type).words)
    unnamed = entity.speaker == entity.name or _nameless(draft, entity)
    draft.call(entity, reference.text)
    if unnamed or (fuller and not entity.speaker):
        return draft.rename(entity, reference.text)
    return draft.entity(entity.id)


def _ranks(window: Window) -> dict[str, int]:
    return {one.entity.id: one.rank for one in window.seen()}


def _numbered_type(reference: Reference, text: str, beside: Entity | None) -> str:
    """What is numbered: by the reference, the words in or before it, its neighbour; an order."""
    if reference.type:
        return reference.type
    before = fold_name(text[max(0, reference.start - _KIND_CHARS) : reference.start]).split()[-2:]
    said = _said_types(reference.text.split()) or _said_types(before)
    if said:
        return said[0]
    return beside.type if beside is not None and beside.type in NUMBERED else "order"


def _numbered_so(reference: Reference, draft: Draft, type_: str) -> list[_Match]:
    """What has the number, of the type; of another type only where the words do not say one."""
    said = reference.type or bool(_said_types(reference.text.split()))
    for asked in (type_,) if said else (type_, ""):
        found = _matches(Reference(reference.kind, reference.text, type=asked), draft)
        if found:
            return found
    return []


def _said_types(words: list[str]) -> list[str]:
    """What kinds of numbered things words name, with Hebrew prefix letters or without."""
    bare = [ending for word in words for ending in peeled(fold_name(word))]
    return [n.type for word in bare for n in notions().get(word, ()) if n.type in NUMBERED]


def _one_numbered(
    draft: Draft, window: Window, known: list[Entity], beside: Entity | None
) -> Entity:
    ranks = _ranks(window) if len(known) > 1 else {}
    entity = min(known, key=lambda one: ranks.get(one.id, len(ranks)))
    if beside is not None and beside.id != entity.id and _unnumbered(draft, beside):
        return draft.join(entity, beside, "One number stands for both.")
    return entity


def _unnumbered(draft: Draft, entity: Entity) -> bool:
    """Whether a thing may still get a number."""
    if not (entity.type in NUMBERED or same_kind(entity.type, "order")) or entity.speaker:
        return False
    texts = {name.text for name in draft.names({entity.id})}
    return not any(take_apart(text, entity.type).number for text in texts)


def _is_goods(entity: Entity) -> bool:
    """A product, or a thing called by a model's code."""
    code = any(map(str.isdigit, entity.name)) and len(entity.name) <= _MODEL_CHARS
    return entity.type == "product" or (entity.type == "thing" and code)


def _waiting_for_number(draft: Draft, window: Window, type_: str) -> Entity | None:
    """The thing of that type without a number that was spoken of last."""
    waiting = [
        one
        for one in window.seen()
        if one.age <= _UNNUMBERED_AGE
        and not one.closed
        and (one.entity.type == type_ or (type_ == "order" and _is_goods(one.entity)))
        and _unnumbered(draft, one.entity)
    ]
    said = set(meanings(content_words(draft.message.text)))
    waiting.sort(key=lambda one: (not said & one.notions, one.rank))
    return waiting[0].entity if waiting else None
