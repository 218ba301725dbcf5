import unicodedata
from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kesher.documents.chunking import ChunkSize, chunk
from kesher.domain.document import Chunk, Page
from paper import ARABIC, ENGLISH, HEBREW, MIXED, RUSSIAN, Counted, page

pieces = st.sampled_from(
    ["עובד ", "זכאי ", "ל-22 ", "חופשה.", " ", "\n", "\n\n", "שָׁלוֹם ", "Annual ", "leave.",
     "отпуск ", "إجازة ", "4.2", "(ב) ", "x" * 40, "\u0301" * 15, "א" * 25 + " "]
)  # fmt: skip
texts = st.lists(pieces, max_size=40).map("".join)
page_lists = st.lists(texts, max_size=5).map(
    lambda found: [page(number, text) for number, text in enumerate(found, start=1)]
)
sizes = st.tuples(st.integers(1, 120), st.integers(0, 60)).map(
    lambda pair: ChunkSize(max(pair), min(*pair, max(pair) - 1))
)


def cut(pages: Sequence[Page], chars: int = 1_200, overlap_chars: int = 200) -> list[Chunk]:
    return chunked(pages, ChunkSize(chars, overlap_chars))


def chunked(pages: Sequence[Page], size: ChunkSize) -> list[Chunk]:
    return chunk("doc_a", pages, size=size, new_id=Counted(), count_tokens=len)


@given(page_lists, sizes)
def test_every_code_point_with_ink_lies_in_a_chunk(pages: list[Page], size: ChunkSize) -> None:
    covered = {
        (span.page_number, at)
        for found in chunked(pages, size)
        for span in found.spans
        for at in range(span.start, span.end)
    }
    written = {
        (each.number, at)
        for each in pages
        for at, char in enumerate(each.text)
        if not char.isspace()
    }
    assert written <= covered


@given(page_lists, sizes)
def test_no_chunk_is_longer_than_its_size_or_runs_over_more_than_two_pages(
    pages: list[Page], size: ChunkSize
) -> None:
    for found in chunked(pages, size):
        assert 0 < len(found.text) <= size.chars
        assert 1 <= len({span.page_number for span in found.spans}) == len(found.spans) <= 2


@given(page_lists, sizes)
def test_a_chunk_is_what_its_spans_hold(pages: list[Page], size: ChunkSize) -> None:
    written = {each.number: each.text for each in pages}
    for found in chunked(pages, size):
        parts = [written[span.page_number][span.start : span.end] for span in found.spans]
        assert found.text == "\n".join(parts)


@given(page_lists, sizes, st.data())
def test_any_part_of_a_chunk_leads_back_to_the_same_text(
    pages: list[Page], size: ChunkSize, data: st.DataObject
) -> None:
    written = {each.number: each.text for each in pages}
    for found in chunked(pages, size):
        start = data.draw(st.integers(0, len(found.text)))
        end = data.draw(st.integers(start, len(found.text)))
        parts = [written[s.page_number][s.start : s.end] for s in found.locate(start, end)]
        # The break between two pages stands on neither of them.
        assert "\n".join(parts).strip() == found.text[start:end].strip()


@given(page_lists, sizes)
def test_chunks_come_in_order_and_never_stand_still(pages: list[Page], size: ChunkSize) -> None:
    found = chunked(pages, size)
    assert [each.ordinal for each in found] == list(range(len(found)))
    ends = [(each.spans[-1].page_number, each.spans[-1].end) for each in found]
    assert ends == sorted(set(ends))


@given(page_lists, sizes)
def test_a_chunk_repeats_no_more_than_the_overlap(pages: list[Page], size: ChunkSize) -> None:
    found = chunked(pages, size)
    for before, after in pairwise(found):
        last, first = before.spans[-1], after.spans[0]
        if last.page_number == first.page_number:
            assert last.end - first.start <= size.overlap_chars


@pytest.mark.parametrize("text", [HEBREW, ENGLISH, RUSSIAN, ARABIC, MIXED])
def test_a_short_page_is_one_chunk(text: str) -> None:
    assert [found.text for found in cut([page(1, text)])] == [text]


def test_a_cut_falls_between_sentences_and_repeats_the_last_one() -> None:
    sentences = [f"סעיף {number} קובע את זכויות העובד." for number in range(1, 5)]
    found = cut([page(1, " ".join(sentences))], chars=60, overlap_chars=30)
    assert [each.text for each in found] == [
        f"{first} {second}" for first, second in pairwise(sentences)
    ]


def test_a_sentence_that_ends_on_the_next_page_stays_with_what_came_before() -> None:
    found = cut([page(1, "הוראות מעבר."), page(2, "תחולה מיום 1.1.2026.")])
    assert [each.text for each in found] == ["הוראות מעבר.\nתחולה מיום 1.1.2026."]


def test_a_third_page_begins_a_new_chunk() -> None:
    found = cut([page(number, f"עמוד {number}.") for number in (1, 2, 3)], overlap_chars=0)
    assert [[span.page_number for span in each.spans] for each in found] == [[1, 2], [3]]


def test_a_sentence_longer_than_a_chunk_is_cut_between_words() -> None:
    words = "הזכות לחופשה שנתית נצברת מדי חודש בחודשו " * 5
    for found in cut([page(1, words.strip())], chars=50, overlap_chars=0):
        assert set(found.text.split()) <= set(words.split())


def test_a_word_without_an_end_is_cut_but_never_between_a_letter_and_its_points() -> None:
    pointed = "שָׁ" * 40
    for found in cut([page(1, pointed)], chars=31, overlap_chars=0):
        assert not unicodedata.combining(found.text[0])


def test_after_a_long_sentence_its_last_words_are_repeated() -> None:
    long = "העובד יגיש בקשה בכתב אל הממונה הישיר שלו לא יאוחר משבועיים לפני המועד."
    first, second = cut([page(1, f"{long} הממונה ישיב.")], chars=75, overlap_chars=20)
    assert first.text == long
    assert second.text == "משבועיים לפני המועד. הממונה ישיב."


def test_pages_without_text_have_no_chunks() -> None:
    assert cut([page(1, ""), page(2, " \n \n")]) == []


def test_tokens_are_counted_on_the_text_of_the_chunk() -> None:
    (found,) = cut([page(1, HEBREW)])
    assert found.tokens == len(HEBREW)


@pytest.mark.parametrize(("chars", "overlap_chars"), [(100, 100), (100, -1), (0, 0)])
def test_an_overlap_as_long_as_a_chunk_is_refused(chars: int, overlap_chars: int) -> None:
    with pytest.raises(ValueError, match="must lie in"):
        ChunkSize(chars, overlap_chars)
