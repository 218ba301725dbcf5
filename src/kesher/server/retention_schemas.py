"""How long a room keeps what it keeps, as it crosses HTTP."""

from pydantic import Field

from kesher.server.schemas import Schema


class RetentionDays(Schema):
    """Days of a room's own; null follows the settings, 0 keeps for ever."""

    threads: int | None = Field(None, ge=0, le=36_500, description="After the last question.")
    requests: int | None = Field(
        None, ge=0, le=36_500, description="The texts of what models were sent."
    )
    versions: int | None = Field(None, ge=0, le=36_500, description="Superseded versions.")
    jobs: int | None = Field(None, ge=0, le=36_500, description="Ended work on documents.")


class RetentionRule(Schema):
    """One kind of things in a room."""

    kind: str = Field(description="`threads`, `requests`, `versions` or `jobs`.")
    days: int = Field(description="What holds, by the room or by the settings. 0: for ever.")
    own: bool = Field(description="Whether the room has days of its own.")
    due: list[str] = Field(description="Ids of what the next sweep removes.")
