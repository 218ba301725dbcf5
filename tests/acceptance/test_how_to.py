"""The examples of the how-to pages are run, page by page in their order, as one program each."""

import re
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "docs" / "how-to"
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(
    ("page", "blocks", "last"),
    [("context-engine.md", 6, "asked"), ("status-and-prompts.md", 3, "system")],
)
def test_the_examples_of_a_page_run_as_they_stand(page: str, blocks: int, last: str) -> None:
    found = BLOCK.findall((FOLDER / page).read_text(encoding="utf-8"))
    assert len(found) == blocks
    names: dict[str, object] = {}
    for block in found:
        exec(compile(block, page, "exec"), names)  # noqa: S102 - our own pages
    assert last in names
