"""Use cases that need no data folder."""

from pathlib import Path

from kesher.app.rooms import DEFAULT_OCR_LANGUAGES
from kesher.config.settings import Settings
from kesher.domain.document import Page
from kesher.ports.models import Progress
from kesher.wiring.parts import make_embedder, make_isolation, make_reading, parallel_pages


async def read_file(
    settings: Settings, path: Path, *, progress: Progress | None = None
) -> list[Page]:
    """Read a file's pages without a room: what `kesher read` and `kesher.read_pages` do.

    A page that cannot be read has empty text and says why in its `note`.

    Raises:
        DocumentError: the file as a whole cannot be read.
    """
    isolation = make_isolation(settings)
    try:
        return await make_reading(settings, isolation).whole_file(
            path,
            languages=DEFAULT_OCR_LANGUAGES,
            parallel_pages=parallel_pages(settings),
            progress=progress,
        )
    finally:
        await isolation.close()


async def evaluate(
    settings: Settings, corpus: Path, queries: Path, *, progress: Progress | None = None
) -> dict[str, dict[str, float]]:
    """Measure the retrievers on files shaped like those of `docs/how-to/evaluate.md`.

    Raises:
        InputError: a line of a file is not of that shape.
        ModelError: the embedding model did not serve.
    """
    from kesher.app.evaluate import evaluate_retrieval

    return await evaluate_retrieval(
        corpus, queries, make_embedder(settings).embedder, progress=progress
    )
