"""Where a hosted model is served, and how long to wait for it."""

from dataclasses import dataclass, field
from urllib.parse import urlsplit

from kesher.errors import ConfigurationError

_REDACTED = "[key]"


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A model at a base URL.

    Attributes:
        url: Base URL, its version part included (`https://host/v1`); empty: the provider's own.
        key: Never shown: not in `repr`, and cut out of the endpoint's own error messages.
        timeout_seconds: Longest silence, before the answer and within it.
        retries: Tries again after 429 or a failed connection, before any text came.
        opens_thinking: The model's chat template writes `<think>` into the prompt, so that its
            stream begins with thinking and shows the closing tag only.
        settings: Beginning of the settings' names that an error should name: `chat_key` ...
    """

    model: str
    url: str = ""
    key: str = field(default="", repr=False)
    timeout_seconds: float = 60.0
    retries: int = 2
    settings: str = "chat"
    opens_thinking: bool = False

    def __post_init__(self) -> None:
        """Refuse what no endpoint could accept.

        Raises:
            ConfigurationError: the model is not named, the URL is not of HTTP, or the key has
                characters that no header may carry.
        """
        if not self.model.strip():
            raise ConfigurationError(
                f"`{self.settings}_model` is empty. Set it to the model's name at its endpoint."
            )
        if self.url and not _is_http(self.url):
            raise ConfigurationError(
                f"`{self.settings}_url` is `{self.url}`, which is no HTTP address. "
                "Write it as `https://host/v1`."
            )
        if not (self.key.isascii() and self.key.isprintable()):
            raise ConfigurationError(
                f"`{self.settings}_key` has line breaks or letters that no key has. Copy it again."
            )

    def redact(self, text: str) -> str:
        """Return the text without the key."""
        return text.replace(self.key, _REDACTED) if self.key else text

    def described(self) -> str:
        """Return the model and its place, for an error message."""
        return f"`{self.model}` at {self.url or 'its provider'}"


def _is_http(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False
