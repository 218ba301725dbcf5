"""An answer while the model writes it: text, reasoning, and calls as soon as each is whole."""

from collections.abc import Sequence

from kesher.app.agent.pending import begun_note
from kesher.context.cost import usage_of
from kesher.context.wire import REASONING_BLOCKS
from kesher.domain.message import Message, Reasoning, Role, ToolCall
from kesher.domain.profile import Profile
from kesher.domain.request import Usage
from kesher.domain.trajectory import Noted
from kesher.ports.models import CallPiece, ChatDelta, FinishReason
from kesher.text.storable import storable


class Draft:
    """One call as it is written."""

    def __init__(self) -> None:
        self.id = ""
        self.name = ""
        self.ended = False
        self._pieces: list[str] = []
        self._depth = 0
        self._in_string = False
        self._escaped = False
        self._opened = False

    @property
    def arguments(self) -> str:
        """The JSON text so far; an empty object where the model wrote none at all."""
        return storable("".join(self._pieces)) or "{}"

    @property
    def is_whole(self) -> bool:
        """Whether the arguments can be complete.

        An empty object counts once the call has ended: some endpoints send one first, and the
        arguments after it.
        """
        closed = self._opened and not self._depth and not self._in_string
        return self.ended or (closed and self.arguments.strip() != "{}")

    def take(self, piece: CallPiece) -> None:
        """Add a piece."""
        self.id = self.id or piece.id
        self.name = self.name or piece.name
        self.ended = self.ended or piece.ended
        self._pieces.append(piece.arguments)
        for char in piece.arguments:
            self._follow(char)

    def _follow(self, char: str) -> None:
        if self._escaped:
            self._escaped = False
        elif self._in_string:
            self._in_string = char != '"'
            self._escaped = char == "\\"
        elif char in "{[":
            self._depth += 1
            self._opened = True
        elif char in "}]":
            self._depth -= 1
        elif char == '"':
            self._in_string = True


class Writing:
    """One answer, gathered from its stream."""

    def __init__(self, profile: Profile) -> None:
        self._signs = profile.reasoning_field == REASONING_BLOCKS
        self._text: list[str] = []
        self._thinking: list[str] = []
        self._blocks: list[Reasoning] = []
        self._drafts: dict[int, Draft] = {}
        self.finish: FinishReason | None = None
        self.usage: Usage | None = None

    @property
    def text(self) -> str:
        """The words so far."""
        return storable("".join(self._text))

    @property
    def drafts(self) -> Sequence[Draft]:
        """The calls, in the order in which they began."""
        return tuple(self._drafts.values())

    @property
    def reasoning(self) -> tuple[Reasoning, ...]:
        """The reasoning as it must go back; a block that is to be signed only once it is whole."""
        if self._blocks or self._signs or not self._thinking:
            return tuple(self._blocks)
        return (Reasoning(storable("".join(self._thinking))),)

    def take(self, delta: ChatDelta) -> None:
        """Add a piece of the stream."""
        self._text.append(delta.text)
        if delta.thinking:
            self._thinking.append(delta.thinking)
        if delta.reasoning is not None:
            self._blocks.append(delta.reasoning)
        if delta.call is not None:
            self._take_call(delta.call)
        if delta.finish is not None:
            self.finish = delta.finish
            for draft in self._drafts.values():
                draft.ended = True
        self._count(delta)

    def note(self) -> Noted:
        """Return the note that keeps the answer until it is whole."""
        return begun_note(self.text, self.reasoning)

    def message(self, calls: Sequence[ToolCall]) -> Message | None:
        """Return the answer with the calls as they enter the log; None where it says nothing."""
        text = self.text
        if not text.strip() and not calls:
            return None
        return Message(Role.ASSISTANT, text or None, tuple(calls), reasoning=self.reasoning)

    def written(self) -> str:
        """Return all that the model wrote, to be counted."""
        calls = [draft.name + draft.arguments for draft in self._drafts.values()]
        return "".join([*self._thinking, *self._text, *calls])

    def _take_call(self, piece: CallPiece) -> None:
        if piece.index not in self._drafts:
            for other in self._drafts.values():
                # Pieces of several calls may alternate, so this ends only what is closed.
                other.ended = other.ended or other.arguments.strip() == "{}"
            self._drafts[piece.index] = Draft()
        self._drafts[piece.index].take(piece)

    def _count(self, delta: ChatDelta) -> None:
        self.usage = usage_of(delta) or self.usage
