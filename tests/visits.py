"""A page that a test has open in a real browser, and what a test looks for on it."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from playwright.sync_api import Page

REPOSITORY = Path(__file__).parents[1]
AXE = REPOSITORY / "web" / "node_modules" / "axe-core" / "axe.min.js"
# Kept after the run, for people to look at; git ignores the folder.
SCREENS = REPOSITORY / "web" / "test-results"


@dataclass(frozen=True)
class Visit:
    """A page that is open, and what it did that nobody should see."""

    page: Page
    base: str
    console_errors: list[str] = field(default_factory=list)
    foreign_requests: list[str] = field(default_factory=list)

    def check(self, name: str) -> None:
        """Keep a picture of the screen and fail on anything that axe finds serious."""
        SCREENS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=SCREENS / f"{name}.png")
        self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found = self.page.evaluate(
            """async () => (await axe.run(document)).violations
                .filter(({impact}) => impact === 'serious' || impact === 'critical')
                .map(({id, nodes}) => [id, nodes.map(({html, failureSummary}) =>
                    html.slice(0, 200) + failureSummary)])"""
        )
        assert found == [], f"{name}: {found}"


class MakeServer(Protocol):
    """Starts `kesher serve` on a data folder, with further settings, and gives its address."""

    def __call__(self, folder: Path, **settings: str) -> str: ...


class MakeAccountsServer(Protocol):
    """Starts it where everybody signs in; gives its address and the first administrator's link."""

    def __call__(self, folder: Path) -> tuple[str, str]: ...


class Visitor(Protocol):
    """Opens the page as somebody with a language, a screen and a taste for light or dark."""

    def __call__(
        self, base: str, *, locale: str = ..., width: int = ..., scheme: str = ...
    ) -> Visit: ...
