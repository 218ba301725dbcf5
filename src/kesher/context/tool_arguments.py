"""Arguments of a call against the JSON Schema that the tool declares.

The keywords that tool schemas use; one that is not known here is not checked, as the standard says.

Source: JSON Schema 2020-12, validation vocabulary.
"""

import json
import operator
import re
from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from kesher.domain.canonical import canonical
from kesher.domain.json_value import Json, JsonObject
from kesher.errors import InputError

_Checks: TypeAlias = Iterator[str]
_PROBLEMS_SHOWN = 8
_DEPTH = 60
# Schemas come from servers of others, too: what may be checked is bounded, in steps and in time.
_STEPS = 20_000
_MATCHED_CHARS = 1_000
_REPEATED_GROUP = re.compile(r"\)[*+{]")
_REPETITION = re.compile(r"[*+]|\{\d*,\}")
_MOST_REPETITIONS = 2


def problems(parameters: str, arguments: Json) -> tuple[str, ...]:
    """Return what is wrong with the arguments, each as a sentence that names the place; or ().

    Args:
        parameters: The tool's `parameters`: JSON Schema as JSON text.

    Raises:
        InputError: `parameters` is no JSON object, which is the tool's fault, not the caller's.
    """
    try:
        schema: Json = json.loads(parameters)
    except ValueError as error:
        raise InputError(f"The tool's parameters are not JSON: {error}.") from error
    if not isinstance(schema, dict):
        raise InputError("The tool's parameters are not a JSON object.")
    found = _Checker(schema).check(schema, arguments, "arguments", 0)
    return tuple(problem for problem, _ in zip(found, range(_PROBLEMS_SHOWN), strict=False))


class _Checker:
    def __init__(self, root: JsonObject) -> None:
        self._root = root
        self._steps_left = _STEPS

    def check(self, schema: Json, value: Json, at: str, depth: int) -> _Checks:
        """Yield what is wrong with `value`, which stands at `at`."""
        self._steps_left -= 1
        if self._steps_left < 0:
            return
        if schema is False:
            yield f"`{at}` is not allowed."
        if not isinstance(schema, dict) or depth > _DEPTH:
            return
        if "$ref" in schema:
            yield from self.check(self._resolved(schema["$ref"]), value, at, depth + 1)
        yield from _types(schema, value, at)
        yield from _fixed(schema, value, at)
        yield from _bounds(schema, value, at)
        yield from self._combined(schema, value, at, depth)
        if isinstance(value, dict):
            yield from self._object(schema, value, at, depth)
        elif isinstance(value, list):
            yield from self._items(schema, value, at, depth)

    def _resolved(self, ref: Json) -> Json:
        """Return what a reference within the schema leads to; one that leads out allows all."""
        found: Json = self._root
        for part in str(ref).removeprefix("#").split("/")[1:]:
            name = part.replace("~1", "/").replace("~0", "~")
            found = found.get(name, True) if isinstance(found, dict) else True
        return found if str(ref).startswith("#") else True

    def _object(self, schema: JsonObject, value: JsonObject, at: str, depth: int) -> _Checks:
        required, known = schema.get("required"), schema.get("properties")
        properties = known if isinstance(known, dict) else {}
        for name in required if isinstance(required, list) else []:
            if name not in value:
                yield f"`{at}.{name}` is missing."
        extra = schema.get("additionalProperties", True)
        for name, item in value.items():
            place = f"{at}.{name}"
            if name in properties:
                yield from self.check(properties[name], item, place, depth + 1)
            elif extra is False:
                names = ", ".join(sorted(properties)) or "none"
                yield f"`{place}` is unknown; known are: {names}."
            else:
                yield from self.check(extra, item, place, depth + 1)

    def _items(self, schema: JsonObject, value: list[Json], at: str, depth: int) -> _Checks:
        prefix = schema.get("prefixItems")
        firsts = prefix if isinstance(prefix, list) else []
        for index, item in enumerate(value):
            given = firsts[index] if index < len(firsts) else schema.get("items", True)
            yield from self.check(given, item, f"{at}[{index}]", depth + 1)

    def _combined(self, schema: JsonObject, value: Json, at: str, depth: int) -> _Checks:
        for part in _list(schema.get("allOf")):
            yield from self.check(part, value, at, depth + 1)
        for word, allowed in (("anyOf", range(1, 1000)), ("oneOf", range(1, 2))):
            parts = _list(schema.get(word))
            fits = sum(not any(self.check(part, value, at, depth + 1)) for part in parts)
            if parts and fits not in allowed:
                many = "none" if fits == 0 else f"{fits}"
                yield f"`{at}` fits {many} of the {len(parts)} forms that `{word}` allows."
        if "not" in schema and not any(self.check(schema["not"], value, at, depth + 1)):
            yield f"`{at}` has a form that is excluded."


