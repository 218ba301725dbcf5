"""Naming threads anew, and sharing them with the others of their room."""

from dataclasses import replace

from kesher.domain.answer import Thread
from kesher.errors import InputError
from kesher.text.storable import visible

TITLE_CHARS = 200


def changed(thread: Thread, *, title: str | None = None, shared: bool | None = None) -> Thread:
    """Return the thread with another title, or shared or not; None leaves what is there.

    Raises:
        InputError: the title is blank or too long.
    """
    if title is not None:
        clean = visible(" ".join(title.split()))
        if not clean or len(clean) > TITLE_CHARS:
            raise InputError(
                f"A title has 1 to {TITLE_CHARS} characters; this has {len(clean)}. Write another."
            )
        thread = replace(thread, title=clean)
    return thread if shared is None else replace(thread, shared=shared)
