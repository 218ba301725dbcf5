"""A prompt cache as providers keep it, over the requests that the scripted server really got."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kesher.testing.model_script import ReceivedRequest

_BYTES_A_TOKEN = 4


@dataclass(frozen=True, slots=True)
class Counted:
    """Tokens of a request: all of them, those read from the cache, those written to it."""

    input_tokens: int
    cached_tokens: int = 0
    written_tokens: int = 0


class PromptCache:
    """Keeps the prefixes of requests; a token is four bytes of the rendered request.

    OpenAI's protocol: the longest beginning in common with any earlier request, in whole blocks.
    Anthropic's: prefixes up to a `cache_control` mark, written at the mark and read whole.
    """

    def __init__(self, *, block_tokens: int = 16) -> None:
        self._block_tokens = block_tokens
        self._seen: set[str] = set()
        self._marked: set[str] = set()

    def take(self, request: "ReceivedRequest") -> Counted:
        """Return how the request's tokens were met, and keep its prefixes."""
        return self._marks(request) if "messages" in request.path else self._automatic(request)

    def _automatic(self, request: "ReceivedRequest") -> Counted:
        text = "".join(_rendered(request))
        common = max((_common_chars(text, seen) for seen in self._seen), default=0)
        cached = _tokens(text[:common])
        self._seen.add(text)
        return Counted(_tokens(text), cached - cached % self._block_tokens)

    def _marks(self, request: "ReceivedRequest") -> Counted:
        text, marked = "", []
        for piece in _rendered(request):
            text += piece.replace(_MARK, "")
            marked += [text] if _MARK in piece else []
        read = max((len(kept) for kept in self._marked if text.startswith(kept)), default=0)
        cached = _tokens(text[:read])
        written = max(0, _tokens(marked[-1]) - cached) if marked else 0
        self._marked.update(marked)
        return Counted(_tokens(text), cached, written)


_MARK = ', "cache_control": {"type": "ephemeral"}'


def _rendered(request: "ReceivedRequest") -> Iterator[str]:
    """Yield tools, system text and messages as the model would read them, block by block."""
    for name in ("tools", "system", "messages"):
        listed = request.body.get(name)
        for item in listed if isinstance(listed, list) else [listed] if listed else []:
            yield from _rendered_item(item)


def _rendered_item(item: object) -> Iterator[str]:
    """Yield a message by its blocks; a plain text is the same as one block of it."""
    content = item.get("content") if isinstance(item, dict) else None
    if isinstance(item, str):
        yield _rendered_block({"type": "text", "text": item})
    elif isinstance(item, dict) and content is not None:
        yield _rendered_block({**item, "content": None})
        blocks = content if isinstance(content, list) else [{"type": "text", "text": content}]
        yield from map(_rendered_block, blocks)
    else:
        yield _rendered_block(item)


def _rendered_block(block: object) -> str:
    return json.dumps(block, ensure_ascii=False) + "\n"


def _common_chars(one: str, other: str) -> int:
    """Return how many characters two texts have in common from their beginning on."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one.startswith(other[:middle]):
            low = middle
        else:
            high = middle - 1
    return low


def _tokens(text: str) -> int:
    return len(text.encode("utf-8", "replace")) // _BYTES_A_TOKEN
