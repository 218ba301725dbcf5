"""Parts a model's thinking from its answer where both come in one text, by `<think>` tags."""

from dataclasses import dataclass
from enum import Enum, auto

_OPEN = "<think>"
_CLOSE = "</think>"


@dataclass(frozen=True, slots=True)
class Parted:
    """What a piece of the stream adds to the thinking and, after it, to the answer."""

    thinking: str = ""
    text: str = ""


class _Where(Enum):
    BEFORE = auto()
    OPENED = auto()
    THINKING = auto()
    AFTER = auto()
    ANSWER = auto()


class ThinkTags:
    """Reads one stream, cut anywhere; what may still become a tag is held back.

    Only a tag at the very beginning counts, white space before it apart: one in the middle of an
    answer is text. A block that is never closed is thinking to the end. White space beside the
    tags is dropped, as it belongs to them. Where the stream is cut changes nothing.

    Source: the chat templates of DeepSeek R1 and Qwen3.
    """

    def __init__(self, *, opened: bool = False) -> None:
        """Begin a stream.

        Args:
            opened: The model's chat template has already written `<think>` into the prompt, so
                that the stream begins with thinking.
        """
        self._where = _Where.OPENED if opened else _Where.BEFORE
        self._held = ""

    @property
    def are_past(self) -> bool:
        """Whether all that comes now is answer, and nothing is held back."""
        return self._where is _Where.ANSWER and not self._held

    def feed(self, piece: str) -> Parted:
        """Take in a piece and return what is certain by now."""
        self._held += piece
        if self._where is _Where.BEFORE:
            self._begin()
        if self._where is _Where.OPENED:
            self._skip_space(_Where.THINKING)
        thinking = self._think() if self._where is _Where.THINKING else ""
        if self._where is _Where.AFTER:
            self._skip_space(_Where.ANSWER)
        return Parted(thinking, self._take() if self._where is _Where.ANSWER else "")

    def rest(self) -> Parted:
        """Return what is held back; the stream has ended."""
        held = self._take()
        if self._where is _Where.THINKING:
            return Parted(thinking=held.rstrip())
        return Parted(text=held)

    def _take(self) -> str:
        held, self._held = self._held, ""
        return held

    def _skip_space(self, then: _Where) -> None:
        self._held = self._held.lstrip()
        if self._held:
            self._where = then

    def _begin(self) -> None:
        bare = self._held.lstrip()
        if bare.startswith(_OPEN):
            self._held = bare.removeprefix(_OPEN)
            self._where = _Where.OPENED
        elif not _OPEN.startswith(bare):
            self._where = _Where.ANSWER

    def _think(self) -> str:
        before, closed, after = self._held.partition(_CLOSE)
        if closed:
            self._held = after
            self._where = _Where.AFTER
            return before.rstrip()
        sure = before[: len(before) - _unsure(before)].rstrip()
        self._held = before[len(sure) :]
        return sure


def _unsure(text: str) -> int:
    """Return how many characters at the end may be the beginning of the closing tag."""
    longest = min(len(text), len(_CLOSE) - 1)
    return next((n for n in range(longest, 0, -1) if _CLOSE.startswith(text[-n:])), 0)
