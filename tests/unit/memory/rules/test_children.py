"""Lists of children, each with an age of their own."""

import pytest

from unit.memory.rules.said import facts

_TWO = {"user.son=אורי", "אורי.age=7", "user.daughter=נגה", "נגה.age=4"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("יש לי שני ילדים: אורי בן 7 ונגה בת 4", _TWO),
        ("יש לי שני ילדים, אורי בן 7 ונגה בת 4", _TWO),
        ("הילדים שלי אורי בן 7 ונגה בת 4", _TWO),
        (
            "יש לנו שלושה ילדים: אורי בן 7, נגה בת 4 ותמר בת שנתיים",
            {*_TWO, "user.daughter=תמר", "תמר.age=2"},
        ),
        (
            "I have two kids, Uri is 7 and Noga is 4",
            {"user.son=Uri", "Uri.age=7", "user.daughter=Noga", "Noga.age=4"},
        ),
        (
            "יש לי תאומים בני 6, אורי ונגה",
            {"user.son=אורי", "אורי.age=6", "user.daughter=נגה", "נגה.age=6"},
        ),
    ],
)
def test_each_child_of_a_list_has_its_own_age(text: str, expected: set[str]) -> None:
    found = facts(text)
    assert set(found) == expected
    assert len(found) == len(expected)
