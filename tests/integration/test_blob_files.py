import asyncio
import hashlib
import io
import os
import sys
import time
from pathlib import Path

import pytest

from kesher.adapters.blob_files import BlobFiles
from kesher.errors import DocumentTooLargeError, NotFoundError, StorageFullError, StoreError
from small_disk import small_disk

pytestmark = pytest.mark.anyio

LIMIT_BYTES = 10 * 1024 * 1024
CONTENT = 'נוהל חופשות 2026: "22 ימים"'.encode() * 1000
DIGEST = hashlib.sha256(CONTENT).hexdigest()
PROGRAM = """
import io, sys
from pathlib import Path
import asyncio
from kesher.adapters.blob_files import BlobFiles

class Endless(io.RawIOBase):
    def readable(self):
        return True
    def read(self, size=-1):
        print("reading", flush=True)
        sys.stdin.readline()
        return bytes(1000)

asyncio.run(BlobFiles(Path(sys.argv[1])).put(Endless(), limit_bytes=10**9))
"""


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def _files(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


async def test_a_file_is_kept_by_its_digest(tmp_path: Path) -> None:
    blobs = BlobFiles(tmp_path)
    assert await blobs.put(io.BytesIO(CONTENT), limit_bytes=LIMIT_BYTES) == (DIGEST, len(CONTENT))
    assert blobs.path(DIGEST).read_bytes() == CONTENT
    assert _files(tmp_path) == [f"originals/{DIGEST[:2]}/{DIGEST}"]


async def test_the_same_file_twice_is_kept_once_and_heals_a_spoilt_copy(tmp_path: Path) -> None:
    blobs = BlobFiles(tmp_path)
    await blobs.put(io.BytesIO(CONTENT), limit_bytes=LIMIT_BYTES)
    blobs.path(DIGEST).write_bytes(b"spoilt")
    await blobs.put(io.BytesIO(CONTENT), limit_bytes=LIMIT_BYTES)
    assert blobs.path(DIGEST).read_bytes() == CONTENT
    assert len(_files(tmp_path)) == 1


async def test_uploads_of_one_file_at_once_do_not_disturb_one_another(tmp_path: Path) -> None:
    blobs = BlobFiles(tmp_path)
    puts = (blobs.put(io.BytesIO(CONTENT), limit_bytes=LIMIT_BYTES) for _ in range(8))
    assert set(await asyncio.gather(*puts)) == {(DIGEST, len(CONTENT))}
    assert len(_files(tmp_path)) == 1


async def test_a_file_of_exactly_the_limit_is_kept(tmp_path: Path) -> None:
    _, size_bytes = await BlobFiles(tmp_path).put(io.BytesIO(bytes(100)), limit_bytes=100)
    assert size_bytes == 100


async def test_a_file_over_the_limit_is_refused_without_reading_it_to_its_end(
    tmp_path: Path,
) -> None:
    source = io.BytesIO(bytes(50 * 1024 * 1024))
    with pytest.raises(DocumentTooLargeError, match="5,000,000 bytes"):
        await BlobFiles(tmp_path).put(source, limit_bytes=5_000_000)
    assert source.tell() < 8 * 1024 * 1024
    assert _files(tmp_path) == []


async def test_a_full_disk_is_said_and_leaves_nothing_half_written(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", kilobytes=1_024) as disk:
        blobs = BlobFiles(disk)
        await blobs.put(io.BytesIO(CONTENT), limit_bytes=LIMIT_BYTES)
        kept = _files(disk)
        with pytest.raises(StorageFullError, match="no room left"):
            await blobs.put(io.BytesIO(os.urandom(3_000_000)), limit_bytes=LIMIT_BYTES)
        assert _files(disk) == kept
        assert await blobs.put(io.BytesIO(b"small"), limit_bytes=LIMIT_BYTES)


async def test_deleting_a_blob_takes_what_was_derived_from_it(tmp_path: Path) -> None:
    blobs = BlobFiles(tmp_path)
    await blobs.put(io.BytesIO(CONTENT), limit_bytes=LIMIT_BYTES)
    blobs.derived(DIGEST, "page-1.webp").write_bytes(b"picture")
    blobs.derived(DIGEST, "rendition.pdf").write_bytes(b"pdf")
    await blobs.delete(DIGEST)
    await blobs.delete(DIGEST)
    assert _files(tmp_path) == []
    with pytest.raises(NotFoundError):
        blobs.path(DIGEST)
    with pytest.raises(NotFoundError):
        blobs.derived(DIGEST, "page-1.webp")


@pytest.mark.parametrize("sha256", ["", "../../etc/passwd", "ABC", "0" * 63, "a" * 64, "a\x00"])
async def test_what_is_no_digest_of_ours_is_not_found(tmp_path: Path, sha256: str) -> None:
    with pytest.raises(NotFoundError):
        BlobFiles(tmp_path).path(sha256)


@pytest.mark.parametrize("name", ["", ".", "..", "../x", "a/b", "עמוד.png", "a\x00b", ".hidden"])
async def test_a_derived_name_cannot_lead_out_of_its_folder(tmp_path: Path, name: str) -> None:
    blobs = BlobFiles(tmp_path)
    await blobs.put(io.BytesIO(CONTENT), limit_bytes=LIMIT_BYTES)
    with pytest.raises(ValueError, match="no name for a derived file"):
        blobs.derived(DIGEST, name)


async def test_what_a_killed_upload_left_is_removed_and_a_living_one_is_left_alone(
    tmp_path: Path,
) -> None:
    BlobFiles(tmp_path)
    uploader = await asyncio.create_subprocess_exec(
        sys.executable, "-c", PROGRAM, str(tmp_path),
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert uploader.stdout is not None
    async with asyncio.timeout(60):
        assert await uploader.stdout.readline() == b"reading\n"
    BlobFiles(tmp_path)
    assert len(_files(tmp_path)) == 1
    uploader.kill()
    await uploader.wait()
    BlobFiles(tmp_path)
    assert _files(tmp_path) == []


async def test_an_upload_that_stands_still_for_more_than_a_day_is_removed(tmp_path: Path) -> None:
    blobs = BlobFiles(tmp_path)
    reading, going_on = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()

    class Stalled(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            loop.call_soon_threadsafe(reading.set)
            asyncio.run_coroutine_threadsafe(going_on.wait(), loop).result(timeout=60)
            return b""

    upload = asyncio.ensure_future(blobs.put(Stalled(), limit_bytes=LIMIT_BYTES))
    await reading.wait()
    (part,) = (tmp_path / "incoming").iterdir()
    two_days_ago = time.time() - 2 * 24 * 60 * 60
    os.utime(part, (two_days_ago, two_days_ago))
    BlobFiles(tmp_path)
    assert _files(tmp_path) == []
    going_on.set()
    with pytest.raises(StoreError):
        await upload


async def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "data").write_bytes(b"a file, not a folder")
    with pytest.raises(StoreError, match="data"):
        BlobFiles(tmp_path / "data")
