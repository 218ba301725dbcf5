from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kesher.answer.citation import CitationReader, Source, cite
from kesher.domain.answer import Citation
from kesher.domain.document import Chunk, PageSpan
from paper import ARABIC, HEBREW, RUSSIAN, chunk

SOURCES = {
    "chk_he": Source(chunk(HEBREW, name="chk_he"), 'נוהל "חופשות".pdf'),
    "chk_ru": Source(chunk(RUSSIAN, name="chk_ru", document="doc_ru", number=2), "Отпуск.pdf"),
    "chk_ar": Source(chunk(ARABIC, name="chk_ar", document="doc_ar", number=7), "إجازات.pdf"),
}
VACATION = '<cite id="chk_he">זכאי ל-22 ימי חופשה</cite>'


def read(pieces: Sequence[str]) -> tuple[CitationReader, list[str | Citation]]:
    reader = CitationReader(SOURCES)
    told = [item for piece in pieces for item in reader.feed(piece)]
    return reader, [*told, *reader.close()]


def test_a_citation_is_taken_out_of_the_text_and_verified_where_it_stands() -> None:
    reader, _ = read([f"מגיעים 22 ימים{VACATION} בשנה."])
    (citation,) = reader.citations
    assert reader.text == "מגיעים 22 ימים בשנה."
    assert (citation.number, citation.position, citation.verified) == (1, 14, True)
    assert citation.quote == "זכאי ל-22 ימי חופשה"
    assert citation.document_name == 'נוהל "חופשות".pdf'
    (span,) = citation.spans
    assert HEBREW[span.start : span.end] == citation.quote


def test_words_that_do_not_stand_in_the_chunk_are_not_verified_and_lead_to_the_whole_chunk() -> (
    None
):
    reader, _ = read(['<cite id="chk_he">זכאי ל-30 ימי חופשה</cite>'])
    (citation,) = reader.citations
    assert not citation.verified
    assert citation.quote == "זכאי ל-30 ימי חופשה"
    assert citation.spans == (PageSpan(1, 0, len(HEBREW)),)


def test_a_chunk_that_was_not_in_the_prompt_is_not_verified_and_leads_nowhere() -> None:
    reader, _ = read(['<cite id="chk_99">זכאי ל-22 ימי חופשה</cite>'])
    (citation,) = reader.citations
    assert (citation.chunk_id, citation.document_id, citation.spans) == ("chk_99", "", ())
    assert not citation.verified


def test_the_same_words_cited_again_keep_their_number_and_others_get_the_next() -> None:
    other = '<cite id="chk_ru">положено 22 дня</cite>'
    reader, _ = read([f"א{VACATION}ב{other}ג{VACATION}"])
    assert [(item.number, item.position) for item in reader.citations] == [(1, 1), (2, 2), (1, 3)]


@pytest.mark.parametrize(
    ("chunk_id", "quote", "verified"),
    [
        ("chk_ru", "положено 22 дня отпуска", True),
        ("chk_ar", "22 يوم إجازة", True),
        ("chk_ar", "يقدم الطلب", True),  # without the point over dal
        ("chk_ru", "положено 30 дней", False),
    ],
)
def test_quotations_are_checked_in_their_own_language(
    chunk_id: str, quote: str, verified: bool
) -> None:
    assert cite(SOURCES[chunk_id], chunk_id, quote, number=1, position=0).verified is verified


def test_a_quotation_over_a_page_end_is_found_on_both_pages() -> None:
    over = Chunk("chk_a", "doc_a", 0, "עובד זכאי\nלחופשה", (PageSpan(4, 50, 59), PageSpan(5, 0, 6)))
    found = cite(Source(over, "נוהל.pdf"), "chk_a", "זכאי לחופשה", number=1, position=0)
    assert found.spans == (PageSpan(4, 55, 59), PageSpan(5, 0, 6))


@pytest.mark.parametrize(
    "opening",
    ["<cite id='chk_he'>", "<cite id=chk_he>", "<CITE ID = “chk_he” >", '<cite\nid="chk_he">'],
)
def test_marks_are_understood_as_models_write_them(opening: str) -> None:
    reader, _ = read([f"א{opening}זכאי ל-22</cite >"])
    assert [item.verified for item in reader.citations] == [True]
    assert reader.text == "א"


