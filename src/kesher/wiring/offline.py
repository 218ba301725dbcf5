"""Use cases that need no data folder."""

from pathlib import Path
from tempfile import TemporaryDirectory

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


async def evaluate_memory(
    settings: Settings, gold: Path, out: Path, *, progress: Progress | None = None
) -> None:
    """Predict the conversations and utterances of a folder into another, by rules alone.

    Raises:
        InputError: the folder is not of the expected shape.
        ModelError: the embedding model did not serve.
    """
    from kesher.adapters.models.token_counts import O200kCounter
    from kesher.adapters.sql.database import sqlite_url
    from kesher.adapters.sql.store import SqlStore
    from kesher.app.memory.evaluating import predict, read_gold, written
    from kesher.wiring.memory import make_memory

    given = read_gold(gold)
    with TemporaryDirectory() as folder:
        store = SqlStore.open(sqlite_url(Path(folder)))
        memory = make_memory(settings, store, make_embedder(settings), None, O200kCounter())
        try:
            conversations, utterances = await predict(memory, given, progress=progress)
        finally:
            await store.close()
    written(out, conversations, utterances)


async def evaluate_log_recall(
    settings: Settings, folder: Path, *, progress: Progress | None = None
) -> dict[str, dict[str, dict[str, float]]]:
    """Measure how much evidence is found in logs. Raises InputError or ModelError."""
    from kesher.adapters.models.token_counts import O200kCounter
    from kesher.app.memory.evaluating_recall import evaluate_recall, read_conversations

    conversations = read_conversations(folder)
    embedder = make_embedder(settings).embedder
    return await evaluate_recall(conversations, embedder, O200kCounter(), progress=progress)
