"""What was measured and felt: pressure, weight, temperature, test results, symptoms, limits."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

from kesher.domain.entity import Reference
from kesher.domain.fact import Expiry, FactKind, Statement, StatementAction
from kesher.memory.rules.clause import Clause, Context
from kesher.memory.rules.saying import span
from kesher.memory.rules.subjects import SPEAKER, relations, subject_of
from kesher.memory.rules.telling import tell
from kesher.text.patterns import Match
from kesher.text.phrasebook import word_set
from kesher.text.words import WordKind, fold

_PRESSURE = re.compile(
    r"(?<![\d.,/:])(?P<high>\d{2,3})\s?(?:/|על|over)\s?(?P<low>\d{2,3})(?![\d/])"
)
_SYSTOLIC, _DIASTOLIC = range(80, 261), range(40, 151)
_FEVER = re.compile(r"(?<![\d.,/:])(?:3[5-9]|4[0-2])(?:\.\d)?(?![\d/:])")
_SYMPTOM_LASTS = timedelta(days=7)
_FEVER_LASTS = timedelta(days=5)


def pressures(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield a blood pressure, or the target for it ("158 על 96", "יעד מתחת ל130/80")."""
    text = clause.line.text[: clause.end]
    for found in _PRESSURE.finditer(text, clause.start):
        high, low = int(found["high"]), int(found["low"])
        if high not in _SYSTOLIC or low not in _DIASTOLIC or high <= low:
            continue
        if clause.framing_at(*found.span()):
            continue
        value = f"{high}/{low}"
        if any(word.fold in word_set("target_word") for word in clause.words):
            start = _target_start(clause, found.start())
            shown = clause.line.text[start : found.end()]
            yield tell(clause, context, "blood_pressure_target", shown, (start, found.end()))
        else:
            yield tell(clause, context, "blood_pressure", value, found.span())


def _target_start(clause: Clause, number: int) -> int:
    for word in clause.words:
        if word.end <= number and word.fold in word_set("below_word"):
            return word.start
    return number


def weights(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the speaker's weight ("אני 91 קילו", "I weigh 78 kg")."""
    for match in clause.found("health.weight")[:1]:
        slot = match["v"]
        start, end = slot.start, clause.words[match.last - 1].end
        value = clause.line.text[start:end]
        yield tell(clause, context, "weight", value, (start, end))


def fevers(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield a body temperature ("חום 38.4"); it is taken to last five days."""
    if not any(word.fold in word_set("fever_word") for word in clause.words):
        return
    found = _FEVER.search(clause.line.text[: clause.end], clause.start)
    if found is None or clause.framing_at(*found.span()):
        return
    said = tell(
        clause,
        context,
        "temperature",
        found.group(),
        found.span(),
        kind=FactKind.TEMPORARY,
    )
    yield replace(said, expires=Expiry(duration=_FEVER_LASTS))


def results(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield a test's result ("אשלגן יצא 3.2", "the echo was normal")."""
    if "care.takes" in clause.matches or "health.not_allergic" in context.lists:
        return
    for name in ("health.level", "health.finding"):
        for match in clause.found(name)[:1]:
            start = clause.words[match.first].start
            end = clause.words[match.last - 1].end
            lab, value = match["lab"], match.get("v")
            said = f"{lab.text} {value.text}" if value is not None else lab.text
            yield tell(clause, context, "lab_result", said, (start, end))
            return


def symptoms(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield what hurts or ails the speaker, or that it passed."""
    over = next(iter(clause.found("health.over")), None)
    if over is not None:
        yield _passed(clause, context, (over["v"].text, over["v"].start, over["v"].end))
        return
    passed = "recovery.part" in clause.matches or "recovery.ailment" in clause.matches
    if clause.inherited is None or passed or _of_allergy(clause, context):
        return
    for match in (*clause.found("health.ails"), *clause.found("health.hurts"))[:1]:
        if any(word.fold in clause.line.sets["negator"] for word in clause.words[: match.last]):
            return
        value, start, end = _ailment(clause, match)
        said = tell(
            clause,
            context,
            "symptom",
            value,
            (start, end),
            subject=_whose(clause),
            kind=FactKind.TEMPORARY,
        )
        yield replace(said, expires=Expiry(duration=_SYMPTOM_LASTS))


def _whose(clause: Clause) -> Reference:
    related = next((who for _, who, _ in relations(clause)), None)
    return related or clause.inherited or SPEAKER


def _of_allergy(clause: Clause, context: Context) -> bool:
    sentence = context.sentence(clause.sentence)
    return any("אלרג" in word.fold or "allerg" in word.fold for c in sentence for word in c.words)


def _ailment(clause: Clause, match: Match) -> tuple[str, int, int]:
    """Return the symptom in words: as it is called, or made of the part that hurts."""
    slot = match["v"]
    if match.name == "health.ails":
        return slot.text, slot.start, slot.end
    start, end = clause.words[match.first].start, clause.words[match.last - 1].end
    swollen = any(word.fold in word_set("swelling") for word in clause.words)
    parts = [t for tags in clause.line.tags for t in tags if t.entry.kind == "bodypart"]
    last = parts[-1]
    first = clause.words[last.first].after(len(last.clitics))
    part = clause.line.text[first : clause.words[last.last - 1].end].removesuffix("'s")
    if part[:1].isascii():
        return f"{part} {'swelling' if swollen else 'pain'}", start, end
    return (f"נפיחות ב{part}" if swollen else f"כאבי {part}"), start, end


def _passed(clause: Clause, context: Context, said: tuple[str, int, int]) -> Statement:
    value, start, end = said
    fever = fold(value) in word_set("fever_word")
    return tell(
        clause,
        context,
        "temperature" if fever else "symptom",
        "" if fever else value,
        (start, end),
        action=StatementAction.END,
        kind=FactKind.TEMPORARY,
    )


def restrictions(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield a limit that was set ("מלח עד 2 גרם ליום", "no more than 2 g salt a day")."""
    for match in clause.found("health.limit")[:1]:
        number = next(
            (
                word
                for word in clause.words[match.first : match.last]
                if word.kind is WordKind.NUMBER
            ),
            None,
        )
        food = match["v"]
        if number is None:
            yield tell(clause, context, "restriction", food.text, span(food))
            return
        unit = clause.words[match.last - 1]
        amount = clause.line.text[number.start : unit.end]
        hebrew = food.text[:1] >= "א"
        value = f"{food.text} עד {amount}" if hebrew else f"{food.text} up to {amount}"
        yield tell(clause, context, "restriction", value, (number.start, unit.end))
        return


def allergy_findings(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield that a test or doctor found no allergy ("לא אלרגי לפניצילין")."""
    if "health.proof" not in context.lists:
        return
    for match in clause.matches.get("health.not_allergic", ())[:1]:
        start, end = clause.words[match.first].start, clause.words[match.last - 1].end
        value = clause.line.text[start:end]
        subject = subject_of(clause, match)
        if subject is not None:
            yield tell(clause, context, "allergy_status", value, (start, end), subject=subject)
