"""Every code point of a page's text leads to its box: on drawn pages and on real files."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from drawn_pdf import HEIGHT, WIDTH, cropped, turned, typeset
from kesher.documents.parsing.pdf import pdf_info, read_page
from kesher.domain.document import Box, Page

SHARED = Path(os.environ.get("KESHER_SHARED", Path(__file__).parents[5] / "shared"))
CORPUS = SHARED / "data" / "hebpdf" / "corpus"
EDGE_POINTS = 2.0  # how far a letter's box may reach beyond the page that it stands on
WORDS = (
    "עובד",
    "זכאי",
    "ל-22",
    "4.2(ב)",
    "שָׁלוֹם",
    "VPN",
    "31.03.2025",
    "₪1,250.50",
    '"נוהל"',
    "בית־ספר",
)


def faults_of(page: Page) -> Iterator[str]:
    """Say what does not hold of a page's places."""
    boxes = list(page.char_boxes)
    if len(boxes) != len(page.text):
        yield f"{len(boxes)} boxes for {len(page.text)} code points"
        return
    for at, (char, box) in enumerate(zip(page.text, boxes, strict=True)):
        if box is None and not char.isspace():
            yield f"{char!r} at {at} has no box"
        if box is not None and not is_on(page, box):
            yield f"{char!r} at {at} lies beside the page: {box}"
    covered = {at for line in page.lines for at in range(line.start, line.end)}
    yield from (
        f"{char!r} at {at} is in no line"
        for at, char in enumerate(page.text)
        if at not in covered and not char.isspace()
    )


def is_on(page: Page, box: Box) -> bool:
    across = box.left >= -EDGE_POINTS and box.right <= page.width_points + EDGE_POINTS
    down = box.top >= -EDGE_POINTS and box.bottom <= page.height_points + EDGE_POINTS
    return across and down and box.left <= box.right and box.top <= box.bottom


lines = st.lists(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=7).map(" ".join), min_size=1, max_size=8
)


@settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(lines, st.sampled_from((0, 90, 180, 270)))
def test_every_letter_of_a_drawn_page_has_a_box_on_the_page(
    tmp_path: Path, drawn: list[str], degrees: int
) -> None:
    path = turned(typeset(tmp_path / "drawn.pdf", drawn), tmp_path / "turned.pdf", degrees)
    assert list(faults_of(read_page(path, 1))) == []


def test_what_a_crop_box_leaves_has_its_places_in_the_cropped_page(tmp_path: Path) -> None:
    whole = typeset(tmp_path / "whole.pdf", WORDS)
    path = cropped(whole, tmp_path / "cropped.pdf", (20, 20, WIDTH - 20, HEIGHT - 20))
    before, after = read_page(whole, 1), read_page(path, 1)
    assert after.text == before.text
    assert list(faults_of(after)) == []
    for there, here in zip(before.char_boxes, after.char_boxes, strict=True):
        if there is not None and here is not None:
            assert (here.left, here.top) == pytest.approx(
                (there.left - 20, there.top - 20), abs=0.01
            )


@pytest.mark.shared
def test_every_letter_of_real_files_has_a_box_on_its_page() -> None:
    paths = sorted(CORPUS.rglob("*.pdf"))[::4]
    if not paths:
        pytest.skip(f"There is no data/hebpdf in {SHARED}. Set KESHER_SHARED to the data's folder.")
    faults = {
        f"{path.name}, page {number}": found[:3]
        for path in paths
        for number in range(1, pdf_info(path).pages_total + 1)
        if (found := list(faults_of(read_page(path, number))))
    }
    assert faults == {}