_LIMITS: Mapping[str, tuple[Callable[[float, float], bool], str]] = {
    "minimum": (operator.lt, "at least"),
    "maximum": (operator.gt, "at most"),
    "exclusiveMinimum": (operator.le, "more than"),
    "exclusiveMaximum": (operator.ge, "less than"),
    "multipleOf": (lambda value, step: step != 0 and value % step != 0, "a multiple of"),
}


def _list(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


def _is_integer(value: Json) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return float(value).is_integer()


def _is_number(value: Json) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


_KINDS: Mapping[str, type] = {
    "string": str,
    "boolean": bool,
    "array": list,
    "object": dict,
    "null": type(None),
}


def _is(name: str, value: Json) -> bool:
    if name in ("integer", "number"):
        return _is_integer(value) if name == "integer" else _is_number(value)
    return isinstance(value, _KINDS.get(name, object))


def _types(schema: JsonObject, value: Json, at: str) -> _Checks:
    given = schema.get("type")
    names = [str(name) for name in (given if isinstance(given, list) else [given]) if name]
    if names and not any(_is(name, value) for name in names):
        yield f"`{at}` must be {' or '.join(names)}, and is {_short(value)}."


def _fixed(schema: JsonObject, value: Json, at: str) -> _Checks:
    allowed = schema.get("enum")
    if isinstance(allowed, list) and not any(_same(value, item) for item in allowed):
        shown = ", ".join(_short(item) for item in allowed[:20])
        yield f"`{at}` must be one of {shown}, and is {_short(value)}."
    if "const" in schema and not _same(value, schema["const"]):
        yield f"`{at}` must be {_short(schema['const'])}."


def _bounds(schema: JsonObject, value: Json, at: str) -> _Checks:
    if isinstance(value, str):
        yield from _measured(schema, len(value), at, "Length", "characters")
        pattern = schema.get("pattern")
        if isinstance(pattern, str) and not _matches(pattern, value):
            yield f"`{at}` must match `{pattern}`, and is {_short(value)}."
    elif isinstance(value, list):
        yield from _measured(schema, len(value), at, "Items", "items")
        if schema.get("uniqueItems") is True and len({canonical(v) for v in value}) < len(value):
            yield f"`{at}` holds the same item twice."
    elif isinstance(value, dict):
        yield from _measured(schema, len(value), at, "Properties", "fields")
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield from _number(schema, value, at)


def _measured(schema: JsonObject, size: int, at: str, word: str, unit: str) -> _Checks:
    least, most = schema.get(f"min{word}"), schema.get(f"max{word}")
    if isinstance(least, int) and size < least:
        yield f"`{at}` has {size} {unit}; {least} is the least."
    if isinstance(most, int) and size > most:
        yield f"`{at}` has {size} {unit}; {most} is the most."


def _number(schema: JsonObject, value: float, at: str) -> _Checks:
    for word, (wrong, said) in _LIMITS.items():
        limit = schema.get(word)
        if isinstance(limit, int | float) and not isinstance(limit, bool) and wrong(value, limit):
            yield f"`{at}` must be {said} {limit}, and is {value}."


def _matches(pattern: str, value: str) -> bool:
    if not _is_quick(pattern, value):
        return True
    try:
        return re.search(pattern, value) is not None
    except re.error:
        return True  # the standard's patterns are JavaScript's; one that Python cannot read is none


def _same(one: Json, other: Json) -> bool:
    # In Python `True == 1`, in JSON they differ; and 1 and 1.0 are one number.
    return isinstance(one, bool) is isinstance(other, bool) and one == other


def _short(value: Json) -> str:
    text = canonical(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _is_quick(pattern: str, value: str) -> bool:
    """Say whether a search is sure to end soon: no repeated group, two repetitions at most."""
    return (
        len(value) <= _MATCHED_CHARS
        and not _REPEATED_GROUP.search(pattern)
        and len(_REPETITION.findall(pattern)) <= _MOST_REPETITIONS
    )
