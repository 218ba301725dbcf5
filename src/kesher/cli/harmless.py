"""A console that prints nothing of others which could drive the terminal."""

from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from kesher.text.harmless import harmless


class HarmlessConsole(Console):
    """Makes every text harmless as it is rendered, in progress bars too; its own colours stay."""

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """Yield what is to be printed."""
        for segment in super().render(renderable, options):
            if segment.control:
                yield segment
            else:
                yield Segment(harmless(segment.text), segment.style)
