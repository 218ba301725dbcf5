"""The lexical index over a room's changes: Hebrew-aware, incremental, rebuilt where damaged."""

import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import tantivy
from anyio import create_task_group

from kesher.adapters.indexes.tantivy_terms import TantivyIndex
from kesher.domain.scope import RoomScope
from kesher.errors import FolderInUseError, NotFoundError, StorageFullError, StoreError
from kesher.ports.indexes import IndexedChunk
from kesher.ranking.bm25 import Bm25
from kesher.testing.change_feed import MemoryFeed
from kesher.text.search_terms import asked_terms, search_terms
from small_disk import small_disk

ROOM = RoomScope("דייר", "חדר")
NO_VECTOR = np.zeros(1, np.float32)
TEXTS = (
    "עובד במשרה מלאה זכאי ל-22 ימי חופשה, באישור המנכ״ל.",
    "החזר נסיעות ישולם לפי סעיף 4.2(ב) של הנוהל.",
    "Travel refunds are paid monthly.",
    "يحق للموظف إجازة سنوية.",
    "Сотрудникам положен отпуск.",
)


def chunks(document_id: str, *texts: str) -> list[IndexedChunk]:
    return [
        IndexedChunk(f"{document_id}-{at}", document_id, text, NO_VECTOR)
        for at, text in enumerate(texts)
    ]


@pytest.fixture
def feed() -> MemoryFeed:
    feed = MemoryFeed()
    feed.put(ROOM, "a", chunks("a", *TEXTS))
    return feed


@pytest.fixture
def index(feed: MemoryFeed, tmp_path: Path) -> TantivyIndex:
    return TantivyIndex(feed, tmp_path)


async def found(index: TantivyIndex, text: str, *, room: RoomScope = ROOM) -> list[str]:
    return [each.chunk_id for each in await index.search(room, text, top=10)]


def files(folder: Path, ending: str = "") -> list[Path]:
    return sorted(path for path in folder.rglob(f"*{ending}") if path.is_file())


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("question", "chunk_id"),
    [
        ("כמה ימי חופשה?", "a-0"),
        ('מנכ"ל', "a-0"),
        ("סעיף 4.2(ב)", "a-1"),
        ("4.2", "a-1"),
        ("refund", "a-2"),
        ("إجازة الموظف", "a-3"),
        ("отпуск сотрудника", "a-4"),
    ],
)
async def test_words_are_found_in_each_form_and_language(
    index: TantivyIndex, question: str, chunk_id: str
) -> None:
    assert await found(index, question) == [chunk_id]


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("misspelt", "chunk_id"),
    [
        ("נסיעוט", "a-1"),
        ("המנקל באישור", "a-0"),
        ("refnds", "a-2"),
        ("الموظفين", "a-3"),
        ("Сотруднеку", "a-4"),
    ],
)
async def test_what_is_misspelt_is_found_by_its_pieces(
    index: TantivyIndex, misspelt: str, chunk_id: str
) -> None:
    ranked = await index.search_grams(ROOM, misspelt, top=10)
    assert ranked[0].chunk_id == chunk_id


@pytest.mark.anyio
async def test_every_ranking_tells_the_language_of_a_passage(index: TantivyIndex) -> None:
    asked = "חופשה refunds إجازة отпуск"
    for ranked in (
        await index.search(ROOM, asked, top=10),
        await index.search_grams(ROOM, asked, top=10),
    ):
        assert {each.chunk_id: each.language for each in ranked} == {
            "a-0": "he",
            "a-2": "en",
            "a-3": "ar",
            "a-4": "ru",
        }


@pytest.mark.anyio
@pytest.mark.parametrize("text", ["", "?", 'AND (כ"כ', "terms:* OR NOT", "\ud800", "\x00", '"""'])
async def test_no_question_is_taken_for_a_query_language(index: TantivyIndex, text: str) -> None:
    assert await found(index, text) == []


@pytest.mark.anyio
async def test_scores_are_those_of_bm25(index: TantivyIndex) -> None:
    ranked = await index.search(ROOM, "ימי חופשה לפי נוהל", top=10)
    plain = Bm25.of([search_terms(text) for text in TEXTS])
    asked = asked_terms("ימי חופשה לפי נוהל", plain.postings.__contains__)
    expected = plain.rank(asked, top=10)
    assert [each.chunk_id for each in ranked] == [f"a-{position}" for position, _ in expected]
    assert [each.score for each in ranked] == pytest.approx([s for _, s in expected], rel=1e-4)


