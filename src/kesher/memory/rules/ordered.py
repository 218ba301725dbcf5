"""Which order words such as "arrived" are about, and when they are about none."""

from kesher.domain.entity import Reference, ReferenceKind
from kesher.memory.rules import nouns, numbering, things
from kesher.memory.rules.clause import Clause, Context
from kesher.text.patterns import Match
from kesher.text.phrasebook import word_set
from kesher.text.words import WordKind, readings, words

STATUSES = (
    "cancelled",
    "returned",
    "return_in_transit",
    "collected",
    "lost",
    "delayed",
    "out_of_stock",
    "delivered",
    "shipped",
    "in_production",
    "ready",
    "packed",
)
"""Of one clause the first of these that is said counts."""

_NEEDS_OBJECT = frozenset({"collected", "returned", "return_in_transit"})
_TAKING = _NEEDS_OBJECT | {"cancelled"}
_RECEIVED = frozenset({"קיבלתי", "קיבלנו", "received", "got", "i've", "i", "we've"})


def order_at(clause: Clause, context: Context, match: Match, status: str = "") -> Reference | None:
    """Return the order that words of the clause are about; None: they are about something else.

    It is named in the clause by number, thing or "the white ones"; else the talk must be of orders.
    """
    number = numbering.number_in(clause, context, "order") or _only_number(clause, context)
    if number is not None:
        return number
    if next(things.things(clause, "appointment"), None) is not None:
        return None
    taken = status in _TAKING or clause.words[match.first].fold in _RECEIVED
    named = (_object_after(clause, match) if taken else None) or _thing_for(clause, match)
    if named is not None:
        return named if named.type or things.trading(context) else None
    if _other_subject(clause, match) or (status == "cancelled" and _of_card(clause, context)):
        return None
    if not things.trading(context):
        return next(things.parcels(clause), None)
    return _spoken_of(clause, context, match, status)


def _spoken_of(clause: Clause, context: Context, match: Match, status: str) -> Reference | None:
    """Return the order by words that no list knows, or the one that was spoken of."""
    named = _just_before(clause, match)
    if named is not None:
        return named
    if status in _NEEDS_OBJECT or clause.words[match.first].fold in _RECEIVED:
        pointed = _pronoun_after(clause, context, match)
        return pointed or (_awaited(clause, context, match) if status == "delivered" else None)
    return things.earlier(clause, context, "order") or Reference(
        ReferenceKind.DEFINITE, type="order"
    )


def _only_number(clause: Clause, context: Context) -> Reference | None:
    """Return the one order that the sentence names by number beside the clause."""
    sentence = context.sentence(clause.sentence)
    start, end = sentence[0].start, sentence[-1].end
    named = [
        n
        for n in numbering.numbers(context)
        if start <= n.start < end and numbering.is_of(n, "order")
    ]
    said = sum(bool(c.found(f"order_status.{s}")) for c in sentence for s in STATUSES)
    return named[0] if len(named) == 1 and said == 1 else None


def _thing_for(clause: Clause, match: Match) -> Reference | None:
    named = list(things.things(clause, "order"))
    before = [reference for tag, reference in named if tag.last <= match.last]
    after = [reference for tag, reference in named if tag.first >= match.first]
    return before[-1] if before else (after[0] if after else None)


def _object_after(clause: Clause, match: Match) -> Reference | None:
    """Return "את השחורות", "the old one" behind the words."""
    for at in range(match.last, min(len(clause.words), match.last + 5)):
        if clause.words[at].fold in ("את", "the") and at + 1 < len(clause.words):
            if clause.words[at + 1].fold in word_set("pointing"):
                return None
            behind = at + 2
            while behind < min(at + 4, len(clause.words)) and _goes_on(clause, behind):
                behind += 1
            text, start, end = nouns.text_of(clause, at + 1, behind)
            known = any(tag.entry.kind == "item" for tag in clause.line.tags[at + 1])
            return Reference(ReferenceKind.DEFINITE, text, start, end, "order" if known else "")
    return None


def _goes_on(clause: Clause, at: int) -> bool:
    word = clause.words[at].fold
    if word in word_set("phrase_end") or at in clause.line.dates:
        return False
    return word.startswith("ה") or clause.words[at].text.isascii()


def _other_subject(clause: Clause, match: Match) -> bool:
    """Tell whether a person stands before the words: then a person came, not a parcel."""
    for at in range(match.first):
        tags = clause.line.tags[at]
        if any(tag.entry.kind in ("kin", "first_name", "stranger", "pet") for tag in tags):
            return True
    nearest = clause.words[match.first - 1].fold if match.first else ""
    return nearest in word_set("not_parcels")


def _of_card(clause: Clause, context: Context) -> bool:
    """Tell whether the sentence speaks of a card or account: then that was cancelled."""
    sentence = context.sentence(clause.sentence)
    said = {rest for c in sentence for w in c.words for _, rest in readings(w.fold)}
    return bool(said & word_set("card_word"))


def _awaited(clause: Clause, context: Context, match: Match) -> Reference | None:
    """Return the order on its way where nothing follows but when it came: "קיבלתי אתמול, תודה"."""
    rest = range(match.last, len(clause.words))
    told = all(at in clause.line.dates or clause.words[at].fold in clause.line.light for at in rest)
    said = {rest for m in context.before for w in words(m.text) for _, rest in readings(w.fold)}
    coming = bool(said & word_set("on_its_way"))
    return things.earlier(clause, context, "order") if told and coming else None


def _just_before(clause: Clause, match: Match) -> Reference | None:
    """Return a thing that no list knows, right before the words: "הקומביין הגיע", "R6 arrived"."""
    at = match.first - 1
    while at >= 0 and clause.words[at].fold in clause.line.sets["light"]:
        at -= 1
    if at < 0:
        return None
    word = clause.words[at]
    if word.fold in ("one", "ones") and at > 0:
        text, start, end = nouns.text_of(clause, at - 1, at + 1)
        return Reference(ReferenceKind.DEFINITE, text, start, end, "order")
    article = at > 0 and clause.words[at - 1].fold in ("the", "ה")
    hebrew = word.fold.startswith("ה") and len(word.fold) > 4
    if not (article or hebrew or word.kind is WordKind.CODE):
        return None
    start = word.after(1) if hebrew else word.start
    return Reference(
        ReferenceKind.DEFINITE, clause.line.text[start : word.end], start, word.end, "order"
    )


def _pronoun_after(clause: Clause, context: Context, match: Match) -> Reference | None:
    """Return what "it", "אותו" behind the words points at."""
    rest = clause.words[match.first : match.last + 2]
    pointing = word_set("it_word") | word_set("pointing")
    if not any(word.fold in pointing for word in rest):
        return None
    return things.earlier(clause, context, "order") or Reference(
        ReferenceKind.DEFINITE, type="order"
    )
