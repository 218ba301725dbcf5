"""JSON as Python holds it."""

from typing import TypeAlias

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
"""Any JSON value."""

JsonObject: TypeAlias = dict[str, Json]
"""A JSON object."""
