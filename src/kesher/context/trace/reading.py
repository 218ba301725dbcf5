"""A file of recorded requests → the requests, each with its bytes.

Takes Chat Completions and Anthropic bodies, one a line or in a JSON list, bare or under `body` or
`request` (as batch files have them), and the export of a trajectory of ours.
"""

import json
from collections.abc import Callable, Iterable, Iterator

from kesher.context.assembly import assemble
from kesher.context.trace.requests import Kind, Recorded, Said, as_seen
from kesher.context.trajectory import Trajectory
from kesher.domain.json_value import Json, JsonObject
from kesher.domain.profile import Profile
from kesher.domain.request import Context
from kesher.domain.trajectory import Edited, Event, Origin
from kesher.domain.trajectory import Said as SaidEvent
from kesher.errors import BrokenChainError, InputError

Count = Callable[[str], int]

_DECODER = json.JSONDecoder()
_WRAPPERS = ("body", "request")


def read_trace(text: str, *, profile: Profile, count: Count) -> tuple[Recorded, ...]:
    """Return the requests in the order of the file.

    Args:
        profile: By which a trajectory of ours is rendered into its requests.
        count: Tokens of a text.

    Raises:
        InputError: the file is no trace; the message says at which line, and what was expected.
    """
    if not text.strip():
        raise InputError("The trace is empty. Give request bodies, one JSON object a line.")
    bodies = list(_bodies(text))
    if _is_export(bodies[0][1]):
        return _replayed(text, profile, count)
    lines = _lines(text, (start for start, _, _ in bodies))
    return tuple(
        Recorded(number, line, tuple(_parts(value, raw, line, count)))
        for number, (line, (_, value, raw)) in enumerate(zip(lines, bodies, strict=True), start=1)
    )


def _bodies(text: str) -> Iterator[tuple[int, JsonObject, str]]:
    """Yield each body: where it begins, its value, and its JSON text."""
    place = _skip(text, 0)
    spans = _items(text, place) if text[place] == "[" else _sequence(text, place)
    for start, end, value in spans:
        if not isinstance(value, dict):
            raise InputError(
                f"Line {_line(text, start)} holds {_kind_of(value)}, not a request body. Give "
                f"JSON objects with `messages`."
            )
        yield start, value, text[start:end]


def _kind_of(value: Json) -> str:
    return "a list" if isinstance(value, list) else f"`{json.dumps(value, ensure_ascii=False)}`"


def _sequence(text: str, place: int) -> Iterator[tuple[int, int, Json]]:
    """Yield JSON values that follow one another with white space between them."""
    while place < len(text):
        value, end = _decoded(text, place)
        yield place, end, value
        place = _skip(text, end)


def _items(text: str, place: int) -> Iterator[tuple[int, int, Json]]:
    """Yield the items of the JSON list that begins at a place: start, end, value."""
    place = _skip(text, place + 1)
    while text[place : place + 1] != "]":
        value, end = _decoded(text, place)
        yield place, end, value
        place = _after(text, end, "]")


def _fields(text: str, place: int) -> Iterator[tuple[str, int, int]]:
    """Yield the fields of the JSON object that begins at a place: name, start and end of value."""
    place = _skip(text, place + 1)
    while text[place : place + 1] != "}":
        name, end = _decoded(text, place)
        start = _skip(text, _skip(text, end) + 1)
        _, end = _decoded(text, start)
        yield str(name), start, end
        place = _after(text, end, "}")


def _after(text: str, end: int, closing: str) -> int:
    """Return where the next item begins, or the closing bracket stands."""
    place = _skip(text, end)
    found = text[place : place + 1]
    if found == ",":
        return _skip(text, place + 1)
    if found == closing:
        return place
    raise InputError(f"Line {_line(text, place)} is not JSON: `,` or `{closing}` is expected.")


def _decoded(text: str, place: int) -> tuple[Json, int]:
    try:
        value, end = _DECODER.raw_decode(text, place)
    except (ValueError, RecursionError) as error:
        at = error.pos if isinstance(error, json.JSONDecodeError) else place
        reason = error.msg if isinstance(error, json.JSONDecodeError) else "too deeply nested"
        raise InputError(
            f"Line {_line(text, at)} is not JSON ({reason}). Give request bodies, one JSON object "
            f"a line or all in a list."
        ) from error
    return value, end


