"""Each adapter, made from the settings. Adapters load when they are used."""

import os
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from kesher.app.reading import Reading, ReadingLimits
from kesher.app.scans import Scans
from kesher.config.settings import Settings
from kesher.context.profiles import profile, with_margin
from kesher.documents.parsing import media
from kesher.domain.profile import Profile
from kesher.errors import ToolMissingError
from kesher.ports.isolation import Isolation, Limits
from kesher.ports.models import ChatModel, Embedder, Progress
from kesher.wiring.backup import save_before_upgrade

if TYPE_CHECKING:
    from kesher.adapters.sql.store import SqlStore


_LOCAL = "kesher"
_PROVIDERS = {"gemini": "gcp.gemini"}


@dataclass(frozen=True, slots=True)
class Tools:
    """What this machine has beside Python."""

    ocr_languages: tuple[str, ...]
    libreoffice: bool
    endings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EmbedderState:
    """What makes vectors, whether it is ready, and how it is made so ahead of its first use.

    Attributes:
        is_loaded: Whether it answers at once: built, and in memory.
    """

    embedder: Embedder
    is_ready: Callable[[], bool]
    is_loaded: Callable[[], bool]
    prepare: Callable[[], Awaitable[None]]


def open_store(settings: Settings) -> "SqlStore":
    """Open the database, made or brought up to date where needed. Blocks."""
    from kesher.adapters.sql.database import sqlite_url
    from kesher.adapters.sql.store import SqlStore

    # Of a SQLite file the store itself makes a copy beside it.
    before = partial(save_before_upgrade, settings) if settings.database_url else None
    url = settings.database_url or sqlite_url(settings.data_folder)
    return SqlStore.open(url, before_upgrade=before)


def make_isolation(settings: Settings) -> Isolation:
    """Return the limited processes that read and draw pages."""
    from kesher.adapters.processes.pool import LimitedProcesses

    return LimitedProcesses(parallel_pages(settings) + 1)  # one more, for a page to look at


def parallel_pages(settings: Settings) -> int:
    """Return how many pages are read at the same time."""
    return settings.read_processes or min(os.cpu_count() or 1, 4)


def make_embedder(settings: Settings, *, progress: Progress | None = None) -> EmbedderState:
    """Return what makes vectors.

    Args:
        progress: Told of the building of the local model, from another thread.

    Raises:
        ConfigurationError: the endpoint's settings are wrong.
        ToolMissingError: the local model's weights are not installed.
    """
    if settings.embedding == "openai":
        hosted = _hosted(settings, settings.embedding_model, settings.embedding_dimensions)
        return EmbedderState(hosted, lambda: True, lambda: True, _nothing)
    from kesher.adapters.models.local_e5 import LocalE5
    from kesher.adapters.models.observed import ObservedEmbedder

    local = LocalE5(
        cache_folder(settings), batch_threads=settings.embedding_threads, progress=progress
    )
    observed = ObservedEmbedder(local, provider=_LOCAL)
    return EmbedderState(observed, lambda: local.is_built, lambda: local.is_loaded, local.ready)


def _hosted(settings: Settings, model: str, dimensions: int) -> Embedder:
    from kesher.adapters.models.endpoint import Endpoint
    from kesher.adapters.models.observed import ObservedEmbedder
    from kesher.adapters.models.openai_api import OpenAIEmbedder

    endpoint = Endpoint(
        model=model,
        url=settings.embedding_url,
        key=settings.embedding_key.get_secret_value(),
        timeout_seconds=settings.chat_timeout_seconds,
        retries=settings.chat_retries,
        settings="embedding",
    )
    hosted = OpenAIEmbedder(endpoint, dimensions=dimensions)
    return ObservedEmbedder(hosted, provider="openai")


