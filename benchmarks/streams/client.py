"""Reads many streams at once and says what came of them, as one line of JSON.

Usage: client.py URL END STREAMS. END is what the last event of a whole stream holds.
"""

import asyncio
import json
import sys
import time
from dataclasses import dataclass

import aiohttp

LIMIT_SECONDS = 240


@dataclass
class Stream:
    """What came of one stream; seconds from its request."""

    first_word: float | None = None
    whole: bool = False
    seconds: float = 0.0


async def read(session: aiohttp.ClientSession, url: str, end: bytes, number: int) -> Stream:
    """Ask one question and read its stream to the end."""
    done, begun, tail = Stream(), time.perf_counter(), b""
    try:
        async with session.post(url, json={"text": f"כמה ימי חופשה מגיעים לי? {number}"}) as answer:
            async for piece in answer.content.iter_any():
                if done.first_word is None and b"word" in piece:
                    done.first_word = time.perf_counter() - begun
                tail = (tail + piece)[-200_000:]
            done.whole = answer.status == 200 and end in tail and done.first_word is not None
    except (aiohttp.ClientError, TimeoutError, ConnectionError):
        done.whole = False
    done.seconds = time.perf_counter() - begun
    return done


async def main(url: str, end: str, streams: int) -> None:
    timeout = aiohttp.ClientTimeout(total=LIMIT_SECONDS)
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(timeout=timeout, connector=connector) as session:
        begun = time.perf_counter()
        done = await asyncio.gather(
            *(read(session, url, end.encode(), number) for number in range(streams))
        )
        wall = time.perf_counter() - begun
    words = sorted(each.first_word for each in done if each.first_word is not None)
    print(
        json.dumps(
            {
                "wall_seconds": round(wall, 2),
                "broken": sum(not each.whole for each in done),
                "first_word_median_seconds": round(words[len(words) // 2], 2) if words else None,
                "first_word_last_seconds": round(words[-1], 2) if words else None,
            }
        )
    )


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
