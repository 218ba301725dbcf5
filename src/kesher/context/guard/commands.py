"""Commands and code: what is run with a machine's full power is the person's word or a question."""

import re

from kesher.context.guard.material import Material
from kesher.context.guard.provenance import Provenance, Trace, trace
from kesher.context.guard.shapes import Shape, shaped
from kesher.domain.json_value import Json

_PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[^\W\d_A-Za-z]+")
_NAMES = frozenset(
    {"command", "commands", "cmd", "code", "script", "shell", "args", "query", "sql"}
)


def is_command_by_others(name: str, value: Json, traced: Trace, material: Material) -> bool:
    """Say whether a tool that runs things would run what others wrote.

    Either the text itself stands in content by others, or it holds an address of the web that
    stands there alone or nowhere: whoever serves it decides what is run.
    """
    if not isinstance(value, str) or not _is_command(name, value):
        return False
    if traced.provenance is Provenance.EXTERNAL:
        return True
    if traced.provenance in (Provenance.USER, Provenance.TRUSTED):
        return False
    return any(
        trace(found.value, material).provenance in (Provenance.EXTERNAL, Provenance.COMPOSED)
        for found in shaped(value)
        if found.shape is Shape.URL
    )


def _is_command(name: str, value: str) -> bool:
    last = [part.lower() for part in _PARTS.findall(name)][-1:]
    return " " in value.strip() or bool(_NAMES.intersection(last))
