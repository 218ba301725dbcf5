"""What every test gets: no network but this machine's own, no settings but the defaults."""

import gc
import os
import shutil
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from kesher.config.settings import Settings
from surroundings import MakeSettings, refuse_outside

REPOSITORY = Path(__file__).parents[1]
# The evaluation data, and models that are built once a machine: all else of a person's
# environment must not change what a test says.
_KEPT = {"KESHER_SHARED", "KESHER_CACHE_FOLDER"}

# A test starts some hundred programs; where bytecode is not kept, each compiles all of Kesher anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Thousands of stores are synced to the disk at every commit; in memory that takes no time. pytest
# reads this when the first test asks for a folder.
_MEMORY = Path("/dev/shm")  # noqa: S108 - pytest makes a folder in it that is ours alone
_ROOM_BYTES = 4 << 30
if (
    _MEMORY.is_dir()
    and os.access(_MEMORY, os.W_OK)
    and shutil.disk_usage(_MEMORY).free > _ROOM_BYTES
):
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(_MEMORY))

_OBJECTS_BETWEEN_LOOKS = 50_000


def pytest_collection_finish() -> None:
    """Thousands of tests stay to the end; to look through them took a tenth of the tests' time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_OBJECTS_BETWEEN_LOOKS)


# On a busy machine an example takes as long as it takes.
settings.register_profile("kesher", deadline=None, max_examples=60, database=None)
settings.load_profile("kesher")


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session", autouse=True)
def only_default_settings() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for name in [key for key in os.environ if key.startswith("KESHER_")]:
            if name not in _KEPT:
                patch.delenv(name)
        yield


@pytest.fixture(scope="session", autouse=True)
def only_this_machine() -> Iterator[None]:
    """Refuse connections that leave this machine, however they are opened."""
    connect, connect_ex = socket.socket.connect, socket.socket.connect_ex

    def connecting(self: socket.socket, address: object) -> None:
        refuse_outside(self, address)
        connect(self, address)  # type: ignore[arg-type]  # whatever its family takes

    def trying(self: socket.socket, address: object) -> int:
        refuse_outside(self, address)
        return connect_ex(self, address)  # type: ignore[arg-type]  # as above

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", connecting)
        patch.setattr(socket.socket, "connect_ex", trying)
        yield


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of the evaluation data that is too large for the repository."""
    folder = Path(os.environ.get("KESHER_SHARED") or REPOSITORY.parent / "shared")
    if not (folder / "data").is_dir():
        pytest.skip(f"There is no evaluation data in `{folder}`; set KESHER_SHARED to its folder.")
    return folder


@pytest.fixture
def make_settings(tmp_path: Path) -> MakeSettings:
    """Settings over an empty data folder of the test's own, `data` in its temporary folder."""

    def make(**changes: object) -> Settings:
        given = {"data_folder": tmp_path / "data", "log_level": "error", **changes}
        return Settings.model_validate(given)

    return make


@pytest.fixture(scope="session")
def handbook_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder whose room `משאבי אנוש` holds the sample handbook, read by the real parts.

    To read only: take a copy by `handbook_copy`.
    """
    from kesher.engine import Kesher  # noqa: PLC0415 - only tests that need it pay for it
    from kesher.sample import sample_files  # noqa: PLC0415

    folder = tmp_path_factory.mktemp("handbook") / "data"
    with Kesher(folder, log_level="error") as kesher:
        kesher.room("משאבי אנוש").add(sample_files()[0].path, name='מדריך "העובד".pdf')
    return folder


@pytest.fixture
def handbook_copy(handbook_folder: Path, tmp_path: Path) -> Path:
    """A copy of that data folder that a test may change."""
    copy = tmp_path / "data"
    shutil.copytree(handbook_folder, copy)
    return copy