def test_a_citation_that_is_not_closed_when_the_stream_ends_counts_as_closed() -> None:
    reader, _ = read(['מגיעים 22 ימים<cite id="chk_he">זכאי ל-22 ימי'])
    assert [item.quote for item in reader.citations] == ["זכאי ל-22 ימי"]
    assert reader.text == "מגיעים 22 ימים"


def test_a_citation_that_is_not_closed_ends_where_the_next_begins() -> None:
    reader, _ = read([f'א<cite id="chk_he">14 יום מראש {VACATION}ב'])
    assert [item.quote for item in reader.citations] == ["14 יום מראש", "זכאי ל-22 ימי חופשה"]
    assert reader.text == "אב"


def test_a_citation_that_is_never_closed_does_not_swallow_the_rest_of_the_answer() -> None:
    reader, _ = read(['<cite id="chk_he">' + "א" * 2_500])
    assert len(reader.text) == 500


@pytest.mark.parametrize(
    "text", ["5 < 7 ו-9 > 3", "<b>מודגש</b>", "<citeria>", "< cite>", "a <", "<", "n <n"]
)
def test_other_angle_brackets_are_text(text: str) -> None:
    reader, _ = read([text])
    assert (reader.text, reader.citations, reader.not_found) == (text, [], False)


@pytest.mark.parametrize("torn", ["<ci", "<cite", '<cite id="chk_he', "</cite", "<not_fou"])
def test_a_tag_that_was_torn_off_with_the_stream_is_not_shown(torn: str) -> None:
    reader, _ = read(["מגיעים 22 ימים", torn])
    assert (reader.text, reader.citations) == ("מגיעים 22 ימים", [])


@pytest.mark.parametrize("mark", ["<not_found/>", "<not_found />", "<NOT_FOUND></NOT_FOUND>"])
def test_a_model_that_finds_no_answer_says_so_by_a_mark_that_is_not_shown(mark: str) -> None:
    reader, _ = read([f"{mark}\n\nאין בקטעים תשובה על חניה."])
    assert reader.not_found
    assert reader.text == "אין בקטעים תשובה על חניה."


def test_text_is_told_before_the_answer_is_whole() -> None:
    reader = CitationReader(SOURCES)
    assert list(reader.feed("מגיעים לך 22")) == ["מגיעים לך 22"]


def test_what_is_told_adds_up_to_the_text_with_each_citation_at_its_place() -> None:
    reader, told = read([f"א{VACATION}בג<cite id='chk_ru'>положено</cite>"])
    text = ""
    for item in told:
        if isinstance(item, Citation):
            assert item.position == len(text)
        else:
            text += item
    assert text == reader.text == "אבג"


marks = st.sampled_from(
    [VACATION, '<cite id="chk_99">אין כזה</cite>', "<cite id='chk_ru'>положено", "</cite>", "<cite",
     "<cite id=", "<cite \n id='chk_he'>", "<CITE ID=chk_ar>", '<cite id="chk_he">' + "ב" * 2_100,
     "</cite\n>", "<not_found/>", "<not_found>", "</not_found>", "<", ">", "<<", " ", "\n", "שלום ",
     "22 ימים", "leave ", "א" * 300]
)  # fmt: skip
answers = st.lists(marks, max_size=8).map("".join)


@given(answers, st.lists(st.integers(0, 3_000)))
def test_any_cutting_of_the_stream_gives_the_same_answer(answer: str, cuts: list[int]) -> None:
    places = [0, *sorted(min(cut, len(answer)) for cut in cuts), len(answer)]
    pieces = [answer[start:end] for start, end in pairwise(places)]
    whole, cut = read([answer])[0], read(pieces)[0]
    assert (cut.text, cut.citations, cut.not_found) == (
        whole.text,
        whole.citations,
        whole.not_found,
    )


@given(answers)
def test_a_stream_of_single_characters_gives_the_same_answer(answer: str) -> None:
    whole, cut = read([answer])[0], read(list(answer))[0]
    assert (cut.text, cut.citations, cut.not_found) == (
        whole.text,
        whole.citations,
        whole.not_found,
    )
