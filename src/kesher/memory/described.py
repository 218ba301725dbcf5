"""Which entity a description or a pronoun means: "ההזמנה שלי", "the old one", "זה", "she"."""

import re
from collections.abc import Callable

from kesher.domain.entity import Reference
from kesher.memory.names import NUMBERED, Likeness, content_words, meanings, word_likeness
from kesher.memory.window import Seen
from kesher.text.naming.folding import fold_name
from kesher.text.naming.lists import describing, notions, small_words

_GOODS = frozenset({"order", "product", "thing"})
_ALIKE = (
    _GOODS,
    frozenset({"task", "thing", "product"}),
    frozenset({"appointment", "thing"}),
    frozenset({"ticket", "thing"}),
    frozenset({"company", "place", "thing"}),
    frozenset({"medication", "thing"}),
    frozenset({"person"}),
    frozenset({"pet", "thing"}),
)
_COLOURS = frozenset(
    {"white", "black", "red", "blue", "green", "yellow", "grey", "brown", "pink", "purple"}
    | {"orange", "beige", "silver"}
)
_PRONOUN_AGE = 12
_NEW_AGE = 6
_CONTRAST_AGE = 2
# Of these people have one or two: "the car" is theirs, however long ago it was named.
_OWNED = frozenset({"vehicle"})
_UNSURE_AGE = 3
_ANIMATE = frozenset({"person", "pet"})
_SETTING = frozenset({"place", "company"})
_OPPOSITE = {"small": "big", "big": "small", "old": "new", "new": "old"}
_NUMBER = re.compile(r"\d+")


def same_kind(one: str, other: str) -> bool:
    """Tell whether a thing of one type may be meant by a word for the other."""
    if not one or not other or one == other:
        return True
    return any(one in group and other in group for group in _ALIKE)


def described(reference: Reference, seen: list[Seen], around: tuple[str, str]) -> Seen | None:
    """Return what a description means among what is at hand; None: something not mentioned yet.

    Args:
        around: The message's text before and behind the reference: "ordered ...", "... too".
    """
    kinds, things, marks = _sorted_words(content_words(reference.text))
    if not (kinds or things or marks or _points_back(reference.text)):
        return None
    pools = _pools(reference, seen, kinds, things, is_definite(reference.text, around[0]))
    pool = next(filter(None, (_marked(pool, marks) for pool in pools)), [])
    if reference.end == 0:
        return _spoken_of(pool or _of_kind(seen, kinds, reference.type))
    if _another(reference.text, around):
        return None
    if _placed(reference.text, around[0]) and not _unfinished(pool):
        return None
    return _one_of(pool)


def _pools(
    reference: Reference,
    seen: list[Seen],
    kinds: list[str],
    things: tuple[str, ...],
    definite: bool,
) -> list[list[Seen]]:
    """What the nouns may mean, the likeliest first; the next counts where adjectives leave none."""
    of_kind = [
        one for one in _of_kind(seen, kinds, reference.type) if _agrees_in_number(reference, one)
    ]
    if not things:
        # Without a noun, "the old one" is no person, and "the order" nothing of unknown kind.
        passed = {"thing"} if reference.type else _ANIMATE
        of_kind = [one for one in of_kind if one.entity.type not in passed]
        surely = [one for one in of_kind if _is_said_plural(one)] if _plural(reference) else []
        return [surely, of_kind]
    called = _best(of_kind, lambda one: _overlap(things, one))
    if called:
        return [called, of_kind]
    return [_undescribed(of_kind, reference) if definite else []]


def pronoun(reference: Reference, seen: list[Seen]) -> Seen | None:
    """Return what a pronoun means: the last thing mentioned that agrees in kind, gender, number.

    A place or company is meant only where nothing else was spoken of.
    """
    animate = _is_of_a_person(reference.text)
    fitting = [
        one
        for one in seen
        if one.age <= _PRONOUN_AGE
        and same_kind(one.entity.type, reference.type)
        and _agrees(reference, one)
        and _agrees_in_number(reference, one)
        and not one.entity.speaker
        and animate in (None, one.entity.type in _ANIMATE)
    ]
    things = [one for one in fitting if one.entity.type not in _SETTING]
    return min(things or fitting, key=lambda one: _distance(reference, one), default=None)


