"""The records behind answers, and what they say of this Kesher: versions and settings."""

from typing import TYPE_CHECKING

from kesher import __version__
from kesher.app.looking import Looking
from kesher.app.recording import Recording
from kesher.app.records import Records
from kesher.config.settings import Settings
from kesher.domain.profile import Profile
from kesher.ports.models import Embedder
from kesher.prompts.catalog import prompt_versions
from kesher.text.terms import TERMS_VERSION

if TYPE_CHECKING:
    from kesher.adapters.sql.store import SqlStore


def make_recording(settings: Settings, profile: Profile, embedder: Embedder) -> Recording:
    """Return what makes records.

    A chunking and a parser are what today's documents are read with; a document that was read
    before may still stand as an earlier version cut it.
    """
    from kesher.documents.parsing.pdf_open import PDFIUM_VERSION

    versions = {
        "kesher": __version__,
        "terms": str(TERMS_VERSION),
        "embedder": embedder.name,
        "model": settings.chat_model if settings.chat != "none" else "none",
        "profile": profile.name,
        "prices": profile.prices_of,
        "parser": f"kesher {__version__}, PDFium {PDFIUM_VERSION}",
        "chunking": f"{settings.chunk_chars} characters, {settings.chunk_overlap_chars} shared",
        **{f"prompt {name}": version for name, version in prompt_versions().items()},
    }
    return Recording(versions)


def make_records(store: "SqlStore") -> Records:
    """Return what shows and shares records."""
    from kesher.adapters.system import new_id, utc_now

    records = store.parts.answer_records
    return Records(store, records, Looking(records, store.parts.chunk_vectors), utc_now, new_id)
