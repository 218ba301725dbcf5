import pytest

from kesher.prompts.catalog import answer_prompt
from kesher.text.language import Language


@pytest.mark.parametrize(
    ("spoken", "named"), [("en", "English"), ("ru", "Russian"), ("ar", "Arabic")]
)
def test_a_question_in_another_language_is_instructed_in_english_and_answered_in_its_own(
    spoken: Language, named: str
) -> None:
    prompt = answer_prompt(spoken)
    assert f"Answer in {named}" in prompt.text
    assert "{language}" not in prompt.text


def test_a_hebrew_question_is_instructed_in_hebrew() -> None:
    assert "ענה בעברית" in answer_prompt("he").text


@pytest.mark.parametrize("spoken", ["he", "en"])
def test_every_wording_tells_how_to_cite_and_how_to_say_that_there_is_no_answer(
    spoken: Language,
) -> None:
    text = answer_prompt(spoken).text
    assert '<cite id="ID">' in text
    assert "<not_found/>" in text
    assert '<passage id="chk_example"' in text


def test_a_version_names_the_wording_and_not_the_language_put_into_it() -> None:
    assert answer_prompt("ru").version == answer_prompt("ar").version
    assert answer_prompt("he").version != answer_prompt("en").version
    assert len(answer_prompt("he").version) == 12


def test_the_same_prompt_is_the_same_bytes() -> None:
    assert answer_prompt("he") == answer_prompt("he")
