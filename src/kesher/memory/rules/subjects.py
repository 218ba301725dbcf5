"""Whom a clause is about: the speaker, a relation, a name, or somebody that is not known."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from kesher.domain.entity import Gender, Reference, ReferenceKind
from kesher.memory.rules.clause import Clause
from kesher.memory.rules.others import opens_with_another, owns_somebody
from kesher.text.lexicon import Tag
from kesher.text.patterns import Match
from kesher.text.phrasebook import word_set
from kesher.text.words import readings

SPEAKER = Reference(ReferenceKind.SPEAKER)
_NEVER_NAMES = frozenset({"language", "city", "country", "os", "device", "plan_word", "zone"})
_LONE_NAME_WORDS = 2
_GENDERS = {"m": Gender.MASCULINE, "f": Gender.FEMININE}


def subject_of(clause: Clause, match: Match) -> Reference | None:
    """Return whom a predicate is about, by the words before it in its clause.

    A first person, a relation ("אשתי", "my son"), a name or a pronoun before it is the subject, the
    nearest first. With none but light words there, it is whom the clause is about anyway.

    Returns:
        None where something else stands there: the predicate is about somebody not known.
    """
    if _first_person(clause.words[match.first].fold):
        return SPEAKER
    own = _pronoun(clause, match.first)
    return _antecedent(clause, own) if own is not None else subject_before(clause, match.first)


def subject_before(clause: Clause, word: int) -> Reference | None:
    """Return whom what begins at a word of the clause is about; as `subject_of`."""
    for at in range(word - 1, -1, -1):
        if _first_person(clause.words[at].fold):
            return SPEAKER
        found = relation_ending(clause, at + 1) or _pronoun(clause, at) or _named(clause, at)
        if found is not None:
            return _meant(clause, found, at)
        if at == 0 and clause.words[at].fold in word_set("relative_word"):
            return clause.inherited
        if _plain(clause.words[at].fold) not in _passed_over():
            return _coordinated(clause, word, at)
    # "Paul, my neighbour, is a vegetarian": no speaker's verb.
    third = clause.words[word].fold in word_set("third_person_verb")
    return None if third and clause.inherited is SPEAKER else clause.inherited


@cache
def _passed_over() -> frozenset[str]:
    return word_set("light") | word_set("helper")


def _meant(clause: Clause, found: Reference, at: int) -> Reference | None:
    """Return whom one named at a word means; None where they only say whose somebody is."""
    if _owns_another(clause, found, at):
        return None
    if found.kind is ReferenceKind.PRONOUN:
        return _antecedent(clause, found)
    return None if found.kind is ReferenceKind.NAME and unsaid(clause, at) else found


def _owns_another(clause: Clause, found: Reference, at: int) -> bool:
    """Tell one who only says whose somebody is: "בעלה של רותי", "my sister's husband"."""
    first = at
    while first > 0 and clause.words[first].start > found.start:
        first -= 1
    return possessed(clause, first) or owns_somebody(clause, at)


def _coordinated(clause: Clause, word: int, at: int) -> Reference | None:
    """Return whom a further predicate shares: "שאני צמחונית ואלרגית ל", "my son is 9 and ..."."""
    if not (clause.words[word].fold.startswith("ו") or clause.words[word - 1].fold == "and"):
        return None
    for before in range(at, -1, -1):
        kin = relation_ending(clause, before + 1)
        if kin is not None or _first_person(clause.words[before].fold):
            return kin or SPEAKER
    return None


def _antecedent(clause: Clause, pronoun: Reference) -> Reference:
    """Return whom the sentence was about before a pronoun, where their genders agree."""
    about = clause.inherited
    if about is None or about.kind not in (ReferenceKind.RELATION, ReferenceKind.NAME):
        return pronoun
    agree = Gender.UNKNOWN in (about.gender, pronoun.gender) or about.gender is pronoun.gender
    return about if agree else pronoun


def _first_person(folded: str) -> bool:
    word = _plain(folded)
    return word in word_set("first_person_singular") or word in word_set("dative_me")


def relation_ending(clause: Clause, end: int) -> Reference | None:
    """Return the relation whose words, or the name given to it, end before word `end`."""
    for first in range(max(0, end - 4), end):
        for tag in clause.line.tags[first]:
            if first in clause.places:
                continue
            if tag.entry.kind == "kin" and (_joins(tag.clitics) or tag.clitics == "ל"):
                reference, behind = relation(clause, tag)
                if end in (tag.last, behind) and not possessed(clause, tag.first):
                    return reference
    return None


def possessed(clause: Clause, first: int) -> bool:
    """Tell "the aunt of my friend": the relation only says whose aunt she is."""
    return first > 0 and clause.words[first - 1].fold in ("של", "of")


def unsaid(clause: Clause, word: int) -> bool:
    """Tell whether what begins at a word belongs to a stranger: "הכלב של השכן", "her dog"."""
    return any(tag.entry.kind == "stranger" for at in clause.line.tags[:word] for tag in at)


def relations(clause: Clause) -> Iterator[tuple[Tag, Reference, int]]:
    """Yield each relation that the clause names, with the word behind it and its name."""
    behind = 0
    for at in range(len(clause.words)):
        known = [t for t in clause.line.tags[at] if t.entry.kind in ("kin", "stranger", "city")]
        # The longest is meant: "בעלי חיים" are animals, no husband.
        if at >= behind and known and known[0].entry.kind == "kin" and at not in clause.places:
            reference, behind = relation(clause, known[0])
            yield known[0], reference, behind


def relation(clause: Clause, tag: Tag) -> tuple[Reference, int]:
    """Return a relation with the name given beside it, and the word behind both."""
    start = clause.words[tag.first].after(len(tag.clitics))
    end = clause.words[_kin_end(clause, tag) - 1].end
    key, gender = tag.entry.marks[0], tag.entry.marks[1]
    named, behind = _name_beside(clause, tag)
    if clause.line.text[start:end].endswith(("'s", "’s")):
        end -= 2
    reference = Reference(
        ReferenceKind.RELATION,
        text=clause.line.text[start:end],
        start=start,
        end=end,
        type="person",
        relation=key,
        also=(named,) if named else (),
        gender=_GENDERS.get(gender, Gender.UNKNOWN),
        plural="pl" in tag.entry.marks,
    )
    return reference, behind


def _name_beside(clause: Clause, tag: Tag) -> tuple[str, int]:
    """Return the name before or behind a relation ("אחי הקטן עידו", "אורנה אשתי"), if any."""
    at = _kin_end(clause, tag)
    while at < len(clause.words) and clause.words[at].fold in word_set("beside_kin"):
        at += 1
    behind = name_at(clause, at)
    if behind > at:
        text = clause.line.text[clause.words[at].start : clause.words[behind - 1].end]
        return text.removesuffix("'s").removesuffix("’s"), behind
    if tag.first > 0 and _name_ending(clause, tag.first):
        return clause.words[tag.first - 1].text, _kin_end(clause, tag)
    return "", _kin_end(clause, tag)


def _kin_end(clause: Clause, tag: Tag) -> int:
    """Return the word behind a relation with whose it is: "הבן הקטן שלנו"."""
    end = tag.last
    while end < len(clause.words) and clause.words[end].fold in word_set("beside_kin"):
        end += 1
    if end < len(clause.words) and clause.words[end].fold in ("שלי", "שלנו"):
        return end + 1
    return tag.last


def name_at(clause: Clause, at: int) -> int:
    """Return the word behind a person's name that begins at word `at`; `at` where none does."""
    if at + 1 < len(clause.words) and clause.words[at].fold in word_set("title"):
        at, titled = at + 1, True
    else:
        titled = False
    if at >= len(clause.words) or not (titled or _is_name(clause, at)) or at in clause.places:
        return at - titled
    end = at + 1
    while (
        end < min(at + 3, len(clause.words))
        and _is_surname(clause, end)
        and end not in clause.places
    ):
        end += 1
    return end


