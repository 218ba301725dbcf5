import pytest

from kesher.wiring.parts import chat_profile
from surroundings import MakeSettings


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ({}, "generic"),
        ({"chat": "openai"}, "openai"),
        ({"chat": "anthropic"}, "anthropic"),
        ({"chat": "openai", "chat_url": "http://127.0.0.1:9/v1"}, "generic"),
        ({"chat": "openai", "chat_url": "http://127.0.0.1:9/v1", "chat_profile": "qwen3"}, "qwen3"),
        ({"chat": "anthropic", "chat_profile": "generic"}, "generic"),
    ],
)
def test_a_model_follows_the_rules_of_its_protocol_unless_others_are_set(
    make_settings: MakeSettings, given: dict[str, str], name: str
) -> None:
    assert chat_profile(make_settings(**given)).name == name


def test_a_margin_of_the_settings_reaches_the_profile(make_settings: MakeSettings) -> None:
    settings = make_settings(chat="anthropic", chat_tokens_margin_fraction=0.4)
    assert chat_profile(settings).tokens_margin_fraction == 0.4
    assert chat_profile(make_settings()).tokens_margin_fraction == 0.0
