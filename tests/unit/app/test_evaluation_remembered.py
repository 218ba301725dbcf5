from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from kesher.app.evaluation.remembered import Remembered
from unit.app.test_evaluate import LetterCounts

pytestmark = pytest.mark.anyio

TEXTS = ("עובד זכאי ל-22 ימים.", "Salary is paid.", "إجازة مرضية", "Отпуск оплачивают.")


class Counting(LetterCounts):
    """Letter counts, and what it was asked to embed."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.asked += texts
        return await super().embed_passages(texts)


async def test_vectors_are_those_of_the_model_and_each_is_made_once() -> None:
    model = Counting()
    remembered = Remembered(model)
    first = await remembered.embed_passages(TEXTS[:2])
    again = await remembered.embed_passages([TEXTS[1], TEXTS[2], TEXTS[1], TEXTS[0]])
    assert model.asked == list(TEXTS[:3])
    expected = await LetterCounts().embed_passages(TEXTS)
    assert np.array_equal(first, expected[:2])
    assert np.array_equal(again, expected[[1, 2, 1, 0]])
    assert (remembered.name, remembered.dimensions) == (model.name, model.dimensions)


async def test_the_longest_unused_is_forgotten_first() -> None:
    model = Counting()
    remembered = Remembered(model, most=2)
    for text in (TEXTS[0], TEXTS[1], TEXTS[0], TEXTS[2]):
        await remembered.embed_passages([text])
    model.asked.clear()
    await remembered.embed_passages([TEXTS[0]])
    assert model.asked == []
    await remembered.embed_passages([TEXTS[1]])
    assert model.asked == [TEXTS[1]]


async def test_more_texts_than_are_remembered_are_embedded_all_the_same() -> None:
    found = await Remembered(Counting(), most=1).embed_passages(TEXTS)
    assert np.array_equal(found, await LetterCounts().embed_passages(TEXTS))
