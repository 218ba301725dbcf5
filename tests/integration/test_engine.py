"""The Python API over real parts: what a person writes in a script or a notebook."""

import asyncio
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import kesher
from kesher import Kesher
from kesher.app.ask_events import TextPiece
from kesher.domain.answer import Answer, AnswerKind
from kesher.domain.document import Document, DocumentState
from kesher.errors import (
    ConfigurationError,
    DocumentError,
    FolderInUseError,
    InputError,
    KesherError,
    NotFoundError,
)
from kesher.sample import sample_files

QUESTION = "כמה ימי חופשה מגיעים לעובד במשרה מלאה בשנה הראשונה?"
HANDBOOK = sample_files()[0].path
NOTICE = "חניה: עובד רשאי לחנות בחניון בין 07:00 ל-20:00."


@pytest.fixture(scope="module")
def handbook(handbook_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kesher]:
    """A folder with the handbook in `משאבי אנוש`; tests make rooms of their own beside it."""
    folder = tmp_path_factory.mktemp("opened") / "data"
    shutil.copytree(handbook_folder, folder)
    with Kesher(folder, log_level="error") as opened:
        yield opened


def test_a_question_is_answered_with_the_page_on_which_the_answer_stands(
    handbook: Kesher,
) -> None:
    answer = handbook.room("משאבי אנוש").ask(QUESTION)
    assert answer.kind is AnswerKind.EXTRACTIVE
    assert "22 ימי חופשה" in " ".join(answer.text.split())
    assert 6 in [span.page_number for item in answer.citations for span in item.spans]


def test_an_answer_is_told_while_it_comes(handbook: Kesher) -> None:
    told: list[object] = []
    answer = handbook.room("משאבי אנוש").ask(QUESTION, events=told.append)
    assert told[-1] == answer
    assert "".join(item.text for item in told if isinstance(item, TextPiece)) == answer.text


def test_a_thread_goes_on(handbook: Kesher) -> None:
    room = handbook.room("משאבי אנוש")
    first = room.ask(QUESTION)
    assert room.ask("ומה בשנה השלישית?", thread=first.thread_id).thread_id == first.thread_id


def test_a_search_gives_hits_with_scores(handbook: Kesher) -> None:
    found = handbook.room("משאבי אנוש").search("сколько дней отпуска", top=3)
    assert [hit.rank for hit in found.hits] == [1, 2, 3]
    assert found.figures.pages == 16


def test_bytes_are_taken_in_and_told_until_they_can_be_searched(handbook: Kesher) -> None:
    told: list[Document] = []
    room = handbook.room("בתים")
    document = room.add(NOTICE.encode(), name='נוהל "חניה"/2.md', progress=told.append)
    assert (document.state, document.name) == (DocumentState.READY, 'נוהל "חניה"/2.md')
    assert told[-1] == document
    assert room.documents() == [document]
    assert room.search("חניון").hits
    room.delete(document.id)
    assert room.documents() == []


def test_a_document_is_deleted_with_what_an_answer_quoted_from_it(handbook: Kesher) -> None:
    room = handbook.room("חניון נמחק")
    document = room.add(NOTICE.encode(), name="חניה.md")
    quoted = room.ask("באילו שעות מותר לחנות בחניון?")
    assert quoted.citations
    room.delete(document.id, erase_quotations=True)
    assert handbook.record(quoted.id).view().citations[0].document_id == "erased"


def test_the_same_file_is_added_once(handbook: Kesher, tmp_path: Path) -> None:
    path = tmp_path / "חניה.txt"
    path.write_text(NOTICE, encoding="utf-8")
    room = handbook.room("פעם אחת")
    assert room.add(path) == room.add(str(path))
    assert [document.name for document in room.documents()] == ["חניה.txt"]


def test_rooms_are_made_once_and_listed_by_name(handbook: Kesher) -> None:
    assert handbook.room("נהלים").id == handbook.room("נהלים").id
    handbook.room("Archive")
    names = [room.name for room in handbook.rooms()]
    assert names == sorted(names)
    assert {"Archive", "נהלים", "משאבי אנוש"} <= set(names)


