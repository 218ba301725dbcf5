"""How words are meant: asked, supposed, quoted, reported, mocked, ordered, denied, or stated.

The phrases stand in `text/phrases/framing.toml`; each list's name says how far it reaches.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from kesher.domain.entity import ReferenceKind
from kesher.memory.rules.clause import Clause, Frame, Framing
from kesher.memory.rules.subjects import subject_of
from kesher.text.patterns import Match
from kesher.text.phrasebook import word_set

_QUOTED = re.compile(
    '(?<![^\\s(\\[,.:;-])["“”„«\'‘](?=\\w)([^"“”«»\n]{2,400}?)["”“»\'’](?![^\\W\\d_])'
)
_TITLE = re.compile(r"(?:[A-ZА-Я][\w'’&.-]*\s?){1,4}")
_REACHES = ("clause", "rest", "after", "sentence", "onward", "message")
_LISTS = tuple(
    (f"framing_{framing}.{reach}", framing, reach) for framing in Framing for reach in _REACHES
)


def frames(text: str, clauses: Sequence[Clause]) -> tuple[Frame, ...]:
    """Return all spans of a message that are meant otherwise than stated, by framing.

    A phrase reaches over its clause, what follows in the clause (`rest`) or in the sentence
    (`after`), the whole sentence, the rest of the message (`onward`) or all of it, as its list is
    named.
    """
    found = [*_quoted(text), *_questions(text, clauses)]
    sentences = {each[0].sentence: each for each in _sentences(clauses)}
    for clause in clauses:
        for name, framing, reach in _LISTS:
            found += (
                Frame(framing, *_reach(reach, clause, match, sentences[clause.sentence], text))
                for match in clause.matches.get(name, ())
                if _counts(framing, clause, match)
            )
    return _merged(found)


def _sentences(clauses: Sequence[Clause]) -> list[list[Clause]]:
    return [list(group) for _, group in groupby(clauses, key=lambda clause: clause.sentence)]


def _merged(frames: Iterable[Frame]) -> tuple[Frame, ...]:
    """Make overlapping frames of one framing one: many phrases of a long text reach to its end."""
    merged: list[Frame] = []
    for frame in sorted(frames, key=lambda frame: (frame.framing, frame.start)):
        last = merged[-1] if merged else None
        if last is not None and last.framing is frame.framing and frame.start < last.end:
            merged[-1] = Frame(last.framing, last.start, max(last.end, frame.end))
        else:
            merged.append(frame)
    return tuple(merged)


def _counts(framing: Framing, clause: Clause, match: Match) -> bool:
    if framing is Framing.CONDITION:
        return "framing_polite.if" not in clause.matches and not _is_mother(clause, match)
    if framing is Framing.THIRD_PARTY and _is_related(clause, match):
        return False
    return framing is not Framing.REPORTED or not _own(clause, match)


def _is_mother(clause: Clause, match: Match) -> bool:
    """Tell "אם לשניים", a mother of two, from "if"."""
    following = clause.words[match.last : match.last + 1]
    return bool(following) and following[0].fold in word_set("mothered")


def _is_related(clause: Clause, match: Match) -> bool:
    """Tell "הרופא שלי", somebody of the speaker's, from a doctor."""
    return any(tag.entry.kind == "kin" for tag in clause.line.tags[match.first])


def _own(clause: Clause, match: Match) -> bool:
    """Tell "I think that" from what others think."""
    subject = subject_of(clause, match)
    return subject is not None and subject.kind is ReferenceKind.SPEAKER


def _reach(
    reach: str, clause: Clause, match: Match, sentence: Sequence[Clause], text: str
) -> tuple[int, int]:
    if reach == "clause":
        return clause.start, clause.end
    if reach == "rest":
        return clause.words[match.last - 1].end, clause.end
    if reach == "after":
        return clause.words[match.last - 1].end, sentence[-1].end
    if reach == "sentence":
        return sentence[0].start, sentence[-1].end
    return (0 if reach == "message" else clause.words[match.first].start), len(text)


def _quoted(text: str) -> Iterator[Frame]:
    """Yield quotations of more than one word; one word, or capitals alone, is a name."""
    for found in _QUOTED.finditer(text):
        if " " in found[1].strip() and not _TITLE.fullmatch(found[1]):
            yield Frame(Framing.QUOTED, found.start(1), found.end(1))


def _questions(text: str, clauses: Sequence[Clause]) -> Iterator[Frame]:
    """Yield what is asked: from the clause that begins to ask, or the whole sentence before "?"."""
    for sentence in _sentences(clauses):
        asking = [
            at
            for at, clause in enumerate(sentence)
            if "framing_asks.begins" in clause.matches and not (at and _goes_on(clause))
        ]
        marked = _closed_by(text, sentence[-1].end)
        if not marked and not asking:
            continue
        first = asking[0] if asking else _asked_last(sentence)
        yield Frame(Framing.QUESTION, sentence[first].start, sentence[-1].end)


def _goes_on(clause: Clause) -> bool:
    """Tell "Tamar, who is 5" from a question."""
    return clause.words[0].fold in word_set("relative_word")


def _asked_last(sentence: Sequence[Clause]) -> int:
    """Return the clause where a marked question begins that no word shows: most often the last.

    One word there asks about all before it ("right?", "נכון?"), as does "that" ("זה הצימר?").
    """
    last = sentence[-1].words
    about_all = len(last) == 1 or last[0].fold in word_set("pointing") | word_set("asks_back")
    return 0 if about_all else len(sentence) - 1


def _closed_by(text: str, end: int) -> bool:
    for char in text[end:]:
        if char in "?؟":
            return True
        if char.isalnum() or char in "\n":
            return False
    return False