def _skip(text: str, place: int) -> int:
    while place < len(text) and text[place] in " \t\r\n\ufeff":
        place += 1
    return place


def _lines(text: str, places: Iterable[int]) -> Iterator[int]:
    """Yield the line of each of some rising places, counting each line once."""
    line, before = 1, 0
    for place in places:
        line += text.count("\n", before, place)
        before = place
        yield line


def _line(text: str, place: int) -> int:
    return text.count("\n", 0, place) + 1


def _parts(value: JsonObject, raw: str, line: int, count: Count) -> Iterator[Said]:
    """Yield the parts of one body in the order in which a provider renders them."""
    spans = {name: (start, end) for name, start, end in _fields(raw, 0)}
    for wrapper in _WRAPPERS:
        inner = value.get(wrapper)
        if "messages" not in value and isinstance(inner, dict):
            start, end = spans[wrapper]
            yield from _parts(inner, raw[start:end], line, count)
            return
    if not isinstance(value.get("messages"), list):
        raise InputError(
            f"Line {line} is no request body: it has no list `messages`. Its fields are "
            f"{', '.join(f'`{name}`' for name in value) or 'none'}."
        )
    for _, item, text in _listed(raw, spans.get("tools"), line):
        yield _said(Kind.TOOL, -1, item, text, count)
    shift = 0
    if value.get("system"):
        start, end = spans["system"]
        system: JsonObject = {"role": "system", "content": value["system"]}
        yield _said(Kind.SYSTEM, 0, system, raw[start:end], count)
        shift = 1
    leading = True
    for index, item, text in _listed(raw, spans["messages"], line):
        leading = leading and item.get("role") in ("system", "developer")
        kind = Kind.SYSTEM if leading else Kind.MESSAGE
        yield _said(kind, index + shift, item, text, count)


def _listed(
    raw: str, span: tuple[int, int] | None, line: int
) -> Iterator[tuple[int, JsonObject, str]]:
    if span is None or raw[span[0]] != "[":
        return
    for index, (start, end, item) in enumerate(_items(raw, span[0])):
        if not isinstance(item, dict):
            raise InputError(f"Line {line}: item {index} of a list of the body is no object.")
        yield index, item, raw[start:end]


def _said(kind: Kind, index: int, value: JsonObject, raw: str, count: Count) -> Said:
    text = as_seen(value)
    return Said(kind, index, value, raw, text, count(text))


def _is_export(first: JsonObject) -> bool:
    return "messages" not in first and {"system", "hash"} <= first.keys()


def _replayed(text: str, profile: Profile, count: Count) -> tuple[Recorded, ...]:
    """Return the requests that a trajectory of ours gave, each before an answer of the model."""
    try:
        trajectory = Trajectory.from_jsonl(text)
    except BrokenChainError as error:
        raise InputError(f"The export of the trajectory is not whole: {error}") from error
    points = [e.sequence - 1 for e in trajectory.events if _is_answer(e)]
    found = []
    earlier = -1
    for number, point in enumerate(points, start=1):
        context = _assembled(trajectory.until(point), profile, count)
        edits = sum(
            isinstance(event.payload, Edited) and earlier < event.sequence <= point
            for event in trajectory.events
        )
        parts = tuple(_rendered(context, count))
        # Line 1 of an export is the prefix.
        found.append(Recorded(number, point + 2, parts, edits))
        earlier = point
    return tuple(found)


def _is_answer(event: Event) -> bool:
    return isinstance(event.payload, SaidEvent) and event.payload.origin is Origin.MODEL


def _assembled(trajectory: Trajectory, profile: Profile, count: Count) -> Context:
    return assemble(
        trajectory,
        evidence=None,
        status=None,
        profile=profile,
        budget_tokens=max(profile.window_tokens, 10**9),
        count=count,
    )


def _rendered(context: Context, count: Count) -> Iterator[Said]:
    for schema in context.tools:
        yield _said(Kind.TOOL, -1, json.loads(schema), schema, count)
    texts = [""] * len(context.messages)
    for segment in context.segments:
        if segment.message >= 0:
            texts[segment.message] += segment.text
    for index, text in enumerate(texts):
        value: JsonObject = json.loads(text)
        kind = Kind.SYSTEM if value.get("role") == "system" else Kind.MESSAGE
        yield _said(kind, index, value, text, count)
