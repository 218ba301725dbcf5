"""The secret is renewed by two processes at once that are killed at any instant: no key is lost."""

import asyncio
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

import rotating
from contract.samples import NOW
from databases import migrated_database
from kesher.adapters.sealing import FileSealer
from kesher.adapters.sql.store import SqlStore
from kesher.domain.model_setting import ModelRole, ModelSetting, Provider
from kesher.domain.scope import Scope
from rotating import KEY, rotate

pytestmark = [pytest.mark.anyio, pytest.mark.soak]

CHAT = ModelSetting(ModelRole.CHAT, Provider.OPENAI, "model", NOW, url="http://127.0.0.1:1")


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


async def test_twenty_kills_in_the_middle_of_rotations_lose_no_key(tmp_path: Path) -> None:
    store = SqlStore.open(migrated_database("sqlite", tmp_path), busy_seconds=10)
    sealer = FileSealer(tmp_path / "secret.key")
    await store.parts.model_settings.put_model_setting(
        Scope(), CHAT, lambda: sealer.seal(KEY, purpose=CHAT.role)
    )
    rng = random.Random(7)  # noqa: S311 - chooses when to kill
    for _ in range(20):
        await asyncio.to_thread(_killed, tmp_path, rng.uniform(0.0, 0.3))
        (held,) = await store.parts.model_settings.model_settings(Scope())
        assert sealer.open(held.sealed_key, purpose=held.role) == KEY
    await rotate(store, sealer)
    assert len((tmp_path / "secret.key").read_text().split()) == 1
    await store.close()


def _killed(folder: Path, after_seconds: float) -> None:
    """Let two processes rotate, and kill both a little later."""
    both = [
        subprocess.Popen([sys.executable, rotating.__file__, folder], stdout=subprocess.PIPE)
        for _ in range(2)
    ]
    for each in both:
        assert each.stdout is not None
        assert each.stdout.readline() == b"begun\n"
    give_up = time.monotonic() + after_seconds
    while time.monotonic() < give_up:
        assert all(each.poll() is None for each in both)
    for each in both:
        each.kill()
        each.wait()
        assert each.stdout is not None
        each.stdout.close()
