"""Facts that a phrase gives whole: the tables `say_KEY` of the phrase files.

Each list of such a table says whom the fact is about (see `text/phrases/personal.toml`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kesher.domain.entity import Reference, ReferenceKind
from kesher.domain.fact import Statement, StatementAction
from kesher.memory.rules.addresses import is_town, quarter_of
from kesher.memory.rules.asserted import for_once
from kesher.memory.rules.clause import Clause, Context, Framing
from kesher.memory.rules.saying import is_speaker, span, state
from kesher.memory.rules.subjects import SPEAKER, relation_at, subject_before, subject_of
from kesher.memory.rules.values import value_of
from kesher.text.patterns import Match
from kesher.text.phrasebook import word_set
from kesher.text.words import readings

_TABLE = "say_"
_HOME = frozenset({"floor", "elevator"})
_LISTS = frozenset({"me", "who", "of", "other", "asked", "ask", "anyway", "end"})
_ASKING = frozenset({Framing.QUESTION, Framing.REQUEST})
_THROUGH = {"ask": _ASKING, "anyway": _ASKING | {Framing.THIRD_PARTY, Framing.REPORTED}}


def plain(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the facts of all `say_KEY` phrases in a clause, the longest of those that overlap."""
    for key in _keys(clause):
        taken: list[tuple[int, int]] = []
        for list_name, match in _longest(clause, key):
            place = (match["v"].start, match["v"].end)
            if any(place[0] < end and start < place[1] for start, end in taken):
                continue
            found = _statement(clause, context, key.removeprefix(_TABLE), list_name, match)
            if found is not None:
                taken.append(place)
                yield found


def _keys(clause: Clause) -> list[str]:
    return sorted({name.split(".")[0] for name in clause.matches if name.startswith(_TABLE)})


def _longest(clause: Clause, key: str) -> Sequence[tuple[str, Match]]:
    found = [
        (name.split(".")[1], match)
        for name in clause.matches
        if name.split(".")[0] == key and name.split(".")[1] in _LISTS
        for match in clause.found(name, _THROUGH.get(name.split(".")[1], ()))
    ]
    return sorted(found, key=lambda item: (item[1]["v"].start - item[1]["v"].end, item[1].first))


def _statement(
    clause: Clause, context: Context, key: str, list_name: str, match: Match
) -> Statement | None:
    if list_name == "asked" and key not in context.asked:
        return None
    if list_name == "ask" and for_once(clause, context):
        return None
    if key == "device" and clause.found("order.placed"):
        return None  # the goods of an order
    if _says_another(clause, context, key, match):
        return None
    subject = _subject(clause, list_name, match)
    value = value_of(key, match["v"], context)
    if subject is None or not value:
        return None
    found = state(clause, context, key, value, span(match["v"]), subject=subject)
    return replace(found, action=StatementAction.END) if list_name == "end" else found


def _says_another(clause: Clause, context: Context, key: str, match: Match) -> bool:
    """Tell words that another rule reads: an office's floor, a quarter, a budget, a diet."""
    if key == "rent":
        return _may_spend(clause, match) or _pays_else(clause)
    if key == "city":
        return quarter_of(clause, context) is not None
    if key == "name":
        return clause.index > 0 and is_town(clause)
    if key == "employer":
        return _with_person(clause, match["v"].first)
    if key == "dislikes":
        return _was(clause, match) or _is_diet(clause, match)
    return key in _HOME and _about_work(clause, context)


def _with_person(clause: Clause, at: int) -> bool:
    """Tell "started ballet with Irina" from "started with Wix"."""
    tags = clause.line.tags[at]
    return clause.words[at - 1].fold == "with" and any(t.entry.kind == "first_name" for t in tags)


def _pays_else(clause: Clause) -> bool:
    """Tell a sum a month that is no rent: a membership, a salary, an instalment."""
    said = {rest for word in clause.words for _, rest in readings(word.fold)}
    return not said.isdisjoint(word_set("paid_monthly"))


def _about_work(clause: Clause, context: Context) -> bool:
    """Tell an office's floor from a home's: the sentence is about a workplace."""
    return any(
        ("place.work" in each.matches and each.sentence == clause.sentence)
        or ("place.to_work" in each.matches and each.sentence == clause.sentence - 1)
        for each in context.clauses
    )


def _may_spend(clause: Clause, match: Match) -> bool:
    """Tell what may be spent on rent from the rent: "תקציב שכירות עד 6,500"."""
    names = (f"say_budget.{list_name}" for list_name in _LISTS)
    sums = [found["v"].start for name in names for found in clause.found(name)]
    bounded = any(word.fold in word_set("budget_word") for word in clause.words)
    return match["v"].start in sums and bounded


def _was(clause: Clause, match: Match) -> bool:
    """Tell "no longer eats" from "does not eat"."""
    return match.first > 0 and clause.words[match.first - 1].fold in ("כבר", "already")


def _is_diet(clause: Clause, match: Match) -> bool:
    """Tell what is not eaten by a rule of life: "I don't eat meat" is a diet."""
    diets = [m["v"] for name in ("who", "me") for m in clause.found(f"say_diet.{name}")]
    return any(diet.start < match["v"].end and match["v"].start < diet.end for diet in diets)


def _subject(clause: Clause, list_name: str, match: Match) -> Reference | None:
    if list_name == "of":
        return relation_at(clause, match["k"].first)
    if list_name == "ask" and _of_relation(clause, match):
        return None
    if list_name not in ("who", "other"):
        return _mover(clause, match) if list_name == "me" else SPEAKER
    subject = subject_of(clause, match)
    return None if list_name == "other" and is_speaker(subject) else subject


def _of_relation(clause: Clause, match: Match) -> bool:
    """Tell "אמא שלי מדברת רק יידיש", which asks for nothing, from "רק ביידיש"."""
    before = subject_before(clause, match.first)
    return before is not None and before.kind is ReferenceKind.RELATION


def _mover(clause: Clause, match: Match) -> Reference | None:
    """Return the relation before an English verb, which tells no person: "my mum moved to Bath".

    None behind "Dana's", short for "Dana has".
    """
    inside = clause.words[match.first : match.last]
    first_person = word_set("first_person") | word_set("dative_me")
    if not inside[0].text.isascii() or any(word.fold in first_person for word in inside):
        return SPEAKER
    if match.first > 0 and clause.words[match.first - 1].fold.endswith("'s"):
        return None
    before = subject_before(clause, match.first)
    kin = before is not None and before.kind is ReferenceKind.RELATION
    return before if before is not None and kin else SPEAKER
