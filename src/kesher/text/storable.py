"""Text that every database and every encoding takes, and names without hidden characters."""

import re
import unicodedata

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
REPLACEMENT = "\ufffd"


def storable(text: str) -> str:
    """Replace NUL and lone surrogates one for one by U+FFFD, so that offsets stay right.

    PostgreSQL refuses NUL, and a lone surrogate cannot be written as UTF-8.
    """
    return _UNSTORABLE.sub(REPLACEMENT, text)


def visible(text: str) -> str:
    """Return a storable name without controls, direction marks and space at its ends.

    A hidden override would show "gnp.exe" as "exe.png". Empty where nothing is seen.
    """
    return "".join(c for c in storable(text) if unicodedata.category(c)[0] != "C").strip()