def _distance(reference: Reference, one: Seen) -> tuple[int, bool, int]:
    """How far back a pronoun must reach, in messages.

    "הוא" may be a thing: of what one message named, a person is likelier. Who is not known to be a
    woman is "she" only where no woman was spoken of a little before.
    """
    person = one.entity.type in _ANIMATE
    unsure = person and bool(reference.gender) and not one.entity.gender
    return one.age + (_UNSURE_AGE if unsure else 0), not person, one.rank


def _of_kind(seen: list[Seen], kinds: list[str], type_: str) -> list[Seen]:
    """What may be meant by a noun of these kinds, or by a reference of a type."""
    wanted = type_ or next(iter(kinds), "")
    pool = [one for one in seen if same_kind(one.entity.type, wanted) and not one.entity.speaker]
    return ([one for one in pool if one.entity.type in kinds] or pool) if kinds else pool


def _undescribed(pool: list[Seen], reference: Reference) -> list[Seen]:
    """For "the antibiotic": what was just named without a word of what it is."""
    if not reference.type:
        return []
    return [
        one
        for one in pool
        if one.entity.type == reference.type
        and (one.age <= _NEW_AGE or reference.type in _OWNED)
        and not one.notions
    ]


def _sorted_words(words: tuple[str, ...]) -> tuple[list[str], tuple[str, ...], set[str]]:
    """Words that name a kind (order, case), that name a thing, and what adjectives say."""
    kinds: dict[str, None] = {}
    things: list[str] = []
    marks: set[str] = set()
    for word in words:
        types = {notion.type for notion in notions().get(word, ())}
        if types & NUMBERED:
            kinds |= dict.fromkeys(sorted(types & NUMBERED))
        elif word in describing():
            marks |= describing()[word]
        else:
            things.append(word)
    return list(kinds), tuple(things), marks


def _overlap(things: tuple[str, ...], one: Seen) -> int:
    """How many of the words it was called by, or means."""
    shared = sum(
        any(word_likeness(word, known) is Likeness.SAME for known in one.words | one.kind_words)
        for word in things
    )
    return shared or int(bool(set(meanings(things)) & one.notions))


def _best(pool: list[Seen], score: Callable[[Seen], int]) -> list[Seen]:
    best = max(map(score, pool), default=0)
    return [one for one in pool if best and score(one) == best]


def _marked(pool: list[Seen], marks: set[str]) -> list[Seen]:
    """Narrow by adjectives: colours and what was said first, then old and new by age."""
    for mark in sorted(marks & _COLOURS):
        coloured = [one for one in pool if _has_mark(one, mark)]
        plain = [one for one in pool if not any(_has_mark(one, other) for other in _COLOURS)]
        pool = coloured or plain
    for mark in sorted(marks - _COLOURS):
        opposite = _OPPOSITE.get(mark, "")
        pool = [one for one in pool if _has_mark(one, mark) or not _has_mark(one, opposite)]
        pool = _ordered(pool, mark)
    return pool


def _ordered(pool: list[Seen], mark: str) -> list[Seen]:
    said = [one for one in pool if _has_mark(one, mark)]
    if len(said) == 1 or len(pool) < 2:
        return said or pool
    # "The old one" sets it against what is being spoken of.
    contrasted = [one for one in pool if one.age <= _CONTRAST_AGE]
    near = contrasted if len(contrasted) > 1 else pool
    oldest_first = sorted(near, key=lambda one: (one.entity.created_at, -one.rank))
    if mark in ("old", "first"):
        return oldest_first[:1]
    if mark in ("new", "last", "second"):
        return oldest_first[-1:]
    if mark in ("faulty", "lost"):
        return [one for one in pool if one.faulty] or pool
    if mark in ("small", "big"):
        sized = sorted(pool, key=_size)
        return sized[:1] if mark == "small" else sized[-1:]
    return pool