def test_a_call_inside_a_running_loop_works_as_in_a_notebook(handbook: Kesher) -> None:
    async def cell() -> Answer:
        return handbook.room("משאבי אנוש").ask(QUESTION)

    assert asyncio.run(cell()).citations


def test_what_was_stored_is_there_when_the_folder_is_opened_again(tmp_path: Path) -> None:
    with Kesher(tmp_path / "data", log_level="error") as first:
        first.room("חניה").add(NOTICE.encode(), name="חניה.md")
    with Kesher(tmp_path / "data", log_level="error") as second:
        (document,) = second.room("חניה").documents()
        assert document.state is DocumentState.READY
        assert second.room("חניה").search("חניון").hits


def test_a_folder_is_held_by_one_at_a_time_and_let_go_at_the_end(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with Kesher(folder, log_level="error"), pytest.raises(FolderInUseError):
        Kesher(folder, log_level="error")
    with Kesher(folder, log_level="error") as again:
        again.close()  # twice is no error


@pytest.mark.parametrize("file", ["אין.pdf", "."])
def test_a_file_that_is_not_there_is_named(handbook: Kesher, file: str) -> None:
    with pytest.raises(InputError, match="There is no file"):
        handbook.room("חניה").add(file)
    with pytest.raises(InputError, match="There is no file"):
        kesher.read_pages(file)


def test_a_file_that_cannot_be_read_is_an_error_that_says_why(handbook: Kesher) -> None:
    with pytest.raises(DocumentError, match=r"truncated|damaged"):
        handbook.room("חניה").add(HANDBOOK.read_bytes()[:1_500], name="קטוע.pdf")


def test_a_document_that_is_not_there_cannot_be_deleted(handbook: Kesher) -> None:
    with pytest.raises(NotFoundError, match="doc_none"):
        handbook.room("חניה").delete("doc_none")


def test_an_unknown_setting_is_an_error_and_holds_no_folder(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="serch_top"):
        Kesher(tmp_path / "data", serch_top=3)
    Kesher(tmp_path / "data", log_level="error").close()


@pytest.mark.parametrize("folder", [5, b"data", ["תיקייה"]])
def test_what_is_no_path_is_no_data_folder(folder: object) -> None:
    with pytest.raises(ConfigurationError, match=r"`data_folder` is .* Give the path of a folder"):
        Kesher(folder)  # type: ignore[arg-type]  # the mistake


def test_pages_of_a_file_are_read_without_any_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    pages = kesher.read_pages(HANDBOOK)
    assert len(pages) == 16
    assert "עובד במשרה מלאה זכאי ל-22 ימי חופשה" in " ".join(pages[5].split())
    assert list(tmp_path.iterdir()) == []


def test_every_error_is_caught_by_one_class(handbook: Kesher) -> None:
    with pytest.raises(KesherError):
        handbook.room(" ")


def test_a_room_asked_with_a_memory_remembers_what_its_user_says(handbook: Kesher) -> None:
    answer = handbook.room("משאבי אנוש").ask(f"אני גר בחיפה. {QUESTION}", memory="נועה")
    assert [each.value for each in handbook.memory("נועה").profile()] == ["חיפה"]
    assert handbook.memory("משה").profile() == []
    said = handbook.memory("נועה").thread(answer.thread_id).log()
    assert [each.text for each in said] == [answer.question, answer.text]


def test_a_new_version_is_searched_in_place_of_the_old_and_can_be_taken_back(
    handbook: Kesher,
) -> None:
    room = handbook.room("גרסאות")
    old = room.add(NOTICE.encode(), name="חניה.md")
    new = room.add("חניה: סגור בשבת.".encode(), name="חניה.md", new_version_of=old.id)
    assert [each.id for each in room.documents()] == [new.id]
    assert [each.version.number for each in room.versions(old.id)] == [2, 1]
    assert {hit.chunk.document_id for hit in room.search("חניה").hits} == {new.id}
    back = room.restore(old.id)
    assert (back.id, back.version.number, back.version.is_current) == (old.id, 3, True)
    assert {hit.chunk.document_id for hit in room.search("חניה").hits} == {old.id}
