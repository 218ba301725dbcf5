"""What keeps account of acts and of what models take, made from the settings."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kesher.app.auditing import Auditing
from kesher.app.billing import CountedEmbedder, Meter
from kesher.app.limits import Limiting
from kesher.config.settings import Settings
from kesher.domain.limits import Amounts, Holder, Limit
from kesher.ports.usage import UsageStore
from kesher.wiring.parts import EmbedderState

if TYPE_CHECKING:
    from kesher.adapters.sql.store import SqlStore


def counted(embedding: EmbedderState, settings: Settings, store: "SqlStore") -> EmbedderState:
    """Return what makes vectors, counted where that is an endpoint's work."""
    if settings.embedding != "openai":
        return embedding
    from kesher.adapters.models.token_counts import O200kCounter

    embedder = CountedEmbedder(embedding.embedder, O200kCounter(), make_meter(store))
    return replace(embedding, embedder=embedder)


def make_meter(store: "SqlStore") -> Meter:
    """Return what counts the work of models that is stored nowhere."""
    from kesher.adapters.system import utc_now

    return Meter(store.parts.usage, utc_now)


@dataclass(frozen=True, slots=True)
class Ledger:
    """Who did what, what models took, and how much may be taken."""

    auditing: Auditing
    usage: UsageStore
    limiting: Limiting


def make_ledger(settings: Settings, store: "SqlStore") -> Ledger:
    """Return what keeps account of acts and of usage."""
    from kesher.adapters.system import utc_now

    auditing = Auditing(store.parts.audit, utc_now)
    return Ledger(auditing, store.parts.usage, _limiting(settings, store))


def _limiting(settings: Settings, store: "SqlStore") -> Limiting:
    from kesher.adapters.system import utc_now

    room: Amounts = {
        Limit.TOKENS_DAY: settings.room_tokens_day_limit,
        Limit.USD_MONTH: settings.room_usd_month_limit,
        Limit.QUESTIONS_MINUTE: settings.room_questions_minute_limit,
        Limit.QUESTIONS_DAY: settings.room_questions_day_limit,
        Limit.BYTES: settings.room_limit_bytes,
    }
    person: Amounts = {
        Limit.TOKENS_DAY: settings.person_tokens_day_limit,
        Limit.USD_MONTH: settings.person_usd_month_limit,
        Limit.QUESTIONS_MINUTE: settings.person_questions_minute_limit,
        Limit.QUESTIONS_DAY: settings.person_questions_day_limit,
    }
    return Limiting(store.parts.limits, {Holder.ROOM: room, Holder.PERSON: person}, utc_now)
