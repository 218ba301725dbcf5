"""Audit and usage of a request as JSON text."""

import json
from dataclasses import asdict, replace

from kesher.adapters.sql.column_types import canonical_json
from kesher.domain.canonical import canonical
from kesher.domain.request import Audit, Break, Usage


def write_audit(audit: Audit | None) -> str | None:
    """Return the JSON text of an audit."""
    return None if audit is None else canonical(asdict(audit))


def read_audit(text: str | None) -> Audit | None:
    """Undo `write_audit`."""
    if text is None:
        return None
    held = json.loads(text)
    broken = Break(**held.pop("broken")) if held.get("broken") else None
    return Audit(**{**held, "broken": broken})


def without_excerpts(text: str) -> str:
    """Return the audit without the words around the break: they may be of an erased document."""
    audit = read_audit(text)
    if audit is None or audit.broken is None:
        return text
    bare = replace(audit, broken=replace(audit.broken, before="", after=""))
    return write_audit(bare) or text


def write_usage(usage: Usage | None) -> str | None:
    """Return the JSON text of what a provider counted."""
    return None if usage is None else canonical_json(asdict(usage))


def read_usage(text: str | None) -> Usage | None:
    """Undo `write_usage`."""
    return None if text is None else Usage(**json.loads(text))
