import pytest

from contract.samples import SCOPE, publish
from kesher.adapters.sql.traces import Rows, look_for
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
