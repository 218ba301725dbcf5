"""What a detector saw: a kind, a place, a weight, and the words themselves."""

from dataclasses import dataclass
from enum import IntEnum, StrEnum

_EXCERPT_CHARS = 120


class Kind(StrEnum):
    """What a passage looks like."""

    OVERRIDE = "override"
    """It tells the reader to drop earlier instructions."""
    IMPERSONATION = "impersonation"
    """It speaks as the system, the user or the developer, or gives the model another role."""
    COMMAND = "command"
    """It gives orders to the model."""
    EXFILTRATION = "exfiltration"
    """It asks for what is private to be sent, shown or put into an address."""
    SECRECY = "secrecy"
    """It asks that something be kept from the person."""
    FAKE_TAG = "fake_tag"
    """It imitates the tags or the tokens by which a prompt is built."""
    TOOL_NAME = "tool_name"
    """It names a tool that the model has."""
    MIXED_SCRIPT = "mixed_script"
    """One word is written in letters of several scripts that look alike."""
    INVISIBLE = "invisible"
    """It holds characters that nobody sees: zero width, tag characters."""
    DIRECTION = "direction"
    """It holds characters that show the text in another order than it is read."""
    ENCODED = "encoded"
    """Base64, hexadecimal or rot13 that hides words."""
    HIDDEN_STYLE = "hidden_style"
    """It is styled so that a person does not see it."""
    NETWORK = "network"
    """It asks for the network."""
    SECRETS = "secrets"
    """It asks for keys, passwords or private files."""
    OTHER_TOOLS = "other_tools"
    """It asks that programs be run or other tools be used."""
    MEMORY = "memory"
    """It asks that something be remembered or always done."""


class Severity(IntEnum):
    """How sure, and how bad."""

    LOW = 1
    """Ordinary text has it, too."""
    MEDIUM = 2
    """Rare in ordinary text."""
    HIGH = 3
    """Ordinary text has no use for it."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One suspicious passage. It is a flag: nothing is changed or deleted because of it.

    Attributes:
        start, end: Code points of the text that was examined, half open.
        excerpt: Up to 120 characters from `start`, hidden characters written as escapes.
    """

    kind: Kind
    start: int
    end: int
    severity: Severity
    excerpt: str


def finding(kind: Kind, text: str, place: tuple[int, int], severity: Severity) -> Finding:
    """Return a finding at `place` (start, end) of `text`, with its excerpt."""
    start, end = place
    return Finding(kind, start, end, severity, _shown(text[start:end]))


def by_place(findings: list[Finding]) -> tuple[Finding, ...]:
    """Return findings in the order of the text, each once."""
    unique = dict.fromkeys(findings)
    return tuple(sorted(unique, key=lambda each: (each.start, each.end, each.kind)))


def _shown(passage: str) -> str:
    cut = passage[:_EXCERPT_CHARS]
    return "".join(
        char if char.isprintable() or char in "\n\t" else f"\\u{ord(char):04x}" for char in cut
    )[:_EXCERPT_CHARS]