@pytest.mark.anyio
async def test_a_search_sees_every_change_that_came_before_it(
    index: TantivyIndex, feed: MemoryFeed
) -> None:
    assert await found(index, "נסיעות") == ["a-1"]
    feed.put(ROOM, "b", chunks("b", "נסיעות לחוץ לארץ"))
    assert sorted(await found(index, "נסיעות")) == ["a-1", "b-0"]
    feed.remove(ROOM, "a")
    assert await found(index, "נסיעות") == ["b-0"]
    feed.put(ROOM, "b", chunks("b", "ארוחות"))
    assert await found(index, "נסיעות") == []


@pytest.mark.anyio
async def test_another_process_goes_on_where_the_last_one_ended(
    index: TantivyIndex, feed: MemoryFeed, tmp_path: Path
) -> None:
    await found(index, "חופשה")
    reads = feed.reads
    later = TantivyIndex(feed, tmp_path)
    assert await found(later, "חופשה") == ["a-0"]
    assert feed.reads == reads


@pytest.mark.anyio
async def test_a_change_applied_again_after_a_crash_doubles_nothing(
    index: TantivyIndex, feed: MemoryFeed, tmp_path: Path
) -> None:
    await found(index, "חופשה")
    (mark,) = files(tmp_path, ".mark")
    before = mark.read_bytes()
    feed.put(ROOM, "b", chunks("b", "חופשה"))
    await found(index, "חופשה")
    mark.write_bytes(before)  # as if the process had died before it could write the new one
    later = TantivyIndex(feed, tmp_path)
    assert sorted(await found(later, "חופשה")) == ["a-0", "b-0"]


def _cut(folder: Path) -> None:
    for file in files(folder, ".term"):
        file.write_bytes(file.read_bytes()[:-7])