def embedder_named(settings: Settings, name: str) -> Embedder | None:
    """Return the model of another time by its name; None: these settings cannot reach it.

    The built-in model, or one at the endpoint that the settings name: its name says its dimensions.
    An endpoint that is only their default is never asked: no text leaves for a place nobody named.
    """
    try:
        local = make_embedder(settings.model_copy(update={"embedding": "local"})).embedder
    except ToolMissingError:
        local = None
    if local is not None and local.name == name:
        return local
    model, _, dimensions = name.rpartition("@")
    if not model or not dimensions.isdecimal() or not _names_endpoint(settings):
        return None
    return _hosted(settings, model, int(dimensions))


def _names_endpoint(settings: Settings) -> bool:
    named = {"embedding_url", "embedding_key"} & settings.model_fields_set
    return settings.embedding == "openai" or bool(named)


async def _nothing() -> None:
    """A hosted model needs no preparation."""


def cache_folder(settings: Settings) -> Path:
    """Return where models that are built from packages lie."""
    if settings.cache_folder is not None:
        return settings.cache_folder
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA", "~/AppData/Local")
    else:
        base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(base).expanduser() / "kesher"


def make_chat(settings: Settings) -> ChatModel | None:
    """Return the model that writes answers, or None where none is set."""
    if settings.chat == "none":
        return None
    from kesher.adapters.models.endpoint import Endpoint
    from kesher.adapters.models.observed import ObservedChat

    endpoint = Endpoint(
        model=settings.chat_model,
        url=settings.chat_url,
        key=settings.chat_key.get_secret_value(),
        timeout_seconds=settings.chat_timeout_seconds,
        retries=settings.chat_retries,
    )
    if settings.chat == "anthropic":
        from kesher.adapters.models.anthropic_api import AnthropicChat

        return ObservedChat(AnthropicChat(endpoint), provider=_provider(settings))
    from kesher.adapters.models.openai_api import OpenAIChat

    return ObservedChat(OpenAIChat(endpoint), provider=_provider(settings))


def _provider(settings: Settings) -> str:
    """Return whose model it is, as OpenTelemetry's conventions name them where they do."""
    named = _profile_name(settings)
    return _PROVIDERS.get(named, named)


def chat_profile(settings: Settings) -> Profile:
    """Return the rules that the answering model's requests follow."""
    return with_margin(profile(_profile_name(settings)), settings.chat_tokens_margin_fraction)


def _profile_name(settings: Settings) -> str:
    if settings.chat_profile:
        return settings.chat_profile
    if settings.chat == "openai" and settings.chat_url:
        return "generic"
    return "generic" if settings.chat == "none" else settings.chat


def make_reading(settings: Settings, isolation: Isolation) -> Reading:
    """Return what opens files and reads their pages."""
    memory = settings.task_memory_bytes
    limits = ReadingLimits(
        page=page_limits(settings),
        convert=Limits(settings.convert_seconds, memory),
        pages=settings.pages_limit,
        text_chars=settings.text_limit_chars,
        unpacked_bytes=settings.unpacked_limit_bytes,
    )
    return Reading(isolation, limits, find_office(), _scans(settings, isolation))


def _scans(settings: Settings, isolation: Isolation) -> Scans:
    from kesher.adapters.tesseract import TesseractEngine, installed_languages

    return Scans(
        isolation,
        Limits(settings.ocr_page_seconds, settings.task_memory_bytes),
        TesseractEngine(),
        installed_languages(),
        settings.ocr_dpi,
    )


def find_office() -> Callable[[Path, str, Path], None] | None:
    """Return what converts a document (first argument) of a format, or None if nothing does."""
    from kesher.adapters.libreoffice import convert, find_libreoffice
    from kesher.documents.parsing.fonts import FOLDERS

    try:
        find_libreoffice()
    except ToolMissingError:
        return None
    return partial(convert, font_folders=FOLDERS)


def page_limits(settings: Settings) -> Limits:
    """Return what the reading or drawing of one page may use."""
    return Limits(settings.page_seconds, settings.task_memory_bytes)


def find_tools() -> Tools:
    """Look at what this machine has."""
    from kesher.adapters.tesseract import installed_languages

    return Tools(installed_languages(), find_office() is not None, media.READABLE_ENDINGS)
