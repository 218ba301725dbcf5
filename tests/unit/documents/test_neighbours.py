from kesher.documents.neighbours import neighbours, ordinals_beside
from kesher.domain.document import Chunk, PageSpan
from kesher.domain.retrieval import Hit


def chunk(document_id: str, ordinal: int) -> Chunk:
    return Chunk(f"{document_id}{ordinal}", document_id, ordinal, "טקסט", (PageSpan(1, 0, 4),))


def hit(document_id: str, ordinal: int, *, rank: int) -> Hit:
    return Hit(chunk(document_id, ordinal), f"{document_id}.pdf", rank)


def whole(document_id: str, size: int) -> list[Chunk]:
    return [chunk(document_id, ordinal) for ordinal in range(size)]


def beside(hits: list[Hit], fetched: list[Chunk], *, limit: int = 4) -> list[str]:
    return [each.chunk.id for each in neighbours(hits, fetched, limit=limit)]


def test_the_closest_hit_gets_its_neighbours_first_the_following_one_before() -> None:
    hits = [hit("a", 5, rank=1), hit("b", 2, rank=2), hit("a", 9, rank=3)]
    assert beside(hits, whole("a", 20) + whole("b", 20)) == ["a6", "a4", "b3", "b1"]


def test_a_neighbour_says_whose_it_is_and_has_no_scores() -> None:
    (first, *_) = neighbours([hit("a", 5, rank=3)], whole("a", 20), limit=4)
    assert first == Hit(chunk("a", 6), "a.pdf", 3, neighbour_of="a5")


def test_a_chunk_that_is_a_hit_itself_is_no_neighbour_and_none_comes_twice() -> None:
    hits = [hit("a", 5, rank=1), hit("a", 6, rank=2), hit("a", 8, rank=3)]
    assert beside(hits, whole("a", 20)) == ["a4", "a7", "a9"]


def test_a_document_begins_and_ends_somewhere() -> None:
    assert beside([hit("a", 0, rank=1), hit("b", 3, rank=2)], whole("a", 1) + whole("b", 4)) == [
        "b2"
    ]


def test_only_what_was_fetched_can_come() -> None:
    assert beside([hit("a", 5, rank=1)], []) == []


def test_the_places_to_fetch_are_those_beside_the_hits() -> None:
    hits = [hit("a", 0, rank=1), hit("b", 3, rank=2)]
    assert ordinals_beside(hits, limit=4) == {"a": (1,), "b": (4, 2)}


def test_nothing_is_fetched_where_no_neighbours_are_wanted() -> None:
    assert ordinals_beside([hit("a", 5, rank=1)], limit=0) == {}
    assert beside([hit("a", 5, rank=1)], whole("a", 9), limit=0) == []
