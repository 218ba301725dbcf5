"""Who "אשתי", "my brother", "הבת שלי תמר" are: by facts of the speaker, then by earlier words."""

from dataclasses import replace

from kesher.domain.entity import Entity, Reference, ReferenceKind
from kesher.domain.fact import Fact
from kesher.memory.draft import DESCRIBED, Draft
from kesher.memory.identifying import has_proper_name
from kesher.memory.names import Likeness, content_words, likeness, name_keys
from kesher.memory.window import Window
from kesher.text.naming.lists import relations

_SEVERAL = frozenset({"relative", "friend", "contact", "supplier", "client", "pet"})
"""Relations whose words tell their holders apart: a brother-in-law is no uncle."""


def related(
    reference: Reference, draft: Draft, window: Window, owner: Entity, *, single: bool
) -> Entity:
    """Return the entity that stands in a relation to the owner; a new one where none is known.

    Args:
        single: The schema allows the relation one holder at a time: of several the latest is meant.
    """
    known = _holders(reference, draft, owner)
    name = reference.also[0] if reference.also else ""
    nearest = known[-1] if single and known else _nearest(window, known)
    entity = _by_name(draft, name, known) if name else nearest
    if entity is None and not known:
        # "אבי" is "my father" and a first name; whoever has that name is meant by it.
        entity = _otherwise_named(reference, draft, name or reference.text)
    elif entity is None and name:
        entity = _otherwise_named(reference, draft, name)
    if entity is None:
        entity = draft.create(_type(reference), name or reference.text, reference)
    _remember(reference, draft, owner, entity)
    if name:
        entity = _named(draft, entity, name)
    return entity


def keys_of(relation: str) -> frozenset[str]:
    """Return the schema keys that say the same relation: spouse and partner."""
    groups = [frozenset(one.keys) for one in relations() if relation in one.keys]
    return frozenset({relation}).union(*groups)


def described_key(owner_id: str, relation: str) -> str:
    """Return the key under which the holder of a relation to the owner is found."""
    return f"{DESCRIBED}{owner_id} {relation}"


def _holders(reference: Reference, draft: Draft, owner: Entity) -> list[Entity]:
    """Who holds the relation now: by facts, and by words where no fact says that it ended."""
    facts = draft.view.facts(subjects={owner.id}, keys=keys_of(reference.relation))
    current = [fact.object_id for fact in facts if fact.object_id and _holds(fact, draft)]
    ended = {fact.object_id for fact in facts} - set(current)
    keys = [described_key(owner.id, key) for key in sorted(keys_of(reference.relation))]
    told = draft.named(keys)
    by_words = [entity.id for _, entity in told if entity.id not in ended]
    called: dict[str, list[str]] = {}
    for name, entity in told:
        called.setdefault(entity.id, []).append(name.text)
    return [
        one
        for one in draft.standing([*current, *by_words])
        if _fits(reference, one, called.get(one.id, []))
    ]


def _holds(fact: Fact, draft: Draft) -> bool:
    over = fact.valid_until is not None and fact.valid_until <= draft.now
    return fact.held is None and fact.recorded_until is None and not over


def _fits(reference: Reference, entity: Entity, called: list[str]) -> bool:
    if reference.gender and entity.gender and reference.gender != entity.gender:
        return False
    if reference.relation not in _SEVERAL or not called:
        return True
    mine = content_words(reference.text)
    return any(content_words(text) == mine for text in called)


def _by_name(draft: Draft, name: str, known: list[Entity]) -> Entity | None:
    """The holder of that name, else the one without any."""
    for entity in known:
        texts = {entity.name} | {
            one.text for one in draft.names({entity.id}) if not one.key.startswith(DESCRIBED)
        }
        if any(likeness(name, text, entity.type) >= Likeness.PART for text in texts):
            return entity
    return next((one for one in known if not has_proper_name(draft, one)), None)


def _nearest(window: Window, known: list[Entity]) -> Entity | None:
    """The only holder, or of several the one lately mentioned."""
    if len(known) < 2:
        return known[0] if known else None
    ids = {one.id for one in known}
    return next((one.entity for one in window.seen() if one.entity.id in ids), None)


def _otherwise_named(reference: Reference, draft: Draft, name: str) -> Entity | None:
    """Somebody of that very name who is known, though not in this relation."""
    type_ = _type(reference)
    for found, entity in draft.named(name_keys(name, type_)):
        same = likeness(name, found.text, type_) is Likeness.SAME
        apart = reference.gender and entity.gender and reference.gender != entity.gender
        if same and not apart and entity.type in (type_, "thing") and not entity.speaker:
            return entity
    return None


def _remember(reference: Reference, draft: Draft, owner: Entity, entity: Entity) -> None:
    key = described_key(owner.id, reference.relation)
    draft.call(entity, reference.text, keys=(key,))


def _named(draft: Draft, entity: Entity, name: str) -> Entity:
    """Give the name; who had it alone, apart from the relation, is the same one."""
    proper = has_proper_name(draft, entity)
    reference = Reference(ReferenceKind.NAME, name, type=entity.type)
    if not proper:
        other = _otherwise_named(replace(reference, gender=entity.gender), draft, name)
        if other is not None and other.id != entity.id:
            return draft.join(other, entity, f"{name} was named beside the relation.")
    draft.call(entity, name)
    return entity if proper else draft.rename(entity, name)


def _type(reference: Reference) -> str:
    return reference.type or ("pet" if reference.relation == "pet" else "person")