def _is_name(clause: Clause, at: int) -> bool:
    word = clause.words[at]
    if any(t.entry.kind == "first_name" and not t.clitics for t in clause.line.tags[at]):
        return word.fold not in word_set("no_name")
    if any(tag.entry.kind in _NEVER_NAMES and not tag.clitics for tag in clause.line.tags[at]):
        return False
    # Any word is written with a capital where a sentence begins.
    shows = word.capital and (at > 0 or len(clause.words) <= _LONE_NAME_WORDS)
    return shows and word.fold not in word_set("no_name") and len(word.text) > 1


def _is_surname(clause: Clause, at: int) -> bool:
    word = clause.words[at]
    if word.fold in word_set("no_name"):
        return False
    known = any(t.entry.kind == "surname" and not t.clitics for t in clause.line.tags[at])
    return known or (word.capital and len(word.text) > 1)


def _name_ending(clause: Clause, end: int) -> bool:
    return _is_name(clause, end - 1)


def _pronoun(clause: Clause, at: int) -> Reference | None:
    word = clause.words[at]
    if word.fold in word_set("object_pronoun"):
        return None
    for name, gender in (("third_he", Gender.MASCULINE), ("third_she", Gender.FEMININE)):
        if _plain(word.fold) in word_set(name):
            return Reference(
                ReferenceKind.PRONOUN, word.text, word.start, word.end, "person", gender=gender
            )
    return None


