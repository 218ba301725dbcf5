"""What `kesher doctor --traces` says. Pure: it is given what was found."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Trace:
    """One place in which something stands.

    Attributes:
        place: `table.column`, or a file's path.
        kind: `rows`, `file`, `index`, `dead rows`, or `account`: what was done to a thing.
        count: Rows, or times in a file; 0 where only a file's name has it.
        remedy: How it goes, for a person.
    """

    place: str
    kind: str
    count: int
    remedy: str = ""


_REMEDIES: Mapping[str, str] = {
    "answers": "an answer quotes it: delete its thread",
    "answer_records": "the record of an answer names it: delete its thread",
    "answer_retrievals": "the record of an answer names it: delete its thread",
    "research_runs": "a research of a thread: delete the thread",
    "research_steps": "a research of a thread: delete the thread",
    "trajectory_events": "an agent read it: delete the trajectory",
    "evaluation_questions": "a question names its pages: delete the question",
    "evaluation_runs": "a run found its pages: delete the run",
    "messages": "somebody said it to memory: erase the message",
}


ACCOUNTS: Mapping[str, str] = {
    "audit_events": "who did what to it; ids only, and never changed",
    "usage_days": "what models took, by the day; ids and sums only",
}
"""Tables that outlive what they name, so that a deletion too can be accounted for."""

_ID = re.compile(r"[a-z]+_[a-z0-9]+")


def of_rows(table: str, column: str, count: int, wanted: str) -> Trace:
    """Return the trace of rows of a table. Only an id is kept by an account, never a word."""
    if table in ACCOUNTS and _ID.fullmatch(wanted):
        return Trace(f"{table}.{column}", "account", count, ACCOUNTS[table])
    return Trace(f"{table}.{column}", "rows", count, _REMEDIES.get(table, ""))


def of_dead_rows(dead: Mapping[str, int]) -> list[Trace]:
    """Return the tables of PostgreSQL whose removed rows stand in its files until `VACUUM`."""
    return [
        Trace(table, "dead rows", count, "nothing finds them; `VACUUM` overwrites them")
        for table, count in dead.items()
    ]


def of_file(path: str, times: int) -> Trace:
    """Return the trace of a file."""
    return Trace(path, "file", times)


def of_indexes(paths: Sequence[str], unwritten: Sequence[str]) -> list[Trace]:
    """Return the traces of index folders.

    Args:
        paths: Those that find it.
        unwritten: Those that may hold words of whatever was removed last.
    """
    waiting = "words of removed documents; a server rewrites it within a minute"
    return [
        *(Trace(path, "index", 1) for path in paths),
        *(Trace(path, "index", 0, waiting) for path in unwritten if path not in paths),
    ]


def counted_as_left(traces: Sequence[Trace]) -> int:
    """Count the traces that say that the thing itself is there.

    Dead rows are of anything, and an account tells of what is gone.
    """
    return sum(1 for trace in traces if trace.kind not in ("dead rows", "account"))
