"""Layer 5: the last resort, in two stages: the session's own document, then everything at once."""

from kesher.context.compaction import archive
from kesher.context.compaction.archive import is_record
from kesher.context.compaction.situation import (
    PROGRESS_SOURCE,
    Situation,
    is_waiting,
    make_edit,
    movable_runs,
)
from kesher.context.compaction.tasks import Task, edits, write
from kesher.context.view import groups
from kesher.domain.trajectory import Edit, EditKind

SESSION = "full_session"
EVERYTHING = "full"
_SESSION_TOKENS = 60
_LEAST_TOKENS = 120


def session_tasks(situation: Situation, *, keep_groups: int = 2) -> tuple[Task, ...]:
    """Return the rounds left over as short records: the progress document says the rest."""
    return archive.tasks(
        situation, keep_groups=keep_groups, record_tokens=_SESSION_TOKENS, layer=SESSION
    )


def plan_session(situation: Situation, *, keep_groups: int = 2) -> tuple[Edit, ...]:
    """Return the edits of the first stage, written without a model."""
    planned = session_tasks(situation, keep_groups=keep_groups)
    return edits(situation, ((task, write(task, situation)) for task in planned))


def everything_tasks(
    situation: Situation, *, target_tokens: int, keep_groups: int = 1
) -> tuple[Task, ...]:
    """Return each run of groups, records among them, as one text.

    What the progress document holds, where it stands in the context, need not be said again.

    Args:
        target_tokens: What is to be left in the context altogether.
    """
    runs = [
        run
        for run in movable_runs(situation, keep_groups=keep_groups)
        if len(run) > 1 or not is_record(run[0])
    ]
    document = "\n".join(
        e.message.text or "" for e in situation.entries if e.source == PROGRESS_SOURCE
    )
    room = target_tokens - situation.fixed_tokens - situation.count(document)
    each = max(_LEAST_TOKENS, room // max(len(runs), 1))
    return tuple(
        Task(
            kind=EditKind.SUMMARISE,
            targets=tuple(group.id for group in run),
            entries=tuple(entry for group in run for entry in group.entries),
            limit_tokens=each,
            layer=EVERYTHING,
            reason="the context is full",
            wanted="\n".join([situation.request, situation.plan]),
            beside=document,
        )
        for run in runs
    )


def plan_everything(
    situation: Situation, *, target_tokens: int, keep_groups: int = 1
) -> tuple[Edit, ...]:
    """Return the edits of the second stage, written without a model."""
    planned = everything_tasks(situation, target_tokens=target_tokens, keep_groups=keep_groups)
    return edits(situation, ((task, write(task, situation)) for task in planned))


def old_documents(situation: Situation) -> tuple[Edit, ...]:
    """Return the edits that take earlier progress documents out; a new one is about to be read."""
    old = [g for g in groups(situation.entries) if g.entries[0].source == PROGRESS_SOURCE]
    return tuple(
        make_edit(
            situation,
            EditKind.DROP,
            (group.id,),
            reason="a newer progress document takes its place",
            layer=PROGRESS_SOURCE,
        )
        for group in old
        if not is_waiting(group)
    )
