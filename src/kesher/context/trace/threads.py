"""Which request follows which: a file may hold several conversations, also mixed."""

import unicodedata
from collections import Counter
from collections.abc import Sequence
from itertools import takewhile

from kesher.context.text_changes import unescaped, without_direction_marks
from kesher.context.trace.requests import Recorded, Said, calls_of, results_of

Key = tuple[str, ...]


def predecessors(requests: Sequence[Recorded]) -> tuple[int | None, ...]:
    """Return for each request the index of the one it follows; None where a conversation begins.

    A request follows the latest of the open conversation with which it has most messages in
    common, by what they say: spelling, marks and spaces apart, so that a drift does not hide it.
    """
    heads: list[int] = []
    keys = [_keys(request) for request in requests]
    found: list[int | None] = []
    for index, mine in enumerate(keys):
        scored = [(_common(keys[head], mine), head) for head in heads]
        best = max(scored, default=(0, -1))
        if best[0] and not _begins_anew(requests[index], keys[best[1]], mine):
            found.append(best[1])
            heads.remove(best[1])
        else:
            found.append(None)
        heads.append(index)
    return tuple(found)


def key_of(part: Said) -> Key:
    """Return what a message says, whatever its spelling, for telling whether two are one."""
    text = without_direction_marks(unicodedata.normalize("NFC", unescaped(part.content)))
    calls = [call_id for call_id, _ in calls_of(part)]
    return (" ".join(text.split()), *calls, *results_of(part))


def _keys(request: Recorded) -> list[Key]:
    return [key_of(part) for part in request.messages]


def _common(some: Sequence[Key], others: Sequence[Key]) -> int:
    return (Counter(some) & Counter(others)).total()


def _begins_anew(request: Recorded, before: Sequence[Key], mine: Sequence[Key]) -> bool:
    """Tell whether only a shared beginning, such as examples, is common to the two.

    A conversation that goes on holds an answer after what it shares; one that begins, or begins
    again from an earlier point, does not.
    """
    shared = len(list(takewhile(lambda pair: pair[0] == pair[1], zip(before, mine, strict=False))))
    rest = request.messages[shared:]
    answered = any(part.role in ("assistant", "tool") for part in rest)
    return bool(before[shared:]) and not answered and not _common(before[shared:], mine[shared:])
