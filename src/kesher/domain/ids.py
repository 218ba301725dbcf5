"""Opaque identifiers. Nothing may be read out of one but what kind of thing it names."""

import secrets

_ALPHABET = "abcdefghjkmnpqrstvwxyz23456789"  # no i, l, o, u, 0, 1: safe to read out and to copy
_LENGTH = 14  # 30^14 is about 2^68


def new_id(kind: str) -> str:
    """Return a fresh random identifier such as `doc_k7f3m9qwz2hbtx`.

    Args:
        kind: Short lower-case word for the kind of thing: room, doc, chk, thr, msg, job.
    """
    return f"{kind}_" + "".join(secrets.choice(_ALPHABET) for _ in range(_LENGTH))
