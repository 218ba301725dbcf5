import pytest
from pydantic import ValidationError

from kesher.config.settings import Settings


def test_settings_cannot_be_changed_once_they_are_read() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        Settings.model_validate({}).port = 1


@pytest.mark.parametrize("name", Settings.model_fields)
def test_every_setting_says_what_it_means(name: str) -> None:
    description = Settings.model_fields[name].description or ""
    assert description.endswith((".", ")"))


@pytest.mark.parametrize(
    "changes",
    [
        {"port": 65_536},
        {"ocr_dpi": 20},
        {"quote_held_fraction": 1.5},
        {"prompt_budget_tokens": 100},
        {"log_level": "loud"},
        {"chunk_overlap_chars": -1},
    ],
)
def test_a_value_out_of_range_is_refused(changes: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Settings.model_validate(changes)


def test_an_overlap_as_long_as_a_chunk_is_refused() -> None:
    with pytest.raises(ValidationError, match="chunk_overlap_chars"):
        Settings.model_validate({"chunk_chars": 100, "chunk_overlap_chars": 200})
