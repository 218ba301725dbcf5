"""Relations and animals with their names: "אחי הקטן עידו", "תאומות, שקד ואלה", "my dog Rex"."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kesher.domain.entity import Gender, Reference, ReferenceKind
from kesher.domain.fact import Statement
from kesher.memory.rules.ages import ages
from kesher.memory.rules.clause import Clause, Context, Framing
from kesher.memory.rules.saying import related, state
from kesher.memory.rules.subjects import name_at, possessed, relations, subject_of, unsaid
from kesher.memory.rules.values import value_of
from kesher.text.lexicon import Tag
from kesher.text.patterns import Match, Slot
from kesher.text.phrasebook import word_set
from kesher.text.words import Word, WordKind, readings

_PRESUPPOSED = frozenset({Framing.QUESTION, Framing.REPORTED, Framing.CONDITION})
"""Who somebody is holds even where what is said of them does not."""
_EITHER = {"son": "child", "brother": "sibling"}
_PET_NAMES = 3


def named_relations(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield each relation that has a name in the clause, or something stated of it."""
    for tag, who, _ in relations(clause):
        named = _named_next(clause, context, tag, who)
        if not named.also:
            continue
        if clause.framing_at(who.start, who.end) <= _PRESUPPOSED and not _of_another(clause, tag):
            yield related(clause, context, named)


def _named_next(clause: Clause, context: Context, tag: Tag, who: Reference) -> Reference:
    """Give a relation that ends its clause the name that is all of the next: "הבן שלנו, יואב"."""
    following = context.following(clause)
    lone = following is not None and clause.words[-1].end == who.end
    if who.also or following is None or not lone or possessed(clause, tag.first):
        return who
    if name_at(following, 0) != len(following.words):
        return who
    return replace(who, also=(following.line.text[following.start : following.end],))


