"""What a process opens once on a data folder, whatever models it uses."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kesher.app.backup.keeping import Keeping
from kesher.app.model_settings import ModelSettings
from kesher.app.neighbours import Neighbours
from kesher.app.originals import Originals
from kesher.app.progress import RoomChanges
from kesher.app.retention import Retaining
from kesher.config.settings import Settings
from kesher.ports.blobs import BlobStore
from kesher.ports.indexes import LexicalIndex
from kesher.ports.isolation import Isolation
from kesher.ports.models import Progress
from kesher.wiring.access import Access, make_access
from kesher.wiring.backup import make_keeping
from kesher.wiring.folder import files_folder
from kesher.wiring.mcp_servers import mcp_sources
from kesher.wiring.models import make_model_settings
from kesher.wiring.neighbours import Place, make_neighbours
from kesher.wiring.parts import Tools, find_tools, make_isolation
from kesher.wiring.people import People, make_people
from kesher.wiring.retention import make_retention
from kesher.wiring.usage import Ledger, make_ledger

if TYPE_CHECKING:
    from kesher.adapters.mcp_tools.source import McpTools
    from kesher.adapters.sql.store import SqlStore


@dataclass(frozen=True, slots=True)
class Ground:
    """What stays open from the start of a process to its end.

    Attributes:
        settings: As they were given: without the models that administrators set.
        progress: Told of the building of the local embedding model.
    """

    settings: Settings
    store: "SqlStore"
    blobs: BlobStore
    isolation: Isolation
    lexical: LexicalIndex
    changes: RoomChanges
    neighbours: Neighbours
    originals: Originals
    mcp: tuple["McpTools", ...]
    tools: Tools
    keeping: Keeping
    retaining: Retaining
    people: People
    access: Access
    ledger: Ledger
    model_settings: ModelSettings
    progress: Progress | None
    release: Callable[[], None]


def make_ground(
    settings: Settings,
    store: "SqlStore",
    place: Place,
    progress: Progress | None,
    *,
    searches: bool,
) -> Ground:
    """Open it. Raises as `kesher.wiring.build`."""
    from kesher.adapters.blob_files import BlobFiles
    from kesher.adapters.system import utc_now

    blobs = BlobFiles(files_folder(settings), shared=settings.is_shared)
    originals, changes = Originals(blobs, store), RoomChanges()
    lexical = _make_lexical(store, place) if searches else _no_terms()
    people = make_people(settings, store)
    ledger = make_ledger(settings, store)
    return Ground(
        settings=settings,
        store=store,
        blobs=blobs,
        isolation=make_isolation(settings),
        lexical=lexical,
        changes=changes,
        neighbours=make_neighbours(settings, store, changes),
        originals=originals,
        mcp=mcp_sources(settings.mcp_servers_file, os.environ),
        tools=find_tools(),
        keeping=make_keeping(settings, ledger.auditing),
        retaining=Retaining(
            store=store.parts.retention,
            originals=originals,
            indexes=lexical,
            changes=changes,
            clock=utc_now,
            settings=make_retention(settings),
            auditing=ledger.auditing,
        ),
        people=people,
        access=make_access(settings, store, people.accounts),
        ledger=ledger,
        model_settings=make_model_settings(settings, store),
        progress=progress,
        release=place.release,
    )


def _make_lexical(store: "SqlStore", place: Place) -> LexicalIndex:
    from kesher.adapters.indexes.tantivy_terms import TantivyIndex

    return TantivyIndex(store, place.folder / "indexes")


def _no_terms() -> LexicalIndex:
    from kesher.adapters.indexes.no_terms import NoTerms

    return NoTerms()
