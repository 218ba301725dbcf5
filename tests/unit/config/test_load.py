from pathlib import Path

import pytest

from kesher.config.load import load
from kesher.config.settings import Settings
from kesher.errors import ConfigurationError


def file(folder: Path, text: str) -> Path:
    path = folder / "kesher.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_what_is_set_nowhere_has_its_default(tmp_path: Path) -> None:
    settings = load(file(tmp_path, ""))
    assert (settings.host, settings.port, settings.chat) == ("127.0.0.1", 8765, "none")


def test_the_file_is_read(tmp_path: Path) -> None:
    settings = load(file(tmp_path, 'search_top = 7\ndata_folder = "נתונים"'))
    assert (settings.search_top, settings.data_folder) == (7, Path("נתונים"))


def test_the_environment_goes_before_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KESHER_SEARCH_TOP", "5")
    assert load(file(tmp_path, "search_top = 7\nport = 1")).search_top == 5
    assert load(file(tmp_path, "search_top = 7\nport = 1")).port == 1


def test_what_the_caller_gives_goes_before_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KESHER_SEARCH_TOP", "5")
    assert load(file(tmp_path, "search_top = 7"), search_top=3).search_top == 3


def test_none_from_the_caller_leaves_what_is_set_elsewhere(tmp_path: Path) -> None:
    assert load(file(tmp_path, "search_top = 7"), search_top=None).search_top == 7


def test_a_file_in_the_working_folder_is_found_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file(tmp_path, "search_top = 7")
    monkeypatch.chdir(tmp_path)
    assert load().search_top == 7


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("serch_top = 7", r"`serch_top` \(KESHER_SERCH_TOP\)"),
        ("search_top = 0", r"`search_top` \(KESHER_SEARCH_TOP\)"),
        ('chat = "gemini"', "`chat`"),
    ],
)
def test_a_wrong_setting_is_named_as_a_person_would_set_it(
    tmp_path: Path, text: str, named: str
) -> None:
    with pytest.raises(ConfigurationError, match=named):
        load(file(tmp_path, text))


def test_all_wrong_settings_are_named_at_once(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"`port`.*`search_top`"):
        load(file(tmp_path, "port = -1\nsearch_top = 0"))


def test_a_name_in_the_environment_that_is_no_setting_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KESHER_DATA_FODLER", "נתונים")
    with pytest.raises(ConfigurationError, match="KESHER_DATA_FODLER"):
        load(file(tmp_path, ""))


def test_a_wrong_value_in_the_environment_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KESHER_PORT", "שמונים")
    with pytest.raises(ConfigurationError, match="KESHER_PORT"):
        load(file(tmp_path, ""))


def test_the_folder_of_the_evaluation_data_is_no_setting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KESHER_SHARED", str(tmp_path))
    assert load(file(tmp_path, "")) == Settings.model_validate({})


@pytest.mark.parametrize("content", [b"port = ", b"\xff\xfe"])
def test_a_broken_file_is_named_with_what_to_do(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "kesher.toml"
    path.write_bytes(content)
    with pytest.raises(ConfigurationError, match=r"kesher\.toml.*Mend the file"):
        load(path)


def test_a_file_that_was_named_and_is_missing_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="cannot be read"):
        load(tmp_path / "none.toml")


def test_a_secret_is_not_shown() -> None:
    settings = load(None, **{"token": "סוד-4711"})
    assert "4711" not in repr(settings)
    assert settings.token.get_secret_value() == "סוד-4711"
