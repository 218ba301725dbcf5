"""Who wants to see the speaker, when and about what; and what is put off by a while.

"Ines, my accountant, wants to see me about VAT. Thursday the 17th at 12"; "push it a week".
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from kesher.domain.entity import Reference, ReferenceKind
from kesher.domain.fact import Expiry, FactKind, Statement
from kesher.memory.rules.asserted import stands
from kesher.memory.rules.clause import Clause, Context, Framing
from kesher.memory.rules.subjects import name_at
from kesher.memory.rules.telling import tell
from kesher.text.patterns import Match, Slot
from kesher.text.phrasebook import word_set
from kesher.text.time_span import TimeKind, TimeSpan
from kesher.text.words import readings, words

_OTHERS = frozenset({Framing.THIRD_PARTY})
_MOMENTS = (TimeKind.DATETIME, TimeKind.DATE)
_LASTS = timedelta(hours=1)
_NEAR_SENTENCES = 1
_FEWEST_LETTERS = 3
_COUNTS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "couple of": 2}
_BY = re.compile(
    r"\b(?P<n>a|an|one|two|three|a couple of|\d{1,2})\s+(?P<unit>hour|day|week)s?\b"
    r"|(?<!\w)ב(?P<he>שבועיים|שבוע|יומיים|יום|שעתיים|שעה)(?!\w)"
)
_UNITS = {
    "hour": timedelta(hours=1),
    "day": timedelta(days=1),
    "week": timedelta(days=7),
    "שבוע": timedelta(days=7),
    "שבועיים": timedelta(days=14),
    "יום": timedelta(days=1),
    "יומיים": timedelta(days=2),
    "שעה": timedelta(hours=1),
    "שעתיים": timedelta(hours=2),
}


def engagements(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield a meeting that somebody wants with the speaker: its time, with whom, what for."""
    match = next(iter(clause.found("engaging.wants", _OTHERS)), None)
    if match is None or "?" in context.message.text or not stands(clause):
        return
    who, time = _who(clause, context, match.first), _time(clause, context)
    if who is None or time is None:
        return
    about = next(iter(clause.found("engaging.about", _OTHERS)), None)
    what = _called(clause, who, about)
    yield timed(clause, context, time, what)
    yield tell(clause, context, "with", who.text, (who.start, who.end), subject=what, about=who)
    if about is not None:
        text, quote = _topic(clause, about["v"])
        yield tell(clause, context, "purpose", text, quote, subject=what)


def _topic(clause: Clause, slot: Slot) -> tuple[str, tuple[int, int]]:
    """Return what a meeting is about, up to an expression of time: "the deck on Thursday"."""
    dates = [at for at in clause.line.dates if slot.first < at < slot.last]
    end = clause.words[min(dates, default=slot.last) - 1].end
    return clause.line.text[slot.start : end], (slot.start, end)


def _called(clause: Clause, who: Reference, about: Match | None) -> Reference:
    """Return a meeting by what it is for, else by whom it is with: it has no name of its own."""
    if about is not None:
        text, (start, end) = _topic(clause, about["v"])
        return Reference(ReferenceKind.DEFINITE, text, start, end, "appointment")
    hebrew = "א" <= who.text[:1] <= "ת"
    text = f"פגישה עם {who.text}" if hebrew else f"meeting with {who.text}"
    return Reference(ReferenceKind.DEFINITE, text, type="appointment")


def timed(clause: Clause, context: Context, time: TimeSpan, what: Reference) -> Statement:
    """Return when a meeting is; it lapses an hour after its start, or with its day."""
    ends = time.begins + _LASTS if time.kind is TimeKind.DATETIME else time.ends
    quote = (time.start, time.end)
    said = tell(clause, context, "time", time.value, quote, subject=what, kind=FactKind.TEMPORARY)
    return replace(said, expires=Expiry(at=ends))


