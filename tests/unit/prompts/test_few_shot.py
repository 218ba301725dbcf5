from pathlib import Path

import pytest

from kesher.context.prefix import make_prefix
from kesher.domain.message import Role
from kesher.errors import InputError
from kesher.prompts.few_shot import few_shot, read_examples


@pytest.mark.parametrize("language", ["he", "en"])
def test_a_shipped_set_is_whole_and_versioned(language: str) -> None:
    found = few_shot("extract_dates", language)
    assert len(found.pairs) == 3
    assert len(found.version) == 12


def test_a_set_stands_in_the_prefix_as_a_first_turn_or_in_the_system_message() -> None:
    found = few_shot("extract_dates", "he")
    turn = make_prefix("חלץ תאריכים.", examples=found.as_turn())
    assert [message.role for message in turn.examples] == [Role.USER, Role.ASSISTANT] * 3
    assert "<input>\nהפגישה שנקבעה ל-5 במאי נדחתה ל-7 בו.\n</input>" in found.as_text()
    assert few_shot("extract_dates", "he").as_text() == found.as_text()


def test_sets_of_ones_own_are_read_from_a_folder(tmp_path: Path) -> None:
    text = '[{"input": "Когда срок?", "output": "14.03"}, {"input": "متى؟", "output": "غدًا"}]'
    (tmp_path / "when.ru.json").write_text(text, encoding="utf-8")
    assert few_shot("when", "ru", folder=tmp_path).pairs[1] == ("متى؟", "غدًا")


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", '["x"]', '[{"input": "שאלה"}]', '[{"input": " ", "output": "x"}]']
)
def test_what_is_no_set_is_refused_with_its_place(text: str) -> None:
    with pytest.raises(InputError, match=r"not JSON|no list|Example 1"):
        read_examples(text, task="when")


def test_a_set_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no\.he\.json"):
        few_shot("no", "he")
    with pytest.raises(InputError, match=r"no\.he\.json"):
        few_shot("no", "he", folder=tmp_path)
