"""Who may what in which room, made from the settings."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kesher.app.invitations import Invitations
from kesher.app.members import Members
from kesher.app.people.accounts import Accounts
from kesher.config.settings import Settings
from kesher.ports.whose import Whose

if TYPE_CHECKING:
    from kesher.adapters.sql.store import SqlStore


@dataclass(frozen=True, slots=True)
class Access:
    """Everything about who may do what in rooms."""

    whose: Whose
    members: Members
    invitations: Invitations


def make_access(settings: Settings, store: "SqlStore", accounts: Accounts) -> Access:
    """Return what decides and changes who may do what in rooms."""
    from kesher.adapters.system import new_id, utc_now

    members = Members(store, store.parts.memberships)
    invitations = Invitations(
        store.parts.invitations, accounts, utc_now, new_id, settings.sign_up_by_invitation
    )
    return Access(store.parts.whose, members, invitations)
