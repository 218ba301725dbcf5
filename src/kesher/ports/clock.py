"""Time and identifiers come from outside, so that tests can fix them."""

from collections.abc import Callable
from datetime import datetime

Clock = Callable[[], datetime]
"""Returns now, aware, in UTC."""

NewId = Callable[[str], str]
"""Returns a fresh identifier for a kind of thing: `new_id("doc")`."""
