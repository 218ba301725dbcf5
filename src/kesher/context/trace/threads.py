"""Which request follows which: a file may hold several conversations, also mixed."""

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import takewhile

from kesher.context.text_changes import unescaped, without_direction_marks
from kesher.context.trace.requests import Recorded, Said, calls_of, results_of

Key = tuple[str, ...]


ALL_COMPARED = 64
"""Open conversations up to this number are all compared with a request."""


def predecessors(requests: Sequence[Recorded]) -> tuple[int | None, ...]:
    """Return for each request the index of the one it follows; None where a conversation begins.

    A request follows the latest of the open conversation with which it has most messages in
    common, by what they say: spelling, marks and spaces apart, so that a drift does not hide it.
    Where more than `ALL_COMPARED` are open, only those are compared that share a message which no
    more than so many have, and the latest of those that share any other; time stays in proportion
    to the messages.
    """
    heads = _Heads()
    keys = [_keys(request) for request in requests]
    found: list[int | None] = []
    for index, mine in enumerate(keys):
        score, best = heads.nearest(mine)
        if score and not _begins_anew(requests[index], keys[best], mine):
            found.append(best)
            heads.remove(best)
        else:
            found.append(None)
        heads.add(index, mine)
    return tuple(found)


class _Heads:
    """The last request of each open conversation, found by what its messages say."""

    def __init__(self) -> None:
        self._messages: dict[int, Counter[Key]] = {}
        self._holding: dict[Key, set[int]] = defaultdict(set)
        self._latest: dict[Key, int] = {}

    def add(self, index: int, messages: Sequence[Key]) -> None:
        self._messages[index] = Counter(messages)
        for key in self._messages[index]:
            self._holding[key].add(index)
            self._latest[key] = index

    def remove(self, index: int) -> None:
        for key in self._messages.pop(index):
            self._holding[key].discard(index)

    def nearest(self, messages: Sequence[Key]) -> tuple[int, int]:
        """Return the number of messages in common and the head; the later of two alike."""
        mine = Counter(messages)
        scored = [((self._messages[head] & mine).total(), head) for head in self._compared(mine)]
        return max(scored, default=(0, -1))

    def _compared(self, mine: Iterable[Key]) -> Iterable[int]:
        if len(self._messages) <= ALL_COMPARED:
            return self._messages
        found: set[int] = set()
        for key in mine:
            holding = self._holding.get(key, set())
            if len(holding) <= ALL_COMPARED:
                found |= holding
            elif self._latest[key] in holding:
                found.add(self._latest[key])
        return found


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
