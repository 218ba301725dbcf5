"""The whole path on a real PostgreSQL: the same code, one setting."""

from pathlib import Path

from databases import new_database
from kesher.domain.document import DocumentState
from kesher.engine import Kesher
from kesher.sample import sample_files

QUESTION = "כמה ימי חופשה מגיעים לעובד במשרה מלאה?"


def test_a_document_is_read_asked_found_again_and_deleted_on_postgresql(tmp_path: Path) -> None:
    url = new_database("postgresql", tmp_path)
    folder = tmp_path / "data"
    with Kesher(folder, database_url=url, log_level="error") as kesher:
        document = kesher.room("משאבי אנוש").add(sample_files()[0].path)
        assert document.state is DocumentState.READY
    with Kesher(folder, database_url=url, log_level="error") as kesher:
        room = kesher.room("משאבי אנוש")
        answer = room.ask(QUESTION)
        assert "22 ימי חופשה" in answer.text
        assert answer.citations[0].verified
        assert {span.page_number for span in answer.citations[0].spans} == {6}
        room.delete(document.id)
        assert room.search(QUESTION).hits == ()
    assert not (folder / "kesher.db").exists()
