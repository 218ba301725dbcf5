"""Medication: what is taken, how much, when and what for; raised, lowered, stopped, exchanged."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from kesher.domain.entity import Reference, ReferenceKind
from kesher.domain.fact import Expiry, FactKind, Statement, StatementAction
from kesher.memory.rules.clause import Clause, Context, Framing
from kesher.memory.rules.subjects import SPEAKER, relations
from kesher.memory.rules.telling import tell
from kesher.text.patterns import Match, Slot
from kesher.text.phrasebook import word_set
from kesher.text.time_span import TimeKind
from kesher.text.words import WordKind, readings

# A doctor's doing is told of somebody else and yet concerns the speaker.
_BY_OTHERS = (Framing.THIRD_PARTY, Framing.REPORTED)
_NEAR = 6
_AMOUNT = re.compile(r"\d{1,4}(?:[.,]\d{1,3})?")


@dataclass(frozen=True, slots=True)
class Taken:
    """A medication in a clause: the drug, and the words of its dose if they stand there."""

    drug: Reference
    at: int
    dose: tuple[str, int, int] | None


def medications(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield what is taken, by the speaker or by whom the clause is about."""
    who = _who(clause, context)
    if who is None or _changes(clause):
        return
    for taken in _taken(clause, context):
        drug = taken.drug
        quote = (drug.start, drug.end)
        said = tell(clause, context, "medication", drug.text, quote, subject=who, about=drug)
        yield _for_days(said, clause, context)
        yield from _details(clause, context, taken)


def _details(clause: Clause, context: Context, taken: Taken) -> Iterator[Statement]:
    if taken.dose is not None:
        value, start, end = taken.dose
        said = tell(clause, context, "dose", value, (start, end), subject=taken.drug)
        yield _for_days(said, clause, context)
    part = _part_of_day(clause, taken.at)
    if part is not None:
        yield tell(clause, context, "intake_time", part[0], part[1:], subject=taken.drug)


def _for_days(said: Statement, clause: Clause, context: Context) -> Statement:
    """Let a course of some days end with them ("פעם ביום, שלושה ימים")."""
    end = context.clauses[-1].end
    for time in context.times:
        inside = clause.start <= time.start < end and time.kind is TimeKind.DURATION
        if inside and time.duration is not None and time.duration.days <= 60:
            expiry = Expiry(at=time.ends, duration=time.duration)
            return replace(said, kind=FactKind.TEMPORARY, expires=expiry)
    return said


def _who(clause: Clause, context: Context) -> Reference | None:
    """Return who takes it: a relation or a name in the clause, else whom the talk is of."""
    for tag, who, _ in relations(clause):
        if tag.entry.marks[0] != "doctor":
            return who
    for at, word in enumerate(clause.words):
        if any(t.entry.kind == "first_name" and t.clitics == "ל" for t in clause.line.tags[at]):
            start = word.after(1)
            text = clause.line.text[start : word.end]
            return Reference(ReferenceKind.NAME, text, start, word.end, "person")
    return _went_on(clause, context) or clause.inherited


def _for_other(clause: Clause) -> bool:
    others = clause.line.sets["third_he"] | clause.line.sets["third_she"]
    return any(word.fold in others for word in clause.words)


def _went_on(clause: Clause, context: Context) -> Reference | None:
    """Return the relation that the sentence before was about, where this one names nobody."""
    first = clause.line.sets["first_person"]
    if clause.index == 0 or any(word.fold in first for word in clause.words):
        return None
    before = context.clauses[clause.index - 1]
    about = before.inherited
    spoken = any(word.fold in first for word in before.words)
    return about if about and about.kind is ReferenceKind.RELATION and not spoken else None


def _changes(clause: Clause) -> bool:
    return any(
        name in clause.matches for name in ("care.changed", "care.stopped", "care.exchanged")
    )


_NO_DRUGS = frozenset(
    {"food", "drink", "city", "country", "kin", "first_name", "numeral", "condition", "device"}
    | {"os", "job", "diet", "language", "car", "plan_word", "color"}
)


def _taken(clause: Clause, context: Context) -> list[Taken]:
    """Return every drug of the clause: behind "takes", or with its dose."""
    places = [
        match["v"].first
        for match in clause.found("care.takes")
        if _is_drug(clause, match["v"].first)
    ]
    asked = "medication" in context.asked or bool(places)
    for at in range(len(clause.words) - 1):
        framed = clause.framing_at(clause.words[at].start, clause.words[at + 1].end)
        sure = asked or bool(places)
        if not framed and _dosed(clause, at, sure=sure) and _is_drug(clause, at):
            places.append(at)
    return [_with_dose(clause, at) for at in dict.fromkeys(places)]


