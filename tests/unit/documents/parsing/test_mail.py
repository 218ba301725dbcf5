"""A mail is read with its headers and text, and what hangs on it is named."""

import base64
from email.message import EmailMessage
from pathlib import Path

import pytest

from kesher.documents.parsing.mail import read_mail
from kesher.documents.parsing.structure import Paragraph, Role
from kesher.errors import DamagedDocumentError, EmptyDocumentError
from kesher.text.bidi import to_visual


def read(tmp_path: Path, data: bytes) -> tuple[Paragraph, ...]:
    path = tmp_path / "מכתב.eml"
    path.write_bytes(data)
    return read_mail(path, name=path.name)


def texts(tmp_path: Path, data: bytes) -> list[str]:
    return [item.text for item in read(tmp_path, data)]


def mail(subject: str, text: str) -> EmailMessage:
    message = EmailMessage()
    message["Subject"] = subject
    message["From"] = "דנה כהן <dana@example.org>"
    message["To"] = "Иван <ivan@example.org>"
    message["Date"] = "Sun, 29 Nov 2026 10:00:00 +0200"
    message.set_content(text)
    return message


HEADERS = [
    "From: דנה כהן <dana@example.org>",
    "To: Иван <ivan@example.org>",
    "Date: Sun, 29 Nov 2026 10:00:00 +0200",
]


def test_the_subject_heads_the_mail_and_its_headers_follow(tmp_path: Path) -> None:
    message = mail("נוהל 5.2 (חדש)", "שלום,\nזכאי ל-22 ימים.\n\nСпасибо\nشكرا")
    found = read(tmp_path, message.as_bytes())
    assert (found[0].text, found[0].role, found[0].level) == ("נוהל 5.2 (חדש)", Role.HEADING, 1)
    assert [item.text for item in found[1:]] == [
        *HEADERS,
        "שלום,",
        "זכאי ל-22 ימים.",
        "Спасибо",
        "شكرا",
    ]


def test_plain_text_is_read_once_where_html_says_the_same(tmp_path: Path) -> None:
    message = mail("נושא", "הטקסט")
    message.add_alternative("<p>הטקסט <b>המודגש</b></p>", subtype="html")
    assert texts(tmp_path, message.as_bytes())[4:] == ["הטקסט"]


def test_html_alone_is_read_with_its_structure_below_the_subject(tmp_path: Path) -> None:
    message = mail("נושא", "x")
    message.set_content("<h1>כותרת</h1><ul><li>פריט</ul><script>x</script>", subtype="html")
    found = read(tmp_path, message.as_bytes())
    assert [(item.text, item.level) for item in found[4:]] == [("כותרת", 2), ("• פריט", 0)]


@pytest.mark.parametrize(
    ("text", "said"),
    [("שלום לכולם", "קובץ מצורף, לא נקרא"), ("Hello all of you", "Attached, not read")],
)
def test_what_is_attached_is_named_and_said_not_to_be_read(
    tmp_path: Path, text: str, said: str
) -> None:
    message = mail(text, text)
    message.add_attachment(b"x", maintype="application", subtype="pdf", filename='חוזה "א".pdf')
    message.add_attachment(mail("הועבר", "בפנים"))
    assert texts(tmp_path, message.as_bytes())[-2:] == [
        f'{said}: חוזה "א".pdf',
        f"{said}: הועבר",
    ]


def test_headers_that_were_never_encoded_are_decoded_as_they_look(tmp_path: Path) -> None:
    data = "Subject: שלום רב לכולם\r\nFrom: a@b.c\r\n\r\nגוף ההודעה".encode("cp1255")
    assert texts(tmp_path, data) == ["שלום רב לכולם", "From: a@b.c", "גוף ההודעה"]


def test_old_names_of_hebrew_are_known(tmp_path: Path) -> None:
    word = base64.b64encode("שלום לכולם".encode("iso-8859-8"))
    data = (
        b"Subject: =?ISO-8859-8-I?B?" + word + b"?=\r\nFrom: a@b.c\r\n"
        b"Content-Type: text/plain; charset=iso-8859-8-i\r\n\r\n"
    ) + "גוף ההודעה".encode("iso-8859-8")
    assert texts(tmp_path, data) == ["שלום לכולם", "From: a@b.c", "גוף ההודעה"]


def test_a_text_that_stands_as_it_is_drawn_is_put_in_order(tmp_path: Path) -> None:
    lines = ("לכל העובדים שלום", "ימי החופשה (22) נוספים")
    body = "\r\n".join(to_visual(line, "rtl") for line in lines).encode("iso-8859-8")
    head = b"Subject: x\r\nContent-Type: text/plain; charset=iso-8859-8\r\n\r\n"
    assert texts(tmp_path, head + body)[1:] == list(lines)


def test_softly_broken_lines_are_joined(tmp_path: Path) -> None:
    head = b"Subject: x\nContent-Type: text/plain; charset=utf-8; format=flowed\n\n"
    body = "שורה שנשברה \nבאמצע\nשורה שנייה".encode()
    assert texts(tmp_path, head + body)[1:] == ["שורה שנשברה באמצע", "שורה שנייה"]


def test_a_very_long_list_of_addressees_is_cut(tmp_path: Path) -> None:
    message = mail("נושא", "גוף")
    message.replace_header("To", ", ".join(f"a{at}@example.org" for at in range(1_000)))
    to = texts(tmp_path, message.as_bytes())[2]
    assert to.startswith("To: a0@example.org, a1@example.org")
    assert len(to) < 1_100
    assert to.endswith(" …")


def test_a_mail_without_text_and_subject_is_refused(tmp_path: Path) -> None:
    with pytest.raises(EmptyDocumentError, match=r"מכתב\.eml"):
        read(tmp_path, b"X-Mailer: y\n\n\n")


def nested(depth: int) -> bytes:
    parts = (
        f'Content-Type: multipart/mixed; boundary="b{at}"\r\n\r\n--b{at}\r\n'.encode()
        for at in range(depth)
    )
    return b"Subject: x\r\n" + b"".join(parts) + b"Content-Type: text/plain\r\n\r\nhi"


def test_parts_nested_deep_are_read_and_deeper_than_sense_refused(tmp_path: Path) -> None:
    assert texts(tmp_path, nested(50)) == ["x", "hi"]
    with pytest.raises(DamagedDocumentError, match="nested too deep"):
        read(tmp_path, nested(5_000))
