"""Tasks, their deadlines and ends, reminders, and what somebody waits for."""

from collections.abc import Iterator
from dataclasses import replace

from kesher.domain.entity import Reference, ReferenceKind
from kesher.domain.fact import Expiry, FactKind, Statement, StatementAction
from kesher.domain.log import LogMessage, Speaking
from kesher.memory.rules import nouns, things
from kesher.memory.rules.asserted import is_foreign
from kesher.memory.rules.clause import Clause, Context
from kesher.memory.rules.telling import tell
from kesher.text.patterns import Match
from kesher.text.phrasebook import word_set
from kesher.text.time_span import Bound, TimeKind, TimeSpan
from kesher.text.words import Word, readings, words

_DAYS = (TimeKind.DATE, TimeKind.DATETIME, TimeKind.MONTH)


def tasks(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield what the person works on or has to do, with its deadline."""
    for match in (*clause.found("task.must"), *clause.found("task.on"))[:1]:
        named = _named(clause, match)
        if named is None:
            continue
        value, start, end = named
        what = Reference(ReferenceKind.DEFINITE, value, start, end, "task")
        deadline = _deadline(clause, context)
        if deadline is None and not _lasts(clause, match):
            continue
        said = tell(
            clause,
            context,
            "task",
            value,
            (start, end),
            about=what,
            kind=FactKind.TEMPORARY,
        )
        yield replace(said, expires=Expiry(condition="until done", trigger="task_done"))
        if deadline is not None:
            yield _due(clause, context, deadline, what)


def projects(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield a task that is called one ("מצגת לצוות ב21.5 זה הפרויקט שלי")."""
    for match in clause.found("task.called")[:1]:
        named = nouns.noun_phrase(clause, 0)
        if named is None or named[0] >= match.first:
            return
        value, start, end = nouns.text_of(clause, *named)
        what = Reference(ReferenceKind.DEFINITE, value, start, end, "task")
        quote = (start, end)
        said = tell(clause, context, "task", value, quote, about=what, kind=FactKind.TEMPORARY)
        yield replace(said, expires=Expiry(condition="until done", trigger="task_done"))
        for time in context.times:
            inside = clause.start <= time.start < clause.words[match.first].start
            if inside and time.kind in _DAYS and time.ends > context.at:
                yield _due(clause, context, time, what)
                return


def _named(clause: Clause, match: Match) -> tuple[str, int, int] | None:
    """Return the words of the task: what is worked on, else what is to be done."""
    at = match.last
    named = nouns.noun_phrase(clause, at)
    return None if named is None else nouns.text_of(clause, *named)


def _lasts(clause: Clause, match: Match) -> bool:
    """Tell whether the words are of something under way, with no deadline said."""
    first = clause.words[match.first].fold
    return first not in word_set("must_word") or any(
        tag.entry.kind == "item" and tag.entry.marks[0] == "task"
        for at in range(match.last, len(clause.words))
        for tag in clause.line.tags[at]
    )


def _deadline(clause: Clause, context: Context) -> TimeSpan | None:
    sentence = context.sentence(clause.sentence)
    end = sentence[-1].end
    for time in context.times:
        inside = clause.start <= time.start < end and time.kind in _DAYS
        if inside and time.bound in (Bound.UNTIL, Bound.BEFORE) and time.ends > context.at:
            return time
    return None


def _due(clause: Clause, context: Context, time: TimeSpan, what: Reference) -> Statement:
    day = time.begins.date().isoformat()
    quote = (time.start, time.end)
    said = tell(clause, context, "deadline", day, quote, subject=what, kind=FactKind.TEMPORARY)
    return replace(said, expires=Expiry(at=time.limit, trigger="task_done"))


def finished(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield that a task is done, by name or as the one that was spoken of."""
    match = next(iter((*clause.found("task.done"), *clause.found("task.closing"))), None)
    if match is None or (clause.index and _told_before(clause, context)):
        return
    what = _finished_thing(clause, context, match)
    if what is None:
        return
    quote = (clause.words[match.first].start, clause.words[match.last - 1].end)
    if what.start or what.end:
        quote = (min(quote[0], what.start), max(quote[1], what.end))
    yield tell(clause, context, "task_status", "done", quote, subject=what)
    yield tell(
        clause,
        context,
        "task",
        what.text,
        quote,
        action=StatementAction.END,
        about=what,
        kind=FactKind.TEMPORARY,
    )
    yield from _handed_in(clause, context, what, match)


def _told_before(clause: Clause, context: Context) -> bool:
    return any(
        "task.done" in other.matches or "task.closing" in other.matches
        for other in context.clauses[: clause.index]
    )


def _finished_thing(clause: Clause, context: Context, match: Match) -> Reference | None:
    named = next((reference for _, reference in things.things(clause, "task")), None)
    if named is not None:
        return named
    if clause.words[match.last - 1].fold in word_set("installed"):
        installed = next((reference for _, reference in things.things(clause, "order")), None)
        return replace(installed, type="task") if installed is not None else None
    if _order_talk(clause) and not _verb_follows(clause, match):
        return None
    return _told_of(clause, context, match)


def _verb_follows(clause: Clause, match: Match) -> bool:
    """Tell "finished painting the room" from "finished the pills"."""
    if match.last >= len(clause.words):
        return False
    word = clause.words[match.last].fold
    return (word.startswith("ל") and len(word) > 3) or word.endswith("ing")


def _told_of(clause: Clause, context: Context, match: Match) -> Reference | None:
    """Return the task by the words behind "done", else the one spoken of before."""
    told = _known_task(context)
    said = _said_done(clause, match)
    if said is not None and clause.words[said[0]].fold not in word_set("it_word"):
        text, start, end = nouns.text_of(clause, *said)
        same = told is not None and _shares_word(text, told)
        named = same or _verb_follows(clause, match)
        return Reference(ReferenceKind.DEFINITE, text, start, end, "task") if named else None
    if told:
        return Reference(ReferenceKind.DEFINITE, told, type="task")
    return things.earlier(clause, context, "task")


def _said_done(clause: Clause, match: Match) -> tuple[int, int] | None:
    """Return the words of what is done: a verb with all that follows, else a noun phrase."""
    if _verb_follows(clause, match):
        return match.last, len(clause.words)
    return nouns.noun_phrase(clause, match.last)


def _order_talk(clause: Clause) -> bool:
    kinds = {
        tag.entry.marks[0] for tags in clause.line.tags for tag in tags if tag.entry.kind == "item"
    }
    return bool(kinds & {"order", "medication", "ticket"})


def _known_task(context: Context) -> str | None:
    """Return the words of the task that the messages before spoke of last."""
    own = (message for message in context.before if message.role is Speaking.USER)
    for message in reversed(list(own)):
        found = _task_in(message)
        if found:
            return found
    return None


def _task_in(message: LogMessage) -> str:
    all_words = words(message.text)
    for at, word in enumerate(all_words):
        if word.fold in word_set("task_verb") or word.fold in word_set("task_work"):
            rest = all_words[at + 1 : at + 5]
            kept = _until_stop(rest)
            if kept:
                return message.text[kept[0].start : kept[-1].end]
    return ""


def _until_stop(rest: tuple[Word, ...]) -> list[Word]:
    kept: list[Word] = []
    for word in rest:
        if word.fold in word_set("phrase_end") or any(mark in word.gap for mark in ",.;!?"):
            break
        if not (word.fold == "את" and not kept):
            kept.append(word)
    return kept


def _shares_word(text: str, told: str) -> bool:
    one = {rest for word in words(text) for _, rest in readings(word.fold)}
    other = {rest for word in words(told) for _, rest in readings(word.fold)}
    return any(len(word) > 2 for word in one & other)


def _handed_in(
    clause: Clause, context: Context, what: Reference, match: Match
) -> Iterator[Statement]:
    """Yield the day of handing in, where the sentence says it."""
    if clause.words[match.last - 1].fold not in word_set("hand_in"):
        return
    for time in context.times:
        inside = clause.start <= time.start < clause.end
        if inside and time.kind is TimeKind.DATE and time.begins <= context.at:
            day = time.begins.date().isoformat()
            said = tell(clause, context, "delivered_at", day, (time.start, time.end), subject=what)
            yield replace(said, valid_from=time.begins)
            return


def reminders(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield what the person asks to be reminded of, and when."""
    for match in clause.matches.get("reminder.ask", ())[:1]:
        sentence = context.sentence(clause.sentence)
        end = sentence[-1].end
        start = clause.words[match.last - 1].end
        value = " ".join(context.message.text[start:end].split())
        time = next((t for t in context.times if start <= t.start < end), None)
        if not value or time is None or "?" in context.message.text:
            return
        first = clause.words[match.last].start if match.last < len(clause.words) else start
        said = tell(clause, context, "reminder", value, (first, end), kind=FactKind.TEMPORARY)
        yield replace(said, expires=Expiry(at=time.limit if time.ends > context.at else None))


def waits(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield what the person waits for ("מחכה לתשובה מהעירייה", "still waiting on legal")."""
    if is_foreign(clause):
        return
    for match in clause.found("waiting.for")[:1]:
        named = _awaited(clause, match.last)
        if named is not None:
            yield _waiting(clause, context, *named)
            return
    for match in clause.matches.get("waiting.unanswered", ())[:1]:
        party = _party(clause, match)
        if party is not None:
            yield _waiting(clause, context, *party)
            return


def _awaited(clause: Clause, at: int) -> tuple[str, int, int] | None:
    while at < len(clause.words) and clause.words[at].fold in word_set("waiting_filler"):
        at += 1
    if at >= len(clause.words):
        return None
    end = at
    while end < min(len(clause.words), at + 8) and end not in clause.line.dates:
        if clause.words[end].fold in word_set("waiting_end"):
            break
        end += 1
    if end == at or (end == at + 1 and clause.words[at].fold in word_set("it_word")):
        return None
    text, start, stop = nouns.text_of(clause, at, end)
    if (
        text.startswith("ל")
        and not text.startswith(("לל", "לכל"))
        and len(clause.words[at].fold) > 4
    ):
        start += 1
        text = text[1:]
    return text, start, stop


def _party(clause: Clause, match: Match) -> tuple[str, int, int] | None:
    """Return who has not answered yet: the words behind "from", "ממשרד הרישוי"."""
    for at in range(match.last, len(clause.words)):
        word = clause.words[at]
        if word.fold == "from" and at + 1 < len(clause.words):
            text, _, end = nouns.text_of(clause, at + 1, len(clause.words))
            return f"a reply from {text}", word.start, end
        if any(clitics.startswith("מ") for clitics, _ in readings(word.fold) if clitics):
            text, start, end = nouns.text_of(clause, at, len(clause.words))
            return f"תשובה {text}", start, end
    return None


def _waiting(clause: Clause, context: Context, value: str, start: int, end: int) -> Statement:
    said = tell(clause, context, "waiting_for", value, (start, end), kind=FactKind.TEMPORARY)
    return replace(said, expires=Expiry(condition=value, trigger="reply"))


def answered(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield that what the person waited for has come ("השמאי התקשר סופסוף")."""
    for match in clause.found("waiting.over")[:1]:
        awaited = _awaited_before(context)
        if awaited is None:
            if not clause.found("waiting.surely_over"):
                return
            awaited = ""
        elif not _concerns(clause, awaited):
            return
        quote = (clause.words[match.first].start, clause.words[match.last - 1].end)
        yield tell(
            clause,
            context,
            "waiting_for",
            awaited,
            quote,
            action=StatementAction.END,
            kind=FactKind.TEMPORARY,
        )
        return


def _concerns(clause: Clause, awaited: str) -> bool:
    """Tell whether the answer is the awaited one: a word of it is said, or it came to "me"."""
    said = clause.line.text[clause.start : clause.end]
    return _shares_word(said, awaited) or bool(clause.found("waiting.surely_over"))


def _awaited_before(context: Context) -> str | None:
    for message in reversed(context.before):
        all_words = words(message.text)
        for word in all_words:
            if word.fold in word_set("waiting_verb"):
                rest = message.text[word.end :].strip()
                found = rest.split(",")[0].split(".")[0]
                return _plain_awaited(found) if found else None
    return None


def _plain_awaited(text: str) -> str:
    for lead in ("on ", "for ", "ל", "ש"):
        if text.startswith(lead) and len(text) > len(lead) + 2:
            return text[len(lead) :]
    return text
