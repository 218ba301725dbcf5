"""Text that every database and every encoding takes."""

import re

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
REPLACEMENT = "\ufffd"


def storable(text: str) -> str:
    """Replace NUL and lone surrogates one for one by U+FFFD, so that offsets stay right.

    PostgreSQL refuses NUL, and a lone surrogate cannot be written as UTF-8.
    """
    return _UNSTORABLE.sub(REPLACEMENT, text)
