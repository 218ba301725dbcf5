"""Paths of our own page, told from addresses that would lead a browser elsewhere."""

from urllib.parse import urlsplit

_MOST_CHARS = 1_000


def own_path(text: str) -> str:
    """Return a path of our own page, with its query and fragment, or `/` where it is none.

    Browsers take a backslash for a slash, leave out tabs and line ends, and read `//` as the
    beginning of another host. Source: WHATWG URL Standard, 4.4.
    """
    plain = text.isprintable() and "\\" not in text and " " not in text
    if not plain or len(text) > _MOST_CHARS or not text.startswith("/") or text.startswith("//"):
        return "/"
    try:
        parts = urlsplit(text)
    except ValueError:
        return "/"
    is_page = not parts.scheme and not parts.netloc and not f"{parts.path}/".startswith("/api/")
    return text if is_page else "/"