def _has_mark(one: Seen, mark: str) -> bool:
    return any(mark in describing().get(word, ()) for word in one.words)


def _size(one: Seen) -> int:
    """The smallest number in its words: Larkspur 2 is smaller than Larkspur 3."""
    numbers = [int(word) for word in one.words if _NUMBER.fullmatch(word) and len(word) < 4]
    return min(numbers, default=0)


def _one_of(pool: list[Seen]) -> Seen | None:
    """The open one; of several the one mentioned last."""
    still = [one for one in pool if not one.closed] or pool
    return min(still, key=lambda one: one.rank, default=None)


def _spoken_of(pool: list[Seen]) -> Seen | None:
    """What a clause without words for its thing goes on about: the last thing, open or not."""
    pool = [one for one in pool if one.entity.type != "thing"]
    lately = [one for one in pool if one.age <= _CONTRAST_AGE]
    return min(lately, key=lambda one: one.rank) if lately else _one_of(pool)


def _points_back(text: str) -> bool:
    words = set(fold_name(text).split())
    return not words or bool(
        words & (small_words("one") | small_words("mine") | small_words("definite"))
    )


def _another(text: str, around: tuple[str, str]) -> bool:
    """Whether the words say that it is one more: "another", "מצגת נוספת", "עוד הזמנה"."""
    words = fold_name(text).split()
    behind = fold_name(around[1][:24]).split()[:1]
    ahead = fold_name(around[0][-24:]).split()[-1:]
    more = small_words("more")
    return bool({*words[:1], *words[-1:], *behind, *ahead} & more)


def _placed(text: str, before: str) -> bool:
    """Whether something is ordered, booked or opened: "a tent", "הזמנתי שולחן"."""
    words = fold_name(text).split()
    if words and words[0] in {"a", "an"}:
        return True
    if not words or is_definite(text, before):
        return False
    last = re.split(r"[.!?\n]", before)[-1]
    return bool(set(fold_name(last).split()[-4:]) & small_words("placing"))


def is_definite(text: str, before: str) -> bool:
    """Whether words point at something known: "the", "my", "שלי", or ה on them or just before."""
    words = fold_name(text).split()
    if not words:
        return True
    attached = re.search(r"(?:^|[^א-ת])[ושבלמכ]{0,2}ה$", before) is not None
    hebrew = attached or (words[0].startswith("ה") and words[0] not in notions())
    return hebrew or bool(set(words) & (small_words("definite") | small_words("mine")))


def _unfinished(pool: list[Seen]) -> bool:
    """A thing named just now is what "I ordered a tent" goes on about."""
    return any(not one.closed and one.age <= _NEW_AGE for one in pool)


def _agrees(reference: Reference, one: Seen) -> bool:
    gender, plural = one.entity.gender, one.entity.plural
    if reference.gender and gender and reference.gender != gender:
        return False
    return reference.plural == plural or one.entity.type != "person"


def _agrees_in_number(reference: Reference, one: Seen) -> bool:
    """Whether a thing may be "them" or "the white ones": not where only a singular was said."""
    return not _plural(reference) or not _nouns(one) or _is_said_plural(one)


def _plural(reference: Reference) -> bool:
    return reference.plural or is_plural(content_words(reference.text)[-1:])


def _is_said_plural(one: Seen) -> bool:
    return any(is_plural((noun,)) for noun in _nouns(one))


def _nouns(one: Seen) -> list[str]:
    return [word for word in one.words | one.kind_words if word in notions()]


def is_plural(words: tuple[str, ...]) -> bool:
    """Whether folded words end as plurals do, in Hebrew and English."""
    return any(word.endswith(("ות", "ים", "יים", "s")) and len(word) > 3 for word in words)


def _is_of_a_person(text: str) -> bool | None:
    """True of he and she, False of it and זה, None of words that may be either."""
    folded = fold_name(text)
    if folded in {"he", "him", "his", "she", "her", "hers"}:
        return True
    if folded in {"it", "its", "this", "that", "זה", "זו", "זאת"}:
        return False
    return None
