"""Whom or what the person waits for, told by what was asked and that no answer came, and its end.

"Emailed Mr. Sorek about the place, no word yet"; "גלעד יחזור אליי עד 24.5"; "the permit came".
"""

from collections.abc import Iterator
from dataclasses import replace

from kesher.domain.fact import Expiry, FactKind, Statement, StatementAction
from kesher.memory.rules import nouns, tasks
from kesher.memory.rules.asserted import names_another
from kesher.memory.rules.clause import Clause, Context, Framing
from kesher.memory.rules.subjects import name_at
from kesher.memory.rules.telling import tell
from kesher.text.patterns import Match, Slot
from kesher.text.phrasebook import word_set
from kesher.text.time_span import Bound, TimeKind, TimeSpan
from kesher.text.words import WordKind, readings, words

_TOLD = frozenset({Framing.REPORTED, Framing.THIRD_PARTY, Framing.NEGATED, Framing.PAST})
_MOST_WORDS = 6
_FEWEST_LETTERS = 3
_KEY = "waiting_for"


def unanswered(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield that an answer is awaited from whom the message says was asked and has not answered."""
    if clause.found("waiting.for") or not _unanswered(context):
        return
    match = next(iter(clause.found("goings.contacted", _TOLD)), None)
    slot = match["who"] if match else None
    if slot is None:
        match = next(iter(clause.found("goings.no_word_from", _TOLD)), None)
        slot = match["who"] if match else None
    elif not _of_speaker(clause, match):
        return
    named = _cut(clause, slot) if slot else None
    if named is not None:
        yield _awaits(clause, context, *named)


def _unanswered(context: Context) -> bool:
    return "?" not in context.message.text and context.anywhere("goings.unanswered", _TOLD)


def _of_speaker(clause: Clause, match: Match | None) -> bool:
    """Tell "emailed HR" from "she emailed HR": the words before the verb are the speaker's."""
    if match is None or match.first > _MOST_WORDS:
        return False
    return not any(names_another(clause, at) for at in range(match.first))


def _cut(clause: Clause, slot: Slot) -> tuple[str, int, int] | None:
    """Return the words for whom or what is awaited, up to where the sentence goes on."""
    end = slot.first
    while end < min(slot.last, slot.first + _MOST_WORDS) and end not in clause.line.dates:
        if clause.words[end].fold in word_set("wait_stop"):
            break
        end += 1
    if end == slot.first or clause.words[slot.first].kind is not WordKind.WORD:
        return None
    return (
        clause.line.text[slot.start : clause.words[end - 1].end],
        slot.start,
        (clause.words[end - 1].end),
    )


def _awaits(
    clause: Clause,
    context: Context,
    who: str,
    start: int,
    end: int,
    until: TimeSpan | None = None,
) -> Statement:
    hebrew = "א" <= who[:1] <= "ת"
    value = f"תשובה מ{who}" if hebrew else f"a reply from {who}"
    said = tell(clause, context, _KEY, value, (start, end), kind=FactKind.TEMPORARY)
    at = until.limit if until is not None else None
    return replace(said, expires=Expiry(at=at, condition=value, trigger="reply"))


def promised(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield that somebody named said they would answer ("the vet said she'd call me")."""
    match = next(
        (
            found
            for name in ("goings.promised_he", "goings.promised_en")
            for found in clause.found(name, _TOLD)
        ),
        None,
    )
    if match is None or Framing.NEGATED in clause.framing(match) or "?" in context.message.text:
        return
    who = promiser(clause, match.first)
    if who is not None:
        yield _awaits(clause, context, *who, _until(clause, context))


def promiser(clause: Clause, before: int) -> tuple[str, int, int] | None:
    """Return who the words before a promise name: a name, or a noun with the article."""
    for at in range(before):
        word = clause.words[at]
        named = name_at(clause, at)
        article = word.fold in ("the", "my", "our") and at + 1 < before
        if named > at:
            end = _with_office(clause, named, before)
        elif article and clause.words[at + 1].fold.isalpha():
            end = at + 2
        elif _is_office(clause, at):
            end = _with_office(clause, at + 1, before)
        else:
            continue
        return nouns.text_of(clause, at, end)
    return None


def _is_office(clause: Clause, at: int) -> bool:
    """Tell a Hebrew noun with its article that opens the clause: "הסוכן", "המזכירה"."""
    fold_ = clause.words[at].fold
    plain = fold_ not in clause.line.light and fold_ not in clause.line.no_name
    return at == 0 and fold_.startswith("ה") and len(fold_) > 3 and plain


def _with_office(clause: Clause, end: int, before: int) -> int:
    """Take along where somebody is from: "גלעד מצוות השירות", "Omer from billing"."""
    if end >= before:
        return end
    word = clause.words[end].fold
    if word == "from":
        return min(before, end + 2)
    if word.startswith("מ") and len(word) > 3 and "א" <= word[1] <= "ת":
        following = end + 1 < before and clause.words[end + 1].fold.startswith("ה")
        return end + 1 + following
    return end


def _until(clause: Clause, context: Context) -> TimeSpan | None:
    sentence = context.sentence(clause.sentence)
    last = sentence[-1].end
    for time in context.times:
        bound = time.bound in (Bound.UNTIL, Bound.BEFORE, Bound.WITHIN, Bound.AT)
        if clause.start <= time.start < last and bound and time.ends > context.at:
            return time if time.kind is not TimeKind.CLOCK else None
    return None


def over(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield the end of a wait: what was told to be awaited, else what came by its own name."""
    known = list(tasks.answered(clause, context))
    if any(statement.value for statement in known):
        yield from known
        return
    named = list(arrived(clause, context))
    yield from named[:1] or known


def arrived(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield that what may have been awaited came, or that who may have been asked answered.

    It ends what is waited for in like words, and nothing where nothing is.
    """
    if clause.found("waiting.for") or _unanswered(context) or "?" in context.message.text:
        return
    said = {rest for word in clause.words for _, rest in readings(word.fold)}
    for match in clause.found("goings.came", {Framing.THIRD_PARTY})[:3]:
        slot = match.get("what")
        text = _telling(slot.text) if slot else ""
        if not text or said & clause.line.negators:
            continue
        start = clause.words[match.first].start
        made = tell(clause, context, _KEY, text, (start, clause.end), kind=FactKind.TEMPORARY)
        yield replace(made, action=StatementAction.END)


def _telling(text: str) -> str:
    """Return the first telling words of what came, without articles and prefix letters."""
    kept = []
    for word in words(text)[:_MOST_WORDS]:
        if word.fold in word_set("wait_stop") or word.fold in word_set("phrase_end"):
            break
        if word.fold not in word_set("filler") | word_set("no_party"):
            kept.append(word.text)
    text = " ".join(kept[:3])
    if kept and kept[0].isascii() and kept[0].endswith("ed"):  # "got moved": nothing came
        return ""
    return text if len(text) >= _FEWEST_LETTERS or text.isupper() else ""
