"""Mail through a real SMTP server on loopback, and the reset of a password by it."""

import ssl
from collections.abc import AsyncIterator
from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path

import anyio
import pytest

from api import eventually
from kesher.adapters.mail import SmtpMailer, SmtpServer
from kesher.adapters.system import utc_now
from kesher.app.people.mail_texts import password_mail
from kesher.domain.access import User
from kesher.errors import ConfigurationError, MailError
from kesher.server.run import temporary_server
from kesher.wiring.people import make_post
from mail_server import HOST, PASSWORD, USER, Letterbox, certificates, mail_server
from people import DANA, browser, sign_in
from people import PASSWORD as CHOSEN
from surroundings import MakeSettings

pytestmark = pytest.mark.anyio

RIGHT_TO_LEFT_MARK = "\u200f"
LINK = "https://kesher.example.org/password#a-b_c"
PERSON = User("usr_dana", DANA, "דנה <Dana> & כהן", utc_now())


@pytest.fixture(scope="module")
async def box() -> AsyncIterator[Letterbox]:
    async with mail_server() as box:
        yield box


def plain(box: Letterbox) -> SmtpServer:
    return SmtpServer(HOST, box.port, "none", "kesher@example.org")


def part(message: EmailMessage, kind: str) -> str:
    found = message.get_body((kind,))
    assert found is not None
    content: str = found.get_content()
    return content


async def test_a_hebrew_message_is_right_to_left_in_both_forms(box: Letterbox) -> None:
    await SmtpMailer(plain(box)).send(password_mail(PERSON, LINK, "he"))
    message, text = box.messages[-1], part(box.messages[-1], "plain")
    assert (message["To"], message["From"]) == (DANA, "Kesher <kesher@example.org>")
    assert message["Subject"] == "בחירת סיסמה ל-Kesher"
    lines = [line for line in text.splitlines() if line]
    assert LINK in lines
    assert all(line.startswith(RIGHT_TO_LEFT_MARK) for line in lines if line != LINK)
    html = part(message, "html")
    assert '<html lang="he" dir="rtl">' in html
    assert "<bdi>דנה &lt;Dana&gt; &amp; כהן</bdi>" in html
    assert f'href="{LINK}"' in html


async def test_an_english_message_keeps_a_hebrew_name_apart(box: Letterbox) -> None:
    await SmtpMailer(plain(box)).send(password_mail(PERSON, LINK, "en"))
    message = box.messages[-1]
    assert "Hello \u2068דנה <Dana> & כהן\u2069," in part(message, "plain")
    assert '<html lang="en" dir="ltr">' in part(message, "html")
    assert message["Content-Language"] == "en"


async def test_a_server_that_wants_tls_and_a_password_gets_both(tmp_path: Path) -> None:
    certificate, trusted = certificates(tmp_path)
    async with mail_server(certificate=certificate) as box:
        server = SmtpServer(
            HOST, box.port, "starttls", "kesher@example.org", USER, PASSWORD, trusted
        )
        mail = password_mail(PERSON, LINK, "he")
        await SmtpMailer(server).send(mail)
        assert box.recipients == [DANA]
        distrusting = replace(server, trusted=ssl.create_default_context())
        wrong = replace(server, password="other")  # noqa: S106 - a wrong one
        for refused in (wrong, distrusting, replace(server, user="")):
            with pytest.raises(MailError, match=f"127.0.0.1:{box.port}"):
                await SmtpMailer(refused).send(mail)
        assert len(box.messages) == 1


async def test_what_a_mail_server_does_not_take_is_an_error_with_its_reason(
    box: Letterbox,
) -> None:
    stranger = replace(PERSON, email="unknown@example.org")
    with pytest.raises(MailError, match="refused the recipient"):
        await SmtpMailer(plain(box)).send(password_mail(stranger, LINK, "en"))
    nobody = replace(plain(box), port=1)
    with pytest.raises(MailError, match="Check the `smtp_"):
        await SmtpMailer(nobody).send(password_mail(PERSON, LINK, "en"))


async def test_settings_of_mail_that_do_not_fit_are_refused(make_settings: MakeSettings) -> None:
    url = "https://kesher.example.org"
    assert make_post(make_settings(public_url=url)) is None
    with pytest.raises(ConfigurationError, match="`smtp_from`"):
        make_post(make_settings(smtp_host="mail.example.org", public_url=url))
    with pytest.raises(ConfigurationError, match="`public_url`"):
        make_post(make_settings(smtp_host="mail.example.org", smtp_from="a@example.org"))
    hebrew = {"smtp_user": "a@example.org", "smtp_password": "סיסמה", "public_url": url}
    with pytest.raises(ConfigurationError, match="Latin letters"):
        make_post(make_settings(smtp_host="mail.example.org", **hebrew))


async def test_a_forgotten_password_is_reset_by_mail_and_strangers_learn_nothing(
    box: Letterbox, make_settings: MakeSettings
) -> None:
    box.messages.clear()
    settings = make_settings(
        smtp_host=HOST,
        smtp_port=box.port,
        smtp_security="none",
        smtp_from="kesher@example.org",
        public_url="https://kesher.example.org/",
    )
    async with temporary_server(settings) as url, browser(url) as api:
        made = {"email": DANA, "name": "דנה", "administrator": True}
        await api.call("POST", "/api/people", made, status=201)
        assert (await api.call("GET", "/api/me"))["sends_mail"] is True
        for _ in range(3):
            body = {"email": "nobody@example.org", "language": "he"}
            await api.call("POST", "/api/password/mail", body, status=202)
        async with api.session.post("/api/password/mail", json=body) as refused:
            assert refused.status == 429
            assert int(refused.headers["Retry-After"]) > 0
        await api.call("POST", "/api/password/mail", {"email": DANA.upper()}, status=202)

        async def link() -> str | None:
            lines = part(box.messages[-1], "plain").splitlines() if box.messages else []
            return next((line for line in lines if "/password#" in line), None)

        with anyio.fail_after(20):
            address = await eventually(link)
        assert address.startswith("https://kesher.example.org/password#")
        body = {"secret": address.partition("#")[2], "password": CHOSEN}
        await api.call("POST", "/api/password", body)
        assert (await sign_in(api, DANA))["signed_in"] is True
    assert len(box.messages) == 1
