"""The right value beside the wrong one: "after dinner instead of mornings", "לא כחול אלא ירוק"."""

from collections.abc import Iterator, Sequence

from kesher.domain.fact import Statement
from kesher.memory.rules.clause import Clause, Context
from kesher.text.phrasebook import word_set
from kesher.text.words import Word, WordKind, readings, words

_WORDED = frozenset(
    {
        "intake_time", "favourite_color", "favourite_food", "favourite_drink", "favourite_music",
        "color", "size", "diet", "delivery_preference", "contact_preference", "job", "role",
        "meeting_preference", "hobby", "exercise", "plan", "product", "work_mode", "reply_style",
    }
)  # fmt: skip
_MOST_WORDS = 4
_FEWEST_LETTERS = 3


def put_right(context: Context, wrong: Statement) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield the value that the message sets against the wrong one, with its span.

    The wrong value, or a telling word of it, stands behind a word that denies it.
    """
    if wrong.key not in _WORDED:
        return
    all_words = [word for clause in context.clauses for word in clause.words]
    telling = _stems(words(wrong.value))
    for at, word in enumerate(all_words):
        if at == 0 or not _stems([word]) & telling:
            continue
        denial = _denial(context.clauses[0], all_words, at)
        if denial is None:
            continue
        found = _before(all_words, denial) or _behind(all_words, at + 1)
        if found:
            start, end = found[0].start, found[-1].end
            yield context.message.text[start:end], (start, end)


def _stems(some: Sequence[Word]) -> set[str]:
    return {
        rest.removesuffix("s")
        for word in some
        for _, rest in readings(word.fold)
        if len(rest) >= _FEWEST_LETTERS
    }


def _denial(clause: Clause, all_words: Sequence[Word], at: int) -> int | None:
    """Return where the word that denies the one at `at` stands, at most two words before it."""
    for place in range(at - 1, max(-1, at - 4), -1):
        plain = all_words[place].fold.removeprefix("ו")
        if plain in clause.line.negators or plain in word_set("instead_word"):
            return place
    return None


def _before(all_words: Sequence[Word], denial: int) -> list[Word]:
    """Return the words before a denial, as far as they say what is right."""
    kept: list[Word] = []
    for word in reversed(all_words[:denial]):
        if word.fold in word_set("mending_word") or len(kept) == _MOST_WORDS:
            break
        kept.insert(0, word)
    return kept if any(word.kind is WordKind.WORD for word in kept) else []


def _behind(all_words: Sequence[Word], at: int) -> list[Word]:
    """Return the words behind the wrong one: "not blue but green", "לא כחול אלא ירוק"."""
    while at < len(all_words) and all_words[at].fold in word_set("mending_word"):
        at += 1
    kept: list[Word] = []
    for word in all_words[at : at + _MOST_WORDS]:
        if kept and any(mark in word.gap for mark in ",.;!?"):
            break
        kept.append(word)
    return kept
