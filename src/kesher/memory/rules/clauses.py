"""Part a message into clauses, each scanned for every phrase, with how its words are meant."""

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from kesher.domain.log import LogMessage, Speaking
from kesher.memory.rules import framing, subjects
from kesher.memory.rules.clause import Clause, Frame, Framing
from kesher.memory.rules.places import placed
from kesher.text.lexicon import Tag, lexicon
from kesher.text.patterns import Line, Match
from kesher.text.phrasebook import phrases, word_set, word_sets
from kesher.text.time_span import TimeSpan
from kesher.text.words import Word, WordKind, words

_STOP: Final = re.compile(r"[!?؟;\n…]|\.(?:\s|$)|\.$")
_PART: Final = re.compile(r"[,:()،•*]|\s[-–—]{1,2}\s|[\U0001f300-\U0001faff\u2600-\u27bf]")

_LABEL_WORDS = 7
_SHORT_LABEL_WORDS = 2
# Nobody says more in one breath; without a bound the work on a pasted list grows with its square.
_CLAUSE_WORDS = 60
_MOST_CHARS = 8_000
_MOST_CLAUSES = 200
# Rules look at a clause's whole sentence; a list without an end is parted for them.
_SENTENCE_CLAUSES = 24


def read(
    message: LogMessage, times: Sequence[TimeSpan] = (), *, answers: bool = True
) -> tuple[Clause, ...]:
    """Return the clauses of a message in order; what a program put in it is left out.

    Args:
        times: The expressions of time in it.
        answers: Whether it may answer a question, so that a bare "Haifa" is looked for as well.
    """
    seen = without(message.text, message.injected)
    all_words = words(seen)
    tags = lexicon().tags(all_words)
    ends = _word_ends(all_words, {time.start: time.end for time in times})
    found = [
        _clause(index, sentence, _line(seen, all_words, tags, ends, first, last), answers=answers)
        for index, (sentence, first, last) in enumerate(_bounds(all_words)[:_MOST_CLAUSES])
    ]
    clauses = subjects.inherited(tuple(found))
    frames = framing.frames(seen, clauses)
    if message.role is Speaking.ASSISTANT:
        frames = tuple(frame for frame in frames if frame.framing is not Framing.SARCASM)
    return _framed(clauses, frames)


def _framed(clauses: Sequence[Clause], frames: Sequence[Frame]) -> tuple[Clause, ...]:
    """Give each clause the frames that reach into it."""
    starts = [clause.start for clause in clauses]
    reaching: list[list[Frame]] = [[] for _ in clauses]
    for frame in frames:
        first = max(0, bisect_right(starts, frame.start) - 1)
        for at in range(first, bisect_left(starts, frame.end)):
            if frame.start < clauses[at].end:
                reaching[at].append(frame)
    return tuple(
        replace(clause, frames=tuple(found))
        for clause, found in zip(clauses, reaching, strict=True)
    )


def without(text: str, injected: Sequence[tuple[int, int]]) -> str:
    """Return the text with injected spans blanked, so that all places stay.

    Of a text longer than anybody says, a pasted document, only the beginning is read.
    """
    for start, end in injected:
        text = text[:start] + "\n" * (end - start) + text[end:]
    return text[:_MOST_CHARS]


def _word_ends(all_words: Sequence[Word], dates: Mapping[int, int]) -> dict[int, int]:
    """Return, by the word where an expression of time begins, the word behind it."""
    ends = {}
    for start, end in dates.items():
        inside = [i for i, word in enumerate(all_words) if word.start < end and start < word.end]
        if inside:
            ends[inside[0]] = inside[-1] + 1
    return ends


def _bounds(all_words: Sequence[Word]) -> list[tuple[int, int, int]]:
    """Return (sentence, first word, word behind) of each clause."""
    bounds: list[tuple[int, int, int]] = []
    sentence, first, opened = 0, 0, 0
    for at, word in enumerate(all_words):
        if at == 0:
            continue
        stop = _stops(all_words[at - 1], word)
        if stop or _parts(all_words, at, first) or at - first >= _CLAUSE_WORDS:
            bounds.append((sentence, first, at))
            first = at
        if stop or len(bounds) - opened >= _SENTENCE_CLAUSES:
            sentence, opened = sentence + 1, len(bounds)
    if all_words:
        bounds.append((sentence, first, len(all_words)))
    return bounds


def _stops(before: Word, word: Word) -> bool:
    if before.fold in word_set("abbreviation") and word.gap.strip() == ".":
        return False
    return _STOP.search(word.gap) is not None


def _parts(all_words: Sequence[Word], at: int, first: int) -> bool:
    """Tell whether a clause ends before word `at`; a label stays with what it names."""
    gap = all_words[at].gap
    if _PART.search(gap) and not _labels(gap, all_words[first:at]):
        return True
    word = all_words[at].fold
    if word in word_set("parting"):
        return True
    following = all_words[at + 1].fold if at + 1 < len(all_words) else ""
    return word in ("and", "so", "then") and following in word_set("first_person")


def _labels(gap: str, before: Sequence[Word]) -> bool:
    """Tell the sign behind a label: "address: ...", "צבע אהוב - ..."."""
    if gap.strip() == ":":
        return _is_label(before)
    return gap.strip() in ("-", "–") and len(before) <= _SHORT_LABEL_WORDS


def _is_label(before: Sequence[Word]) -> bool:
    """Tell a label ("New email:") from a number whose description follows ("Order 4521:")."""
    numbered = any(word.kind in (WordKind.NUMBER, WordKind.CODE) for word in before)
    return len(before) <= _LABEL_WORDS and not numbered


def _line(
    text: str,
    all_words: Sequence[Word],
    tags: Sequence[Sequence[Tag]],
    ends: Mapping[int, int],
    first: int,
    last: int,
) -> Line:
    shifted = [
        tuple(
            Tag(tag.first - first, tag.last - first, tag.clitics, tag.entry)
            for tag in at
            if tag.last <= last
        )
        for at in tags[first:last]
    ]
    return Line(
        text=text,
        words=tuple(all_words[first:last]),
        tags=shifted,
        dates={
            at - first: min(end, last) - first for at, end in ends.items() if first <= at < last
        },
        sets=word_sets(),
    )


def _clause(index: int, sentence: int, line: Line, *, answers: bool) -> Clause:
    matches: dict[str, list[Match]] = defaultdict(list)
    for match in phrases().scan(line, answers=answers):
        matches[match.name].append(match)
    kept = {name: tuple(found) for name, found in matches.items()}
    return Clause(index, sentence, line, kept, (), None, placed(line))
