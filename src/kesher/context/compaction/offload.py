"""Layer 1: large tool results go to a file, and a preview frozen for ever stands in their place."""

from dataclasses import dataclass, replace

from kesher.context.compaction.labels import LABELS
from kesher.context.compaction.situation import (
    Situation,
    accepted,
    make_edit,
    open_results,
    plain_text,
    with_text,
)
from kesher.domain.canonical import digest
from kesher.domain.trajectory import Edit, EditKind, Entry

LAYER = "offload"
_HEAD_SHARE = 0.7
_CHARS_A_TOKEN = 4
_SHRINK = 0.8


@dataclass(frozen=True, slots=True)
class ResultBudget:
    """What of a result may stand in the context.

    Attributes:
        limit_tokens: A result above it is offloaded.
        preview_tokens: About what stands in its place.
    """

    limit_tokens: int = 4_000
    preview_tokens: int = 400


def plan(situation: Situation, budget: ResultBudget | None = None) -> tuple[Edit, ...]:
    """Return an edit for each result over its budget.

    `original` is the SHA-256 of the whole text, without the guard's tag: write the text under it
    before the edit is applied. The preview is a part of the edit, so that every process shows the
    same bytes.
    """
    given = budget or ResultBudget()
    large = [e for e in open_results(situation) if situation.text_tokens(e) > given.limit_tokens]
    return tuple(accepted(situation, (_edit(e, situation, given) for e in large)))


def _edit(entry: Entry, situation: Situation, budget: ResultBudget) -> Edit:
    text = plain_text(entry)
    sha256 = digest(text)
    labels = LABELS[situation.spoken]
    head = labels.offloaded.format(size=f"{len(text):,}", sha256=sha256)
    shown = _preview(text, labels.cut, situation, budget.preview_tokens)
    edit = make_edit(
        situation,
        EditKind.OFFLOAD,
        (entry.sequence,),
        (f"{head}\n{with_text(entry, shown)}",),
        reason=f"the result has more than {budget.limit_tokens:,} tokens",
        layer=LAYER,
    )
    return replace(edit, original=sha256)


def _preview(text: str, cut: str, situation: Situation, limit_tokens: int) -> str:
    """Return the beginning and the end of a text, cut at white space."""
    size = limit_tokens * _CHARS_A_TOKEN
    while True:
        head, tail = int(size * _HEAD_SHARE), int(size * (1 - _HEAD_SHARE))
        shown = f"{_until_space(text[:head])}\n{cut}\n{_from_space(text[len(text) - tail :])}"
        if situation.count(shown) <= limit_tokens or size < _CHARS_A_TOKEN:
            return shown
        size = int(size * _SHRINK)


def _until_space(text: str) -> str:
    return text.rsplit(None, 1)[0] if len(text.split(None, 1)) > 1 else text


def _from_space(text: str) -> str:
    return text.split(None, 1)[1] if len(text.split(None, 1)) > 1 else text
