"""Names that the next clause gives ("but please, Benji"), and birthdays told by the age turned."""

from collections.abc import Iterator

from kesher.domain.fact import Statement
from kesher.memory.rules.clause import Clause, Context
from kesher.memory.rules.saying import span, state
from kesher.memory.rules.subjects import name_at, subject_of
from kesher.text.words import WordKind

_YOUNGEST, _OLDEST = 10, 110
_FULL_NAME = 2


def led_nicknames(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the name that stands alone behind "but please", "פשוט"."""
    following = context.following(clause)
    if following is None or not clause.found("nickname.lead"):
        return
    if name_at(following, 0) == len(following.words):
        quote = following.start, following.end
        yield state(clause, context, "nickname", following.line.text[slice(*quote)], quote)


def introductions(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the name that is all of a clause before "nice to meet you"."""
    following = context.following(clause)
    before = context.clauses[clause.index - 1] if clause.index else None
    met = before is not None and before.found("naming.meet")
    if not met and (following is None or not following.found("naming.pleased")):
        return
    if name_at(clause, 0) == len(clause.words):
        quote = clause.start, clause.end
        yield state(clause, context, "name", clause.line.text[slice(*quote)], quote)


def with_details(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the full name that opens a message before an address: "שירה קורן, מרחוב הדקל 19"."""
    first = bare_name(clause)
    if first is None or "name" in context.asked:
        return
    following = context.following(clause)
    if following is not None and following.found("place.alone"):
        start, end = clause.words[first].start, clause.end
        yield state(clause, context, "name", clause.line.text[start:end], (start, end))


def bare_name(clause: Clause) -> int | None:
    """Return where a name of two words or more begins that is all of a clause of the opening."""
    first = 0
    while first < len(clause.words) and clause.words[first].fold in clause.line.light:
        first += 1
    words = len(clause.words) - first
    full = words > 1 and name_at(clause, first) == len(clause.words)
    full = full or (words == _FULL_NAME and _first_and_surname(clause, first))
    return first if full and clause.sentence == 0 and not clause.frames else None


def _first_and_surname(clause: Clause, first: int) -> bool:
    """Tell a first name with a word that may be its surname behind it."""
    named = any(t.entry.kind == "first_name" and not t.clitics for t in clause.line.tags[first])
    kinds = {tag.entry.kind for tag in clause.line.tags[first + 1]}
    known = kinds - {"first_name", "surname"} or clause.words[first + 1].kind is not WordKind.WORD
    return named and name_at(clause, first) > first and not known


def bare_ages(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the number that is all of a clause behind the speaker's name: "I'm Dana, 34, ..."."""
    before = context.clauses[clause.index - 1] if clause.index else None
    if before is None or len(clause.words) != 1 or not before.found("say_name.me"):
        return
    word = clause.words[0]
    if word.text.isdigit() and _YOUNGEST <= int(word.text) <= _OLDEST:
        yield state(clause, context, "age", word.text, (word.start, word.end))


def milestones(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the birthday of somebody who turned an age on a day: "לאבא מלאו 60, ב-9.2"."""
    for match in clause.found("age.turned"):
        subject = subject_of(clause, match)
        after = [time for time in context.times if time.start > match["v"].start]
        if subject is None or not after:
            continue
        yield state(clause, context, "age", match["v"].text, span(match["v"]), subject=subject)
        time = after[0]
        quote = time.start, time.end
        yield state(clause, context, "birthday", time.value[:10], quote, subject=subject)
