"""Whether the caller of an answer that is still being streamed may have the rest of it.

A role, a session or a key may end after the stream began; whoever it was taken from hears no more.
"""

import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing

from kesher.errors import AccessError, KesherError, NotFoundError

STILL = "still"
"""Under this name a request's state keeps what raises once its caller may have no more."""

EVERY_SECONDS = 5.0
"""How long a caller may hear more at most: between two looks, which cost reads of the database."""

Still = Callable[[], Awaitable[None]]


async def while_allowed(
    events: AsyncGenerator[bytes], still: Still, tell: Callable[[KesherError], bytes]
) -> AsyncGenerator[bytes]:
    """Yield the events until the caller may have no more, then the reason as the last of them.

    Args:
        tell: Writes the reason as an event.
    """
    looked = time.monotonic()
    async with aclosing(events):
        async for piece in events:
            if time.monotonic() - looked >= EVERY_SECONDS:
                reason = await refusal(still)
                if reason is not None:
                    yield tell(reason)
                    return
                looked = time.monotonic()
            yield piece


async def refusal(still: Still) -> KesherError | None:
    """Return why the caller may have no more; a database that is busy is no reason."""
    try:
        await still()
    except (AccessError, NotFoundError) as error:
        return error
    except KesherError:
        return None
    return None
