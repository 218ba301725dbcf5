"""Whom a server may serve, and how its first person comes in."""

from kesher.config.settings import Settings
from kesher.domain.scope import Scope
from kesher.errors import ConfigurationError
from kesher.server.gate import is_loopback
from kesher.wiring.people import People


def checked_token(settings: Settings) -> str:
    """Return the token that requests must carry where there are no accounts; empty: none.

    Raises:
        ConfigurationError: no header carries it.
    """
    token = settings.token.get_secret_value()
    if not token.isascii() or not token.isprintable():
        raise ConfigurationError(
            "`KESHER_TOKEN` has letters that no HTTP header carries. Use Latin letters and digits "
            "(`openssl rand -hex 24`)."
        )
    return token


async def check_reach(settings: Settings, people: People) -> None:
    """Refuse to serve other machines where nothing asks who comes.

    Raises:
        ConfigurationError: the address is not loopback, and there are no accounts and no token.
    """
    if is_loopback(settings.host) or settings.token.get_secret_value():
        return
    if not await people.accounts.required(Scope()):
        raise ConfigurationError(
            f"Serving on `{settings.host}` lets others in. Make an account for each "
            f"(`kesher admin create`), set `KESHER_TOKEN` to a long secret (`openssl rand -hex "
            f"24`), or serve on 127.0.0.1."
        )


async def first_link(people: People) -> str:
    """Return the path of a link that makes the first administrator; empty: none is wanted."""
    accounts = people.accounts
    if not accounts.always or not await accounts.is_empty(Scope()):
        return ""
    link = await people.links.first_administrator(Scope())
    return link.path