def _dosed(clause: Clause, at: int, *, sure: bool) -> bool:
    """Tell whether a dose stands behind word `at`: a number with a unit, or what was asked for."""
    amount = clause.words[at + 1]
    if amount.kind is not WordKind.NUMBER or not _AMOUNT.fullmatch(amount.text):
        return False
    following = clause.words[at + 2].fold if at + 2 < len(clause.words) else ""
    if following in word_set("dose_unit"):
        return True
    return (sure or following in word_set("dose_often")) and following not in word_set(
        "measure_word"
    )


def _is_drug(clause: Clause, at: int) -> bool:
    word = clause.words[at]
    if word.kind not in (WordKind.WORD, WordKind.CODE) or word.fold in clause.line.sets["light"]:
        return False
    if word.fold in word_set("no_drug") or word.fold in clause.line.sets["no_name"]:
        return False
    kinds = {tag.entry.kind for tag in clause.line.tags[at] if not tag.clitics and tag.first == at}
    return not kinds & _NO_DRUGS


def _with_dose(clause: Clause, at: int) -> Taken:
    behind = at + 1
    drug = drug_at(clause, at)
    if behind < len(clause.words) and clause.words[behind].kind is WordKind.NUMBER:
        return Taken(drug, at, _dose(clause, behind))
    return Taken(drug, at, _counted(clause, behind))


def _dose(clause: Clause, at: int) -> tuple[str, int, int]:
    last = at + 1
    while last < len(clause.words) and clause.words[last].fold in word_set("dose_unit"):
        last += 1
    start, end = clause.words[at].start, clause.words[last - 1].end
    return clause.line.text[start:end], start, end


def _counted(clause: Clause, at: int) -> tuple[str, int, int] | None:
    """Return "שאיפה אחת", "two puffs" behind the drug."""
    for first in range(at, len(clause.words)):
        if clause.words[first].fold in word_set("dose_count"):
            start, end = clause.words[first].start, clause.words[-1].end
            return clause.line.text[start:end], start, end
    return None


def drug_at(clause: Clause, at: int) -> Reference:
    """Return the medication whose name stands at a word, without a preposition written onto it."""
    word = clause.words[at]
    joined = word.fold.startswith("ו") and len(word.fold) > 4
    skip = int(joined and (at == 0 or _dosed_before(clause, at)))
    start = word.after(skip)
    text = clause.line.text[start : word.end]
    return Reference(ReferenceKind.NAME, text, start, word.end, "medication")


def _dosed_before(clause: Clause, at: int) -> bool:
    """Tell whether a dose stands before: then "ו" joins the next drug to it."""
    return any(word.kind is WordKind.NUMBER for word in clause.words[:at])


def _part_of_day(clause: Clause, at: int) -> tuple[str, int, int] | None:
    rest = clause.words[at + 1 : at + _NEAR]
    for word in rest:
        if word.fold in word_set("intake_part"):
            return word.text, word.start, word.end
    near = (m for m in clause.matches.get("care.intake", ()) if at < m.first < at + _NEAR)
    for match in near:
        start, end = clause.words[match.first].start, clause.words[match.last - 1].end
        return clause.line.text[start:end], start, end
    return None


