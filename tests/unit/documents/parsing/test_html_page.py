"""A web page is read as a browser shows its main text."""

from pathlib import Path

import pytest

from kesher.documents.parsing.html_page import read_html
from kesher.documents.parsing.structure import Paragraph, Role
from kesher.errors import EmptyDocumentError, UnsupportedMediaError
from kesher.text.bidi import to_visual

MIXED = "עובד זכאי ל-22 ימי חופשה (ראו 4.2(א)), see VPN 5.2"


def read(tmp_path: Path, page: str | bytes) -> tuple[Paragraph, ...]:
    path = tmp_path / "דף.html"
    path.write_bytes(page.encode() if isinstance(page, str) else page)
    return read_html(path, name=path.name)


def texts(tmp_path: Path, page: str | bytes) -> list[str]:
    return [item.text for item in read(tmp_path, page)]


@pytest.mark.parametrize(
    "text", [MIXED, "Сотрудник имеет право на 22 дня", "ساعات العمل 09:00-17:00", 'מע"מ 18%']
)
def test_text_keeps_its_logical_order(tmp_path: Path, text: str) -> None:
    assert texts(tmp_path, f'<html dir="rtl"><p>{text}</p></html>') == [text]


def test_headings_have_their_levels_and_paragraphs_end_with_their_blocks(tmp_path: Path) -> None:
    page = "<body><h1>נוהל <b>חופשה</b></h1>פתיח<p>א<br>ב</p><h3>פרק</h3><div>ג</div>ד</body>"
    assert [(item.text, item.role, item.level) for item in read(tmp_path, page)] == [
        ("נוהל חופשה", Role.HEADING, 1),
        ("פתיח", Role.BODY, 0),
        ("א\nב", Role.BODY, 0),
        ("פרק", Role.HEADING, 3),
        ("ג", Role.BODY, 0),
        ("ד", Role.BODY, 0),
    ]


def test_a_page_without_headings_is_headed_by_its_title(tmp_path: Path) -> None:
    page = "<html><head><title>נוהל &amp; טופס</title></head><body><p>גוף</p></body></html>"
    assert [(item.text, item.level) for item in read(tmp_path, page)] == [
        ("נוהל & טופס", 1),
        ("גוף", 0),
    ]


def test_what_a_browser_does_not_show_is_out(tmp_path: Path) -> None:
    page = (
        "<body><script>סוד()</script><style>p{}</style><!-- הערה --><template>תבנית</template>"
        '<p hidden>א</p><p style="color:red; display: none">ב</p><p aria-hidden="true">ג</p>'
        "<noscript>ד</noscript><select><option>ה</select><p>גלוי<span hidden>ו</span></p>"
    )
    assert texts(tmp_path, page) == ["גלוי"]


def test_the_main_text_is_read_without_what_surrounds_it(tmp_path: Path) -> None:
    page = (
        "<body><header>אתר החברה</header><nav><a>ראשי</a></nav><main><p>"
        + MIXED * 3
        + "</p></main><aside>פרסומת</aside><footer>כל הזכויות</footer>"
    )
    assert texts(tmp_path, page) == [MIXED * 3]


def test_a_main_part_that_holds_little_hides_nothing(tmp_path: Path) -> None:
    page = f"<body><main><p>קצר</p></main><div><p>{MIXED * 3}</p></div>"
    assert texts(tmp_path, page) == ["קצר", MIXED * 3]


@pytest.mark.parametrize(
    ("opening", "marks"),
    [
        ("<ol>", ["1. ", "2. "]),
        ('<ol start="5">', ["5. ", "6. "]),
        ('<ol type="a">', ["a. ", "b. "]),
        ('<ol style="list-style-type: hebrew">', ["א. ", "ב. "]),
        ('<ol reversed start="2">', ["2. ", "1. "]),
        ("<ul>", ["• ", "• "]),
    ],
)
def test_items_carry_their_numbers(tmp_path: Path, opening: str, marks: list[str]) -> None:
    page = f"{opening}<li><p>ראשון</p><p>המשך</p><li>שני</li>"
    assert texts(tmp_path, page) == [f"{marks[0]}ראשון", "המשך", f"{marks[1]}שני"]