def married(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield a husband, wife or partner by name: "נשוי לרונית", "my sister is engaged to Sam"."""
    for match in clause.found("family.married"):
        name, whose = match["v"], subject_of(clause, match)
        if whose is None:
            continue
        who = Reference(ReferenceKind.NAME, name.text, name.start, name.end, "person")
        quote = name.start, name.end
        yield state(clause, context, "spouse", name.text, quote, subject=whose, object_=who)


def _of_another(clause: Clause, tag: Tag) -> bool:
    """Tell "the son of the neighbour": a relation of somebody else."""
    following = clause.words[tag.last : tag.last + 1]
    return bool(following) and following[0].fold in ("של", "of")


def called(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield a relation whose name the clause gives behind it: "בעלי קוראים לו אסף"."""
    for match in clause.found("family.named", _PRESUPPOSED):
        kin, name = match["k"], match["v"]
        if kin.entry is None:
            continue
        who = Reference(
            ReferenceKind.RELATION,
            kin.text,
            kin.start,
            kin.end,
            "person",
            relation=kin.entry.marks[0],
            also=(name.text,),
        )
        key = kin.entry.marks[0]
        yield state(clause, context, key, name.text, (name.start, name.end), object_=who)


def children(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the children, brothers and sisters that a list names: "שני בנים, אורי ונגה"."""
    for match in clause.found("family.several"):
        if match.first > 0 and clause.words[match.first - 1].fold in ("של", "of"):
            continue
        slot = match["k"]
        places = [clause, *_lists_after(clause, context)]
        names = [
            name for place in places for name in _names(place, match.last if place is clause else 0)
        ]
        yield from _relatives(clause, context, slot, names)
    for match in clause.found("family.born"):
        yield from _relatives(clause, context, match["k"], _nearby_names(clause, context, match))


def _lists_after(clause: Clause, context: Context) -> Iterator[Clause]:
    """Yield the clauses behind, as long as they hold names alone."""
    for later in context.clauses[clause.index + 1 :]:
        bare = [w for at, w in enumerate(later.words) if not _is_beside_name(later, at)]
        if later.sentence > clause.sentence + 1 or len(bare) > len(_names(later, 0)) + 1:
            return
        yield later


def _is_beside_name(clause: Clause, at: int) -> bool:
    """Tell words that a list of children has between its names: "and", "the elder", "aged 7"."""
    said = {rest for _, rest in readings(clause.words[at].fold)}
    beside = word_set("list_word") | word_set("aged") | word_set("being_aged")
    numeral = any(tag.entry.kind == "numeral" for tag in clause.line.tags[at])
    number = clause.words[at].kind is WordKind.NUMBER
    return number or numeral or bool(said & (beside | word_set("year_word")))


def _nearby_names(clause: Clause, context: Context, match: Match) -> list[tuple[Word, Gender]]:
    """Return the one name given behind the noun, in its clause or the next two."""
    found = _names(clause, match.last)
    for later in context.clauses[clause.index + 1 : clause.index + 3]:
        for naming in later.found("family.called"):
            found.append((later.words[naming["v"].first], Gender.UNKNOWN))
        if later.index == clause.index + 1 and name_at(later, 0) == len(later.words):
            found += _names(later, 0)
    return found[:1]


def _names(clause: Clause, first: int) -> list[tuple[Word, Gender]]:
    """Return the first names from a word on, with the gender that each shows."""
    found = []
    for at in range(first, len(clause.words)):
        for tag in () if _tells_ages(clause, at) else clause.line.tags[at]:
            if tag.entry.kind == "first_name" and tag.clitics in ("", "ו"):
                word = clause.words[at]
                start = word.after(len(tag.clitics))
                named = replace(word, start=start, text=clause.line.text[start : word.end])
                found.append((named, _gender(clause.line.tags[at])))
                break
    return found


def _tells_ages(clause: Clause, at: int) -> bool:
    """Tell "בני שש", six years old, from the name Beni."""
    following = clause.line.tags[at + 1] if at + 1 < len(clause.words) else ()
    number = at + 1 < len(clause.words) and clause.words[at + 1].text.isdigit()
    numeral = any(tag.entry.kind == "numeral" for tag in following)
    return clause.words[at].fold in ("בני", "בנות") and (number or numeral)


def _gender(tags: Sequence[Tag]) -> Gender:
    genders = {tag.entry.marks[0] for tag in tags if tag.entry.kind == "first_name"}
    return Gender(genders.pop()) if genders in ({"m"}, {"f"}) else Gender.UNKNOWN


def _relatives(
    clause: Clause, context: Context, slot: Slot, names: Sequence[tuple[Word, Gender]]
) -> Iterator[Statement]:
    if slot.entry is None:
        return
    # "Uri is 7 and Noga is 4": each has an age of their own, which `ages` tells.
    age = None if any(ages(clause, context)) else _age(clause)
    for word, gender in names:
        key = _key(slot.entry.marks, gender)
        who = Reference(
            ReferenceKind.NAME, word.text, word.start, word.end, "person", gender=gender
        )
        yield replace(state(clause, context, key, word.text, (word.start, word.end)), object=who)
        if age is not None:
            years = value_of("age", age, context)
            yield state(clause, context, "age", years, (age.start, age.end), subject=who)


def _key(marks: Sequence[str], gender: Gender) -> str:
    """Return the key of one of several: by its own name's gender where the noun leaves it open."""
    masculine, feminine = marks[0], marks[-1]
    if gender is Gender.UNKNOWN and masculine != feminine:
        return _EITHER[masculine]
    return feminine if gender is Gender.FEMININE else masculine


def _age(clause: Clause) -> Slot | None:
    told = [match["v"] for match in clause.matches.get("say_age.who", ())]
    return told[0] if len(told) == 1 else None


def pets(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the speaker's animals that have a name, with their kind."""
    for match in clause.found("pet.owned"):
        kind = match["k"]
        if unsaid(clause, kind.first):
            continue
        named = match.get("v")
        if named is not None and not _is_given(clause, kind, named):
            named = None
        for name in [named] if named else _called_later(clause, context):
            who = Reference(ReferenceKind.NAME, name.text, name.start, name.end, "pet")
            quote = name.start, name.end
            yield state(clause, context, "pet", name.text, quote, object_=who)
            if kind.entry is not None and not {"young", "pl"} & {*kind.entry.marks}:
                quote = _bare(kind)
                noun = clause.line.text[slice(*quote)]
                yield state(clause, context, "pet_type", noun, quote, subject=who)


def _is_given(clause: Clause, kind: Slot, named: Slot) -> bool:
    """Tell "my dog Rex" and "הכלב פיקסל" from "כלב מבוגר": an animal that is known has a name."""
    tags = clause.line.tags[named.first]
    known = any(tag.entry.kind == "first_name" for tag in tags) or clause.words[named.first].capital
    owned = kind.text.startswith("ה") or "של" in kind.text or named.first > kind.last
    return known or owned


def _bare(kind: Slot) -> tuple[int, int]:
    """Return the span of the animal alone: of "החתולה שלי" and "my cat", the noun."""
    noun = next(word for word in kind.text.split() if word not in ("my", "our", "the"))
    start = kind.start + kind.text.index(noun)
    article = noun.startswith("ה") and len(noun) > 3
    return start + article, start + len(noun)


def _called_later(clause: Clause, context: Context) -> list[Slot]:
    """Return the names that the next clause gives: "קוראים לו רקסי", or nothing but names."""
    following = context.clauses[clause.index + 1 : clause.index + 2]
    for later in following:
        for match in later.found("family.called"):
            return [match["v"]]
        if len(later.words) <= _PET_NAMES and later.sentence == clause.sentence:
            return [
                Slot(w.after(len(c)), w.end, later.line.text[w.after(len(c)) : w.end], at, at + 1)
                for at, w in enumerate(later.words)
                for c in ["ו" if at and w.fold.startswith("ו") else ""]
                if w.fold not in later.line.light | word_set("stopper") and w.fold != "and"
            ]
    return []