def doses(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield a dose that was raised or lowered, and when a drug is taken from now on."""
    for match in clause.found("care.changed", through=_BY_OTHERS):
        slot = match["v"]
        drug = _object(clause, slot.first)
        if "n" in match.slots:
            value, start, end = _dose(clause, match["n"].first)
            yield tell(clause, context, "dose", value, (start, end), subject=drug)
        elif "p" in match.slots:
            yield _taken_at(clause, context, drug, match["p"])
    for match in clause.found("care.shifted"):
        if match.first and _is_drug(clause, match.first - 1):
            yield _taken_at(clause, context, _object(clause, match.first - 1), match["p"])


def taking(clause: Clause, context: Context, drug: Reference, who: Reference) -> Statement:
    """Say that somebody takes a drug, in the words that name it."""
    quote = (drug.start, drug.end)
    return tell(clause, context, "medication", drug.text, quote, subject=who, about=drug)


def _taken_at(clause: Clause, context: Context, drug: Reference, part: Slot) -> Statement:
    quote = (part.start, part.end)
    return tell(clause, context, "intake_time", part.text, quote, subject=drug)


def _object(clause: Clause, at: int) -> Reference:
    """Return the drug behind "את": its article is none of its letters."""
    word = clause.words[at]
    before = clause.words[at - 1].fold if at else ""
    article = word.fold.startswith("ה") and before == "את" and len(word.fold) > 3
    joined = at == 0 and word.fold.startswith("ו") and len(word.fold) > 4
    skip = int(article or joined)
    text = clause.line.text[word.after(skip) : word.end]
    start = word.after(skip)
    known = any(tag.entry.kind == "item" for tag in clause.line.tags[at])
    kind = ReferenceKind.DEFINITE if known else ReferenceKind.NAME
    if known:
        text, start = word.text, word.start
    return Reference(kind, text, start, word.end, "medication")


def added(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield a drug that was prescribed or added ("הוסיפה דיורטול 12.5 בבוקר")."""
    for match in clause.found("care.added", through=_BY_OTHERS)[:1]:
        slot = match["v"]
        who = _who(clause, context) or (None if _for_other(clause) else SPEAKER)
        dosed = "n" not in match.slots or _dosed(clause, slot.first, sure=False)
        if who is None or not dosed or not _is_drug(clause, slot.first):
            continue
        taken = _with_dose(clause, slot.first)
        drug = taken.drug
        said = taking(clause, context, drug, who)
        yield _for_days(said, clause, context)
        yield from _details(clause, context, taken)


def stopped(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield a drug that is taken no more: its state, and the end of taking it."""
    for match in clause.found("care.stopped", through=_BY_OTHERS)[:1]:
        slot = match["v"]
        if _is_drug(clause, slot.first) and _medical(clause, context, slot.first):
            yield from _end(clause, context, _object(clause, slot.first), match)


def _medical(clause: Clause, context: Context, at: int) -> bool:
    """Tell whether the word is a drug rather than a habit: a known one, or a doctor's doing."""
    tags = clause.line.tags[at]
    if any(t.entry.kind == "item" and t.entry.marks[0] == "medication" for t in tags):
        return True
    if "care.by_doctor" in clause.matches or "care.medical" in clause.matches:
        return True
    if clause.words[at - 1].fold != "את" and "care.stops" not in clause.matches:
        return False
    stem = clause.words[at].fold.removeprefix("ה")
    told = (_plain(message.text) for message in context.before)
    return any(stem in said and said & word_set("dose_unit") for said in told)


def _plain(text: str) -> set[str]:
    return {rest for part in text.split() for _, rest in readings(part.strip(".,!?:;"))}


def _end(clause: Clause, context: Context, drug: Reference, match: Match) -> Iterator[Statement]:
    quote = (clause.words[match.first].start, clause.words[match.last - 1].end)
    if clause.words[match.first].fold not in word_set("course_done"):
        yield tell(clause, context, "medication_status", "stopped", quote, subject=drug)
    yield tell(
        clause,
        context,
        "medication",
        drug.text,
        quote,
        subject=_who(clause, context) or SPEAKER,
        about=drug,
        action=StatementAction.END,
    )


def _of_drugs(clause: Clause, context: Context, match: Match) -> bool:
    """Tell a change of drugs from one of firms or phones: "switched from X to Y" says neither."""
    if clause.words[match.first].fold not in word_set("any_change"):
        return True
    following = context.following(clause)
    near = [word.fold for each in (clause, following) if each is not None for word in each.words]
    if any(word in word_set("dose_unit") for word in near):
        return True
    told = "care.medical" in clause.matches or "care.by_doctor" in clause.matches
    return told or any(match["old"].text in each.text for each in context.before)


def exchanged(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield one drug in place of another ("החליפו מנשימול לנשימול פורטה")."""
    for match in clause.found("care.exchanged", through=_BY_OTHERS)[:1]:
        drugs = _is_drug(clause, match["old"].first) and _is_drug(clause, match["v"].first)
        if not drugs or not _of_drugs(clause, context, match):
            continue
        who = _who(clause, context) or SPEAKER
        old, new = match["old"], match["v"]
        previous = Reference(ReferenceKind.NAME, old.text, old.start, old.end, "medication")
        drug = Reference(ReferenceKind.NAME, new.text, new.start, new.end, "medication")
        yield tell(
            clause,
            context,
            "medication",
            old.text,
            (old.start, old.end),
            subject=who,
            about=previous,
            action=StatementAction.END,
        )
        yield taking(clause, context, drug, who)
        following = context.following(clause)
        counted = _counted(following, 0) if following is not None else None
        if counted is not None and following is not None:
            value, start, end = counted
            yield tell(following, context, "dose", value, (start, end), subject=drug)
