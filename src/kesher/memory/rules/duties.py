"""What has to be done by when, in any verb, and that it is done: "hand in the essay by Friday"."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from kesher.domain.entity import Reference, ReferenceKind
from kesher.domain.fact import Expiry, FactKind, Statement, StatementAction
from kesher.domain.log import Speaking
from kesher.memory.rules import nouns, tasks
from kesher.memory.rules.asserted import is_foreign, stands
from kesher.memory.rules.clause import Clause, Context
from kesher.memory.rules.telling import tell
from kesher.text.phrasebook import word_set
from kesher.text.time_span import Bound, TimeKind, TimeSpan
from kesher.text.words import Word, readings, words

_DAYS = (TimeKind.DATE, TimeKind.DATETIME)
_SHORT = 7
_ROOT_LETTERS = 2
_VOWELS = re.compile("[וי]")


def duties(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield what must be done by a day, whatever the verb, where no narrower rule reads it."""
    if not stands(clause) or is_foreign(clause) or "?" in context.message.text:
        return
    if next(iter(tasks.tasks(clause, context)), None) is not None:
        return
    found = _must(clause, context) or _due(clause, context)
    if found is None:
        return
    (first, behind), time = found
    value, start, end = nouns.text_of(clause, first, behind)
    what = Reference(ReferenceKind.DEFINITE, value, start, end, "task")
    said = tell(clause, context, "task", value, (start, end), about=what, kind=FactKind.TEMPORARY)
    yield replace(said, expires=Expiry(condition="until done", trigger="task_done"))
    day = time.begins.date().isoformat()
    quote = (time.start, time.end)
    said = tell(clause, context, "deadline", day, quote, subject=what, kind=FactKind.TEMPORARY)
    yield replace(said, expires=Expiry(at=time.limit, trigger="task_done"))


_Found = tuple[tuple[int, int], TimeSpan]


def _must(clause: Clause, context: Context) -> _Found | None:
    """Find "need to VERB X by DAY", "חייבת לVERB X עד DAY"."""
    time = _day(clause, context, (Bound.UNTIL, Bound.BEFORE))
    match = next(iter(clause.found("duty.verb")), None)
    if time is None or match is None:
        return None
    at = match.last
    while at < len(clause.words) and clause.words[at].fold in word_set("verb_particle"):
        at += 1
    named = nouns.noun_phrase(clause, at)
    return (named, time) if named is not None and named[0] < named[1] else None


def _due(clause: Clause, context: Context) -> _Found | None:
    """Find "the form's due Friday", "הדדליין של המאמר הוא 5.11"."""
    time = _day(clause, context, tuple(Bound))
    if time is None:
        return None
    for at, word in enumerate(clause.words):
        if word.fold == "due" and at > 0:
            behind = at - (clause.words[at - 1].fold in ("is", "are"))
            first = _phrase_start(clause, behind)
            return ((first, behind), time) if first < behind else None
        if word.fold in word_set("deadline_noun"):
            named = nouns.noun_phrase(clause, _behind_of(clause, at + 1))
            return (named, time) if named is not None else None
    return None


def _behind_of(clause: Clause, at: int) -> int:
    """Pass over what joins a deadline to its task: "for", "של", "להגשת"."""
    while at < len(clause.words) and clause.words[at].fold in word_set("deadline_of"):
        at += 1
    return at


def _phrase_start(clause: Clause, behind: int) -> int:
    first = behind
    while first > 0 and behind - first < _SHORT:
        word = clause.words[first - 1].fold
        if word in word_set("phrase_end") and word != "my":
            break
        first -= 1
    while first < behind and clause.words[first].fold in word_set("filler"):
        first += 1
    return first


def _day(clause: Clause, context: Context, bounds: Sequence[Bound]) -> TimeSpan | None:
    sentence = context.sentence(clause.sentence)
    for time in context.times:
        inside = clause.start <= time.start < sentence[-1].end
        if inside and time.kind in _DAYS and time.bound in bounds and time.ends > context.at:
            return time
    return None


