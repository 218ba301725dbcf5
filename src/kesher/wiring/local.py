"""How commands of the data folder's owner prove themselves to its server; loads little."""

from kesher.config.settings import Settings
from kesher.errors import StoreError


def local_bearer(settings: Settings) -> str:
    """Return what such a command sends as `Authorization: Bearer`; empty: nothing.

    It is the data folder's own secret, or the token where the folder is another user's.
    """
    from kesher.adapters.local_secret import local_secret

    try:
        return local_secret(settings.data_folder)
    except StoreError:
        return settings.token.get_secret_value()
