"""What of a page is chunked, and what its chunks know of their place."""

from collections.abc import Sequence
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from kesher.documents.chunking import ChunkSize, chunk
from kesher.documents.pieces import pieces
from kesher.domain.document import Chunk, Page, Role, Table, TableCell
from paper import Counted, page


def with_roles(made: Page, roles: dict[int, Role], levels: dict[int, int] | None = None) -> Page:
    lines = [
        replace(line, role=roles.get(at, line.role), level=(levels or {}).get(at, 0))
        for at, line in enumerate(made.lines)
    ]
    return replace(made, lines=tuple(lines))


def cut(pages: Sequence[Page], chars: int = 1_200, overlap_chars: int = 0) -> list[Chunk]:
    size = ChunkSize(chars, overlap_chars)
    return chunk("doc_a", pages, size=size, new_id=Counted(), count_tokens=len)


ANY_ROLES = st.lists(st.sampled_from(Role), min_size=6, max_size=6)
LINES = "נוהל חופשה\nסעיף א. עובד זכאי ל-22 ימים.\nשנה\tימים\nLeave, 12 days.\nОтпуск.\n- 3 -"


@given(st.lists(ANY_ROLES, min_size=1, max_size=3), st.integers(15, 90))
def test_what_tells_something_is_chunked_and_nothing_else(
    given_roles: list[list[Role]], chars: int
) -> None:
    pages = [
        with_roles(page(number, LINES), dict(enumerate(roles)))
        for number, roles in enumerate(given_roles, start=1)
    ]
    covered = {
        (span.page_number, at)
        for found in cut(pages, chars)
        for span in found.spans
        for at in range(span.start, span.end)
    }
    for made in pages:
        for line in made.lines:
            inked = {(made.number, i) for i in range(line.start, line.end) if made.text[i] > " "}
            if line.role.is_told:
                assert inked <= covered
            elif any(other.role.is_told for each in pages for other in each.lines):
                assert not inked & covered


def test_a_sentence_goes_on_past_the_foot_of_its_page() -> None:
    first = with_roles(page(1, "עובד זכאי\nעמוד 1"), {1: Role.PAGE_NUMBER})
    second = with_roles(page(2, "נוהל חופשה\nל-22 ימים."), {0: Role.HEADER})
    (found,) = cut([first, second])
    assert found.text == "עובד זכאי\nל-22 ימים."


def test_a_line_left_out_in_the_middle_parts_the_spans() -> None:
    made = with_roles(page(1, "עובד זכאי\nטיוטה\nל-22 ימים"), {1: Role.WATERMARK})
    (found,) = cut([made])
    assert found.text == "עובד זכאי\nל-22 ימים"
    assert [made.text[s.start : s.end] for s in found.spans] == ["עובד זכאי", "ל-22 ימים"]
    assert found.page_numbers == (1,)


def test_a_document_of_nothing_else_is_chunked_after_all() -> None:
    made = with_roles(page(1, "תוכן\t3\nסוד"), {0: Role.CONTENTS, 1: Role.HIDDEN})
    assert [found.text for found in cut([made])] == ["תוכן\t3"]


def test_each_piece_knows_the_headings_above_it() -> None:
    made = with_roles(
        page(1, "נוהל\nחופשה\nעובד זכאי.\nמחלה\nיש אישור."),
        {0: Role.HEADING, 1: Role.HEADING, 3: Role.HEADING},
        {0: 1, 1: 2, 3: 2},
    )
    assert [piece.section for piece in pieces([made])] == [
        ("נוהל",),
        ("נוהל", "חופשה"),
        ("נוהל", "חופשה"),
        ("נוהל", "מחלה"),
        ("נוהל", "מחלה"),
    ]


def test_a_section_goes_on_on_the_next_page() -> None:
    first = with_roles(page(1, "חופשה\n" + "עובד זכאי. " * 5), {0: Role.HEADING}, {0: 1})
    found = cut([first, page(2, "ועוד ימים.")], chars=70)
    assert {each.section for each in found} == {("חופשה",)}
    assert found[-1].lead == "חופשה\n"


def test_a_heading_with_which_the_text_begins_is_not_said_twice() -> None:
    made = with_roles(
        page(1, "נוהל\nחופשה\nעובד זכאי."), {0: Role.HEADING, 1: Role.HEADING}, {0: 1, 1: 2}
    )
    (found,) = cut([made])
    assert (found.section, found.lead) == (("נוהל",), "")


def test_a_heading_never_ends_a_chunk() -> None:
    made = with_roles(
        page(1, "עובד זכאי ל-22 ימים.\nמחלה\nיש להציג אישור רפואי."), {1: Role.HEADING}, {1: 1}
    )
    assert [found.text for found in cut([made], chars=30)] == [
        "עובד זכאי ל-22 ימים.",
        "מחלה\nיש להציג אישור רפואי.",
    ]


