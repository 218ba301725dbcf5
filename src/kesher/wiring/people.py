"""Accounts and signing in, made from the settings."""

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from kesher.app.people.accounts import Accounts
from kesher.app.people.signing_in import Limits, SigningIn
from kesher.config.settings import Settings
from kesher.ports.accounts import KeyIdentifier

if TYPE_CHECKING:
    from kesher.adapters.sql.store import SqlStore


@dataclass(frozen=True, slots=True)
class People:
    """Everything about who asks.

    Attributes:
        local_secret: What commands of the data folder's owner carry.
        keys: What knows API keys; None: there are none.
    """

    accounts: Accounts
    signing_in: SigningIn
    local_secret: str
    keys: KeyIdentifier | None = None


def make_people(settings: Settings, store: "SqlStore") -> People:
    """Return the people of a server.

    Raises:
        StoreError: the data folder cannot keep a secret.
    """
    from kesher.adapters.local_secret import local_secret
    from kesher.adapters.passwords import Argon2Passwords
    from kesher.adapters.system import new_id, utc_now

    accounts = Accounts(
        store.parts.accounts, Argon2Passwords(), utc_now, new_id, always=settings.accounts
    )
    limits = Limits(
        idle=timedelta(hours=settings.session_idle_hours),
        lasting=timedelta(days=settings.session_days),
    )
    signing_in = SigningIn(accounts, store.parts.sessions, utc_now, new_id, limits)
    return People(accounts, signing_in, local_secret(settings.data_folder))
