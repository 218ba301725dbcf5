"""The audit and the usage as files that other programs open."""

import csv
import io
from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import asdict

from kesher.domain.audit import AuditEvent
from kesher.domain.canonical import canonical
from kesher.domain.json_value import Json
from kesher.domain.usage import Sums, UsageBy, UsageRow

BOM = "\ufeff"
"""By it spreadsheets know that a CSV file is UTF-8; without it Hebrew is unreadable there."""

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_EVENT_COLUMNS = (
    "sequence",
    "at",
    "actor",
    "action",
    "outcome",
    "room_id",
    "thing_id",
    "address",
    "details",
    "hash",
)


def csv_line(cells: Sequence[object]) -> str:
    """Return one line of CSV; a text that a spreadsheet would take for a formula is quoted by '."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerow([_cell(cell) for cell in cells])
    return out.getvalue()


async def as_csv(events: AsyncIterator[AuditEvent]) -> AsyncIterator[str]:
    """Yield events as a CSV file, its head first."""
    yield BOM + csv_line(_EVENT_COLUMNS)
    async for event in events:
        told = event_fields(event)
        details = canonical(told["details"])
        yield csv_line([details if name == "details" else told[name] for name in _EVENT_COLUMNS])


async def as_json_lines(events: AsyncIterator[AuditEvent]) -> AsyncIterator[str]:
    """Yield events as JSON, one a line, with what the chain is verified by."""
    async for event in events:
        yield canonical({**event_fields(event), "previous": event.previous}) + "\n"


def event_fields(event: AuditEvent) -> dict[str, Json]:
    """Return the fields of an event by name."""
    act = event.act
    return {
        "sequence": event.sequence,
        "at": act.at.isoformat(),
        "actor": act.actor,
        "action": str(act.action),
        "outcome": act.outcome.value,
        "room_id": act.room_id,
        "thing_id": act.thing_id,
        "address": act.address,
        "details": {**act.details},
        "hash": event.hash,
    }


def usage_csv(rows: Iterable[UsageRow], by: UsageBy) -> str:
    """Return sums as a CSV file, in their order."""
    lines = [BOM + csv_line([by.value, "name", *asdict(Sums())])]
    lines += [csv_line([row.key, row.name, *asdict(row.sums).values()]) for row in rows]
    return "".join(lines)


def _cell(value: object) -> object:
    if isinstance(value, str) and value.startswith(_FORMULA):
        return f"'{value}"
    return "" if value is None else value