def _one_bit(folder: Path) -> None:
    for file in files(folder, ".idx"):
        content = bytearray(file.read_bytes())
        content[len(content) // 2] ^= 1
        file.write_bytes(content)


def _no_meta(folder: Path) -> None:
    for file in files(folder, "meta.json"):
        file.unlink()


def _other_meta(folder: Path) -> None:
    for file in files(folder, "meta.json"):
        file.write_text(file.read_text().replace('"max_doc": 5', '"max_doc": 4'))


def _no_mark(folder: Path) -> None:
    for file in files(folder, ".mark"):
        file.unlink()


def _half_a_mark(folder: Path) -> None:
    for file in files(folder, ".mark"):
        file.write_bytes(file.read_bytes()[:9])


@pytest.mark.anyio
@pytest.mark.parametrize("damage", [_cut, _one_bit, _no_meta, _other_meta, _no_mark, _half_a_mark])
async def test_a_damaged_folder_is_made_anew_from_the_store(
    index: TantivyIndex, feed: MemoryFeed, tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    await found(index, "חופשה")
    damage(tmp_path)
    later = TantivyIndex(feed, tmp_path)
    assert await found(later, "חופשה") == ["a-0"]
    feed.put(ROOM, "b", chunks("b", "חופשה"))
    assert sorted(await found(later, "חופשה")) == ["a-0", "b-0"]


@pytest.mark.anyio
async def test_pieces_of_a_merge_that_was_cut_off_cost_no_rebuilding(
    index: TantivyIndex, feed: MemoryFeed, tmp_path: Path
) -> None:
    await found(index, "חופשה")
    (folder,) = {file.parent for file in files(tmp_path, "meta.json")}
    (folder / "0123456789abcdef0123456789abcdef.idx").write_bytes(b"half a segment")
    reads = feed.reads
    assert await found(TantivyIndex(feed, tmp_path), "חופשה") == ["a-0"]
    assert feed.reads == reads


@pytest.mark.anyio
async def test_what_was_caught_up_with_is_not_waited_for_by_a_search(
    index: TantivyIndex, feed: MemoryFeed
) -> None:
    await index.catch_up(ROOM)
    feed.put(ROOM, "b", chunks("b", "חופשה"))
    feed.put(ROOM, "a", ())
    await index.catch_up(ROOM)
    reads = feed.reads
    assert await found(index, "חופשה") == ["b-0"]
    assert feed.reads == reads


@pytest.mark.anyio
async def test_many_small_changes_become_few_segments(
    index: TantivyIndex, feed: MemoryFeed, tmp_path: Path
) -> None:
    for at in range(20):
        feed.put(ROOM, f"doc{at}", chunks(f"doc{at}", "פנסיה"))
        await index.catch_up(ROOM)
    later = TantivyIndex(feed, tmp_path)
    assert len(await later.search(ROOM, "פנסיה", top=50)) == 20
    assert len(files(tmp_path, ".idx")) < 20


@pytest.mark.anyio
async def test_an_index_whose_files_vanish_while_it_is_open_is_made_anew(
    index: TantivyIndex, feed: MemoryFeed, tmp_path: Path
) -> None:
    await found(index, "חופשה")
    for file in files(tmp_path):
        file.unlink()
    feed.put(ROOM, "b", chunks("b", "חופשה"))
    assert sorted(await found(index, "חופשה")) == ["a-0", "b-0"]


@pytest.mark.anyio
async def test_many_callers_at_once_share_one_writer(index: TantivyIndex, feed: MemoryFeed) -> None:
    async def ask(at: int) -> None:
        feed.put(ROOM, f"doc{at}", chunks(f"doc{at}", "פנסיה"))
        await found(index, "פנסיה")

    async with create_task_group() as group:
        for at in range(10):
            group.start_soon(ask, at)
    assert sorted(await found(index, "פנסיה")) == [f"doc{at}-0" for at in range(10)]


@pytest.mark.anyio
async def test_a_second_process_that_writes_is_refused_by_name(
    index: TantivyIndex, feed: MemoryFeed, tmp_path: Path
) -> None:
    await found(index, "חופשה")
    (folder,) = {file.parent for file in files(tmp_path, "meta.json")}
    writer = tantivy.Index.open(str(folder)).writer(heap_size=15_000_000, num_threads=1)
    feed.put(ROOM, "b", chunks("b", "חופשה"))
    with pytest.raises(FolderInUseError, match="Another process"):
        await found(index, "חופשה")
    del writer
    assert sorted(await found(index, "חופשה")) == ["a-0", "b-0"]


@pytest.mark.anyio
async def test_rooms_of_any_name_lie_apart(feed: MemoryFeed, tmp_path: Path) -> None:
    rooms = [
        RoomScope("../..", "/etc"),
        RoomScope("דייר", "חדר/שני"),
        RoomScope("דייר", "א" * 500),
        RoomScope("tenant", "Room"),
        RoomScope("tenant", "room"),
        RoomScope("\ud800", "NUL"),
    ]
    inside = tmp_path / "indexes"
    index = TantivyIndex(feed, inside)
    for at, room in enumerate(rooms):
        feed.put(room, "d", chunks(f"d{at}", "חופשה"))
    for at, room in enumerate(rooms):
        assert await found(index, "חופשה", room=room) == [f"d{at}-0"]
    assert all(file.is_relative_to(inside) for file in files(tmp_path))


@pytest.mark.anyio
async def test_a_forgotten_room_leaves_no_file(
    index: TantivyIndex, feed: MemoryFeed, tmp_path: Path
) -> None:
    await found(index, "חופשה")
    feed.remove_room(ROOM)
    await index.forget(ROOM)
    assert files(tmp_path) == []
    with pytest.raises(NotFoundError):
        await found(index, "חופשה")


@pytest.mark.anyio
async def test_only_so_many_rooms_are_kept_open(feed: MemoryFeed, tmp_path: Path) -> None:
    index = TantivyIndex(feed, tmp_path, open_rooms=2)
    rooms = [RoomScope("דייר", f"חדר {at}") for at in range(4)]
    for room in rooms:
        feed.put(room, "d", chunks("d", "חופשה"))
        await found(index, "חופשה", room=room)
    for room in rooms:
        assert await found(index, "חופשה", room=room) == ["d-0"]


@pytest.mark.anyio
async def test_a_folder_that_cannot_be_written_is_named(feed: MemoryFeed, tmp_path: Path) -> None:
    in_the_way = tmp_path / "indexes"
    in_the_way.write_text("a file where a folder should be")
    with pytest.raises(StoreError, match="indexes"):
        await found(TantivyIndex(feed, in_the_way), "חופשה")


@pytest.mark.anyio
async def test_no_text_lies_in_the_index(index: TantivyIndex, tmp_path: Path) -> None:
    await found(index, "חופשה")
    content = b"".join(file.read_bytes() for file in files(tmp_path))
    assert "באישור המנכ״ל".encode() not in content


@pytest.mark.anyio
async def test_a_disk_that_was_full_is_said_to_be_so_and_the_index_goes_on_when_it_is_not(
    feed: MemoryFeed, tmp_path: Path
) -> None:
    with small_disk(tmp_path / "small", kilobytes=2_000) as disk:
        index = TantivyIndex(feed, disk / "indexes")
        assert await found(index, "חופשה")
        feed.put(ROOM, "b", chunks("b", *(f"ארוחות {number}" for number in range(60))))
        room = os.statvfs(disk)
        (disk / "filler").write_bytes(b"x" * room.f_bavail * room.f_frsize)
        refused = []  # the errors live on, as where one is logged or told
        for _ in range(2):
            with pytest.raises(StorageFullError) as caught:
                await found(index, "ארוחות")
            refused.append(caught.value)
        (disk / "filler").unlink()
        assert len(await found(index, "ארוחות")) == 10
