"""A thread's earlier turns as a trajectory, so that each request begins as the one before it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from kesher.context.prefix import make_prefix
from kesher.context.question import guarded
from kesher.context.trajectory import Trajectory
from kesher.context.wire import to_dict
from kesher.domain.canonical import canonical
from kesher.domain.message import Message, Role
from kesher.domain.trajectory import Edit, EditKind, Origin, Said

_MESSAGE_TOKENS = 4
"""What a chat template adds to a message, nearly; the limit here is one of proportion."""

_BLOCK_TURNS = 50
"""A longer thread begins, after its first turn, at a whole block: at most 100 turns are replayed,
which takes about 0.1 s, and the cache breaks once in so many turns."""

_SHORTER = 0.9
"""A text that is still too long is cut to this part of it and counted again."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One question of a thread and its answer.

    Attributes:
        answer: Without citation marks.
        refs: Ids of the chunks that it quotes or rests on.
        at: When it was answered.
    """

    question: str
    answer: str
    refs: tuple[str, ...]
    at: datetime


def conversation(
    instructions: str,
    turns: Sequence[Turn],
    *,
    limit_tokens: int,
    count: Callable[[str], int],
) -> Trajectory:
    """Return the instructions as a prefix and the turns as what was said, oldest first.

    Over the limit the older half of the turns, the first one apart, is dropped at once by a logged
    edit, so that the cache breaks at few turns and not at each. A text over a quarter of the limit
    is cut at its end. The same turns and limit give the same bytes, and one turn more only appends,
    but where a thread of more than a hundred turns passes a whole fifty.

    Args:
        turns: Those with an answer.
        limit_tokens: For all turns that are shown together.
        count: Tokens of a text.
    """
    trajectory = Trajectory(make_prefix(instructions))
    shown: list[_Shown] = []
    for turn in _replayed(turns):
        said = _said(turn, limit_tokens // 4 - _MESSAGE_TOKENS, count)
        question, answer = (trajectory.append(each, at=turn.at) for each in said)
        cost = sum(count(canonical(to_dict(each.message))) + _MESSAGE_TOKENS for each in said)
        shown.append(_Shown((question.sequence, answer.sequence), cost))
        while len(shown) > 2 and sum(each.tokens for each in shown) > limit_tokens:
            shown = _half_dropped(trajectory, shown, limit_tokens, turn.at)
    return trajectory


def _replayed(turns: Sequence[Turn]) -> Sequence[Turn]:
    start = (len(turns) // _BLOCK_TURNS - 1) * _BLOCK_TURNS
    return turns if start <= 0 else (turns[0], *turns[start:])


@dataclass(frozen=True, slots=True)
class _Shown:
    """A turn that is shown: the groups of its messages, and their tokens."""

    groups: tuple[int, int]
    tokens: int


def _said(turn: Turn, limit_tokens: int, count: Callable[[str], int]) -> tuple[Said, Said]:
    question = _shortened(turn.question, limit_tokens, count)
    answer = _shortened(guarded(turn.answer), limit_tokens, count)
    return (
        Said(Message(Role.USER, question), Origin.USER),
        Said(Message(Role.ASSISTANT, answer), Origin.MODEL, refs=turn.refs),
    )


def _half_dropped(
    trajectory: Trajectory, shown: Sequence[_Shown], limit_tokens: int, at: datetime
) -> list[_Shown]:
    """Drop the older half of all but the first and the last turn; return those still shown."""
    first, *middle, last = shown
    half = (len(middle) + 1) // 2
    dropped, kept = middle[:half], middle[half:]
    edit = Edit(
        id=f"drop_{len(trajectory.events)}",
        kind=EditKind.DROP,
        targets=tuple(group for each in dropped for group in each.groups),
        replacements=(),
        reason=f"The thread's turns took more than {limit_tokens:,} tokens.",
        layer="thread",
    )
    trajectory.apply(edit, at=at)
    return [first, *kept, last]


def _shortened(text: str, limit_tokens: int, count: Callable[[str], int]) -> str:
    """Return the text, or as many of its first words as the limit takes, with an ellipsis."""
    tokens = count(text)
    if tokens <= limit_tokens:
        return text
    chars = len(text)
    while chars > 1 and tokens > limit_tokens:
        chars = max(1, int(min(chars, chars * limit_tokens / max(tokens, 1)) * _SHORTER))
        tokens = count(text[:chars]) + 1
    cut = text[:chars]
    return f"{cut[: cut.rfind(' ')] if ' ' in cut else cut} …"
