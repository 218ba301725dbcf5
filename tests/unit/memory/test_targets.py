"""Which of many known values a correction means where it does not say it as it stands."""

import pytest

from unit.memory.talk import Talk, corrects, says


def _orders(*known: str, right: str, replaces: str = "") -> list[str]:
    talk = Talk()
    for at, number in enumerate(known):
        talk.tell(at, says("order", number))
    talk.tell(len(known), corrects("order", right, replaces))
    return sorted(talk.now("order", len(known)))


@pytest.mark.parametrize("right", ["50317", "50713", "53017"])
def test_a_bare_right_number_replaces_the_one_it_slipped_from(right: str) -> None:
    wrong = {"50317": "50371", "50713": "50718", "53017": "50317"}[right]
    assert _orders(wrong, "88420", right=right) == sorted([right, "88420"])


def test_a_wrong_number_that_nobody_said_is_the_nearest_known_one() -> None:
    assert _orders("50371", "88420", right="50317", replaces="50731") == ["50317", "88420"]


def test_a_number_unlike_all_known_ones_replaces_none_of_many() -> None:
    known = _orders("50371", "88420", right="61209", replaces="50731")
    assert known == ["50371", "61209", "88420"]
