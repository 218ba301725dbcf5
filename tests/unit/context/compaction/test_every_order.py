"""Random trajectories: whatever layer, in whatever order, at whatever moment.

`make soak` tries 1,000 of them and every order; the suite takes a part of both.
"""

import os
from collections.abc import Callable, Sequence
from itertools import permutations

import pytest

from kesher.context.compaction import archive, full, noise, offload, strategies
from kesher.context.compaction.offload import ResultBudget
from kesher.context.compaction.situation import Situation
from kesher.context.compaction.strategies import Rates, Strategy
from kesher.context.trajectory import Trajectory
from kesher.domain.message import Role
from kesher.domain.trajectory import Edit, Entry, Origin
from trajectories import START, random_trajectory, seeded
from unit.context.compaction.sessions import seen

Layer = Callable[[Situation], tuple[Edit, ...]]
LAYERS: dict[str, Layer] = {
    "offload": lambda now: offload.plan(now, ResultBudget(limit_tokens=150, preview_tokens=60)),
    "noise": lambda now: noise.plan(now, reads=["read_page", "search_documents"]),
    "strategy": lambda now: strategies.plan(
        Strategy.ADAPTIVE, now, Rates(short_tokens=30, start_fraction=0.0)
    ),
    "archive": lambda now: archive.plan(now, keep_groups=2, record_tokens=60),
    "session": full.plan_session,
    "everything": lambda now: full.plan_everything(now, target_tokens=400),
}
ORDERS = tuple(permutations(LAYERS))
TRAJECTORIES = int(os.environ.get("TRAJECTORIES", "40"))


def test_every_prefix_stays_valid_after_every_layer() -> None:
    for seed in range(TRAJECTORIES):
        rng = seeded(seed)
        whole = random_trajectory(
            rng, turns=rng.randint(1, 3), edits=seed % 4 == 0, statuses=seed % 3 == 0
        )
        cut = whole.until(rng.randrange(len(whole.events)))
        order = ORDERS[(seed * 7) % len(ORDERS)]
        for trajectory in (whole, cut):
            through(trajectory, order)


@pytest.mark.parametrize("seed", range(2))
def test_every_order_of_the_layers_leaves_a_valid_trajectory(seed: int) -> None:
    trajectory = random_trajectory(seeded(seed), turns=2, edits=False)
    for order in ORDERS[seed :: max(1, 1_000 // TRAJECTORIES)]:
        through(trajectory, order)


@pytest.mark.parametrize("name", LAYERS)
def test_a_layer_carried_out_twice_equals_once(name: str) -> None:
    for seed in range(TRAJECTORIES // 2):
        trajectory = random_trajectory(seeded(seed), turns=2, edits=False)
        carry_out(trajectory, LAYERS[name])
        assert LAYERS[name](seen(trajectory)) == ()


def test_the_same_log_gives_the_same_edits_in_every_process() -> None:
    for seed in range(TRAJECTORIES // 2):
        trajectory = random_trajectory(seeded(seed), turns=2)
        again = Trajectory.from_jsonl(trajectory.to_jsonl())
        for layer in LAYERS.values():
            assert layer(seen(trajectory)) == layer(seen(again))


def through(trajectory: Trajectory, order: Sequence[str]) -> None:
    before = trajectory.entries()
    changed = Trajectory(trajectory.prefix, trajectory.events)
    for name in order:
        tokens = seen(changed).tokens
        if carry_out(changed, LAYERS[name]):
            assert seen(changed).tokens < tokens
        assert_valid(changed.entries())
        assert_kept(before, changed.entries())


def carry_out(trajectory: Trajectory, layer: Layer) -> int:
    edits = layer(seen(trajectory))
    for edit in edits:
        trajectory.apply(edit, at=START)
        assert_valid(trajectory.entries())
    return len(edits)


def assert_valid(shown: Sequence[Entry]) -> None:
    """What a provider checks: each call is answered once, at once, and nothing else is answered."""
    waiting: set[str] = set()
    for entry in shown:
        message = entry.message
        if message.role is Role.TOOL:
            assert message.tool_call_id in waiting
            waiting.remove(message.tool_call_id or "")
        else:
            assert not waiting
            waiting = {call.id for call in message.tool_calls}


def assert_kept(before: Sequence[Entry], after: Sequence[Entry]) -> None:
    now = {entry.sequence: entry for entry in after}
    asked = [entry for entry in before if entry.origin is Origin.USER]
    for entry in (*asked[:1], *asked[-1:], *(e for e in before if e.pinned)):
        assert now[entry.sequence].message == entry.message
    blocks = {block for entry in before for block in entry.message.reasoning}
    assert {block for entry in after for block in entry.message.reasoning} <= blocks
