"""What looks whether a process is well, made from the settings."""

from typing import TYPE_CHECKING

from kesher.app.condition import Watching
from kesher.config.settings import Settings
from kesher.ports.indexes import DenseIndex, LexicalIndex
from kesher.wiring.folder import files_folder
from kesher.wiring.parts import EmbedderState

if TYPE_CHECKING:
    from kesher.adapters.sql.store import SqlStore


def make_watching(
    settings: Settings,
    store: "SqlStore",
    *,
    dense: DenseIndex,
    lexical: LexicalIndex,
    embedding: EmbedderState,
) -> Watching:
    """Return what looks at the database, the disks and the indexes."""
    from kesher.adapters.system import utc_now

    return Watching(
        condition=store.parts.condition,
        indexes={"dense": dense, "lexical": lexical},
        folders={"data": settings.data_folder, "files": files_folder(settings)},
        least_free_bytes=settings.ready_free_bytes,
        embedder_ready=embedding.is_loaded,
        clock=utc_now,
    )
