"""The folder that holds the built local model: made once, whole or not at all.

Two processes never build at the same time; a build that was killed leaves only a folder beside,
which the next build removes; a damaged folder is noticed by its checksums and built anew.
"""

import errno
import fcntl
import hashlib
import json
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kesher.adapters.models.e5_encoder import write_encoder
from kesher.adapters.models.e5_packed import Weights, read_packed
from kesher.adapters.models.e5_tokenizer import build_tokenizer
from kesher.errors import ConfigurationError, StorageFullError
from kesher.ports.models import Progress

_MARKER = "built.json"
# Raise it when the files are written in another way, so that older folders are built anew.
_FORMAT = 3
_STEPS_BESIDE_LAYERS = 3


def model_folder(cache_folder: Path, weights: Weights) -> Path:
    """Return where the built model of these weights lies, or will lie."""
    return cache_folder / "models" / f"multilingual-e5-small-{weights.version}-int8"


def is_built(folder: Path) -> bool:
    """Say whether the folder has all its files in their sizes; their content is not read."""
    listed = _read_marker(folder)
    return bool(listed) and all(
        (folder / name).is_file() and (folder / name).stat().st_size == size
        for name, (size, _) in listed.items()
    )


def ensure_built(cache_folder: Path, weights: Weights, *, progress: Progress | None = None) -> Path:
    """Return the folder of the built model, building it first if it is absent or damaged.

    Args:
        progress: Called with (steps done, steps in all), only when something is built.

    Raises:
        ToolMissingError: the packed weights are damaged.
        StorageFullError: the disk has no room for the model.
        ConfigurationError: the cache folder cannot be written.
    """
    folder = model_folder(cache_folder, weights)
    if _is_sound(folder):
        return folder
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with _exclusive(folder.with_name(f"{folder.name}.lock")):
            if not _is_sound(folder):
                _build(folder, weights, progress)
    except OSError as error:
        raise _translate(error, folder) from error
    return folder


def _is_sound(folder: Path) -> bool:
    listed = _read_marker(folder)
    return is_built(folder) and all(
        _checksum(folder / name) == checksum for name, (_, checksum) in listed.items()
    )


def _build(folder: Path, weights: Weights, progress: Progress | None) -> None:
    _remove_leftovers(folder)
    beside = Path(tempfile.mkdtemp(prefix=f"{folder.name}.part-", dir=folder.parent))
    try:
        _write_model(beside, weights, progress)
        _write_marker(beside)
        beside.replace(folder)
    except BaseException:
        shutil.rmtree(beside, ignore_errors=True)
        raise


def _remove_leftovers(folder: Path) -> None:
    for leftover in folder.parent.glob(f"{folder.name}.part-*"):
        shutil.rmtree(leftover)
    if folder.exists():
        shutil.rmtree(folder)


def _write_model(folder: Path, weights: Weights, progress: Progress | None) -> None:
    model = read_packed(weights.path)
    step = _Steps(model.sizes.layers + _STEPS_BESIDE_LAYERS, progress)
    step()
    build_tokenizer(model.vocabulary).save(folder)
    step()
    write_encoder(model, folder, layer_done=step)
    step()


class _Steps:
    """Counts the steps done and tells them."""

    def __init__(self, total: int, progress: Progress | None) -> None:
        self._total = total
        self._progress = progress
        self._done = 0

    def __call__(self) -> None:
        self._done += 1
        if self._progress is not None:
            self._progress(self._done, self._total)


def _write_marker(folder: Path) -> None:
    files = {path.name: (path.stat().st_size, _checksum(path)) for path in folder.iterdir()}
    marker = {"format": _FORMAT, "files": files}
    (folder / _MARKER).write_text(json.dumps(marker, indent=1), encoding="utf-8")


def _read_marker(folder: Path) -> dict[str, tuple[int, str]]:
    """Return size in bytes and checksum a file; empty where there is no marker to be trusted."""
    try:
        marker = json.loads((folder / _MARKER).read_text(encoding="utf-8"))
        if marker["format"] != _FORMAT:
            return {}
        return {name: (int(size), str(sum_)) for name, (size, sum_) in marker["files"].items()}
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return {}


def _checksum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@contextmanager
def _exclusive(lock: Path) -> Iterator[None]:
    """Hold a lock that the system gives back when the process dies, waiting for it if need be."""
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _translate(error: OSError, folder: Path) -> ConfigurationError | StorageFullError:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return StorageFullError(
            f"The disk has no room for the local embedding model in `{folder}` (150 MB). "
            "Free some space, or set `cache_folder` to a folder on another disk."
        )
    return ConfigurationError(
        f"The local embedding model cannot be written to `{folder}`: {error}. "
        "Set `cache_folder` to a folder that you may write."
    )
