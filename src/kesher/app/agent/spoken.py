"""What a person says to an agent."""

from kesher.errors import InputError
from kesher.text.storable import storable


def checked(text: str) -> str:
    """Return a person's message as it is said, or raise InputError: it is empty."""
    said = storable(text).strip()
    if not said:
        raise InputError("The message is empty. Write what the agent is to do.")
    return said
