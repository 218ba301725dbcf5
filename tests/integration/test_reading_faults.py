"""A fault of our own on one page costs that page alone."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import ParamSpec, TypeVar

import pytest

from drawn_pdf import new_pdf
from kesher.adapters.processes.pool import LimitedProcesses
from kesher.config.settings import Settings
from kesher.documents.parsing.apart import read_page
from kesher.ports.isolation import Isolation, Limits
from kesher.wiring.parts import make_reading

pytestmark = pytest.mark.anyio

P = ParamSpec("P")
R = TypeVar("R")


def no_such_letter() -> None:
    raise KeyError("א")


class FaultyOnPageTwo:
    """Limited processes in which the reader of page 2 has a fault."""

    def __init__(self, processes: Isolation) -> None:
        self._processes = processes

    async def run(
        self, limits: Limits, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs
    ) -> R:
        if function == read_page and args[1] == 2:
            await self._processes.run(limits, no_such_letter)
        return await self._processes.run(limits, function, *args, **kwargs)

    async def close(self) -> None:
        await self._processes.close()


@pytest.fixture
async def isolation() -> AsyncIterator[Isolation]:
    faulty = FaultyOnPageTwo(LimitedProcesses(2))
    yield faulty
    await faulty.close()


async def test_the_other_pages_are_read_and_the_page_says_what_happened(
    isolation: Isolation, tmp_path: Path
) -> None:
    with new_pdf() as pdf:
        for number in (1, 2, 3):
            pdf.set_font("latin", size=12)
            pdf.text(60, 100, f"Section {number} applies to everyone in the company")
            pdf.add_page()
        pdf.output(str(tmp_path / "a.pdf"))
    reading = make_reading(Settings.model_validate({"data_folder": tmp_path / "data"}), isolation)
    pages = await reading.whole_file(tmp_path / "a.pdf", languages=("heb",), parallel_pages=2)
    assert [bool(page.text) for page in pages] == [True, False, True, False]
    assert pages[0].text == "Section 1 applies to everyone in the company"
    assert pages[1].note is not None
    assert "fault of our own (KeyError)" in pages[1].note
