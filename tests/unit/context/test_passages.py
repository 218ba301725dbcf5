from hypothesis import given
from hypothesis import strategies as st

from kesher.context.passages import unsaid
from kesher.domain.document import Chunk, PageSpan
from paper import HEBREW, hit

spans = st.tuples(st.integers(0, len(HEBREW)), st.integers(0, len(HEBREW))).filter(
    lambda pair: pair[0] < pair[1]
)


def part(start: int, end: int, *, number: int = 1, document: str = "doc_a") -> Chunk:
    return Chunk("chk", document, 0, HEBREW[start:end], (PageSpan(number, start, end),))


@given(st.lists(spans, min_size=1, max_size=6))
def test_every_place_is_said_once_whatever_the_chunks_share(found: list[tuple[int, int]]) -> None:
    sent: list[Chunk] = []
    said: list[str] = []
    for start, end in found:
        said += [c for c in unsaid(hit(part(start, end)), sent).text if not c.isspace()]
        sent.append(part(start, end))
    places = sorted({at for start, end in found for at in range(start, end)})
    assert sorted(said) == sorted(HEBREW[at] for at in places if not HEBREW[at].isspace())


def test_the_middle_of_a_chunk_that_was_said_is_cut_out() -> None:
    assert unsaid(hit(part(0, 40)), [part(10, 20)]).text == "\n".join(
        (HEBREW[:10].strip(), HEBREW[20:40].strip())
    )


def test_the_same_place_of_another_document_or_page_is_no_repetition() -> None:
    sent = [part(0, 40, document="doc_b"), part(0, 40, number=2)]
    assert unsaid(hit(part(0, 40)), sent).text == HEBREW[:40].strip()


def test_a_chunk_over_two_pages_keeps_the_page_that_was_not_said() -> None:
    over = Chunk("chk", "doc_a", 0, "אבג\nדהו", (PageSpan(1, 0, 3), PageSpan(2, 0, 3)))
    sent = [Chunk("chk_b", "doc_a", 1, "אבג", (PageSpan(1, 0, 3),))]
    assert unsaid(hit(over), sent).text == "דהו"
