"""A household of known facts is asked eighty questions; half of them it cannot answer."""

import pytest
from benchmarks.memory.questions import questioned


@pytest.mark.anyio
async def test_what_is_not_known_is_said_so_and_what_is_known_is_found_in_few_tokens() -> None:
    found = await questioned()
    assert found["unknown, said so"] >= 95, found["said to be known"]
    assert found["known, said so"] >= 95, found["said to be unknown"]
    assert found["needed facts found"][30] >= 90
    assert found["needed facts found"][120] == 100