def test_a_table_keeps_its_rows_head_and_spans(tmp_path: Path) -> None:
    page = (
        "<table><caption>מחירון</caption><thead><tr><td>אזור<td>פריט<td>מחיר</thead>"
        "<tr><td rowspan=2>צפון<td>מסך<br>27<td>&#8362;899<tr><td colspan=2>אזל</table>"
    )
    assert [(item.text, item.role, item.is_head) for item in read(tmp_path, page)] == [
        ("מחירון", Role.BODY, False),
        ("אזור\tפריט\tמחיר", Role.ROW, True),
        ("צפון\tמסך 27\t₪899", Role.ROW, False),
        ("צפון\tאזל\t", Role.ROW, False),
    ]


def test_a_table_that_lays_out_the_page_is_no_table(tmp_path: Path) -> None:
    page = f"<table><tr><td><h2>כותרת</h2><p>{MIXED}</p></td><td>צד</td></tr></table>"
    assert [(item.text, item.role) for item in read(tmp_path, page)] == [
        ("כותרת", Role.HEADING),
        (MIXED, Role.BODY),
        ("צד", Role.BODY),
    ]


@pytest.mark.parametrize(
    ("encoding", "named"),
    [
        ("cp1255", "windows-1255"),
        ("iso-8859-8", "iso-8859-8-i"),
        ("iso-8859-8", "iso-8859-8"),
        ("utf-8", "utf-8"),
        ("utf-8", "x-unknown"),
        ("cp1255", ""),
    ],
)
def test_pages_are_decoded_as_they_say_or_look(tmp_path: Path, encoding: str, named: str) -> None:
    text = "שלום לכולם, ימים נוספים"
    page = f'<html><meta charset="{named}"><p>{text}</p></html>'
    assert texts(tmp_path, page.encode(encoding)) == [text]


def test_an_old_page_that_stores_hebrew_as_it_is_drawn_is_put_in_order(tmp_path: Path) -> None:
    def drawn(text: str) -> str:
        return to_visual(text, "rtl")

    head = '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-8">'
    page = (
        f"<html><head>{head}</head><body><p align=right>{drawn('לכל העובדים שלום (2024)')}<br>\n"
        f"<b>{drawn('ימים')}</b> {drawn('22')} {drawn('זכאי לחופשה של')}</p>"
        f"<table><tr><td>{drawn('מחיר')}</td><td>{drawn('פריט')}</td></tr>"
        f"<tr><td>12</td><td>{drawn('שולחן')}</td></tr></table></body></html>"
    )
    assert texts(tmp_path, page.encode("iso-8859-8")) == [
        "לכל העובדים שלום (2024)\nזכאי לחופשה של 22 ימים",
        "פריט\tמחיר",
        "שולחן\t12",
    ]


def test_blanks_stay_in_preformatted_text_alone(tmp_path: Path) -> None:
    assert texts(tmp_path, "<p>א\n  ב</p><pre>א\nב</pre>") == ["א ב", "א\nב"]


def test_a_page_that_only_a_script_fills_is_refused_with_a_remedy(tmp_path: Path) -> None:
    with pytest.raises(EmptyDocumentError, match=r"דף\.html.*script"):
        read(tmp_path, "<html><body><div id=app></div><script>render()</script></body></html>")


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UnsupportedMediaError, match=r"דף\.html"):
        read(tmp_path, b"<html>\x00\x01\x02" + bytes(range(256)) * 4)


def test_a_page_nested_thousands_deep_is_read(tmp_path: Path) -> None:
    assert texts(tmp_path, "<div>" * 5_000 + "עומק") == ["עומק"]
