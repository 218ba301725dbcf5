from hypothesis import given
from hypothesis import strategies as st

from kesher.documents.fusion import Candidate, Rankings, by_rank, by_score
from kesher.domain.retrieval import Ranked


def ranking(*ids: str) -> list[Ranked]:
    return [Ranked(chunk_id, 1.0 / place) for place, chunk_id in enumerate(ids, start=1)]


def scored(language: str, **scores: float) -> list[Ranked]:
    return [Ranked(chunk_id, score, language) for chunk_id, score in scores.items()]


def order(candidates: list[Candidate]) -> list[str]:
    return [each.chunk_id for each in candidates]


def test_chunks_of_both_rankings_come_before_those_of_one() -> None:
    fused = by_rank(Rankings(ranking("a", "b"), ranking("b", "c")), k=60)
    assert [each.chunk_id for each in fused] == ["b", "a", "c"]


def test_a_candidate_keeps_each_score_and_rank_that_it_has() -> None:
    both, dense, lexical = by_rank(Rankings(ranking("a", "b"), ranking("b", "c")), k=60)
    assert both == Candidate("b", 1 / 61 + 1 / 62, 0.5, 2, 1.0, 1)
    assert dense == Candidate("a", 1 / 61, dense=1.0, dense_rank=1)
    assert lexical == Candidate("c", 1 / 62, lexical=0.5, lexical_rank=2)


def test_of_equal_scores_the_one_higher_by_words_comes_first() -> None:
    fused = by_rank(Rankings(ranking("a", "b"), ranking("b", "a")), k=60)
    assert [each.chunk_id for each in fused] == ["b", "a"]


def test_by_rank_pieces_of_words_bring_nothing() -> None:
    assert order(by_rank(Rankings(ranking("a"), ranking("b"), ranking("c")), k=60)) == ["b", "a"]


def test_by_score_what_stands_far_out_in_one_ranking_wins_over_two_small_leads() -> None:
    rankings = Rankings(
        dense=scored("he", near=0.81, right=0.80, far=0.79),
        lexical=scored("he", right=30.0, near=4.0, far=3.9),
    )
    assert order(by_score(rankings)) == ["right", "near", "far"]


def test_a_chunk_found_by_words_alone_is_no_nearer_than_the_last_by_meaning() -> None:
    rankings = Rankings(
        dense=scored("he", a=0.9, b=0.8), lexical=scored("he", c=5.0, a=5.0), depth=2
    )
    found = {each.chunk_id: each for each in by_score(rankings)}
    assert order(by_score(rankings))[0] == "a"
    assert (found["c"].dense, found["c"].dense_rank, found["c"].lexical_rank) == (None, None, 1)


def test_the_only_chunk_with_the_word_that_was_asked_for_stands_out() -> None:
    """A ranking that is not full says of all others that they share no word: 0, not its last."""
    near = {f"near{place}": 0.83 - 0.001 * place for place in range(9)}
    rankings = Rankings(scored("he", **near, section=0.82), scored("he", section=7.5))
    assert order(by_score(rankings))[0] == "section"


def test_a_passage_of_another_language_that_stands_out_in_its_own_is_not_buried() -> None:
    arabic = {f"ar{place:02}": 0.90 - 0.001 * place for place in range(20)}
    english = {"right": 0.84, **{f"en{place:02}": 0.80 - 0.001 * place for place in range(20)}}
    rankings = Rankings(dense=[*scored("ar", **arabic), *scored("en", **english)], lexical=[])
    assert "right" in order(by_score(rankings))[:3]


def test_a_candidate_keeps_the_score_and_rank_of_its_pieces() -> None:
    (only,) = by_score(Rankings([], [], scored("he", a=3.5)))
    assert (only.grams, only.grams_rank, only.lexical) == (3.5, 1, None)


def test_nothing_found_is_nothing_fused() -> None:
    assert by_score(Rankings([], [])) == []


@given(
    st.lists(st.lists(st.sampled_from("abcdef"), unique=True), min_size=3, max_size=3),
    st.sampled_from(["", "he", "ar"]),
)
def test_every_chunk_comes_back_once_with_the_better_score_first(
    orders: list[list[str]], language: str
) -> None:
    dense, lexical, grams = (
        [Ranked(id_, 1.0 / at, language) for at, id_ in enumerate(ids, 1)] for ids in orders
    )
    rankings = Rankings(dense, lexical, grams)
    found = by_score(rankings)
    assert sorted(order(found)) == sorted(set().union(*orders))
    assert [each.fused for each in found] == sorted((e.fused for e in found), reverse=True)
