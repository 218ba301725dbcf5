"""What a model is sent and sends: messages of four roles, calls of tools, reasoning."""

from dataclasses import dataclass
from enum import StrEnum


class Role(StrEnum):
    """Who speaks in a chat request."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One call that a model asks for.

    Attributes:
        id: Ties the result to the call. Unique within its trajectory.
        arguments: JSON text, byte for byte as the model wrote it; it may be malformed.
        extra: Fields of the call that Kesher does not know, as a canonical JSON object; those of
            its `function` stand in a `function` of their own. Gemini's signatures are such fields.
    """

    id: str
    name: str
    arguments: str
    extra: str | None = None


@dataclass(frozen=True, slots=True)
class Reasoning:
    """A block of a model's reasoning. It is sent back unchanged or not at all.

    Attributes:
        signature: What the provider checks the text by; None where it does not.
        redacted: The provider's sealed form of it, in place of text.
    """

    text: str
    signature: str | None = None
    redacted: str | None = None

    @property
    def is_protected(self) -> bool:
        """Whether the provider refuses the block with a single byte changed."""
        return self.signature is not None or self.redacted is not None


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a request.

    Attributes:
        text: None where a message has calls and no words, or where `parts` is its content.
        tool_call_id: In a tool's message, the call that it answers.
        parts: Content of several parts (pictures ...) as canonical JSON text, carried unread.
        extra: Fields of the message that Kesher does not know, as a canonical JSON object.
    """

    role: Role
    text: str | None = None
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str | None = None
    reasoning: tuple[Reasoning, ...] = ()
    name: str | None = None
    parts: str | None = None
    extra: str | None = None
