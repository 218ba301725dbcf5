"""Likes and dislikes by a topic and a cry: "חצילים? פיכס", "Sushi? love them"."""

from collections.abc import Iterator

from kesher.domain.fact import Statement
from kesher.memory.rules.clause import Clause, Context, Framing
from kesher.memory.rules.saying import is_speaker, span, state
from kesher.memory.rules.subjects import subject_of
from kesher.text.phrasebook import word_set
from kesher.text.words import WordKind

_TOPIC_WORDS = 3
_DISLIKES = ("feeling.yuck", "feeling.pronoun_dislike")
_LIKES = ("feeling.yum", "feeling.pronoun_like")
_ANYHOW = frozenset({Framing.QUESTION, Framing.NEGATED, Framing.SARCASM})
_QUOTES = "\"'“”„«»׳״"
_TALKED_OF = "?؟,-–—…:."


def topics(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield a like or dislike of the short topic that the clause before puts up.

    The topic is a food and nothing else: "the bananas came rotten, yuck" is no taste.
    """
    key = _feeling(clause)
    before = context.clauses[clause.index - 1] if clause.index else None
    if not key or before is None or not _is_topic(before, clause):
        return
    start, end = before.start, before.end
    yield state(before, context, key, before.line.text[start:end], (start, end))


def titles(clause: Clause, context: Context) -> Iterator[Statement]:
    """Yield a favourite book, film or singer by its title, also one in quotation marks."""
    for match in clause.found("favourite.title", frozenset({Framing.QUOTED}))[:1]:
        if is_speaker(subject_of(clause, match)):
            slot = match["v"]
            yield state(clause, context, "likes", slot.text.strip(_QUOTES), span(slot))


def _feeling(clause: Clause) -> str:
    if any(clause.found(name, _ANYHOW) for name in _DISLIKES):
        return "dislikes"
    return "likes" if any(clause.found(name, _ANYHOW) for name in _LIKES) else ""


def _is_topic(before: Clause, clause: Clause) -> bool:
    """Tell a thing put up to be judged from a question or a word of talk."""
    words = before.words
    if len(words) > _TOPIC_WORDS or any(word.kind is not WordKind.WORD for word in words):
        return False
    if any(_says_little(before, at) for at in range(len(words))):
        return False
    gap = clause.words[0].gap.strip()
    if not gap or not set(gap) <= set(_TALKED_OF):
        return False
    kinds = ("food", "drink", "allergen")
    return any(
        tag.entry.kind in kinds and not tag.clitics and tag.last == len(words)
        for tag in before.line.tags[0]
    )


def _says_little(clause: Clause, at: int) -> bool:
    word = clause.words[at].fold
    sets = clause.line.light | clause.line.negators | word_set("asking") | word_set("stopper")
    return word in sets or word in word_set("first_person")
