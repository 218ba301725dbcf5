"""kill -9 in the middle of agents' runs, at every kind of moment: nothing is lost or doubled."""

import random
from pathlib import Path

import pytest

from agent_process import turns
from kesher.testing.model_script import Script
from kesher.testing.model_server import scripted_model_server
from killed import killed_at, lines, taken_up

pytestmark = [pytest.mark.soak, pytest.mark.anyio]

KILLS = 40
LINES = 90
"""Things that happen in one run, about."""


@pytest.mark.parametrize("compacts", [False, True])
async def test_forty_kills_at_any_moment_lose_nothing_and_double_nothing(
    tmp_path: Path, compacts: bool
) -> None:
    chance = random.Random(4521)  # noqa: S311 - which moment, not a secret
    with scripted_model_server(Script(turns=turns, delay_seconds=0.002)) as server:
        for number in range(KILLS):
            folder = tmp_path / str(number)
            folder.mkdir()
            # After the first line: before it, there may be no trajectory to take up.
            await killed_at(folder, server, lines(chance.randint(1, LINES)), compacts=compacts)
            await taken_up(folder, server, compacts=compacts)
