"""Accounts and signing in, made from the settings."""

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from kesher.app.people.accounts import Accounts
from kesher.app.people.keys import Keys
from kesher.app.people.links import Links, Post
from kesher.app.people.signing_in import Limits, SigningIn
from kesher.app.people.single_sign_on import SingleSignOn
from kesher.config.settings import Settings
from kesher.errors import ConfigurationError

if TYPE_CHECKING:
    from kesher.adapters.sql.store import SqlStore


@dataclass(frozen=True, slots=True)
class People:
    """Everything about who asks.

    Attributes:
        local_secret: What commands of the data folder's owner carry.
        single_sign_on: The one other service that people sign in through; None: none.
    """

    accounts: Accounts
    signing_in: SigningIn
    links: Links
    keys: Keys
    local_secret: str
    single_sign_on: SingleSignOn | None = None


def make_people(settings: Settings, store: "SqlStore") -> People:
    """Return the people of a server.

    Raises:
        ConfigurationError: the settings of mail or of the other service do not fit.
        StoreError: the data folder cannot keep a secret.
    """
    from kesher.adapters.local_secret import local_secret
    from kesher.adapters.passwords import Argon2Passwords
    from kesher.adapters.system import new_id, utc_now
    from kesher.wiring.single_sign_on import make_single_sign_on

    accounts = Accounts(
        store.parts.accounts, Argon2Passwords(), utc_now, new_id, always=settings.accounts
    )
    limits = Limits(
        idle=timedelta(hours=settings.session_idle_hours),
        lasting=timedelta(days=settings.session_days),
    )
    signing_in = SigningIn(accounts, store.parts.sessions, utc_now, new_id, limits)
    links = Links(accounts, store.parts.links, utc_now, make_post(settings))
    keys = Keys(store.parts.api_keys, store.parts.memberships, utc_now, new_id)
    return People(
        accounts,
        signing_in,
        links,
        keys,
        local_secret(settings.data_folder),
        make_single_sign_on(settings, signing_in),
    )


def make_post(settings: Settings) -> Post | None:
    """Return what sends mail; None: nothing does.

    Raises:
        ConfigurationError: the sender or the server's own address is missing.
    """
    if not settings.smtp_host:
        return None
    from kesher.adapters.mail import SmtpMailer, SmtpServer

    sender = settings.smtp_from or settings.smtp_user
    if "@" not in sender or not sender.isascii():
        raise ConfigurationError(
            "`smtp_host` is set without an address that mail comes from. Set `smtp_from`."
        )
    if not settings.public_url.startswith(("https://", "http://")):
        raise ConfigurationError(
            "`smtp_host` is set, and links in mail need the server's address. Set `public_url` "
            "(`https://kesher.example.org`)."
        )
    password = settings.smtp_password.get_secret_value()
    if not (settings.smtp_user + password).isascii():
        raise ConfigurationError(
            "`smtp_user` and `smtp_password` are sent in Latin letters, digits and signs only. "
            "Choose such ones at the mail server."
        )
    server = SmtpServer(
        host=settings.smtp_host,
        port=settings.smtp_port,
        security=settings.smtp_security,
        sender=sender,
        user=settings.smtp_user,
        password=password,
    )
    return Post(SmtpMailer(server), settings.public_url)
