"""Layer 4: rounds become records, each its own, like the entries of a log. None are ever joined."""

from collections.abc import Iterator, Sequence

from kesher.context.compaction.situation import PROGRESS_SOURCE, Situation, movable_runs
from kesher.context.compaction.tasks import Task, edits, write
from kesher.context.view import Group
from kesher.domain.trajectory import Edit, EditKind, Origin

LAYER = "archive"
_ROUND_GROUPS = 6
"""A round of more groups (a long tool loop) gives several records, so that each stays telling."""


def plan(
    situation: Situation, *, keep_groups: int = 4, record_tokens: int = 200
) -> tuple[Edit, ...]:
    """Return an edit for each round that is over, written without a model."""
    planned = tasks(situation, keep_groups=keep_groups, record_tokens=record_tokens)
    return edits(situation, ((task, write(task, situation)) for task in planned))


def tasks(
    situation: Situation, *, keep_groups: int = 4, record_tokens: int = 200, layer: str = LAYER
) -> tuple[Task, ...]:
    """Return the rounds that are to become records, oldest first.

    A round is a user message and what follows it until the next one, without what no edit may
    touch. What is a record already stays one.
    """
    return tuple(
        Task(
            kind=EditKind.SUMMARISE,
            targets=tuple(group.id for group in part),
            entries=tuple(entry for group in part for entry in group.entries),
            limit_tokens=record_tokens,
            layer=layer,
            reason="a round that is over",
            wanted="\n".join([situation.request, situation.plan]),
        )
        for run in movable_runs(situation, keep_groups=keep_groups)
        for part in _rounds(run)
    )


def is_record(group: Group) -> bool:
    """Tell whether a group is a summary that stands for earlier ones, or a progress document."""
    first = group.entries[0]
    written = first.edit_id is not None or first.source == PROGRESS_SOURCE
    return first.origin is Origin.HARNESS and written


def _rounds(run: Sequence[Group]) -> Iterator[list[Group]]:
    part: list[Group] = []
    for group in run:
        starts = group.entries[0].origin is Origin.USER
        if part and (starts or is_record(group) or len(part) >= _ROUND_GROUPS):
            yield part
            part = []
        if not is_record(group):
            part.append(group)
    if part:
        yield part
