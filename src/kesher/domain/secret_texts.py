"""Long random secrets that are shown once, and the hash of them that is kept.

A plain SHA-256 is enough where nobody can guess the secret; passwords are another matter.
"""

import hashlib
import hmac
import secrets

_BYTES = 32


def new_secret() -> str:
    """Return 256 random bits in letters that addresses and headers carry."""
    return secrets.token_urlsafe(_BYTES)


def hashed(secret: str) -> str:
    """Return what is kept of a secret."""
    return hashlib.sha256(secret.encode(errors="surrogatepass")).hexdigest()


def derived(secret: str, purpose: str) -> str:
    """Return a second secret that only the holder of the first can tell, for one purpose."""
    return hmac.new(secret.encode(errors="surrogatepass"), purpose.encode(), "sha256").hexdigest()