def _who(clause: Clause, context: Context, before: int) -> Reference | None:
    """Return the person named before the wish, in its clause or earlier in its sentence."""
    for each in reversed(context.sentence(clause.sentence)):
        if each.index > clause.index:
            continue
        last = before if each.index == clause.index else len(each.words)
        for at in range(last):
            behind = name_at(each, at)
            # A sentence begins with a capital anyway; the one word before a wish is a name.
            alone = at == 0 and last == 1 and each.words[at].capital
            behind = at + 1 if alone and behind == at and _nameable(each, at) else behind
            if at < behind <= last and each.words[at].capital | _is_first_name(each, at):
                start, end = each.words[at].start, each.words[behind - 1].end
                text = each.line.text[start:end]
                return Reference(ReferenceKind.NAME, text, start, end, "person")
    return None


def _nameable(clause: Clause, at: int) -> bool:
    return clause.words[at].fold not in word_set("no_name") | word_set("first_person")


def _is_first_name(clause: Clause, at: int) -> bool:
    return any(t.entry.kind == "first_name" and not t.clitics for t in clause.line.tags[at])


def _time(clause: Clause, context: Context) -> TimeSpan | None:
    """Return the first coming moment of the sentence or of the next one."""
    for time in context.times:
        at = context.clause_at(time.start)
        near = at is not None and 0 <= at.sentence - clause.sentence <= _NEAR_SENTENCES
        if near and time.kind in _MOMENTS and time.ends > context.at:
            return time
    return None


def pushes(context: Context) -> bool:
    """Tell whether a message puts something off by a while."""
    return "engaging.pushed" in context.lists and _by(context) is not None


def pushed(context: Context, known: Sequence[Statement]) -> list[Statement]:
    """Return the new time of the meeting that a message puts off by a while.

    Args:
        known: Open facts of what the thread spoke of, the newest first.
    """
    by = _by(context)
    clause = next((c for c in context.lists["engaging.pushed"] if stands(c)), None)
    coming = [s for s in known if s.key == "time"]
    if by is None or clause is None or not coming:
        return []
    meant = _meant(context, coming, known)
    moment = _moment(meant.value, context)
    if moment is None or moment <= context.at:
        return []
    later = moment + by[0]
    kind = TimeKind.DATETIME if "T" in meant.value else TimeKind.DATE
    value = later.isoformat(timespec="minutes")[:16] if "T" in meant.value else str(later.date())
    ends = later + (_LASTS if kind is TimeKind.DATETIME else timedelta(days=1))
    what = meant.subject
    # "VAT" is kept as the name of a thing, and only as a name it leads back to it.
    what = what if what.type == "appointment" else replace(what, kind=ReferenceKind.NAME)
    said = tell(clause, context, "time", value, by[1], subject=what, kind=FactKind.TEMPORARY)
    return [replace(said, expires=Expiry(at=ends))]


def _by(context: Context) -> tuple[timedelta, tuple[int, int]] | None:
    match = _BY.search(context.message.text.casefold())
    if match is None:
        return None
    count = match["n"] or "1"
    number = int(count) if count.isdigit() else _COUNTS.get(count.removeprefix("a "), 1)
    return _UNITS[match["unit"] or match["he"]] * number, match.span()


def _meant(context: Context, coming: Sequence[Statement], known: Sequence[Statement]) -> Statement:
    """Return the meeting whose words, or whose other person, the message names; else the last."""
    said = _said(context.message.text)
    people = {s.subject.text: s.value for s in known if s.key == "with"}
    for statement in coming:
        called = f"{statement.subject.text} {people.get(statement.subject.text, '')}"
        if _said(called) & said:
            return statement
    return coming[0]


def _said(text: str) -> frozenset[str]:
    folds = {rest for word in words(text) for _, rest in readings(word.fold)}
    return frozenset(fold for fold in folds if len(fold) >= _FEWEST_LETTERS)


def _moment(value: str, context: Context) -> datetime | None:
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        return None
    return moment.replace(tzinfo=context.at.tzinfo) if moment.tzinfo is None else moment
