"""How the server is: what `kesher doctor` finds, and the limits that its settings set."""

from fastapi import APIRouter

from kesher.config.settings import Settings
from kesher.server.deps import State
from kesher.server.server_schemas import DoctorFinding, SettingInForce
from kesher.wiring.examine import examine

router = APIRouter(tags=["server"])

_LIMITS = (
    "upload_limit_bytes",
    "pages_limit",
    "store_limit_bytes",
    "room_documents_limit",
    "room_limit_bytes",
    "room_tokens_day_limit",
    "room_usd_month_limit",
    "room_questions_minute_limit",
    "room_questions_day_limit",
    "person_tokens_day_limit",
    "person_usd_month_limit",
    "person_questions_minute_limit",
    "person_questions_day_limit",
    "question_limit_chars",
    "prompt_budget_tokens",
    "chat_output_tokens",
    "research_limit_tokens",
    "research_limit_usd",
    "agent_tokens",
    "streams_per_caller",
    "uploads_per_caller",
)
"""Those that a person who asks, adds or pays may run into, in the order in which they are shown."""


@router.get("/doctor")
async def doctor(state: State) -> list[DoctorFinding]:
    """Look at this machine and the data folder, as `kesher doctor` does. Changes nothing."""
    return [
        DoctorFinding(name=each.name, well=each.well, optional=each.optional, detail=each.detail)
        for each in await examine(state.settings)
    ]


@router.get("/settings/limits")
async def show_limits(state: State) -> list[SettingInForce]:
    """Show the server's own limits; they are changed in `kesher.toml` or the environment only."""
    return [_in_force(state.settings, name) for name in _LIMITS]


def _in_force(settings: Settings, name: str) -> SettingInForce:
    default = Settings.model_fields[name].default
    value = getattr(settings, name)
    return SettingInForce(name=name, value=value, is_default=value == default)
