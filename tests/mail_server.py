"""A real mail server on loopback, which keeps what it is handed."""

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
)
from cryptography.x509.oid import NameOID

HOST = "127.0.0.1"
USER, PASSWORD = "kesher", "horse-battery-7"  # of a server that lives for a test


@dataclass
class Letterbox:
    """What came, and the port that it comes to."""

    port: int = 0
    messages: list[EmailMessage] = field(default_factory=list)
    recipients: list[str] = field(default_factory=list)

    async def handle_RCPT(  # noqa: N802 - the library's name
        self, _server: object, _session: object, envelope: Any, address: str, _options: object
    ) -> str:
        """Refuse whom nobody knows, as mail servers do."""
        if address.startswith("unknown"):
            return "550 No such person"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(  # noqa: N802 - the library's name
        self, _server: object, _session: object, envelope: Any
    ) -> str:
        """Keep a message."""
        message = message_from_bytes(envelope.content, policy=default)
        assert isinstance(message, EmailMessage)
        self.messages.append(message)
        self.recipients.extend(envelope.rcpt_tos)
        return "250 OK"


@asynccontextmanager
async def mail_server(*, certificate: ssl.SSLContext | None = None) -> AsyncIterator[Letterbox]:
    """Serve until the context ends.

    Args:
        certificate: Given, nothing is taken before STARTTLS and a login.
    """
    box = Letterbox()
    secured: dict[str, Any] = {}
    if certificate is not None:
        secured = {
            "tls_context": certificate,
            "require_starttls": True,
            "auth_required": True,
            "authenticator": _authenticate,
        }
    loop = asyncio.get_running_loop()
    server = await loop.create_server(
        lambda: SMTP(box, hostname=HOST, loop=loop, **secured), HOST, 0
    )
    box.port = server.sockets[0].getsockname()[1]
    async with server:
        yield box


def certificates(folder: Path) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """Return a server's context with a certificate for loopback, and a client's that trusts it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "loopback")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(hours=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address(HOST))]), False)
        .sign(key, hashes.SHA256())
    )
    pem, secret = folder / "loopback.pem", folder / "loopback.key"
    pem.write_bytes(made.public_bytes(Encoding.PEM))
    secret.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(pem, secret)
    return server, ssl.create_default_context(cafile=pem)


def _authenticate(
    _server: object, _session: object, _envelope: object, _mechanism: str, given: object
) -> AuthResult:
    right = isinstance(given, LoginPassword) and (
        given.login.decode(),
        given.password.decode(),
    ) == (USER, PASSWORD)
    return AuthResult(success=right, handled=False)
