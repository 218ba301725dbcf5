"""Occasions with a day: a wedding, a trip, a family dinner."""

from collections.abc import Iterator
from dataclasses import replace

from kesher.domain.fact import FactKind, Statement
from kesher.memory.rules.clause import Clause, Context
from kesher.memory.rules.telling import tell
from kesher.text.lexicon import Tag
from kesher.text.time_span import TimeKind

_DAYS = (TimeKind.DATE, TimeKind.DATES, TimeKind.DATETIME)


def occasions(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield an occasion of the speaker's with its day ("ארוחה משפחתית ב-6.3", "a trip ... to 13").

    The day may stand in the next clause of the sentence.
    """
    for at, tags in enumerate(clause.line.tags):
        tag = next((each for each in tags if each.entry.kind == "occasion"), None)
        if (
            tag is None
            or _known(clause, at, tag)
            or clause.framing_at(clause.words[at].start, clause.words[at].end)
        ):
            continue
        day = _day(clause, context, clause.words[tag.last - 1].end)
        if day is None:
            return
        start = clause.words[at].after(len(tag.clitics))
        value = context.message.text[start:day]
        said = tell(clause, context, "event", value, (start, day), kind=FactKind.EVENT)
        yield replace(said, valid_from=None)
        return


def _known(clause: Clause, at: int, tag: Tag) -> bool:
    """Tell "the trip" of which was spoken from a trip that is news."""
    before = clause.words[at - 1].fold if at else ""
    return tag.clitics.endswith("ה") or before in ("the", "that", "this")


def _day(clause: Clause, context: Context, behind: int) -> int | None:
    """Return where the day of the occasion ends in the message."""
    following = context.following(clause)
    end = following.end if following is not None else clause.end
    for time in context.times:
        known = time.kind in _DAYS and time.ends > context.at
        if behind <= time.start < end and known:
            return time.end
    return None