def table_page(rows: int, head_rows: int = 1) -> Page:
    texts = ["ותק\tימים", *(f"{n}\t{n + 11}" for n in range(1, rows))]
    made = page(1, "\n".join(texts))
    made = with_roles(made, dict.fromkeys(range(rows), Role.ROW))
    cells = [
        tuple(
            TableCell(start, end, None, column)
            for column, (start, end) in enumerate(
                ((line.start, made.text.index("\t", line.start)),
                 (made.text.index("\t", line.start) + 1, line.end))
            )
        )
        for line in made.lines
    ]  # fmt: skip
    return replace(made, tables=(Table(tuple(cells), head_rows),))


def test_a_chunk_inside_a_table_knows_the_tables_head() -> None:
    found = cut([table_page(8)], chars=20)
    assert [each.head for each in found] == ["", *["ותק\tימים"] * (len(found) - 1)]
    assert all("\n" not in row for each in found for row in each.text.split("\n"))
    assert found[1].lead == "ותק\tימים\n"


def test_a_table_without_a_head_repeats_nothing() -> None:
    assert {each.head for each in cut([table_page(8, head_rows=0)], chars=20)} == {""}


def test_a_table_that_goes_on_on_the_next_page_keeps_its_head() -> None:
    second = replace(table_page(4, head_rows=0), number=2)
    found = pieces([table_page(4), second])
    assert {piece.head for piece in found if piece.span.page_number == 2} == {"ותק\tימים"}


def two_tables(head_rows: int) -> Page:
    """A table of leave by years of work, and one of prices close below it."""
    first = table_page(3)
    below = "פריט\tЦена\nמסך\t899\nعجلة\t59"
    at = len(first.text) + 1
    made = page(1, f"{first.text}\n{below}")
    made = with_roles(made, dict.fromkeys(range(6), Role.ROW))
    cells = [
        tuple(
            TableCell(start, start + 1, None, column)
            for column, start in enumerate((line.start, made.text.index("\t", line.start) + 1))
        )
        for line in made.lines
        if line.start >= at
    ]
    return replace(made, tables=(*first.tables, Table(tuple(cells), head_rows)))


def test_of_two_tables_each_has_its_own_head() -> None:
    heads = [piece.head for piece in pieces([two_tables(head_rows=1)])]
    assert heads == ["", "ותק\tימים", "ותק\tימים", "", "פריט\tЦена", "פריט\tЦена"]


def test_a_table_without_a_head_takes_none_from_the_table_above() -> None:
    heads = [piece.head for piece in pieces([two_tables(head_rows=0)])]
    assert heads == ["", "ותק\tימים", "ותק\tימים", "", "", ""]


def noted(body: str, note: str) -> Page:
    made = page(1, f"{body}\n{note}")
    first, last = made.lines
    lines = (replace(first, marks=("1",)), replace(last, role=Role.NOTE, marks=("1",)))
    return replace(made, lines=lines)


def test_a_note_goes_with_the_sentence_that_leads_to_it() -> None:
    made = noted("עובד זכאי1. הבקשה תוגש בכתב.", "1 לפי החוק.")
    first, second = cut([made], chars=25)
    assert first.text == "עובד זכאי1.\n1 לפי החוק."
    assert second.text == "הבקשה תוגש בכתב."


def test_the_mark_of_a_note_is_no_part_of_a_sections_name() -> None:
    made = page(1, "דין וחשבון 2027 2\nהבקשה תוגש בכתב.\n2 Отчёт לשנת 2027.")
    made = with_roles(made, {0: Role.HEADING, 2: Role.NOTE}, {0: 1})
    head, body, note = made.lines
    marked = replace(made, lines=(replace(head, marks=("2",)), body, replace(note, marks=("2",))))
    assert [piece.section for piece in pieces([marked])] == [("דין וחשבון 2027",)] * 2


def test_a_note_too_long_for_its_sentences_chunk_stands_after_it() -> None:
    made = noted("עובד זכאי1.", "1 לפי החוק ולפי התקנות.")
    assert [each.text for each in cut([made], chars=26)] == [
        "עובד זכאי1.",
        "1 לפי החוק ולפי התקנות.",
    ]


def test_a_chunk_ends_where_a_higher_section_does() -> None:
    roles = dict.fromkeys((0, 1, 3), Role.HEADING)
    made = with_roles(
        page(1, "חופשה\nצבירה\nעובד צובר ימים.\nמחלה\nיש אישור."), roles, {0: 1, 1: 2, 3: 1}
    )
    assert [found.text.split("\n")[0] for found in cut([made], chars=100)] == ["חופשה", "מחלה"]


def test_short_sections_of_one_level_share_a_chunk() -> None:
    made = with_roles(
        page(1, "צבירה\nעובד צובר ימים.\nפדיון\nאין פדיון."),
        dict.fromkeys((0, 2), Role.HEADING),
        {0: 2, 2: 2},
    )
    assert len(cut([made], chars=100)) == 1
