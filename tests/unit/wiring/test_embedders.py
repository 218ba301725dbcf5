"""Where texts may go for the vectors of a model of another time."""

from pathlib import Path

import pytest

from kesher.config.settings import Settings
from kesher.wiring.parts import embedder_named


def test_without_an_endpoint_in_the_settings_no_text_goes_to_the_endpoint_they_default_to(
    tmp_path: Path,
) -> None:
    settings = Settings.model_validate({"data_folder": tmp_path})
    assert embedder_named(settings, "fake@768") is None


@pytest.mark.parametrize(
    "named",
    [
        {"embedding": "openai"},
        {"embedding_url": "http://127.0.0.1:9/v1"},
        {"embedding_key": "secret"},
    ],
)
def test_a_former_model_is_asked_for_at_the_endpoint_that_the_settings_name(
    tmp_path: Path, named: dict[str, str]
) -> None:
    settings = Settings.model_validate({"data_folder": tmp_path, **named})
    former = embedder_named(settings, "fake@768")
    assert former is not None
    assert former.name == "fake@768"
