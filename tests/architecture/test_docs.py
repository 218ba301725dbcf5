"""What is written is true: the reference is made from the code, and links lead somewhere."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "benchmarks").rglob("*.md")]


def test_the_reference_is_what_the_code_says() -> None:
    command = [sys.executable, "scripts/reference.py", "--check"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_local_link_of_a_page_leads_to_a_file(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    local = [target for target in targets if "://" not in target and ":" not in target]
    missing = [target for target in local if not (page.parent / target).exists()]
    assert missing == []


def test_every_code_that_the_api_or_a_command_gives_stands_on_the_errors_page() -> None:
    page = (ROOT / "docs" / "reference" / "errors.md").read_text(encoding="utf-8")
    sources = [*(ROOT / "src/kesher/cli").glob("*.py"), ROOT / "src/kesher/server/problems.py"]
    text = "\n".join(source.read_text(encoding="utf-8") for source in sources)
    given = set(re.findall(r'CommandError\(\s*"([a-z._]+)"|code="([a-z._]+)"', text))
    codes = {code for pair in given for code in pair if code} | {"http.404", "http.422"}
    assert len(codes) > 4
    assert [code for code in sorted(codes) if f"| `{code}` |" not in page] == []
