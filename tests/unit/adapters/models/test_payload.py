import pytest

from kesher.adapters.models.payload import count, error_words, items, mapping, text


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"error": {"message": "מפתח שגוי"}}, "מפתח שגוי"),  # OpenAI, Anthropic
        ({"message": "model not found"}, "model not found"),  # the outer object taken off
        ([{"error": {"code": 400, "message": "API key not valid"}}], "API key not valid"),  # Gemini
        ({"error": "model 'x' not found"}, "model 'x' not found"),  # Ollama
        ("<html>502</html>", ""),
        ([], ""),
        (None, ""),
    ],
)
def test_an_errors_words_are_found_in_every_providers_shape(body: object, words: str) -> None:
    assert error_words(body) == words


@pytest.mark.parametrize("other", [None, 3, "א", [1], {"a": 1}, True])
def test_another_shape_than_asked_for_reads_as_empty(other: object) -> None:
    assert mapping(other) == (other if isinstance(other, dict) else {})
    assert list(items(other)) == (other if isinstance(other, list) else [])
    assert text(other) == (other if isinstance(other, str) else "")
    assert count(other) == (3 if other == 3 else None)
