from dataclasses import replace

from contract.samples import document
from kesher.domain.answer import Citation
from kesher.domain.document import PageSpan
from kesher.server.views import citation, page_boxes
from paper import HEBREW, page

CITED = Citation(
    1, 4, "chk_a", "doc_a", "נוהל.pdf", "זכאי ל-22", True, (PageSpan(1, 16, 25), PageSpan(2, 0, 3))
)


def test_places_are_fractions_of_the_page() -> None:
    shown = page_boxes(page(1, HEBREW), 0, 4)
    (box,) = shown.boxes
    assert (box.left, box.top) == (0, 0)
    assert (box.width, box.height) == (19 / 500, 10 / 800)


def test_a_page_without_size_divides_by_nothing() -> None:
    sizeless = replace(page(1, HEBREW), width_points=0.0, height_points=0.0)
    assert page_boxes(sizeless, 0, 4).boxes[0].width == 19


def test_a_citation_has_places_on_the_pages_that_are_there_and_none_on_those_that_are_gone() -> (
    None
):
    shown = citation(CITED, {("doc_a", 1): page(1, HEBREW)}, document())
    assert [place.page_number for place in shown.pages] == [1, 2]
    assert [bool(place.boxes) for place in shown.pages] == [True, False]
    assert shown.quote == "זכאי ל-22"


def test_a_citation_of_a_deleted_document_keeps_its_words() -> None:
    shown = citation(CITED, {}, None)
    assert (shown.deleted, shown.document_name, shown.verified) == (True, "נוהל.pdf", True)
