"""The order of a research: plan, then rounds of search, grades and check, until it may answer."""

import asyncio
from functools import partial

from kesher.answer.research.state import State
from kesher.app.parallel import in_parallel
from kesher.app.research.steps import Steps
from kesher.domain.research import Halted, HaltReason

_SIDE_BY_SIDE = 4


async def investigate(steps: Steps, *, stop: asyncio.Event, cut: asyncio.Event) -> bool:
    """Do what is still to be done before the answer is written.

    Where a limit is reached, the first round still searches, which costs nothing, and nothing is
    graded or searched for again.

    Args:
        stop: Set: no more is searched; the answer is written from what there is.
        cut: Set: nothing more is done at all.

    Returns:
        False: it was cut off, to be resumed another time.
    """
    log = steps.log
    if log.state.halted is None:
        halt = await _rounds(steps, stop)
        if cut.is_set():
            return False
        if log.state.plan is None:  # stopped before it was planned: say what is not looked for
            await steps.plan_by_rules()
        if halt is not None:
            await log.append(Halted(halt))
    return not cut.is_set()


async def _rounds(steps: Steps, stop: asyncio.Event) -> HaltReason | None:
    log = steps.log
    halt = await steps.plan() if log.state.plan is None else None
    if log.state.plan is None:
        return halt
    for number in range(1, steps.settings.rounds + 1):
        if number in log.state.checks:
            continue
        queries = queries_of(log.state, number)
        if stop.is_set():
            return HaltReason.PERSON
        if not queries or (halt is not None and number > 1):
            return halt
        halt = await _round(steps, number, queries) or halt
        if halt is not None:
            return HaltReason.PERSON if stop.is_set() else halt
    return None


async def _round(steps: Steps, number: int, queries: dict[int, str]) -> HaltReason | None:
    halts: list[HaltReason] = []

    async def look_for(aspect: int, query: str) -> None:
        halt = await steps.look_for(aspect, number, query)
        if halt is not None:
            halts.append(halt)

    work = [partial(look_for, aspect, query) for aspect, query in queries.items()]
    await in_parallel(work, limit=_SIDE_BY_SIDE)
    return halts[0] if halts else await steps.check(number, list(queries))


def queries_of(state: State, number: int) -> dict[int, str]:
    """Return what a round searches for, by aspect: its own words first, then what a check wrote.

    A query that the aspect was searched for with before would find the same again.
    """
    if number == 1:
        return dict(enumerate(state.aspects))
    check = state.checks.get(number - 1)
    findings = check.findings if check else ()
    return {
        each.aspect: each.query
        for each in findings
        if not each.covered and each.query and _is_new(each.query, state, each.aspect, number)
    }


def _is_new(query: str, state: State, aspect: int, number: int) -> bool:
    earlier = (found.query.text for at, found in state.searched(aspect) if at < number)
    return query.casefold() not in {text.casefold() for text in earlier}
