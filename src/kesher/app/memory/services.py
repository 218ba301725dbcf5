"""The use cases of memory, together."""

from dataclasses import dataclass

from kesher.app.memory.conversing import Conversing
from kesher.app.memory.deciding import Decide
from kesher.app.memory.looking import Looking
from kesher.app.memory.recalling import Recall
from kesher.app.memory.remembering import Remember
from kesher.app.memory.tending import Tending
from kesher.memory.schema import Schema
from kesher.ports.memory import MemoryJobStore, MemoryStore


@dataclass(frozen=True, slots=True)
class MemoryServices:
    """Everything that is done with memory."""

    store: MemoryStore
    jobs: MemoryJobStore
    schema: Schema
    remember: Remember
    recall: Recall
    looking: Looking
    conversing: Conversing
    decide: Decide
    tending: Tending
    zone: str
    context_tokens: int
