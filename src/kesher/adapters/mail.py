"""Mail handed to an SMTP server, from a thread."""

import smtplib
import ssl
from dataclasses import dataclass, field
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP, SMTPUTF8
from email.utils import formatdate, make_msgid
from typing import Literal

from anyio import to_thread
from typing_extensions import override

from kesher.errors import MailError
from kesher.ports.accounts import Mail, Mailer

_SECONDS = 20.0

Security = Literal["starttls", "tls", "none"]


@dataclass(frozen=True, slots=True)
class SmtpServer:
    """Where mail is handed over, and as whom.

    Attributes:
        security: `starttls`: encrypted after a plain greeting; `tls`: from the first byte.
        user: Empty: nobody signs in.
        sender: The address that mail comes from.
        trusted: Certificates; None: the system's.
    """

    host: str
    port: int
    security: Security
    sender: str
    user: str = ""
    password: str = field(default="", repr=False)
    trusted: ssl.SSLContext | None = None


class SmtpMailer(Mailer):
    """Sends each message over a connection of its own: they are few."""

    def __init__(self, server: SmtpServer) -> None:
        self._server = server

    @override
    async def send(self, mail: Mail) -> None:
        await to_thread.run_sync(self._send, mail)

    def _send(self, mail: Mail) -> None:
        server = self._server
        try:
            with self._connected() as connection:
                if server.user:
                    connection.login(server.user, server.password)
                connection.send_message(_message(mail, server.sender))
        except (smtplib.SMTPException, OSError, ValueError) as error:
            raise MailError(
                f"The mail server `{server.host}:{server.port}` did not take a message "
                f"({_reason(error)}). Check the `smtp_...` settings and whether it is up."
            ) from error

    def _connected(self) -> smtplib.SMTP:
        server = self._server
        context = server.trusted or ssl.create_default_context()
        if server.security == "tls":
            return smtplib.SMTP_SSL(server.host, server.port, timeout=_SECONDS, context=context)
        connection = smtplib.SMTP(server.host, server.port, timeout=_SECONDS)
        if server.security == "starttls":
            try:
                connection.starttls(context=context)
            except BaseException:
                connection.close()
                raise
        return connection


def _message(mail: Mail, sender: str) -> EmailMessage:
    message = EmailMessage(policy=SMTP if mail.to.isascii() else SMTPUTF8)
    message["From"] = Address("Kesher", addr_spec=sender)
    message["To"] = Address(addr_spec=mail.to) if mail.to.isascii() else mail.to
    message["Subject"] = mail.subject
    message["Date"] = formatdate()
    message["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2])
    message["Auto-Submitted"] = "auto-generated"  # so that absence notes do not answer
    message.set_content(mail.text)
    message.add_alternative(mail.html, subtype="html")
    message["Content-Language"] = mail.language  # setting the content drops what came before
    return message


def _reason(error: Exception) -> str:
    """Return what failed, without what was sent."""
    if isinstance(error, smtplib.SMTPResponseException):
        said = error.smtp_error
        text = said.decode(errors="replace") if isinstance(said, bytes) else str(said)
        return f"{error.smtp_code} {text[:200]}"
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return "it refused the recipient"
    return str(error)[:200] or type(error).__name__