def done(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield that the task spoken of before is done, by its own verb or a word for being done."""
    if clause.index or not context.before or not _tells_done(context):
        return
    if any(next(iter(tasks.finished(other, context)), None) for other in context.clauses):
        return
    told = _told(context)
    if told is None:
        return
    verb, value = told
    said = [word for other in context.clauses for word in other.words]
    if not (_by_verb(verb, said) or _by_word(value, said)):
        return
    what = Reference(ReferenceKind.DEFINITE, value, type="task")
    quote = (said[0].start, said[-1].end)
    yield tell(clause, context, "task_status", "done", quote, subject=what)
    ends = tell(clause, context, "task", value, quote, about=what, kind=FactKind.TEMPORARY)
    yield replace(ends, action=StatementAction.END)


def _tells_done(context: Context) -> bool:
    folded = {word.fold for clause in context.clauses for word in clause.words}
    negators = context.clauses[0].line.negators
    return not (folded & negators or "?" in context.message.text)


def _told(context: Context) -> tuple[str, str] | None:
    """Return verb and words of the last task that the person's messages before named."""
    own = [message for message in context.before if message.role is Speaking.USER]
    for message in reversed(own):
        all_words = words(message.text)
        for at, word in enumerate(all_words[:-1]):
            if word.fold in word_set("must_word") or word.fold in word_set("must_more"):
                found = _verb_and_object(message.text, all_words, at + 1)
                if found is not None:
                    return found
    return None


def _verb_and_object(text: str, all_words: Sequence[Word], at: int) -> tuple[str, str] | None:
    while at < len(all_words) and all_words[at].fold in ("to", "עוד", "גם", "עכשיו"):
        at += 1
    if at >= len(all_words):
        return None
    verb = all_words[at].fold
    kept: list[Word] = []
    for word in all_words[at + 1 : at + _SHORT]:
        stop = word.fold in word_set("phrase_end") and word.fold != "my"
        if kept and (stop or any(mark in word.gap for mark in ",.;!?")):
            break
        if word.fold not in word_set("filler") | word_set("verb_particle") and not stop:
            kept.append(word)
    return (verb, text[kept[0].start : kept[-1].end]) if kept else None


def _by_verb(verb: str, said: Sequence[Word]) -> bool:
    """Tell whether a past form of the task's verb is said: "לחדש" and "חידשתי", "pay", "paid"."""
    forms = word_set("irregular_past")
    for word in said:
        if word.fold.isascii():
            regular = word.fold in (f"{verb}ed", f"{verb}d", f"{verb[:-1]}ied")
            if regular or (word.fold in forms and word.fold[:1] == verb[:1]):
                return True
        elif _past_root(word.fold) == _root(verb) and len(_root(verb)) >= _ROOT_LETTERS:
            return True
    return False


def _root(infinitive: str) -> str:
    return _VOWELS.sub("", infinitive.removeprefix("ל").removesuffix("ות"))


def _past_root(word: str) -> str:
    for ending in ("תי", "נו"):
        if word.endswith(ending):
            return _VOWELS.sub("", word.removesuffix(ending))
    passive = word.startswith("נ") or word.startswith("הו")
    return _VOWELS.sub("", word.removeprefix("נ").removesuffix("ו")) if passive else ""


def _by_word(value: str, said: Sequence[Word]) -> bool:
    """Tell whether a word for being done is said, of the task or of nothing else."""
    if not any(rest in word_set("is_done") for w in said for _, rest in readings(w.fold)):
        return False
    task = {rest for word in words(value) for _, rest in readings(word.fold) if len(rest) > 2}
    folded = {rest.removesuffix("'s") for word in said for _, rest in readings(word.fold)}
    return bool(task & folded) or len(said) <= 2
