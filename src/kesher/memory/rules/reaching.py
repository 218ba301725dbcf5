"""When and how a person does not want to be reached: "don't ring before ten"."""

from collections.abc import Iterator

from kesher.domain.fact import Statement
from kesher.memory.rules.clause import Clause, Context, Framing
from kesher.memory.rules.saying import state
from kesher.text.phrasebook import word_set
from kesher.text.time_span import TimeKind
from kesher.text.words import readings

_NEAR_WORDS = 3
_THROUGH = frozenset({Framing.REQUEST, Framing.NEGATED, Framing.MOMENTARY})
_DENYING = frozenset({"אל", "שלא", "בלי", "no"})
_CLOCKS = (TimeKind.CLOCK, TimeKind.HOURS, TimeKind.WEEKDAYS, TimeKind.DATE, TimeKind.DATETIME)


def limits(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the denial with what may not be done and when, in the person's words."""
    first = _denied_reaching(clause)
    if first is None or "?" in context.message.text:
        return
    last = len(clause.words)
    while last > first and clause.words[last - 1].fold in word_set("polite_end"):
        last -= 1
    start, end = clause.words[first].start, clause.words[last - 1].end
    if clause.framing_at(start, end) <= _THROUGH and _bounded(clause, context, start, end):
        value = clause.line.text[start:end]
        yield state(clause, context, "contact_preference", value, (start, end))


def _denied_reaching(clause: Clause) -> int | None:
    """Return the denying word before a verb of calling or of sending messages."""
    for at, word in enumerate(clause.words):
        if word.fold not in clause.line.negators | _DENYING:
            continue
        near = clause.words[at + 1 : at + 1 + _NEAR_WORDS]
        said = {rest for other in near for _, rest in readings(other.fold)}
        behind = {rest for other in clause.words[at:] for _, rest in readings(other.fold)}
        writes = said & word_set("write_verb") and behind & word_set("written_thing")
        if said & word_set("reach_verb") or writes:
            return at
    return None


def _bounded(clause: Clause, context: Context, start: int, end: int) -> bool:
    """Tell whether the denial says when, or by which means."""
    said = {rest for word in clause.words for _, rest in readings(word.fold)}
    timed = any(t.kind in _CLOCKS and start <= t.start < end for t in context.times)
    told = {"before", "after", "לפני", "אחרי"} & said
    return bool(timed or told or said & (word_set("day_part") | word_set("written_thing")))
