"""One spelling for each JSON value, so that equal values are equal bytes in every process."""

import json
from hashlib import sha256

from kesher.domain.json_value import Json


def canonical(value: Json) -> str:
    r"""Return JSON with sorted keys, no white space, and letters as themselves.

    Hebrew stays Hebrew: an escape such as `\u05d0` takes five to six times the tokens.

    Raises:
        ValueError: a number is infinite or not a number.
    """
    return json.dumps(
        value, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False
    )


def digest(text: str) -> str:
    """Return the SHA-256 of a text as hexadecimal digits.

    A lone surrogate, which no UTF-8 holds, counts as its escape.
    """
    return sha256(text.encode("utf-8", "backslashreplace")).hexdigest()
