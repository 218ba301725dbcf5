"""What came of a visit and who comes, where one ticket is talked of."""

from collections.abc import Iterator

from kesher.domain.entity import Reference, ReferenceKind
from kesher.domain.fact import Statement
from kesher.memory.rules import cases
from kesher.memory.rules.clause import Clause, Context, Framing
from kesher.memory.rules.subjects import name_at
from kesher.memory.rules.telling import tell
from kesher.text.phrasebook import word_set
from kesher.text.time_span import TimeKind

_FEW_WORDS = 4
_TOLD = frozenset({Framing.REPORTED})


def outcomes(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield what was found or done, told right behind "he came": "הוא היה פה, החליף נתב"."""
    before = context.clauses[clause.index - 1] if clause.index else None
    if before is None or not _came(before) or len(clause.words) < 2:
        return
    if not clause.framing_at(clause.start, clause.end) <= _TOLD or "?" in _sentence(
        clause, context
    ):
        return
    done = [match.first for match in clause.matches.get("repair.happened", ())]
    ticket = cases.spoken_of(context)
    if ticket is None or (done and done[0] > 1):
        return
    last = _until_said(clause)
    start, end = clause.start, clause.words[last - 1].end
    value = clause.line.text[start:end]
    yield tell(clause, context, "repair_result", value, (start, end), subject=ticket)


def _came(clause: Clause) -> bool:
    """Tell a short clause that says only that somebody was there."""
    said = [word.fold for word in clause.words]
    while len(said) > 1 and said[-1] in word_set("right_there"):
        said.pop()
    denied = any(fold in clause.line.negators for fold in said)
    return len(said) <= _FEW_WORDS and not denied and said[-1] in word_set("came_by")


def _until_said(clause: Clause) -> int:
    """Return the word before "and said that", which begins what is only reported."""
    for at in range(1, len(clause.words)):
        if clause.words[at].fold in word_set("said_so"):
            return at
    return len(clause.words)


def who_comes(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the person who opens a clause that gives the hours of a ticket's visit."""
    timed = [
        time
        for time in context.times
        if clause.start <= time.start < clause.end
        and time.kind in (TimeKind.WINDOW, TimeKind.DATETIME)
    ]
    behind = name_at(clause, 0)
    named = behind and any(tag.entry.kind == "first_name" for tag in clause.line.tags[0])
    ticket = cases.spoken_of(context) if timed and named else None
    if ticket is None or "?" in context.message.text or behind == len(clause.words):
        return
    start, end = clause.start, clause.words[behind - 1].end
    text = clause.line.text[start:end]
    who = Reference(ReferenceKind.NAME, text, start, end, "person")
    yield tell(clause, context, "technician", text, (start, end), subject=ticket, about=who)


def _sentence(clause: Clause, context: Context) -> str:
    end = context.sentence(clause.sentence)[-1].end
    return context.message.text[clause.start : end + 1]
