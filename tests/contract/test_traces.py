from pathlib import Path

import pytest

from contract.samples import NOW, SCOPE, publish
from kesher.adapters.raw_files import files_with
from kesher.adapters.sql.store import SqlStore
from kesher.adapters.sql.traces import Rows, look_for
from kesher.domain.audit import Act, Action
from kesher.domain.scope import Scope
from kesher.ports.stores import Store

pytestmark = pytest.mark.anyio


async def test_every_column_that_holds_an_id_or_a_word_is_found_and_after_deletion_none(
    store: Store, database_url: str
) -> None:
    await publish(store)
    found = look_for(database_url, "doc_a")
    held = {f"{each.table}.{each.column}": each.count for each in found.rows}
    assert held["documents.id"] == 1
    assert held["pages.document_id"] == 3
    assert held["vectors.document_id"] == 3
    assert held["changes.document_id"] == 1
    assert found.digests == [(await store.document(SCOPE, "doc_a")).sha256]
    assert Rows("chunks", "text", 1) in look_for(database_url, "إجازة. Работнику").rows
    await store.delete_document(SCOPE, "doc_a")
    for wanted in ("doc_a", "chk_doc_a_0", "إجازة. Работнику", "22 ימי חופשה"):
        assert look_for(database_url, wanted).rows == []


async def test_the_bytes_that_an_account_keeps_are_told_apart_in_the_files_of_sqlite(
    store: Store, database_url: str, tmp_path: Path
) -> None:
    assert isinstance(store, SqlStore)
    act = Act(NOW, "local", Action.ROOM_CHANGE, room_id="room_חשבון", thing_id="thr_q")
    for _ in range(3):  # each page with events is written to the log anew
        await store.parts.audit.append(Scope(SCOPE.tenant_id), [act])
    found = look_for(database_url, "room_חשבון", keeping=["audit_events"])
    assert found.rows == [Rows("audit_events", "room_id", 3)]
    if not found.kept:
        assert database_url.startswith("postgresql")
        return
    assert {each.path.name for each in files_with(tmp_path, "room_חשבון")} >= {"kesher.db-wal"}
    assert files_with(tmp_path, "room_חשבון", within=found.kept) == []