def _named(clause: Clause, at: int) -> Reference | None:
    """Return a person named right there, the whole name."""
    for first in range(max(0, at - 2), at + 1):
        if name_at(clause, first) == at + 1:
            start, end = clause.words[first].start, clause.words[at].end
            text = clause.line.text[start:end]
            return Reference(ReferenceKind.NAME, text, start, end, "person")
    return None


def _plain(folded: str) -> str:
    """Take a joining prefix off where the rest is known: "והיא", "ועכשיו"."""
    known = word_set("known_plain")
    if folded in known or folded in word_set("light"):
        return folded
    for clitics, rest in readings(folded):
        if _joins(clitics) and (rest in known or rest in word_set("light")):
            return rest
    return folded


def _joins(clitics: str) -> bool:
    return clitics in ("", "ו", "ש", "כש", "וש", "וכש")


def inherited(clauses: tuple[Clause, ...]) -> tuple[Clause, ...]:
    """Give each clause whom it is about if it does not say: as the clause before in its sentence.

    A sentence begins with the speaker. A clause that opens with a relation or another person hands
    it on ("הבת שלי תמר, בת 12"); one that opens with somebody unknown hands on nobody.
    """
    found = []
    current: Reference | None = SPEAKER
    for at, clause in enumerate(clauses):
        if at == 0 or clauses[at - 1].sentence != clause.sentence:
            current = SPEAKER
        elif clause.words[0].fold in word_set("relative_word"):
            current = _ends_with(clauses[at - 1]) or current
        found.append(replace(clause, inherited=current))
        current = _opens_with(clause, current, clauses[at - 1] if at else None)
    return tuple(found)


def _ends_with(clause: Clause) -> Reference | None:
    """Return who is named last in a clause, where the next goes on with "who is 5"."""
    end = len(clause.words)
    return relation_ending(clause, end) or _named(clause, end - 1)


def _opens_with(
    clause: Clause, current: Reference | None, before: Clause | None
) -> Reference | None:
    """Return whom a clause's first telling word makes it, and what follows, be about."""
    at = 0
    while at < len(clause.words) and _plain(clause.words[at].fold) in clause.line.light:
        at += 1
    if at == len(clause.words):
        return current
    if opens_with_another(clause, at):
        return None
    own = relation_at(clause, at)
    if own is None and clause.words[at].fold in word_set("first_person"):
        return SPEAKER
    return (
        own
        or _listed(clause, at, before, unknown=current is None)
        or _pronoun(clause, at)
        or current
    )


def relation_at(clause: Clause, at: int) -> Reference | None:
    """Return the relation that begins at a word."""
    for tag in clause.line.tags[at]:
        if tag.entry.kind == "kin" and (_joins(tag.clitics) or tag.clitics == "ל"):
            return relation(clause, tag)[0]
    return None


def _listed(clause: Clause, at: int, before: Clause | None, *, unknown: bool) -> Reference | None:
    """Return the child or animal whose name is all that the clause holds: "בת, עלמה, בת 3".

    Args:
        unknown: The clause before was about somebody not known, whose name this may be.
    """
    if before is None or name_at(clause, at) != len(clause.words):
        return None
    start, end = clause.words[at].start, clause.end
    named = Reference(ReferenceKind.NAME, clause.line.text[start:end], start, end, "person")
    if unknown and before.sentence == clause.sentence:
        return named
    kin = [
        who
        for tag, who, behind in relations(before)
        if behind == len(before.words) and not possessed(before, tag.first)
    ]
    if kin:
        return replace(kin[-1], also=(clause.line.text[start:end],))
    if not {"family.several", "family.born", "pet.owned"} & set(before.matches):
        return None
    return named
