from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from kesher.adapters.models.surrogates import PairJoiner


def joined(pieces: list[str]) -> str:
    joiner = PairJoiner()
    return "".join([*map(joiner.feed, pieces), joiner.rest()])


def test_the_halves_of_an_emoji_in_two_pieces_become_one() -> None:
    assert joined(["שלום \ud83d", "\ude00 hello"]) == "שלום 😀 hello"


def test_a_piece_shows_nothing_of_a_half_until_the_other_came() -> None:
    joiner = PairJoiner()
    assert joiner.feed("היי\ud83d") == "היי"
    assert joiner.feed("\ude00") == "😀"


def test_a_half_that_stays_alone_becomes_the_replacement_character() -> None:
    assert joined(["א\ud83d", "ב"]) == "א\ufffdב"
    assert joined(["א\ude00ב"]) == "א\ufffdב"
    assert joined(["в конце\ud83d"]) == "в конце\ufffd"


@given(st.text(), st.lists(st.integers(0, 60)))
def test_a_text_cut_anywhere_between_its_halves_comes_out_whole(text: str, cuts: list[int]) -> None:
    text = text.replace("\x00", "")
    units = text.encode("utf-16-le")
    bounds = [0, *sorted(min(2 * cut, len(units)) for cut in cuts), len(units)]
    pieces = [
        units[start:end].decode("utf-16-le", "surrogatepass") for start, end in pairwise(bounds)
    ]
    assert joined(pieces) == text
