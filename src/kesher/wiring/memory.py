"""The use cases of memory, on an open store."""

from datetime import timedelta
from typing import TYPE_CHECKING

from kesher.app.billing import CountedChat
from kesher.app.memory.conversing import Conversing
from kesher.app.memory.deciding import Decide
from kesher.app.memory.erasing import Erase
from kesher.app.memory.indexes import MemoryIndexes
from kesher.app.memory.looking import Looking
from kesher.app.memory.reading import ModelReading
from kesher.app.memory.recalling import Recall
from kesher.app.memory.remembering import Remember
from kesher.app.memory.sampling import SampleTalk
from kesher.app.memory.services import MemoryServices
from kesher.app.memory.tending import Tending
from kesher.config.settings import Settings
from kesher.memory.schema import Schema, schema_with
from kesher.ports.models import ChatModel, TokenCounter
from kesher.wiring.parts import EmbedderState, chat_profile
from kesher.wiring.usage import make_meter

if TYPE_CHECKING:
    from kesher.adapters.sql.store import SqlStore


def make_memory(
    settings: Settings,
    store: "SqlStore",
    embedding: EmbedderState,
    chat: ChatModel | None,
    counter: TokenCounter,
) -> MemoryServices:
    """Return the use cases of memory.

    Raises:
        ConfigurationError: the memory schema file cannot be read or is wrong.
    """
    from kesher.adapters.system import new_id, utc_now

    embedder = embedding.embedder
    schema = schema_with(settings.memory_schema_file)
    memory, vectors = store.parts.memory, store.parts.memory_vectors
    indexes = MemoryIndexes(
        memory,
        vectors,
        embedder=embedder.name,
        schema=schema,
        kept=settings.memory_indexes_kept,
    )
    reading = _reading(settings, store, chat, schema)
    tending = Tending(
        memory, vectors, embedder, schema, utc_now, new_id, reading, embedding.is_loaded
    )
    recall = Recall(memory, indexes, embedder, counter, schema, embedding.is_loaded)
    remember = Remember(
        store=memory,
        recall=recall,
        schema=schema,
        clock=utc_now,
        new_id=new_id,
        zone=settings.time_zone,
        model_delay=_delay(settings) if reading is not None else None,
        wake=tending.wake,
        at_once=reading if settings.memory_reading == "at_once" else None,
    )
    looking = Looking(memory, utc_now)
    return MemoryServices(
        store=memory,
        jobs=memory,
        schema=schema,
        remember=remember,
        recall=recall,
        looking=looking,
        conversing=Conversing(remember, recall, looking, counter, settings.memory_context_tokens),
        decide=Decide(memory, schema, utc_now, new_id, settings.time_zone),
        erase=Erase(memory, looking),
        sample=SampleTalk(remember),
        tending=tending,
        zone=settings.time_zone,
        context_tokens=settings.memory_context_tokens,
    )


def _reading(
    settings: Settings, store: "SqlStore", chat: ChatModel | None, schema: Schema
) -> ModelReading | None:
    """Return the model's reading of messages; None: there is no model, or it is not to read."""
    from kesher.adapters.system import new_id, utc_now

    if chat is None or settings.memory_reading == "off":
        return None
    memory = store.parts.memory
    counted = CountedChat(chat, chat_profile(settings), make_meter(store))
    return ModelReading(
        memory, memory, counted, schema, utc_now, new_id, settings.memory_batch_messages
    )


def _delay(settings: Settings) -> timedelta:
    if settings.memory_reading == "at_once":
        return timedelta(0)
    return timedelta(seconds=settings.memory_delay_seconds)
