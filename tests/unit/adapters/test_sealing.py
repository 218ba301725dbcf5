"""Encrypting short texts with a secret that is not in the database."""

import stat
from pathlib import Path

import pytest

from kesher.adapters.sealing import FileSealer, GivenSealer
from kesher.errors import SecretKeyError
from kesher.ports.model_settings import Sealer

KEY = "sk-מפתח-ключ-4711"  # a text of any language comes back
OLD, NEW = "a" * 32, "b" * 40


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "סודות" / "secret.key"


@pytest.mark.parametrize("kind", ["file", "setting"])
def test_what_was_sealed_comes_back_for_its_purpose_only(kind: str, file: Path) -> None:
    sealer: Sealer = FileSealer(file) if kind == "file" else GivenSealer(OLD)
    sealed = sealer.seal(KEY, purpose="chat")
    assert KEY not in sealed
    assert "4711" not in sealed
    assert sealer.seal(KEY, purpose="chat") != sealed
    assert sealer.open(sealed, purpose="chat") == KEY
    with pytest.raises(SecretKeyError, match="was changed"):
        sealer.open(sealed, purpose="embedding")


@pytest.mark.parametrize("at", [-1, -20, 20])
def test_a_sealed_text_that_was_changed_does_not_open(at: int, file: Path) -> None:
    sealed = FileSealer(file).seal(KEY, purpose="chat")
    other = "A" if sealed[at] != "A" else "B"
    changed = sealed[:at] + other + (sealed[at + 1 :] if at != -1 else "")
    with pytest.raises(SecretKeyError):
        FileSealer(file).open(changed, purpose="chat")


def test_the_file_is_made_when_it_is_needed_and_is_its_owners_alone(file: Path) -> None:
    sealer = FileSealer(file)
    assert not file.exists()
    sealed = sealer.seal(KEY, purpose="chat")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [each.name for each in file.parent.iterdir()] == ["secret.key"]
    assert FileSealer(file).open(sealed, purpose="chat") == KEY


def test_a_secret_that_others_may_read_is_not_used_unless_it_was_mounted_so(file: Path) -> None:
    sealed = FileSealer(file).seal(KEY, purpose="chat")
    file.chmod(0o644)
    with pytest.raises(SecretKeyError, match="chmod 600"):
        FileSealer(file).open(sealed, purpose="chat")
    assert FileSealer(file, private=False).open(sealed, purpose="chat") == KEY


def test_another_or_a_lost_secret_says_what_to_do(file: Path) -> None:
    sealed = FileSealer(file).seal(KEY, purpose="chat")
    file.unlink()
    for sealer in (FileSealer(file), GivenSealer(OLD)):
        with pytest.raises(SecretKeyError, match="set the model's key anew"):
            sealer.open(sealed, purpose="chat")


@pytest.mark.parametrize("given", ["short", f"{OLD},short"])
def test_a_short_secret_is_refused(given: str, file: Path) -> None:
    with pytest.raises(SecretKeyError, match="fewer than 32"):
        GivenSealer(given)
    file.parent.mkdir()
    file.write_text(given.replace(",", "\n"))
    file.chmod(0o600)
    with pytest.raises(SecretKeyError, match="fewer than 32"):
        FileSealer(file).seal(KEY, purpose="chat")


def test_a_renewed_secret_seals_and_the_former_one_opens_until_it_is_forgotten(
    file: Path,
) -> None:
    sealer = FileSealer(file)
    former = sealer.seal(KEY, purpose="chat")
    sealer.renew()
    later = sealer.seal(KEY, purpose="chat")
    assert [sealer.open(each, purpose="chat") for each in (former, later)] == [KEY, KEY]
    sealer.forget_former()
    assert FileSealer(file).open(later, purpose="chat") == KEY
    with pytest.raises(SecretKeyError):
        sealer.open(former, purpose="chat")


def test_of_several_secrets_in_a_setting_the_first_seals_and_all_open() -> None:
    former = GivenSealer(OLD).seal(KEY, purpose="chat")
    both = GivenSealer(f"{NEW}, {OLD}")
    both.renew()
    assert both.open(former, purpose="chat") == KEY
    assert GivenSealer(NEW).open(both.seal(KEY, purpose="chat"), purpose="chat") == KEY
    with pytest.raises(SecretKeyError, match="KESHER_SECRET_KEY=NEW,OLD"):
        GivenSealer(OLD).renew()
