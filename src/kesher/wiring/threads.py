"""Makes what people do with their threads, and what a room suggests to ask."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kesher.app.ask import Ask
from kesher.app.suggesting import Suggesting
from kesher.app.threads import Threads
from kesher.ports.feedback import FeedbackStore

if TYPE_CHECKING:
    from kesher.adapters.sql.store import SqlStore


@dataclass(frozen=True, slots=True)
class Talking:
    """What goes on around the questions of a room."""

    threads: Threads
    suggesting: Suggesting
    feedback: FeedbackStore


def make_talking(store: "SqlStore", ask: Ask) -> Talking:
    """Return it for the questions that `ask` answers."""
    parts = store.parts
    threads = Threads(store, parts.conversations, parts.feedback, ask.clock, ask.new_id)
    suggesting = Suggesting(parts.headings, ask.search, ask.quoting)
    return Talking(threads, suggesting, parts.feedback)
