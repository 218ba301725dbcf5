"""One store with rows in every table, and one backup of it."""

from pathlib import Path

import pytest

from backed_up import full_store
from kesher.config.settings import Settings
from kesher.wiring.backup import make_backup


@pytest.fixture(scope="session")
def full(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """A full SQLite store, to read only."""
    return full_store("sqlite", tmp_path_factory.mktemp("full") / "data")


@pytest.fixture(scope="session")
def backup(full: Settings, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup of it, to read only."""
    file = tmp_path_factory.mktemp("backup") / "kesher.zip"
    make_backup(full, file)
    return file
